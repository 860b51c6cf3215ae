import type { RowId } from './rows.ts'

/**
 * The 51 load points that were tried on the release of `1fb259d`, with the number at which each broke then. `row` is where
 * this bench tries it again; what it does not try says where else it is shown.
 */
type Point = {
  readonly what: string
  readonly before: string
  readonly goal: string
  /** Whether it was enough then. */
  readonly held?: true
} & ({ readonly row: RowId } | { readonly shownBy: string })

export const loadPoints: readonly Point[] = [
  { what: 'buyers behind one address in ten minutes', before: '10', goal: '50', row: 'buy' },
  { what: 'right codes behind one address in an hour', before: '30', goal: '300', row: 'unlock' },
  { what: 'views behind one address in a minute', before: '60', goal: '3,000', row: 'view' },
  { what: 'searches behind one address in a minute', before: '60', goal: '600', row: 'search' },
  { what: 'first visits behind one address in five minutes', before: '282', goal: '5,000', row: 'firewall' },
  { what: 'views of one gallery a second', before: '650', goal: '3,000', row: 'viewsOfOne' },
  { what: 'views in the market a second', before: '250', goal: '2,100', row: 'viewsOfMarket' },
  { what: 'visitors who read one gallery a second', before: '1,000', goal: '3,000', row: 'behindEdge' },
  {
    what: 'views a second beside which reading, buying and downloads go on',
    before: '50',
    goal: '3,000',
    row: 'readingBeside',
  },
  {
    what: 'tries of a batch read whose partition is full',
    before: 'no end',
    goal: 'a bound',
    shownBy: 'test/functions/shared/table/busy-table.test.ts',
  },
  { what: 'checkouts a second', before: '25', goal: '400', row: 'checkouts' },
  { what: 'completed sales a second', before: '12', goal: '400', row: 'settled' },
  { what: 'uses of one discount code a second', before: '60', goal: '400', row: 'oneCode' },
  { what: 'sales a second whose mails go out', before: '5', goal: '400', row: 'mails' },
  { what: 'photos of a race on sale', before: '3,333', goal: '60,000', row: 'race' },
  { what: 'photos drawn a minute', before: '3,750', goal: '50,000', row: 'rendering' },
  { what: 'photos a minute whose files S3 takes', before: '52,500', goal: '50,000', row: 'storing' },
  { what: 'searches a second inside a gallery of 60,000 photos', before: '0.26', goal: '600', row: 'insideGallery' },
  { what: 'galleries whose addresses lead to them', before: '2 to 1,040', goal: '40,000', row: 'addresses' },
  { what: 'galleries on one page of a portfolio, 1 MB of it', before: '200', goal: '24', row: 'portfolioPage' },
  { what: 'abandoned checkouts a second', before: '0.65', goal: '240', row: 'openOrders' },
  { what: 'orders a day that are compared', before: '3,900', goal: '600,000', row: 'comparing' },
  { what: 'deleted photos a night', before: '29,000', goal: '270,000', row: 'sweeping' },
  { what: 'failing chores before a good one', before: '100', goal: '100 and more', row: 'failingChores' },
  { what: 'size of the table, in GB, at which erasing takes a day', before: '1,500', goal: '7,800', row: 'erasing' },
  {
    what: 'galleries of a word until the newest exact ones are lost',
    before: '8,000',
    goal: '10,100',
    row: 'exactWords',
  },
  { what: 'searches a second for a beginning', before: '23', goal: '70', row: 'searchBeginning' },
  { what: 'sellers paid on the Monday', before: '216,000', goal: '500,000', row: 'monday' },
  { what: 'visitors a second through the API’s stage', before: '2,500', goal: '3,000', row: 'apiStage' },
  { what: 'galleries whose pictures are signed once', before: '500', goal: '2,000', row: 'signing' },
  {
    what: 'own galleries that the dashboard reads',
    before: '400 calls for 40,000',
    goal: 'a page a call',
    row: 'ownLists',
  },
  {
    what: 'galleries of who takes another name',
    before: '6,000',
    goal: '40,000',
    shownBy: 'test/functions/chores/long-work.test.ts',
  },
  { what: 'photos in a review', before: '18,000', goal: '60,000', shownBy: 'test/functions/chores/long-work.test.ts' },
  { what: 'photos in an exported choice', before: '35,000', goal: '200,000', row: 'exportedChoice' },
  {
    what: 'photos of a gallery that is deleted',
    before: '20,000',
    goal: '200,000',
    shownBy: 'test/functions/chores/long-work.test.ts',
  },
  { what: 'sales in one answer of analytics', before: '200,000', goal: '1,000,000', row: 'analytics' },
  { what: 'galleries of a month in the sitemaps', before: '39,000', goal: '333,000', row: 'sitemaps' },
  {
    what: 'write units of the table that the goals ask for',
    before: '65,000 of 40,000',
    goal: 'within the quota',
    row: 'checkouts',
  },
  { what: 'photographers signed in at once', before: '108,000', goal: 'as many as there are', row: 'signedIn' },
  { what: 'sales of one photographer a second', before: '60 to 100', goal: '60', held: true, row: 'oneSeller' },
  { what: 'checkouts a second on the list of open orders', before: '2,000', goal: '400', held: true, row: 'checkouts' },
  { what: 'holds released a second', before: '667', goal: '400', held: true, shownBy: 'npm run bench:payouts' },
  { what: 'first visits a second through CloudFront', before: '3,200', goal: '3,000', held: true, row: 'edge' },
  {
    what: 'length of a signed address',
    before: '717',
    goal: '8,192',
    held: true,
    shownBy: 'test/functions/shared/media-links',
  },
  {
    what: 'messages of a queue in flight',
    before: '200',
    goal: '120,000',
    held: true,
    shownBy: 'batches × workers of lib/',
  },
  {
    what: 'starts of EventBridge Scheduler a second',
    before: '1',
    goal: '500',
    held: true,
    shownBy: 'a dozen timed jobs of lib/',
  },
  {
    what: 'reads of secrets',
    before: 'kept five minutes',
    goal: '10,000 a second',
    held: true,
    shownBy: 'functions/shared/secrets',
  },
  {
    what: 'writes in one transaction',
    before: '100',
    goal: '100',
    held: true,
    shownBy: 'test/support/table/fake-table.ts refuses more in every test',
  },
  { what: 'size of an item', before: 'below 400 kB', goal: '400 kB', held: true, shownBy: 'limits of schema/' },
  {
    what: 'uses of a discount code, each an item',
    before: 'no end',
    goal: 'no end',
    held: true,
    shownBy: 'functions/orders/discount-store.ts',
  },
  { what: 'photos of an order in one zip', before: 'not tried', goal: '2 GB', row: 'zip' },
]
