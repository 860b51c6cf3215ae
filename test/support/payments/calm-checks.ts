import { checker, type OrderFacts, total, type Violation } from '#functions/books/standing-checks.ts'
import { wasPaid } from '#functions/orders/order-states.ts'
import type { CheckoutSession, Transfer } from '#functions/payments/payments.ts'
import { returnedOf, shareTarget } from '#functions/payments/returned-money.ts'
import { afterMs } from '#functions/shared/time/clock.ts'
import type { Balance, Earning } from '#schema/entities/earning.ts'
import type { Order } from '#schema/entities/order.ts'
import type { Dispute, Refund } from '#schema/entities/refund.ts'
import { sumPence } from '#schema/money.ts'

const hour = 3_600_000
/** A share's hold, and how long after it the job may take. */
const overdueMs = 48 * hour + hour / 2

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

/** M11: what is due has been released, half an hour later at the latest. For a run at a calm moment. */
export const checkOverdue = (earning: Earning, now: Date): Violation[] => {
  const { holds, violations } = checker(earning.orderNumber)
  const isOverdue = now >= afterMs(new Date(earning.paidAt), overdueMs)
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
