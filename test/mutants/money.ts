import type { Mutant } from './mutant.ts'

/** 100 seeds must do: `npm run mutants` runs the simulator with so many. */
const weeks = { project: 'sim', file: 'test/sim/market.sim.test.ts', test: 'chaotic weeks' } as const
const refunds = 'functions/payments/returned-money.ts'

const large = (test: string) =>
  ({ project: 'unit', file: 'test/functions/checkout/large-carts.test.ts', test }) as const

const whole = (test: string) =>
  ({ project: 'unit', file: 'test/functions/checkout/whole-galleries.test.ts', test }) as const

export const moneyMutants: readonly Mutant[] = [
  {
    name: 'a cart switches to the whole gallery a penny late',
    file: 'schema/pricing.ts',
    find: 'wholePence <= stepped',
    replace: 'wholePence < stepped',
    killedBy: whole('of 5 photos at £10 of a gallery for £50 switches'),
  },
  {
    name: 'photos included take one part of a whole gallery less',
    file: 'schema/pricing.ts',
    find: 'whole.photos - takenCount, whole.photos',
    replace: 'whole.photos - Math.max(0, takenCount - 1), whole.photos',
    killedBy: { project: 'unit', file: 'test/schema/pricing.test.ts', test: 'in 10,000 carts' },
  },
  {
    name: 'a refunded whole gallery keeps growing',
    file: 'functions/orders/grow-wholes.ts',
    find: "line.kind === 'gallery' && !isRefunded(line)",
    replace: "line.kind === 'gallery'",
    killedBy: whole('is not, once the price went back'),
  },
  {
    name: 'what is excepted is added all the same',
    file: 'functions/orders/grow-wholes.ts',
    find: '!photo.isExcepted && ',
    replace: '',
    killedBy: whole('is not, where its photographer excepted it'),
  },
  {
    name: 'files of a whole gallery stay when their order never opened',
    file: 'functions/orders/lines-ahead-store.ts',
    find: 'for (const beginsWith of [orderKeys.lines, orderKeys.allFiles])',
    replace: 'for (const beginsWith of [orderKeys.lines])',
    killedBy: whole('a checkout of a large gallery that breaks off'),
  },
  {
    name: 'a sweep of lines is not noted, so that their order may still open',
    file: 'functions/orders/lines-ahead-store.ts',
    find: 'begunAt: is.absent',
    replace: 'begunAt: is.absentOr(is.present)',
    killedBy: large('is never opened once its lines are being swept'),
  },
  {
    name: 'lines are swept under an order that is open',
    file: 'functions/orders/lines-ahead-store.ts',
    find: 'if (!(await table.write(begun)).ok) return',
    replace: 'await table.write(begun)',
    killedBy: large('that is open keeps its lines'),
  },
  {
    name: 'lines that were written ahead have no chore',
    file: 'functions/orders/lines-ahead-store.ts',
    find: '[orderKeys.lines, orderKeys.allFiles])\n',
    replace: '[orderKeys.allFiles])\n',
    killedBy: large('that breaks off at any point leaves an order'),
  },
  {
    name: 'an order says that more went back than its lines do',
    file: 'functions/payments/converge-charge.ts',
    find: '(later.has(target.item.line) ? target.item : target)',
    replace: 'target',
    killedBy: large('that breaks off at any write comes to the same'),
  },
  {
    name: 'only the first ninety-nine lines of a refund are written',
    file: 'functions/payments/converge-charge.ts',
    find: "return later.size > 0 ? 'more' : 'done'",
    replace: "return 'done'",
    killedBy: large('gives all of it back, line by line'),
  },
  {
    name: 'a step begins one photo late',
    file: 'schema/offers.ts',
    find: 'from <= count',
    replace: 'from < count',
    killedBy: weeks,
  },
  {
    name: 'what steps take off is floored',
    file: 'schema/pricing.ts',
    find: 'ratioOf(listPence, percent, 100)',
    replace: 'pence(Math.floor((listPence * percent) / 100))',
    killedBy: weeks,
  },
  {
    name: 'a code counts list prices, not what is left',
    file: 'schema/pricing.ts',
    find: 'const restPence = restOf(lines)',
    replace: 'const restPence = listOf(lines)',
    killedBy: { project: 'unit', file: 'test/functions/checkout/quote-cart.test.ts', test: 'comes before a code' },
  },
  {
    name: 'a photographer’s code makes everybody’s photos cheaper',
    file: 'functions/checkout/price-offers.ts',
    find: '  photographerId: discount.photographerId,\n',
    replace: '  photographerId: null,\n',
    killedBy: weeks,
  },
  {
    name: 'a mailbox’s use of a code is not given back',
    file: 'functions/orders/discount-writes.ts',
    find: 'add: { uses: -1 },\n          when: { uses: is.atLeast(1) },\n        }),\n      ]),',
    replace: 'add: { uses: 0 },\n          when: { uses: is.atLeast(1) },\n        }),\n      ]),',
    killedBy: weeks,
  },
  {
    name: 'the total that the buyer saw is not looked at',
    file: 'functions/checkout/checkout.ts',
    find: 'body.seenTotalPence !== priced.totalPence',
    replace: 'body.seenTotalPence === -priced.totalPence',
    killedBy: { project: 'unit', file: 'test/functions/checkout/checkout.test.ts', test: 'did not see' },
  },
  {
    name: 'every rounding is floored',
    file: 'schema/money.ts',
    find: 'Math.floor((2 * amount * numerator + denominator) / (2 * denominator))',
    replace: 'Math.floor((amount * numerator) / denominator)',
    killedBy: weeks,
  },
  {
    name: 'equal remainders go to the later part',
    file: 'schema/money.ts',
    find: 'a.remainder === b.remainder ? a.index - b.index',
    replace: 'a.remainder === b.remainder ? b.index - a.index',
    killedBy: weeks,
  },
  {
    name: 'the newest refund is spread first',
    file: refunds,
    find: 'const byAge = (a: Refund, b: Refund): number =>\n  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1',
    replace:
      'const byAge = (b: Refund, a: Refund): number =>\n  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1',
    killedBy: weeks,
  },
  {
    name: 'no reversal is ever made',
    file: 'functions/payments/recover-share.ts',
    find: 'if (earning.availablePence >= 0 || !line) return',
    replace: 'if (earning.availablePence >= 0 || line) return',
    killedBy: weeks,
  },
  {
    name: 'a reversal takes the whole transfer, whatever is owed',
    file: 'functions/payments/recover-share.ts',
    find: 'Math.min(leftOf(line), -earning.availablePence)',
    replace: 'leftOf(line)',
    killedBy: weeks,
  },
  {
    name: 'the lines that a refund names are ignored',
    file: refunds,
    find: 'items.filter(({ line }) => lines.includes(line))',
    replace: 'items.filter(({ line }) => lines.includes(line) && line < 0)',
    killedBy: weeks,
  },
  {
    name: 'lost disputes are spread as if nothing had been refunded',
    file: refunds,
    find: 'const lostPence = spreadOver(items, refundedPence, lostOf(disputes))',
    replace: 'const lostPence = spreadOver(items, new Map(), lostOf(disputes))',
    killedBy: weeks,
  },
  {
    name: 'frozen money stays available, and pays debts',
    file: refunds,
    find: 'target.isFrozen ? frozenPlace : freePlace',
    replace: 'freePlace',
    killedBy: weeks,
  },
  {
    name: 'a failed refund lets later ones be spread anew',
    file: refunds,
    find: 'for (const refund of refunds.toSorted(byAge)) {',
    replace: "for (const refund of refunds.filter(({ status }) => status !== 'failed').toSorted(byAge)) {",
    killedBy: weeks,
  },
  {
    name: 'a dispute that is won in part is credited in full',
    file: refunds,
    find: 'disputes.filter((dispute) => !isOpen(dispute)).map(outOf)',
    replace: "disputes.filter(({ stage }) => stage === 'lost').map(outOf)",
    killedBy: weeks,
  },
  {
    name: 'what goes back is taken off every offer of a share',
    file: 'functions/payments/sold-by.ts',
    find: 'item.photographerId === sellerId && offerOf(item) === offer',
    replace: "item.photographerId === sellerId && (offerOf(item) === offer || offer === 'alone')",
    killedBy: { project: 'unit', file: 'test/functions/payments/sold-by.test.ts', test: 'taken off its offer alone' },
  },
  {
    name: 'what goes back of a code is not noted with it',
    file: 'functions/payments/converge-charge.ts',
    find: '[discountGivenBack(discountCodeHash, change)]',
    replace: '[discountGivenBack(discountCodeHash, change - change)]',
    killedBy: weeks,
  },
  {
    name: 'the installation’s code counts as an own one',
    file: 'functions/payments/sold-by.ts',
    find: 'if (discountOwnerId === null) return soldWithSiteCode',
    replace: 'if (discountOwnerId === null) return discountCodeHash',
    killedBy: weeks,
  },
]
