import { outboxPut } from '#functions/mail/outbox.ts'
import type { DiscountStore } from '#functions/orders/discount-store.ts'
import { discountSold, discountUseAgain, discountUseHeld } from '#functions/orders/discount-writes.ts'
import { giveUpOrder } from '#functions/orders/give-up-order.ts'
import { growingPuts } from '#functions/orders/grow-wholes.ts'
import { keepFilesPut } from '#functions/orders/keep-files.ts'
import { wasPaid } from '#functions/orders/order-states.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { orderMove, type Settlement } from '#functions/orders/order-writes.ts'
import type { PointerStore } from '#functions/orders/pointer-store.ts'
import { pointerPut } from '#functions/orders/pointer-writes.ts'
import { receiptPut } from '#functions/orders/receipt.ts'
import { upgradeAgain } from '#functions/orders/upgrade-writes.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Order, OrderItem, OrderStatus } from '#schema/entities/order.ts'
import { OrderId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import { bringMoneyIn, lateSale } from './move-money.ts'
import type { Charge, CheckoutSession, Payments } from './payments.ts'
import { sharesOf } from './sale.ts'
import { verdictOf } from './session-verdict.ts'
import { tellingOfUpgrades } from './tell-of-upgrades.ts'

export type ConvergeParts = {
  orders: OrderStore
  pointers: PointerStore
  discounts: Pick<DiscountStore, 'findByHash'>
  payments: Pick<Payments, 'findSession' | 'isLive'>
  ids: Pick<IdMaker, 'mail'>
  now: Clock
  stage: string
  siteUrl: string
  log: Log
}

type Converged =
  | { readonly kind: 'settled'; readonly order: Order }
  /** Stripe has no such session. */
  | { readonly kind: 'unknown_session' }
  /** It is no session of this installation. */
  | { readonly kind: 'foreign' }

/**
 * Reads a Checkout Session from Stripe and brings its order to where that says it is.
 * @param noted The order that the session's pointer names, where that was read already: a pointer never changes.
 */
export type ConvergeOrder = (sessionId: string, noted?: OrderId) => Promise<Converged>

/**
 * The one function that settles orders. The webhook's worker, the return page and the reconciler all call it, as often
 * and as simultaneously as they like: Stripe's state decides, and conditional writes make each step happen once.
 */
export const convergeOrder =
  (parts: ConvergeParts): ConvergeOrder =>
  async (sessionId, noted) => {
    const { orders, pointers, payments, stage, log } = parts
    const session = await payments.findSession(sessionId)
    if (!session) return { kind: 'unknown_session' }
    if (session.stage !== null && session.stage !== stage) return { kind: 'foreign' }
    const orderId = noted ?? (await pointers.find(sessionId))?.orderId ?? OrderId.safeParse(session.orderId).data
    const order = orderId && (await orders.find(orderId))
    if (!order) {
      if (session.isPaid) log.error(urgent.paidWithoutOrder, { sessionId })
      return { kind: 'foreign' }
    }
    return { kind: 'settled', order: await settle(parts, order, session) }
  }

const settle = async (parts: ConvergeParts, order: Order, session: CheckoutSession): Promise<Order> => {
  const verdict = verdictOf(order, session, await parts.payments.isLive())
  switch (verdict.kind) {
    case 'open':
    case 'superseded':
      return order
    case 'paid':
      return complete(parts, order, { session, ...verdict })
    case 'mismatch':
      return review(parts, order, { session, reason: verdict.reason })
    case 'processing':
      return move(parts, order, 'processing', {})
    case 'failed':
    case 'expired':
      return abandon(parts, order, verdict.kind)
  }
}

/** Moves the order if its state still allows it; otherwise somebody was first, and what they made is the answer. */
const move = async (parts: ConvergeParts, order: Order, status: OrderStatus, facts: Settlement): Promise<Order> => {
  await parts.orders.transact([orderMove(order, status, facts)])
  return parts.orders.get(order.id)
}

/** Not paid after all: the use of its discount code is free again, and so are the upgrades that it had taken. */
const abandon = async (parts: ConvergeParts, order: Order, status: 'failed' | 'expired'): Promise<Order> => {
  await giveUpOrder(parts, order, status)
  return parts.orders.get(order.id)
}

type Doubtful = { session: CheckoutSession; reason: string }

/** Nothing is handed out. What was paid is noted as with a completed order, so that it can be given back. */
const review = async (parts: ConvergeParts, order: Order, { session, reason }: Doubtful): Promise<Order> => {
  const { orders, now, log } = parts
  // A person may still complete it.
  const kept = keepFilesPut(order.id, now())
  const payment = {
    sessionId: session.id,
    sessionUrl: session.url,
    paymentIntentId: session.paymentIntentId,
    chargeId: session.charge?.id ?? null,
  }
  const moved = await orders.transact([
    orderMove(order, 'review', { ...payment, reviewReason: reason }),
    ...paymentPointers(order, payment),
    kept,
  ])
  // A payment that is another order's already is not given back through this one.
  const isReviewed =
    moved.ok ||
    (moved.failures[0] === undefined &&
      (await orders.transact([orderMove(order, 'review', { reviewReason: reason }), kept])).ok)
  const present = await orders.get(order.id)
  if (!isReviewed) return keepPayment(parts, present, payment.chargeId)
  log.error(urgent.paymentNeedsReview, { orderNumber: order.number, reason })
  return present
}

/** A paid order keeps the payment that it names, and somebody is woken for another one. */
const keepPayment = ({ log }: ConvergeParts, order: Order, chargeId: string | null): Order => {
  // Under review without a charge, it waits for a person to find out whose this one is.
  const isKnown = order.chargeId === chargeId || (order.status === 'review' && order.chargeId === null)
  if (!isKnown) log.error(urgent.paidTwice, { orderNumber: order.number, chargeId: chargeId ?? undefined })
  return order
}

type PaymentIds = { sessionId: string; paymentIntentId: string | null; chargeId: string | null }
const paymentPointers = ({ id }: Order, { sessionId, paymentIntentId, chargeId }: PaymentIds): Write[] =>
  [sessionId, paymentIntentId, chargeId]
    .filter((stripeId) => stripeId !== null)
    .map((stripeId) => pointerPut(stripeId, { orderId: id }))

type Paid = { session: CheckoutSession; charge: Charge; paymentIntentId: string }

/** T3 of docs/money.md: all that a payment means, in one transaction. */
const complete = async (parts: ConvergeParts, order: Order, paid: Paid): Promise<Order> => {
  const { orders, log } = parts
  if (order.status !== 'completed') {
    const items = await orders.items(order.id)
    if (isGivenUp(order.status)) await takeUpgradesAgain(parts, order)
    const late = lateSale(sharesFor(order, items, paid.charge), paid.charge.createdAt, parts.now())
    if (late.length > 0) await orders.transact(late)
    const write = () =>
      isCompleted(parts, { order, items }, (use) => [...completion(parts, order, { ...paid, items }), ...use])
    const find = async () => ({
      upgrades: items.map((item) => ({ order: { ...order, status: 'completed' as const }, item })),
      webSizes: await orders.bought(order.upgrades),
    })
    if (await (order.upgrades.length === 0 ? write() : tellingOfUpgrades(parts, find, write))) {
      log.info('order completed', { orderNumber: order.number })
      return orders.get(order.id)
    }
  }
  const present = await orders.get(order.id)
  if (wasPaid(present.status)) return keepPayment(parts, present, paid.charge.id)
  // It was given up since it was read: what it gave back is taken again first.
  if (isGivenUp(present.status) && !isGivenUp(order.status)) return complete(parts, present, paid)
  return review(parts, present, { session: paid.session, reason: 'completion_refused' })
}

const isGivenUp = (status: OrderStatus): boolean => status === 'failed' || status === 'expired'

/**
 * The upgrades that a given-up order had given back, before it is completed after all. One that another order has taken
 * since was paid for twice: who has paid is never refused, both orders have the Original, and somebody hears of it, to give
 * one of the two back.
 */
const takeUpgradesAgain = async ({ orders, log }: ConvergeParts, order: Order): Promise<void> => {
  for (const upgrade of order.upgrades) {
    if ((await orders.transact([upgradeAgain(order, upgrade)])).ok) continue
    const [bought] = await orders.bought([upgrade])
    if (bought?.item.upgradedBy?.orderId !== order.id)
      log.error(urgent.upgradedTwice, { orderNumber: order.number, line: upgrade.by })
  }
}

/**
 * Completes an order with the use of its discount code. One that was given up has given it back, and takes it again: over
 * the code's maximum too, of which somebody hears, since who has paid is never refused.
 */
const isCompleted = async (
  { orders, discounts, now, log }: ConvergeParts,
  { order, items }: { order: Order; items: readonly OrderItem[] },
  completionWith: (use: readonly Write[]) => Write[],
): Promise<boolean> => {
  const { id, number, discountCodeHash, discountOwnerId } = order
  if (discountCodeHash === null) return (await orders.transact(completionWith([]))).ok
  const ownLines = items.filter(({ photographerId }) => photographerId === discountOwnerId)
  const soldPence = sumPence(ownLines.map(({ netPence }) => netPence))
  const holding = [...discountSold(discountCodeHash, soldPence), discountUseHeld(discountCodeHash, id)]
  const held = await orders.transact(completionWith(holding))
  if (held.ok || held.failures.slice(-holding.length).every((failure) => failure === undefined)) return held.ok
  const discount = await discounts.findByHash(discountCodeHash)
  if (!discount) return (await orders.transact(completionWith([]))).ok
  const use = (isOver: boolean) => discountUseAgain(discount, { order, at: stamp(now()), isOver, soldPence })
  const again = await orders.transact(completionWith(use(false)))
  // The code itself is the last but one.
  if (again.ok || again.failures.at(-2) === undefined) return again.ok
  // Logged before it is stored: after a crash in between, the line is written twice rather than never.
  log.error(urgent.codeOverused, { orderNumber: number, maxUses: discount.maxUses ?? undefined })
  return (await orders.transact(completionWith(use(true)))).ok
}

const sharesFor = (order: Order, items: readonly OrderItem[], { id, createdAt }: Charge) =>
  sharesOf(order, items, { paidAt: createdAt, chargeId: id })

const completion = (
  { ids, now, siteUrl }: ConvergeParts,
  order: Order,
  { session, charge, paymentIntentId, items }: Paid & { items: readonly OrderItem[] },
): Write[] => {
  const paidAt = charge.createdAt
  const shares = sharesFor(order, items, charge)
  const at = now()
  const payment = { sessionId: session.id, sessionUrl: session.url, paymentIntentId, chargeId: charge.id }
  return [
    // Its upgrades are its own as long as it is not given up.
    orderMove(
      order,
      'completed',
      { ...payment, paidAt: stamp(paidAt), reviewReason: null },
      (before) => order.upgrades.length === 0 || isGivenUp(before) === isGivenUp(order.status),
    ),
    ...bringMoneyIn(order, shares, paidAt),
    ...paymentPointers(order, payment),
    ...completionMails({ ids, siteUrl }, { ...order, sessionId: session.id, paidAt: stamp(paidAt) }, { items, at }),
    ...growingPuts(order.id, items, at),
    keepFilesPut(order.id, at),
  ]
}

/** The buyer's receipt, and the mails that tell photographers of their sale. */
export const completionMails = (
  { ids, siteUrl }: Pick<ConvergeParts, 'ids' | 'siteUrl'>,
  order: Order,
  { items, at }: { items: readonly OrderItem[]; at: Date },
): Write[] => [
  receiptPut({ ids, siteUrl }, order, { items, at }),
  outboxPut({ id: ids.mail(), template: 'sales-made', to: '', at, data: { orderId: order.id } }),
]
