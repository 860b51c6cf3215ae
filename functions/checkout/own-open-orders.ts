import { hasUseLeft, isInForce } from '#functions/orders/discount-store.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { paymentsBusy } from '#functions/payments/busy-payments.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { Payments } from '#functions/payments/payments.ts'
import type { TransactionResult } from '#functions/shared/table/writes.ts'
import { Discount } from '#schema/entities/discount.ts'
import type { Order } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import type { OrderId } from '#schema/ids.ts'
import { mailboxOf } from '#schema/text.ts'

/** Those of a browser's orders that wait for their payment: each holds a use of the code that it names. */
const waitingOf = async (orders: Pick<OrderStore, 'findAll'>, opened: readonly OrderId[]): Promise<Order[]> =>
  (await orders.findAll(opened)).filter(({ status }) => status === 'awaiting_payment')

/**
 * Which codes, by their hashes, this browser's own open orders hold a use of. Whoever knows the id of an order may read all
 * of it, so nobody learns anything here of an order that is not theirs.
 */
export const codesHeldBy = async (
  orders: Pick<OrderStore, 'findAll'>,
  opened: readonly OrderId[],
): Promise<ReadonlySet<string | null>> =>
  new Set((await waitingOf(orders, opened)).map(({ discountCodeHash }) => discountCodeHash))

/** What refused the use of a code: its own count, and the buyer's mailbox's. */
type Refused = Extract<TransactionResult, { ok: false }>['failures'][number]
type RefusedUse = { code: Refused; mailbox: Refused }
type Parts = {
  orders: Pick<OrderStore, 'findAll'>
  payments: Pick<Payments, 'endSession'>
  converge: ConvergeOrder
}
type Wanted = {
  /** The order that was refused. */
  order: Order
  openedOrders: readonly OrderId[]
  refused: RefusedUse
  at: string
}

/**
 * Ends one of this browser's own open orders where that brings back the use that another cart of it was refused: its page
 * to pay on is closed at Stripe first, which decides whether it was paid, and what Stripe says is done. So at no moment can
 * two orders be paid with one use, and a repetition after a crash finds the use free.
 * @returns whether a use came back.
 * @throws AppError `unavailable` where nobody knows yet.
 */
export const endOwnOrder = async (
  { orders, payments, converge }: Parts,
  { order, openedOrders, refused: { code, mailbox }, at }: Wanted,
): Promise<boolean> => {
  if (code && !isFullOnly(code.before, at)) return false
  const isOfBuyer = ({ customerEmail }: Order) => mailboxOf(customerEmail) === mailboxOf(order.customerEmail)
  const holding = (await waitingOf(orders, openedOrders)).filter(
    (each) => each.discountCodeHash === order.discountCodeHash && (!mailbox || isOfBuyer(each)),
  )
  for (const { sessionId } of holding) {
    if (sessionId === null) continue
    const ended = await payments.endSession(sessionId, `ce:${sessionId}`)
    if (ended.kind === 'not_executed' && ended.isBusy) throw paymentsBusy()
    if (ended.kind === 'not_executed' || ended.kind === 'unknown') throw new AppError('unavailable')
    const known = await converge(sessionId)
    if (known.kind === 'settled' && ['expired', 'failed'].includes(known.order.status)) return true
  }
  // A parallel request is making its next page to pay on.
  if (holding.some(({ sessionId }) => sessionId === null)) throw new AppError('unavailable')
  return false
}

/** Else the code was switched off or ran out meanwhile, and no use helps. */
const isFullOnly = (before: unknown, at: string): boolean => {
  const discount = Discount.safeParse(before).data
  return discount !== undefined && isInForce(discount, at) && !hasUseLeft(discount)
}
