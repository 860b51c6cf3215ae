import { isInForce, lacksOneUse } from '#functions/orders/discount-store.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { requireAnswer } from '#functions/payments/busy-payments.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { Payments } from '#functions/payments/payments.ts'
import type { TransactionResult } from '#functions/shared/table/writes.ts'
import { afterMs, stamp } from '#functions/shared/time/clock.ts'
import { Discount } from '#schema/entities/discount.ts'
import type { Order } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import type { OrderId } from '#schema/ids.ts'
import { mailboxOf } from '#schema/text.ts'

/**
 * A request that makes a page to pay on ends within 15 seconds, and its page is refused by Stripe after 45: what has none
 * after a minute was left by a request that died. Nothing of it can be closed, so its use comes back when it is given up.
 */
const makingMs = 60_000

/** Whether an order waits for its payment, or is being led to it, and so holds a use of its code that can come back. */
const isWaiting = ({ status, sessionId, sessionStartedAt }: Order, at: Date): boolean =>
  status === 'awaiting_payment' && (sessionId !== null || afterMs(new Date(sessionStartedAt), makingMs) > at)

/**
 * Which codes, by their hashes, this browser's own open orders hold a use of. Whoever knows the id of an order may read all
 * of it, so nobody learns anything here of an order that is not theirs.
 */
export const codesHeldBy = async (
  orders: Pick<OrderStore, 'findAll'>,
  { opened, at }: { opened: readonly OrderId[]; at: Date },
): Promise<ReadonlySet<string | null>> => {
  const waiting = (await orders.findAll(opened)).filter((order) => isWaiting(order, at))
  return new Set(waiting.map(({ discountCodeHash }) => discountCodeHash))
}

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
  /** How often a mailbox may use the code. */
  maxUsesPerEmail: number | null
  at: Date
}

/**
 * Ends one of this browser's own open orders where that brings back the use that another cart of it was refused: its page
 * to pay on is closed at Stripe first, which decides whether it was paid, and what Stripe says is done. So at no moment can
 * two orders be paid with one use, and a repetition after a crash finds the use free.
 * @returns whether a use came back; else nothing of this browser's own holds one.
 * @throws AppError `changed_meanwhile` where what holds it is paid: the cart asks what became of its orders. `unavailable`
 * where nobody knows yet.
 */
export const endOwnOrder = async (
  { orders, payments, converge }: Parts,
  { order, openedOrders, refused, maxUsesPerEmail, at }: Wanted,
): Promise<boolean> => {
  if (!isOneTooMany(refused, { maxUsesPerEmail, at })) return false
  const isOfBuyer = ({ customerEmail }: Order) => mailboxOf(customerEmail) === mailboxOf(order.customerEmail)
  const own = (await orders.findAll(openedOrders)).filter(
    (each) => each.discountCodeHash === order.discountCodeHash && (!refused.mailbox || isOfBuyer(each)),
  )
  let isOpenStill = false
  for (const each of own) {
    if (!isWaiting(each, at)) continue
    const status = each.sessionId === null ? each.status : await statusOnceEnded(each.sessionId, { payments, converge })
    if (status === 'expired' || status === 'failed') return true
    // A parallel request is making its next page to pay on.
    if (status === 'awaiting_payment') isOpenStill = true
    else if (status !== undefined) throw new AppError('changed_meanwhile')
  }
  // Its cart may not know yet, and would have the same photos bought again without the code.
  if (own.some(({ status }) => status === 'completed' || status === 'processing'))
    throw new AppError('changed_meanwhile')
  if (isOpenStill) throw new AppError('unavailable')
  return false
}

/** What an order is once its page to pay on is closed; `undefined` where Stripe knows nothing of that page. */
const statusOnceEnded = async (
  sessionId: string,
  { payments, converge }: Omit<Parts, 'orders'>,
): Promise<Order['status'] | undefined> => {
  requireAnswer(await payments.endSession(sessionId, `ce:${sessionId}`))
  const known = await converge(sessionId)
  return known.kind === 'settled' ? known.order.status : undefined
}

/** Else the code was switched off or ran out meanwhile, or one use that comes back is not enough. */
const isOneTooMany = (
  { code, mailbox }: RefusedUse,
  { maxUsesPerEmail, at }: Pick<Wanted, 'maxUsesPerEmail' | 'at'>,
): boolean => {
  const discount = Discount.safeParse(code?.before).data
  const isOfCode = discount !== undefined && isInForce(discount, stamp(at)) && lacksOneUse(discount)
  const uses = mailbox?.before?.uses
  const isOfMailbox = typeof uses === 'number' && lacksOneUse({ maxUses: maxUsesPerEmail, uses })
  return (code !== undefined || mailbox !== undefined) && (!code || isOfCode) && (!mailbox || isOfMailbox)
}
