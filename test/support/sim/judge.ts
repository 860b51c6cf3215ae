import type { Balance, Earning } from '#schema/entities/earning.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { balanceOf, shareOf, type When } from '#test/support/model/books.ts'
import type { Parts, Sale } from '#test/support/model/facts.ts'
import { total } from '#test/support/model/pence.ts'
import { returnedOf } from '#test/support/model/returned.ts'
import { orderSums, priced, sellerSums, sellersOf } from '#test/support/model/sale.ts'
import { returnedTo, soldByOffer } from '#test/support/model/sold-by.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import { saleOf } from './history.ts'
import { type MoneyFacts, moneyFacts } from './money-checks.ts'
import { cartOf, type Finding, type SoldOrder } from './sold-cart.ts'
import type { Stall } from './stall.ts'

const partNames = [
  'pendingPence',
  'availablePence',
  'heldPence',
  'reservedPence',
  'paidPence',
  'disputedPence',
  'reversedPence',
] as const satisfies readonly (keyof Parts)[]

const different = (rule: string, subject: string) => (name: string, is: number, should: number) =>
  is === should ? [] : [{ rule, subject, found: `${name} is ${is}, the model says ${should}` }]

/** The product's books of one share or balance against the model's. */
const compare = (rule: string, subject: string, { is, should }: { is: Parts; should: Parts }): Finding[] => {
  const same = different(rule, subject)
  return partNames.flatMap((name) => same(name, is[name], should[name]))
}

/** Sums of an order are written once and never change: each is judged when it is first seen. */
const judgedOrders = new WeakMap<MoneyWorld, Set<string>>()
const ordersJudged = (world: MoneyWorld): Set<string> => {
  const known = judgedOrders.get(world) ?? new Set()
  judgedOrders.set(world, known)
  return known
}

/** What can be said after every step: each order's prices, discount, fee and shares, from the moment it is written. */
export const judgeOrders = (world: MoneyWorld, stall: Stall, { orders, lines }: MoneyFacts): Finding[] => {
  const judged = ordersJudged(world)
  return orders.flatMap((order) => {
    if (judged.has(order.id)) return []
    judged.add(order.id)
    return judgeOrder(stall, { order, items: linesOf(lines, order.id) })
  })
}

const linesOf = (lines: readonly OrderItem[], orderId: string): OrderItem[] =>
  lines.filter((line) => line.orderId === orderId).toSorted((a, b) => a.line - b.line)

const judgeOrder = (stall: Stall, sold: SoldOrder): Finding[] => {
  const { order, items } = sold
  const { sale, findings } = cartOf(stall, sold)
  const same = different('sums of an order', order.number)
  const sums = orderSums(sale)
  return [
    ...findings,
    ...same('total', order.totalPence, sums.totalPence),
    ...same('fee', order.feePence, sums.feePence),
    ...same('lines', items.length, priced(sale).length),
    ...priced(sale).flatMap(({ netPence, feePence }, place) => [
      ...same(`net of line ${place + 1}`, items[place]?.netPence ?? 0, netPence),
      ...same(`fee of line ${place + 1}`, items[place]?.feePence ?? 0, feePence),
    ]),
  ]
}

export type Judged = { sales: Sale[]; when: When; findings: Finding[] }

/**
 * Everything against the model at a calm moment: what is on its way has arrived, and due holds were released just now.
 * Only what is set aside for a payout that has not ended is taken from the books; nothing else may be set aside.
 */
export const judgeBooks = (world: MoneyWorld, stall: Stall): Judged => {
  const { orders, lines, earnings, balances, discounts } = moneyFacts(world)
  const told = orders
    .filter(({ status }) => status === 'completed')
    .map((order) => ({ order, items: linesOf(lines, order.id) }))
    .map((sold) => ({ sold, ...saleOf(world, stall, sold) }))
  const sales = told.map(({ sale }) => sale)
  const isPaying = new Set<string>(
    balances.flatMap(({ userId, openPayoutId }) => (openPayoutId === null ? [] : [userId])),
  )
  const reserved = new Map(
    earnings.map(({ orderId, sellerId, reservedPence }) => [`${orderId} ${sellerId}`, reservedPence]),
  )
  const when: When = {
    releasedAt: world.now().getTime(),
    underWay: (orderId, seller) => (isPaying.has(seller) ? (reserved.get(`${orderId} ${seller}`) ?? 0) : 0),
  }
  return {
    sales,
    when,
    findings: [
      ...told.flatMap(({ findings }) => findings),
      ...told.flatMap(({ sold, sale }) => [...judgeCharge(world, sold, sale), ...judgeReturns(sold, sale)]),
      ...told.flatMap(({ sold, sale }) =>
        judgeShares(
          sale,
          earnings.filter(({ orderId }) => orderId === sold.order.id),
          when,
        ),
      ),
      ...told.flatMap(({ sold, sale }) =>
        earnings
          .filter(({ orderId }) => orderId === sold.order.id)
          .flatMap((earning) => judgeSoldBy(stall, { order: sold.order, sale, earning })),
      ),
      ...balances.flatMap((balance) => judgeBalance(sales, balance, when)),
      ...discounts.flatMap(
        ({ discount: { codeHash, uses, photographerId, soldPence, returnedPence }, mailboxUses }) => {
          const holding = orders.filter((order) => order.discountCodeHash === codeHash && holdsUse(order.status))
          const rule = 'uses of a code'
          return [
            ...different(rule, codeHash)('count', uses, holding.length),
            ...different(rule, codeHash)('count of mailboxes', mailboxUses, photographerId === null ? 0 : uses),
            ...different('sold with a code', codeHash)('sum', soldPence, soldWith(told, codeHash, photographerId)),
            ...different('given back of a code', codeHash)(
              'sum',
              returnedPence,
              total(withCode(told, codeHash).map((sale) => (photographerId ? returnedTo(sale, photographerId) : 0))),
            ),
            ...judgeMost(world, holding, { rule, subject: codeHash, most: stall.codes.get(codeHash)?.maxUses ?? 0 }),
          ]
        },
      ),
    ],
  }
}

/** What buyers paid a code's photographer in orders with it. */
const soldWith = (told: readonly { sold: SoldOrder; sale: Sale }[], codeHash: string, seller: string | null): number =>
  total(withCode(told, codeHash).map((sale) => (seller === null ? 0 : sellerSums(sale, seller).netPence)))

const withCode = (told: readonly { sold: SoldOrder; sale: Sale }[], codeHash: string): Sale[] =>
  told.filter(({ sold }) => sold.order.discountCodeHash === codeHash).map(({ sale }) => sale)

/** By which offers and with which code a share was sold, and what went back of each. */
const judgeSoldBy = (
  stall: Stall,
  { order, sale, earning }: { order: Order; sale: Sale; earning: Earning },
): Finding[] => {
  const { soldBy, sellerId, orderNumber } = earning
  const rule = 'sold by'
  if (!soldBy) return [{ rule, subject: orderNumber, found: 'a share that does not say how it was sold' }]
  const same = different(rule, `${orderNumber} ${sellerId}`)
  const should = soldByOffer(sale, sellerId)
  const hash = order.discountCodeHash
  const owner = hash === null ? undefined : (stall.codes.get(hash)?.terms.seller ?? null)
  const code = owner === null ? 'site' : owner === sellerId ? hash : null
  return [
    ...(soldBy.code === code ? [] : [{ rule, subject: orderNumber, found: `code ${soldBy.code}, not ${code}` }]),
    ...same('offers', soldBy.offers.length, should.size),
    ...soldBy.offers.flatMap(({ offer, grossPence, amountPence, returnedPence }) => {
      const sums = should.get(offer)
      return [
        ...same(`paid ${offer}`, grossPence, sums?.netPence ?? -1),
        ...same(`share ${offer}`, amountPence, sums?.sharePence ?? -1),
        ...same(`back ${offer}`, returnedPence, sums?.returnedPence ?? -1),
      ]
    }),
  ]
}

/** Only an order whose bank changed its mind, after its use had gone to another one, comes on top. */
const judgeMost = (
  { stripe }: MoneyWorld,
  holding: readonly Order[],
  { rule, subject, most }: { rule: string; subject: string; most: number },
): Finding[] => {
  const inTime = holding.filter(({ sessionId }) => sessionId === null || !stripe.changedMinds.has(sessionId))
  return inTime.length <= most ? [] : [{ rule, subject, found: `${inTime.length} of at most ${most}` }]
}

const holdsUse = (status: string): boolean => !['failed', 'expired'].includes(status)

/** What the buyer paid at Stripe is what the model asks for. */
const judgeCharge = (world: MoneyWorld, { order }: SoldOrder, sale: Sale): Finding[] => {
  const charged = world.stripe.sessions().find(({ orderId, isPaid }) => orderId === order.id && isPaid)?.charge
  const same = different('payment', order.number)
  return same('charge', charged?.amountPence ?? 0, orderSums(sale).totalPence)
}

/** What went back, line by line: it decides who lost it and what the buyer may still download. */
const judgeReturns = ({ order, items }: SoldOrder, sale: Sale): Finding[] => {
  const lines = returnedOf(sale)
  const same = different('money back', order.number)
  return [
    ...same('refunded', order.refundedPence, total(lines.map(({ refundedPence }) => refundedPence))),
    ...same('lost', order.lostPence, total(lines.map(({ lostPence }) => lostPence))),
    ...lines.flatMap(({ refundedPence, lostPence }, place) => [
      ...same(`refund of line ${place + 1}`, items[place]?.refundedPence ?? 0, refundedPence),
      ...same(`loss of line ${place + 1}`, items[place]?.lostPence ?? 0, lostPence),
    ]),
  ]
}

const judgeShares = (sale: Sale, earnings: readonly Earning[], when: When): Finding[] => {
  const sellers = sellersOf(sale)
  const same = different('share', sale.orderId)
  return [
    ...same('count', earnings.length, sellers.length),
    ...sellers.flatMap((seller) => {
      const earning = earnings.find(({ sellerId }) => sellerId === seller)
      if (!earning) return [{ rule: 'share', subject: sale.orderId, found: `${seller} has none` }]
      const sums = sellerSums(sale, seller)
      return [
        ...same('gross', earning.grossPence, sums.netPence),
        ...same('fee', earning.feePence, sums.feePence),
        ...same('amount', earning.amountPence, sums.sharePence),
        ...compare('share', `${earning.orderNumber} ${seller}`, {
          is: earning,
          should: shareOf(sale, seller, when),
        }),
      ]
    }),
  ]
}

const judgeBalance = (sales: readonly Sale[], balance: Balance, when: When): Finding[] => {
  const should = balanceOf(sales, balance.userId, when)
  const same = different('balance', balance.userId)
  return [
    ...compare('balance', balance.userId, { is: balance, should: should.parts }),
    ...same('earned', balance.totalEarnedPence, should.earnedPence),
  ]
}
