import { wasPaid } from '#functions/orders/order-states.ts'
import { afterMs } from '#functions/shared/time/clock.ts'
import type { Discount } from '#schema/entities/discount.ts'
import type { Balance, Earning } from '#schema/entities/earning.ts'
import type { JournalEntry } from '#schema/entities/journal.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { Dispute, Refund } from '#schema/entities/refund.ts'
import { feeOf, sumPence } from '#schema/money.ts'
import { bucketNames, sellerAccount } from './journal-store.ts'
import type { CheckoutSession, Transfer } from './payments.ts'
import { returnedOf, shareTarget } from './returned-money.ts'

/**
 * What must hold of money at every moment (docs/money.md, "Invariants"), as functions of what is stored. The simulator
 * runs them after every step, the jobs in production over what changed. A subject is an id that may be logged.
 */
export type Violation = { readonly rule: string; readonly subject: string; readonly found: string }

/** Collects what does not hold. */
const checker = (subject: string) => {
  const violations: Violation[] = []
  return {
    violations,
    same: (rule: string, found: unknown, expected: unknown) => {
      if (found !== expected) violations.push({ rule, subject, found: `${found}, expected ${expected}` })
    },
    holds: (rule: string, isTrue: boolean, found: string) => {
      if (!isTrue) violations.push({ rule, subject, found })
    },
  }
}

const total = <T>(list: readonly T[], amount: (each: T) => number): number => sumPence(list.map(amount))

/** Frozen, a share has nothing that could be paid or pay a debt; not frozen, nothing of it is held. */
const isFreezeKept = ({ frozen, heldPence, pendingPence, availablePence }: Earning): boolean =>
  frozen ? pendingPence === 0 && availablePence <= 0 : heldPence === 0

export type OrderFacts = {
  order: Order
  items: readonly OrderItem[]
  earnings: readonly Earning[]
  /** The journal's entry of the sale, once there is one. */
  sale: JournalEntry | undefined
}

/** M2 to M5, M8 and M21 for one order. */
export const checkOrder = ({ order, items, earnings, sale }: OrderFacts): Violation[] => {
  const { same, holds, violations } = checker(order.number)
  same(
    'M2 total',
    total(items, (item) => item.netPence),
    order.totalPence,
  )
  same('M2 item count', items.length, order.itemCount)
  same('M3 fee of the total', order.feePence, feeOf(order.totalPence))
  same(
    'M3 fees of the lines',
    total(items, (item) => item.feePence),
    order.feePence,
  )
  for (const item of items) {
    same('M2 net', item.netPence, sumPence([item.pricePence, -item.discountPence]))
    same('M3 share', item.sharePence, sumPence([item.netPence, -item.feePence]))
  }
  const isCompleted = order.status === 'completed'
  const sellers = new Set(items.map(({ photographerId }) => photographerId))
  same('M5 shares', earnings.length, isCompleted ? sellers.size : 0)
  for (const earning of earnings) {
    const ofSeller = items.filter(({ photographerId }) => photographerId === earning.sellerId)
    same(
      'M3 seller share',
      earning.amountPence,
      total(ofSeller, (item) => item.sharePence),
    )
    same(
      'M8 buckets',
      total(bucketNames, (name) => earning[name]),
      earning.amountPence,
    )
    holds('M18 frozen money', isFreezeKept(earning), `${earning.frozen ? 'frozen' : 'free'}, ${earning.heldPence} held`)
    const reserved = earning.lines.filter(({ state }) => state === 'reserved' || state === 'unknown')
    same(
      'M15 reserved lines',
      total(reserved, (line) => line.amountPence),
      earning.reservedPence,
    )
  }
  if (isCompleted) {
    same('M4 captured', total(earnings, (each) => each.amountPence) + order.feePence, order.totalPence)
    same('M10 sale in the journal', sale !== undefined, order.totalPence > 0)
    holds('M6 charge', order.totalPence === 0 || order.chargeId !== null, 'completed without a charge')
  }
  if (sale)
    same(
      'M10 sale',
      total(sale.legs, (leg) => leg.amountPence),
      0,
    )
  holds('M21 free', order.chargeId === null || order.totalPence > 0, 'a charge for nothing')
  holds('M17 refunded', order.refundedPence <= order.totalPence, `${order.refundedPence} of ${order.totalPence}`)
  return violations
}

/** M13: for each payout and share there is at most one transfer, and no charge sends more than its shares. */
export const checkTransfers = (order: Order, transfers: readonly Transfer[]): Violation[] => {
  const { same, holds, violations } = checker(order.number)
  const ours = transfers.filter(({ orderId }) => orderId === order.id)
  const lines = new Set(ours.map(({ payoutId, sellerId }) => `${payoutId} ${sellerId}`))
  same('M13 one transfer a line', ours.length, lines.size)
  const live = total(ours, ({ amountPence, reversedPence }) => amountPence - reversedPence)
  holds('M13 within the charge', live <= order.totalPence - order.feePence, `${live} of ${order.totalPence}`)
  return violations
}

/** M14: what a share calls paid is what its transfers brought and did not lose again. */
export const checkLines = ({ orderNumber, lines, paidPence }: Earning): Violation[] => {
  const { same, violations } = checker(orderNumber)
  const sent = lines.filter(({ state }) => state === 'transferred')
  same(
    'M14 lines',
    total(sent, ({ amountPence, reversedPence }) => amountPence - reversedPence),
    paidPence,
  )
  return violations
}

/** M14: what the books call paid is what Stripe sent and did not take back. For a calm moment. */
export const checkPaidOut = (balance: Balance, transfers: readonly Transfer[]): Violation[] => {
  const { same, violations } = checker(balance.userId)
  const ours = transfers.filter(({ sellerId }) => sellerId === balance.userId)
  same(
    'M14',
    balance.paidPence,
    total(ours, ({ amountPence, reversedPence }) => amountPence - reversedPence),
  )
  return violations
}

/** M17 and M18: what went back to the buyer is what the shares gave and what Stripe says. For a calm moment. */
export const checkReturned = (
  { order, items, earnings }: Omit<OrderFacts, 'sale'>,
  facts: { refunds: readonly Refund[]; disputes: readonly Dispute[] },
): Violation[] => {
  const { same, violations } = checker(order.number)
  const returned = returnedOf(items, facts)
  same(
    'M17 refunded',
    order.refundedPence,
    total([...returned.refundedPence.values()], (each) => each),
  )
  same(
    'M18 lost',
    order.lostPence,
    total([...returned.lostPence.values()], (each) => each),
  )
  same('M18 open', order.disputed, returned.isFrozen)
  // Under review there are no shares for it to come out of.
  const ofShares = order.status === 'review' ? 0 : sumPence([order.refundedPence, order.lostPence])
  same(
    'M17 returned',
    total(earnings, (each) => each.returnedPence),
    ofShares,
  )
  for (const earning of earnings) {
    const target = shareTarget(earning, items, returned)
    same('M17 share', earning.reversedPence, target.reversedPence)
    same('M18 disputed', earning.disputedPence, target.disputedPence)
    same('M18 frozen', earning.frozen, target.isFrozen)
  }
  return violations
}

export type SellerFacts = {
  balance: Balance
  earnings: readonly Earning[]
  /** Every entry that moved this seller's money: of its sales and of its ledger. */
  entries: readonly JournalEntry[]
}

/** M1, M9 and M10 for one seller: the sums are those of the shares, and those of the journal. */
export const checkSeller = ({ balance, earnings, entries }: SellerFacts): Violation[] => {
  const { same, holds, violations } = checker(balance.userId)
  for (const name of bucketNames) {
    same(
      `M9 ${name}`,
      balance[name],
      total(earnings, (earning) => earning[name]),
    )
    const account = sellerAccount(balance.userId, name)
    const legs = entries.flatMap((entry) => entry.legs).filter((leg) => leg.account === account)
    same(
      `M10 ${name}`,
      balance[name],
      total(legs, (leg) => leg.amountPence),
    )
    holds('M1', name === 'availablePence' || balance[name] >= 0, `${name} is ${balance[name]}`)
  }
  for (const entry of entries)
    same(
      'M10 legs',
      total(entry.legs, (leg) => leg.amountPence),
      0,
    )
  same(
    'M9 total earned',
    balance.totalEarnedPence,
    total(earnings, (earning) => earning.amountPence),
  )
  return violations
}

const hour = 3_600_000
const holdMs = 48 * hour
/** How long after its 48 hours a share may wait for the job. */
const releaseGraceMs = hour / 2

/** M11: nothing is released early, and nothing that is due waits for long. */
export const checkHold = (earning: Earning, now: Date): Violation[] => {
  const { holds, violations } = checker(earning.orderNumber)
  const paidAt = new Date(earning.paidAt)
  const wasReleased = earning.availablePence > 0 || earning.reservedPence > 0 || earning.paidPence > 0
  holds('M11 early', !wasReleased || now >= afterMs(paidAt, holdMs), `released by ${now.toISOString()}`)
  return violations
}

/** M11: what is due has been released, half an hour later at the latest. For a run at a calm moment. */
export const checkOverdue = (earning: Earning, now: Date): Violation[] => {
  const { holds, violations } = checker(earning.orderNumber)
  const isOverdue = now >= afterMs(new Date(earning.paidAt), holdMs + releaseGraceMs)
  holds('M11 overdue', !isOverdue || earning.frozen || earning.pendingPence === 0, `${earning.pendingPence} pending`)
  return violations
}

/** M4 and M6: a completed order was paid, to the penny, by the session that it names. */
export const checkPayment = (order: Order, session: CheckoutSession | undefined): Violation[] => {
  const { same, violations } = checker(order.number)
  if (order.status !== 'completed' || order.totalPence === 0) return violations
  same('M6 paid', session?.isPaid, true)
  same('M6 order', session?.orderId, order.id)
  same('M6 currency', session?.currency, 'gbp')
  same('M6 amount', session?.charge?.amountPence, order.totalPence)
  return violations
}

/** M7: a session that was paid has its order completed or under review, a quarter of an hour later at the latest. */
export const checkSettled = (order: Order | undefined, session: CheckoutSession): Violation[] => {
  const { holds, violations } = checker(order?.number ?? session.id)
  const isSettled = order !== undefined && wasPaid(order.status)
  holds('M7', !session.isPaid || isSettled, `paid, but ${order?.status ?? 'no order'}`)
  return violations
}

/** M21: a code was used as often as it counts, and never more than it may be, but by orders paid after they were given up. */
export const checkDiscount = (discount: Discount, useCount: number): Violation[] => {
  const { same, holds, violations } = checker(`discount of ${discount.percent}%`)
  same('M21 uses', discount.uses, useCount)
  const { maxUses, uses, lateUses } = discount
  holds('M21 maximum', maxUses === null || uses - lateUses <= maxUses, `${uses} uses, ${lateUses} of them late`)
  return violations
}
