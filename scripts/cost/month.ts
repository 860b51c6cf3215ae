type Price = { readonly dollars: number; readonly source: string }

const list = 'AWS price list of eu-west-2, September 2026'
/** A pound in dollars, as docs/cost.md reckons it. */
const dollarsPerPound = 1.3
const pounds = (amount: number) => amount * dollarsPerPound

/** US dollars before tax. Each has its source; docs/cost.md says how they were looked up. */
export const prices = {
  fixed: { dollars: 44, source: 'docs/cost.md, "There all the time"' },
  visitsPerMillion: {
    dollars: 46 + 308 + 49,
    source: 'docs/cost.md: API, CloudFront and firewall of a million visits',
  },
  otherPerMillionVisits: { dollars: 60, source: 'docs/cost.md: logs, traces, metrics, secrets, email' },
  gigabyteKept: {
    dollars: 0.024 * 2.2,
    source: `${list}, EUW2-TimedStorage-ByteHrs; original, clean copy and a fifth`,
  },
  callBack: {
    dollars: 0.005,
    source: 'docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/PayingForInvalidation.html',
  },
  numbersRead: {
    dollars: 0.001 + 2 * 0.5 * 0.0000133334 + 15 * 0.7423e-6,
    source: 'aws.amazon.com/rekognition/pricing: group 2, N. Virginia; a function and the table, docs/cost.md',
  },
  cardShare: {
    dollars: 0.015,
    source: 'support.stripe.com, pricing updates for businesses in the United Kingdom: 1.5% + 20p',
  },
  cardEach: { dollars: pounds(0.2), source: 'the same' },
  originShield: {
    dollars: 0.009,
    source: 'AWS price list, us-east-1 and Seoul, as others quote it: for 10,000 requests; London not found',
  },
  searchUnitHour: {
    dollars: 0.24,
    source:
      'aws.amazon.com/opensearch-service/pricing, N. Virginia, as others quote it in March 2026; London not found',
  },
  connectAccount: {
    dollars: pounds(2),
    source: 'known of stripe.com/gb/connect/pricing, not found again: £2 an active account',
  },
  connectPayout: { dollars: pounds(0.1), source: 'the same: 10p a payout' },
  connectShare: { dollars: 0.0025, source: 'the same: 0.25% of what is paid out' },
} as const satisfies Record<string, Price>
export type PriceName = keyof typeof prices
/** Prices that the operator read on their own bill or on a newer list, in US dollars. */
export type OwnPrices = Partial<Record<PriceName, number>>
export const isPriceName = (name: string): name is PriceName => name in prices

/** What is taken of a photographer where nothing is known of them (docs/cost.md). */
const assumed = { gigabytes: 29, visits: 900, editsCalledBack: 40, freeCallBacks: 1_000, payoutsAMonth: 4.3 }
/** Answers and pictures that an edge does not have, of a million visits, by ten thousands (docs/cost.md). */
const shieldedTenThousands = 556
const hoursAMonth = 730

export type Market = {
  readonly photographers: number
  readonly orders: number
  readonly orderPounds: number
  /** Photos in which numbers are read. */
  readonly numbers?: number
  /** Units of OpenSearch Serverless; none unless a stage chose the engine. */
  readonly searchUnits?: number
}
export type Line = { readonly what: string; readonly dollars: number }

/** The photographers who sell in a month: nobody is paid who sold nothing. */
const sellersOf = ({ photographers, orders }: Market): number => Math.min(photographers, orders)

/** What a month of the market costs, in US dollars, line by line, at the operator's own prices where they gave any. */
export const monthOf = (market: Market, own: OwnPrices = {}): Line[] => {
  const { photographers, orders, orderPounds, numbers = 0, searchUnits = 0 } = market
  const price = (name: PriceName): number => own[name] ?? prices[name].dollars
  const millionVisits = (photographers * assumed.visits) / 1e6
  const turnover = pounds(orders * orderPounds)
  const sellers = sellersOf(market)
  const payouts = Math.min(orders, sellers * assumed.payoutsAMonth)
  const calledBack = Math.max(0, photographers * assumed.editsCalledBack - assumed.freeCallBacks)
  return [
    { what: 'there all the time', dollars: price('fixed') },
    {
      what: 'visits',
      dollars: millionVisits * (price('visitsPerMillion') + price('otherPerMillionVisits')),
    },
    { what: 'Origin Shield', dollars: millionVisits * shieldedTenThousands * price('originShield') },
    { what: 'search engine', dollars: searchUnits * hoursAMonth * price('searchUnitHour') },
    { what: 'photographs kept', dollars: photographers * assumed.gigabytes * price('gigabyteKept') },
    { what: 'edits called back from the edge', dollars: calledBack * price('callBack') },
    { what: 'numbers read in photos', dollars: numbers * price('numbersRead') },
    { what: 'cards', dollars: turnover * price('cardShare') + orders * price('cardEach') },
    {
      what: 'Connect',
      dollars:
        sellers * price('connectAccount') + payouts * price('connectPayout') + turnover * 0.9 * price('connectShare'),
    },
  ]
}

/** Our tenth of what buyers pay. */
export const feesOf = ({ orders, orderPounds }: Market): number => pounds(orders * orderPounds) * 0.1

/** The total at which our tenth is the card's fee: an order below it loses money, before anything else is paid. */
export const breakEvenPounds = (): number =>
  prices.cardEach.dollars / dollarsPerPound / (0.1 - prices.cardShare.dollars)
