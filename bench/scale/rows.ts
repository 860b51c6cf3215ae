/** A row of the goals for crowds and years. `isNamed: false`: nobody set this number; it shows where the limit is. */
type Row = {
  readonly group: 'people' | 'visits' | 'sales' | 'work' | 'finding' | 'keeping'
  readonly what: string
  readonly goal: number
  readonly unit: string
  readonly criterion: string
  readonly isNamed?: false
}
const served = '99% served within a second'

export const rows = {
  unlock: {
    group: 'people',
    what: 'parents with the right code behind one address, a guesser among them',
    goal: 300,
    unit: 'an hour',
    criterion: '99% get in',
  },
  buy: { group: 'people', what: 'buyers behind one address', goal: 50, unit: 'in ten minutes', criterion: served },
  view: { group: 'people', what: 'views behind one address', goal: 3_000, unit: 'a minute', criterion: served },
  like: { group: 'people', what: 'likes behind one address', goal: 600, unit: 'a minute', criterion: served },
  search: { group: 'people', what: 'searches behind one address', goal: 600, unit: 'a minute', criterion: served },
  firewall: {
    group: 'people',
    what: 'first visits behind one address',
    goal: 5_000,
    unit: 'in five minutes',
    criterion: 'none blocked by the site’s firewall',
  },
  signUp: {
    group: 'people',
    what: 'calls of the user pool behind one address',
    goal: 2_000,
    unit: 'in five minutes',
    criterion: 'none blocked by the pool’s firewall',
  },
  race: {
    group: 'people',
    what: 'photos of one race on sale',
    goal: 60_000,
    unit: 'photos of 15 MB',
    criterion: 'within a subscriber’s day, with room that an operator gives (decision 82)',
  },

  viewsOfOne: { group: 'visits', what: 'views of one gallery', goal: 3_000, unit: 'a second', criterion: served },
  viewsOfMarket: {
    group: 'visits',
    what: 'views in the market',
    goal: 2_100,
    unit: 'a second',
    criterion: 'counted as fast as they come',
  },
  viewCost: {
    group: 'visits',
    what: 'a counted view is so many times cheaper than before',
    goal: 10,
    unit: 'times',
    criterion: 'table, queue and consumer (`bench:counts`)',
  },
  readingBeside: {
    group: 'visits',
    what: 'views of one gallery beside its readers and buyers',
    goal: 3_000,
    unit: 'a second',
    criterion: 'every reader and buyer served within a second',
  },
  behindEdge: {
    group: 'visits',
    what: 'visitors of one gallery, with the edge',
    goal: 3_000,
    unit: 'a second',
    criterion: served,
  },
  uncached: {
    group: 'visits',
    what: 'visitors of one gallery, nothing kept by the edge',
    goal: 3_000,
    unit: 'a second',
    criterion: served,
    isNamed: false,
  },
  apiStage: {
    group: 'visits',
    what: 'visitors through the API’s stage',
    goal: 3_000,
    unit: 'a second',
    criterion: 'none refused by the stage',
  },
  edge: {
    group: 'visits',
    what: 'first visits through CloudFront',
    goal: 3_000,
    unit: 'a second',
    criterion: 'within the quotas as they are',
  },
  signedIn: {
    group: 'visits',
    what: 'photographers signed in at once',
    goal: 1_000_000,
    unit: 'people',
    criterion: 'tokens refreshed within the quota as it is',
    isNamed: false,
  },

  checkouts: {
    group: 'sales',
    what: 'checkouts, Stripe raised',
    goal: 400,
    unit: 'a second',
    criterion: '99% within two seconds',
  },
  checkoutsUnraised: {
    group: 'sales',
    what: 'checkouts, Stripe as for a new account',
    goal: 25,
    unit: 'a second',
    criterion: '99% within two seconds',
    isNamed: false,
  },
  oneCode: {
    group: 'sales',
    what: 'checkouts with one discount code',
    goal: 400,
    unit: 'a second',
    criterion: '99% within five seconds',
    isNamed: false,
  },
  settled: {
    group: 'sales',
    what: 'paid orders settled, Stripe raised',
    goal: 400,
    unit: 'a second',
    criterion: 'settled as fast as they come',
  },
  oneSeller: {
    group: 'sales',
    what: 'sales of one photographer',
    goal: 60,
    unit: 'a second',
    criterion: '99% settled within ten seconds',
  },
  mails: {
    group: 'sales',
    what: 'sales of which all mails go out, SES raised',
    goal: 400,
    unit: 'a second',
    criterion: 'three mails each, as fast as they come',
  },

  rendering: {
    group: 'work',
    what: 'photos drawn',
    goal: 50_000,
    unit: 'a minute',
    criterion: 'drawn as fast as they come',
  },
  readyInOneGallery: {
    group: 'work',
    what: 'photos of one gallery that become ready',
    goal: 500,
    unit: 'a minute',
    criterion: '99% without another delivery: 60,000 in two hours',
    isNamed: false,
  },
  storing: {
    group: 'work',
    what: 'photos whose renditions S3 takes',
    goal: 50_000,
    unit: 'a minute',
    criterion: 'within the writes of its prefixes',
  },
  openOrders: {
    group: 'work',
    what: 'checkouts that nobody pays',
    goal: 240,
    unit: 'a second',
    criterion: 'a lost payment among them found within a quarter of an hour',
  },
  comparing: {
    group: 'work',
    what: 'sales compared with Stripe',
    goal: 600_000,
    unit: 'a day',
    criterion: 'within four hours of the night',
  },
  sweeping: {
    group: 'work',
    what: 'deleted photos whose files are removed',
    goal: 270_000,
    unit: 'a night',
    criterion: 'within a night’s run',
  },
  failingChores: {
    group: 'work',
    what: 'chores that fail for ever before a good one',
    goal: 100,
    unit: 'in its shard',
    criterion: 'the good one done within ten runs',
  },
  monday: {
    group: 'work',
    what: 'sellers of six sales paid on the Monday',
    goal: 500_000,
    unit: 'sellers',
    criterion: 'within the day, at the product’s pace',
  },

  addresses: {
    group: 'finding',
    what: 'galleries of one photographer at their addresses',
    goal: 40_000,
    unit: 'galleries',
    criterion: 'each address leads to its own gallery, a private one’s to none',
  },
  portfolioPage: {
    group: 'finding',
    what: 'galleries a page of a portfolio',
    goal: 24,
    unit: 'at most',
    criterion: 'one page, however many there are',
  },
  exactWords: {
    group: 'finding',
    what: 'newest galleries with exactly the word, of 10,100 that begin with it',
    goal: 3,
    unit: 'found first',
    criterion: 'they come first',
  },
  bothWords: {
    group: 'finding',
    what: 'galleries with a common and a rare word, anywhere among 10,100',
    goal: 5,
    unit: 'found',
    criterion: 'found by both words',
  },
  searchCommon: {
    group: 'finding',
    what: 'searches of a word that 10,100 galleries have',
    goal: 70,
    unit: 'a second',
    criterion: 'within one partition’s reads',
  },
  searchBeginning: {
    group: 'finding',
    what: 'searches of its first two letters',
    goal: 70,
    unit: 'a second',
    criterion: 'within one partition’s reads',
  },
  insideGallery: {
    group: 'finding',
    what: 'searches of a number in one gallery of 60,000 photos',
    goal: 600,
    unit: 'a second',
    criterion: 'within one partition’s reads',
  },
  ownLists: {
    group: 'finding',
    what: 'own galleries listed',
    goal: 40_000,
    unit: 'galleries',
    criterion: 'no answer holds more than 100',
  },

  erasing: {
    group: 'keeping',
    what: 'size of the table at which a person is erased within a day',
    goal: 7_800,
    unit: 'GB',
    criterion: 'within a day',
  },
  signing: {
    group: 'keeping',
    what: 'galleries in use whose pictures one copy of a function signs once',
    goal: 2_000,
    unit: 'galleries',
    criterion: 'the first is still known after the last',
    isNamed: false,
  },
} as const satisfies Record<string, Row>
export type RowId = keyof typeof rows
export const isNamed = (id: RowId): boolean => !('isNamed' in rows[id])
