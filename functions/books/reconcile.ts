import { giveUpOrder } from '#functions/orders/give-up-order.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { PlaceStore } from '#functions/shared/table/place-store.ts'
import { shuffledShards, type WorkShard, workShards } from '#functions/shared/table/shards.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { BooksPart } from '#schema/events/books.ts'
import type { OrderId } from '#schema/ids.ts'

type HandOutParts = {
  orders: Pick<OrderStore, 'listOpen'>
  places: PlaceStore
  send: Send
  /** What Stripe can be asked for until the next run. */
  most: () => number
  now: Clock
}

const minuteMs = 60_000
/** Younger orders are still being paid for; webhook and return page come first. */
const patienceMs = 2 * minuteMs
/** An order whose session was never made: Stripe repeats the answer of its key for 24 hours, and not longer. */
const abandonedMs = 25 * 60 * minuteMs

/**
 * Hands out open orders, every five minutes, so that a payment is found within 15 minutes even if its webhook was lost and
 * nobody came back. A run hands out as many as Stripe can be asked for before the next one; where a shard has more, the next
 * run goes on behind them, and begins at the front after the last one.
 */
export const handOutOpenOrders = ({ orders, places, send, most, now }: HandOutParts) => {
  const handOut = async (shard: WorkShard, { before, share }: { before: string; share: number }): Promise<number> => {
    const list = `reconcile#${shard}`
    const begun = await places.find(list)
    let next = begun
    let count = 0
    for await (const page of eachPage((after) => orders.listOpen(shard, { before, after }), begun)) {
      const parts = page.orderIds.map((orderId): BooksPart => ({ kind: 'order', orderId }))
      if (parts.length > 0) await send('RECONCILE_QUEUE_URL', parts)
      count += page.orderIds.length
      next = page.next
      if (count >= share) break
    }
    if (next || begun) await places.keep(list, next)
    return count
  }

  return async (): Promise<{ handedOut: number }> => {
    const before = stamp(afterMs(now(), -patienceMs))
    const share = Math.ceil(most() / workShards.length)
    const counts = await Promise.all(shuffledShards().map((shard) => handOut(shard, { before, share })))
    return { handedOut: counts.reduce((sum, count) => sum + count, 0) }
  }
}

type OpenParts = {
  orders: Pick<OrderStore, 'find' | 'transact'>
  converge: ConvergeOrder
  now: Clock
  log: Pick<Log, 'error'>
}

/** Brings one open order to what Stripe says. @returns whether it could; what failed is looked at again by the next run. */
export const reconcileOrder =
  ({ orders, converge, now, log }: OpenParts) =>
  async (orderId: OrderId): Promise<boolean> => {
    try {
      const order = await orders.find(orderId)
      if (order?.sessionId) await converge(order.sessionId)
      else if (order?.status === 'awaiting_payment' && afterMs(new Date(order.sessionStartedAt), abandonedMs) < now()) {
        await giveUpOrder({ orders, now }, order, 'expired')
      }
      return true
    } catch (error) {
      if (isBusy(error)) throw error
      log.error('order could not be reconciled', describeError(error))
      return false
    }
  }
