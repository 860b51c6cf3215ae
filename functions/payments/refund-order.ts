import { createHash } from 'node:crypto'
import { wasPaid } from '#functions/orders/order-states.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { Dispute } from '#schema/entities/refund.ts'
import type { OrderId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'

/** What to give back: everything that is left, what is left of some lines, or an amount that is spread over all. */
export type Wanted = { readonly lines?: readonly number[]; readonly amountPence?: number }
export type RefundPlan =
  | {
      readonly kind: 'refund'
      /** `null` is all that Stripe has left of the payment. */
      readonly amountPence: number | null
      readonly lines: readonly number[] | null
    }
  | { readonly kind: 'refused'; readonly why: string }

const refused = (why: string): RefundPlan => ({ kind: 'refused', why })

const leftOf = ({ totalPence, refundedPence, lostPence }: Order) => sumPence([totalPence, -refundedPence, -lostPence])

/**
 * Decides on a refund before Stripe is asked. Stripe itself refuses more than the charge; lines are ours alone, so that
 * no photo is paid back twice.
 */
export const refundPlan = (
  order: Order,
  { items, disputes }: { items: readonly OrderItem[]; disputes: readonly Pick<Dispute, 'stage'>[] },
  { lines, amountPence }: Wanted,
): RefundPlan => {
  if (!wasPaid(order.status)) return refused(`The order is ${order.status}.`)
  if (order.chargeId === null) return refused('Nothing was paid for it.')
  // An inquiry has taken nothing: a refund of everything closes it and spares the dispute with its fee
  // (docs.stripe.com/disputes, "Inquiries and retrievals").
  if (disputes.some(({ stage }) => stage === 'withdrawn'))
    return refused('The bank has taken the money and decides: a refund would pay twice.')
  if (order.status === 'review') {
    // What was taken may be another amount than the order's, or in another currency: Stripe knows.
    return lines === undefined && amountPence === undefined
      ? { kind: 'refund', amountPence: null, lines: null }
      : refused('An order under review is given back whole.')
  }
  const left = leftOf(order)
  if (lines === undefined) {
    const wanted = amountPence ?? left
    return wanted >= 1 && wanted <= left
      ? { kind: 'refund', amountPence: wanted, lines: null }
      : refused(`${left} pence are left to give back.`)
  }
  const chosen = items.filter(({ line }) => lines.includes(line))
  if (chosen.length !== new Set(lines).size) return refused(`The order has the lines 1 to ${items.length}.`)
  const ofLines = sumPence(chosen.flatMap((item) => [item.netPence, -item.refundedPence, -item.lostPence]))
  if (ofLines < 1 || ofLines > left) return refused('Nothing is left to give back of these lines.')
  return { kind: 'refund', amountPence: ofLines, lines: chosen.map(({ line }) => line) }
}

/** The lines of which nothing is left once a refund was made. */
export const linesBack = (
  order: Order,
  items: readonly OrderItem[],
  { amountPence, lines }: Pick<Extract<RefundPlan, { kind: 'refund' }>, 'amountPence' | 'lines'>,
): OrderItem[] => {
  if (lines !== null) return items.filter(({ line }) => lines.includes(line))
  return amountPence === null || amountPence >= leftOf(order) ? [...items] : []
}

/**
 * The same decision is the same request: Stripe answers it with the refund that it made.
 * @param beforePence What all refunds of the payment came to when it was decided, those that failed included: it only grows,
 *   and only by another refund.
 */
export const refundKey = (
  orderId: OrderId,
  plan: Pick<Extract<RefundPlan, { kind: 'refund' }>, 'amountPence' | 'lines'>,
  beforePence: number,
): string =>
  `refund:${orderId}:after:${beforePence}:${plan.amountPence ?? 'all'}:${plan.lines === null ? 'all' : linesKey(plan.lines)}`

/** A key of Stripe's has 255 characters at most (https://docs.stripe.com/api/idempotent_requests). */
const mostWritten = 100
const linesKey = (lines: readonly number[]): string => {
  const written = lines.join('.')
  return written.length <= mostWritten ? written : createHash('sha256').update(written).digest('base64url')
}
