import type { DiscountStore } from '#functions/orders/discount-store.ts'
import { discountGivenBack } from '#functions/orders/discount-writes.ts'
import { wasPaid } from '#functions/orders/order-states.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { orderRefundWrites } from '#functions/orders/order-writes.ts'
import type { PointerStore } from '#functions/orders/pointer-store.ts'
import { isRefunded } from '#functions/orders/refunded.ts'
import { upgradeReturns } from '#functions/orders/upgrade-writes.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { takeAllSteps } from '#functions/shared/steps/all-steps.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { JournalEntry, JournalLeg } from '#schema/entities/journal.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { Dispute, Refund } from '#schema/entities/refund.ts'
import { AppError } from '#schema/errors.ts'
import { OrderId } from '#schema/ids.ts'
import { pence, sumPence } from '#schema/money.ts'
import type { ConvergeOrder } from './converge.ts'
import type { EarningStore } from './earning-store.ts'
import { causeId } from './journal-entries.ts'
import { moveMoney } from './move-money.ts'
import type { ChargeHistory, Payments } from './payments.ts'
import type { RecoverShare } from './recover-share.ts'
import { refundMails } from './refund-mails.ts'
import type { RefundStore } from './refund-store.ts'
import { givenBackPence, moveTo, returnedOf, type ShareTarget, shareTarget } from './returned-money.ts'
import { isSameSoldBy, soldByAfter } from './sold-by.ts'
import { tellingOfUpgrades } from './tell-of-upgrades.ts'

type Parts = {
  orders: OrderStore
  earnings: EarningStore
  refunds: RefundStore
  discounts: Pick<DiscountStore, 'findByHash'>
  pointers: PointerStore
  payments: Pick<Payments, 'findCharge'>
  converge: ConvergeOrder
  recover: RecoverShare
  ids: Pick<IdMaker, 'mail'>
  siteUrl: string
  stage: string
  now: Clock
  log: Log
}
export type ConvergeCharge = (chargeId: string) => Promise<'settled' | 'foreign' | 'unknown'>

/** A sale, a release or a payout may come between reading and writing; then it is read again. */
const maxTries = 8

/**
 * T8, T10 and T11: brings an order and its shares to what Stripe says went back to the buyer. It keeps what Stripe said
 * in rows that only move forward, and computes from all of them where each share should be; so it does not matter which
 * event came first, how often, or which process was slower.
 */
export const convergeCharge =
  (parts: Parts): ConvergeCharge =>
  async (chargeId) => {
    const { orders, pointers, payments, stage } = parts
    const history = await payments.findCharge(chargeId)
    if (!history) return 'unknown'
    if (history.stage !== null && history.stage !== stage) return 'foreign'
    const orderId = (await pointers.find(chargeId))?.orderId ?? OrderId.safeParse(history.orderId).data
    const order = orderId && (await orders.find(orderId))
    if (!order) return 'foreign'
    const paid = await requirePaid(parts, order)
    // An order that was paid twice: what is given back of the other payment was never a sale, and is nobody's share.
    if (paid.chargeId !== null && paid.chargeId !== chargeId) return 'settled'
    await keep(parts, order, history)
    await bringOrder(parts, order.id)
    await freeUpgrades(parts, paid, history)
    const [items, shares] = await Promise.all([orders.items(order.id), parts.earnings.listOfOrder(order.id)])
    // Every share first: a reversal may wait for days, and meanwhile nobody may be paid what the buyer has back.
    await takeAllSteps([
      ...shares.map((share) => () => bringShare(parts, { order, items }, share)),
      ...shares.map((share) => () => parts.recover(share)),
    ])
    return 'settled'
  }

/** The same for order and shares alone: no transfer is reversed, so it does not wait for one whose answer is not known. */
export const convergeChargeBooks = (parts: Omit<Parts, 'recover'>): ConvergeCharge =>
  convergeCharge({ ...parts, recover: async () => {} })

/** News of a refund can come before that of its payment. An order under review has no shares, but may be given back. */
const requirePaid = async ({ orders, converge }: Parts, order: Order): Promise<Order> => {
  if (wasPaid(order.status)) return order
  if (order.sessionId !== null) await converge(order.sessionId)
  const settled = await orders.get(order.id)
  if (!wasPaid(settled.status)) throw new AppError('unavailable')
  return settled
}

const keep = async (parts: Parts, order: Order, history: ChargeHistory) => {
  const { refunds, orders, log, now } = parts
  const { id: orderId, number: orderNumber } = order
  const known = new Map((await refunds.listOf(orderId)).refunds.map((refund) => [refund.id, refund.status]))
  const items = history.refunds.length === 0 ? [] : await orders.items(orderId)
  for (const refund of history.refunds) {
    const { id: refundId, status } = refund
    // Logged before it is stored: after a crash in between, the line is written twice rather than never.
    if (status === 'failed' && known.get(refundId) !== 'failed') {
      log.error(urgent.refundCameBack, { orderNumber, refundId, amountPence: refund.amountPence })
    }
    if (refund.lines === 'unreadable' && !known.has(refundId)) {
      log.error('the lines of a refund cannot be read', { orderNumber, refundId })
    }
    const lines = refund.lines === 'unreadable' ? null : refund.lines
    const row = Refund.parse({ ...refund, lines, orderId, createdAt: stamp(refund.createdAt) })
    const news = { refund: row, before: known.get(refundId), items, at: now() }
    await refunds.saveRefund(row, refundMails(parts, order, news))
  }
  for (const dispute of history.disputes) {
    await refunds.saveDispute(Dispute.parse({ ...dispute, orderId, createdAt: stamp(dispute.createdAt) }))
  }
}

/** What the order and its lines say about it, a transaction's worth of lines at a time. */
const bringOrder = async (parts: Parts, orderId: OrderId): Promise<void> => {
  while ((await bringLines(parts, orderId)) === 'more') {
    // What was written is as it should be by now: the next step begins behind it.
  }
}

/** Lines that one transaction changes, beside the order itself. */
const mostLines = 99

const bringLines = async (parts: Parts, orderId: OrderId): Promise<'done' | 'more'> => {
  return retried(maxTries, 'unavailable', async () => {
    // Read before the rows: whoever changed it meanwhile had read at least these rows.
    const order = await parts.orders.get(orderId)
    const items = await parts.orders.items(orderId)
    const returned = returnedOf(items, await parts.refunds.listOf(orderId))
    const targets = items.map((item) => ({
      item,
      refundedPence: returned.refundedPence.get(item.line) ?? 0,
      lostPence: returned.lostPence.get(item.line) ?? 0,
    }))
    const changed = targets.filter(
      ({ item, ...to }) => item.refundedPence !== to.refundedPence || item.lostPence !== to.lostPence,
    )
    const writtenNow = changed.slice(0, mostLines)
    const later = new Set(changed.slice(mostLines).map(({ item }) => item.line))
    // The order always says what its lines say.
    const after = targets.map((target) => (later.has(target.item.line) ? target.item : target))
    const refundedPence = sumPence(after.map((line) => line.refundedPence))
    const lostPence = sumPence(after.map((line) => line.lostPence))
    const isSame =
      changed.length === 0 &&
      order.refundedPence - refundedPence === 0 &&
      order.lostPence - lostPence === 0 &&
      order.disputed === returned.isFrozen
    if (isSame) return 'done'
    const write = () =>
      parts.orders.transact(
        orderRefundWrites(order, { refundedPence, lostPence, disputed: returned.isFrozen }, writtenNow),
      )
    const gone = writtenNow
      .filter(({ item }) => item.upgradedBy !== null && !isRefunded(item))
      .map(({ item, ...to }) => ({ ...item, refundedPence: pence(to.refundedPence), lostPence: pence(to.lostPence) }))
      .filter(isRefunded)
    const find = async () => ({
      upgrades: await parts.orders.bought(gone.flatMap(({ upgradedBy }) => upgradedBy ?? [])),
      webSizes: gone.map((item) => ({ order, item })),
    })
    const written = await (gone.length === 0 ? write() : tellingOfUpgrades(parts, find, write))
    if (!written.ok) return tryAgain
    return later.size > 0 ? 'more' : 'done'
  })
}

/**
 * An order under review of which something went back is completed no more (`orderMove`). Once all that was paid is back, what
 * it was to upgrade can be upgraded by another order, as after one that was never paid.
 */
const freeUpgrades = async (
  { orders, refunds }: Parts,
  order: Order,
  { amountPence }: ChargeHistory,
): Promise<void> => {
  if (order.status !== 'review' || order.upgrades.length === 0) return
  if (givenBackPence(await refunds.listOf(order.id)) < amountPence) return
  // Each by itself: one that is free already, or another order's by now, stays as it is.
  for (const write of upgradeReturns(order)) await orders.transact([write])
}

/** @param sold The order and its lines: of what a share is counted by, nothing in them ever changes. */
const bringShare = async (
  parts: Parts,
  { order, items }: { order: Order; items: readonly OrderItem[] },
  ref: Pick<Earning, 'orderId' | 'sellerId'>,
): Promise<void> => {
  return retried(maxTries, 'unavailable', async () => {
    const earning = await parts.earnings.find(ref)
    if (!earning) return
    const returned = returnedOf(items, await parts.refunds.listOf(ref.orderId))
    const target = shareTarget(earning, items, returned)
    const soldBy = soldByAfter(earning, items, returned)
    const move = moveTo(earning, target, parts.now())
    const against = returnLegs(earning, target)
    const isSame = against.length === 0 && Object.values(move).every((amount) => amount === 0)
    if (isSame && earning.frozen === target.isFrozen && isSameSoldBy(earning.soldBy, soldBy)) return
    const set = { frozen: target.isFrozen, returnedPence: target.returnedPence, soldBy }
    const written = await parts.earnings.transact([
      ...moveMoney({
        sellerId: ref.sellerId,
        id: causeId('refund', ref.orderId, ref.sellerId, String(earning.version)),
        cause: causeOf(move),
        at: stamp(parts.now()),
        payoutId: null,
        shares: [{ earning, change: { add: move, set } }],
        against,
        balance: (move.availablePence ?? 0) > 0 ? { isPayable: true } : {},
      }),
      ...(await ofCode(parts, order, { earning, target })),
    ])
    return written.ok ? undefined : tryAgain
  })
}

/** What went back of what was sold with the seller's own code, beside that code; none where the code is gone by now. */
const ofCode = async (
  { discounts }: Parts,
  { discountCodeHash, discountOwnerId }: Order,
  { earning, target }: { earning: Earning; target: ShareTarget },
): Promise<Write[]> => {
  const change = sumPence([target.returnedPence, -earning.returnedPence])
  if (change === 0 || discountCodeHash === null || discountOwnerId !== earning.sellerId) return []
  return (await discounts.findByHash(discountCodeHash)) ? [discountGivenBack(discountCodeHash, change)] : []
}

/**
 * The buyer's money back through Stripe, of which the platform gives its part of the fee. The photographer's part stands
 * against the legs that take it out of the share.
 */
const returnLegs = (earning: Earning, target: ShareTarget): JournalLeg[] => {
  const returned = sumPence([target.returnedPence, -earning.returnedPence])
  const ofShare = sumPence([target.reversedPence, -earning.reversedPence])
  const legs = [
    { account: 'stripe', amountPence: returned },
    { account: 'platform', amountPence: sumPence([ofShare, -returned]) },
    { account: 'returned', amountPence: sumPence([-ofShare]) },
  ]
  return legs.filter(({ amountPence }) => amountPence !== 0)
}

const causeOf = ({
  disputedPence = 0,
  reversedPence = 0,
  heldPence = 0,
}: ReturnType<typeof moveTo>): JournalEntry['cause'] => {
  if (disputedPence > 0) return 'dispute'
  if (disputedPence < 0) return reversedPence > 0 ? 'dispute_lost' : 'dispute_won'
  if (reversedPence !== 0) return reversedPence < 0 ? 'refund_undone' : 'refund'
  return heldPence < 0 ? 'unfreeze' : 'freeze'
}
