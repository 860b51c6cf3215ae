import { discountReturn } from '#functions/orders/discount-writes.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { orderMove } from '#functions/orders/order-writes.ts'
import type { PointerStore } from '#functions/orders/pointer-store.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { ConvergeCharge } from '#functions/payments/converge-charge.ts'
import type { CheckoutSession, Payments } from '#functions/payments/payments.ts'
import type { RefundStore } from '#functions/payments/refund-store.ts'
import { givenBackPence } from '#functions/payments/returned-money.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { PlaceStore } from '#functions/shared/table/place-store.ts'
import { shuffledShards, type WorkShard, workShards } from '#functions/shared/table/shards.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { BooksPart } from '#schema/events/books.ts'
import type { OrderId } from '#schema/ids.ts'
import { goThrough, type ListPart } from './list-part.ts'

type Parts = { orders: OrderStore; converge: ConvergeOrder; log: Log }
type OpenParts = {
  orders: Pick<OrderStore, 'find' | 'transact'>
  converge: (sessionId: string) => Promise<unknown>
  now: Clock
  log: Pick<Log, 'error'>
}

type HandOutParts = {
  orders: Pick<OrderStore, 'listOpen'>
  places: PlaceStore
  send: Send
  /** What Stripe can be asked for until the next run. */
  most: () => number
  now: Clock
}

type CompareParts = Pick<Parts, 'orders' | 'converge' | 'log'> & {
  payments: Pick<Payments, 'listSessions'>
  pointers: Pick<PointerStore, 'find'>
  refunds: Pick<RefundStore, 'listOf'>
  stage: string
}

const minuteMs = 60_000
/** Younger orders are still being paid for; webhook and return page come first. */
const patienceMs = 2 * minuteMs
/** An order whose session was never made: Stripe repeats the answer of its key for 24 hours, and not longer. */
const abandonedMs = 25 * 60 * minuteMs

/**
 * Once a day, the other way round: every session of the last three days that Stripe says was paid must have its order
 * completed here, or given back under review. It finds what no list of open orders can, such as a payment that came after
 * its order was given up. Each session is on its own; one that fails waits for the next night.
 */
export const compareSessions =
  ({ payments, pointers, orders, refunds, converge, stage, log }: CompareParts) =>
  async (part: ListPart): Promise<{ compared: number; settled: number; failed: number; next?: string }> => {
    const found = { compared: 0, settled: 0, failed: 0 }
    const next = await goThrough(
      part,
      (after) => payments.listSessions(part.period, after),
      async ({ sessions }) => {
        const paid = sessions.filter((each) => each.isPaid && each.stage === stage)
        found.compared += paid.length
        for (const outcome of await Promise.all(paid.map(lookAt))) if (outcome !== 'right') found[outcome]++
      },
    )
    return { ...found, ...next }

    async function lookAt(session: CheckoutSession): Promise<'right' | 'settled' | 'failed'> {
      const { id, paymentIntentId } = session
      try {
        const orderId = (await pointers.find(id))?.orderId
        const order = orderId && (await orders.find(orderId))
        if (order?.status === 'completed') return 'right'
        if (order?.status === 'review' && (await isGivenBack(order.id, session))) return 'right'
        log.error(urgent.paidAndNotSettled, { orderNumber: order?.number, status: order?.status })
        await converge(id)
        return 'settled'
      } catch (error) {
        if (isBusy(error)) throw error
        // Not the session's id: whoever has that is shown the order.
        log.error('a session could not be compared', {
          paymentIntentId: paymentIntentId ?? undefined,
          ...describeError(error),
        })
        return 'failed'
      }
    }

    async function isGivenBack(orderId: OrderId, { charge }: CheckoutSession): Promise<boolean> {
      return charge !== null && givenBackPence(await refunds.listOf(orderId)) >= charge.amountPence
    }
  }
export type CompareSessions = ReturnType<typeof compareSessions>

/**
 * Hands out open orders, every five minutes, so that a payment is found within 15 minutes even if its webhook was lost and
 * nobody came back. A run hands out as many as Stripe can be asked for before the next one; where a shard has more, the next
 * run goes on behind them, and begins at the front after the last one.
 */
export const handOutOpenOrders =
  ({ orders, places, send, most, now }: HandOutParts) =>
  async (): Promise<{ handedOut: number }> => {
    const before = stamp(afterMs(now(), -patienceMs))
    const share = Math.ceil(most() / workShards.length)
    const counts = await Promise.all(shuffledShards().map(handOut))
    return { handedOut: counts.reduce((sum, count) => sum + count, 0) }

    async function handOut(shard: WorkShard): Promise<number> {
      const list = `reconcile#${shard}`
      const begun = await places.find(list)
      let after = begun
      let count = 0
      do {
        const page = await orders.listOpen(shard, { before, after })
        const parts = page.orderIds.map((orderId): BooksPart => ({ kind: 'order', orderId }))
        if (parts.length > 0) await send('RECONCILE_QUEUE_URL', parts)
        count += page.orderIds.length
        after = page.next
      } while (after && count < share)
      if (after || begun) await places.keep(list, after)
      return count
    }
  }

/** Brings one open order to what Stripe says. @returns whether it could; what failed is looked at again by the next run. */
export const reconcileOrder =
  ({ orders, converge, now, log }: OpenParts) =>
  async (orderId: OrderId): Promise<boolean> => {
    try {
      const order = await orders.find(orderId)
      if (order?.sessionId) await converge(order.sessionId)
      else if (order?.status === 'awaiting_payment' && afterMs(new Date(order.sessionStartedAt), abandonedMs) < now()) {
        await orders.transact([
          orderMove(order, 'expired', {}),
          ...(order.discountCodeHash === null ? [] : discountReturn(order.discountCodeHash, order.id)),
        ])
      }
      return true
    } catch (error) {
      if (isBusy(error)) throw error
      log.error('order could not be reconciled', describeError(error))
      return false
    }
  }

type ReturnParts = { payments: Pick<Payments, 'listReturns'>; convergeCharge: ConvergeCharge; log: Log }

/**
 * Once a day: every charge of whose refunds or disputes Stripe told something in the last two weeks is looked at again, in
 * case its news were lost. A dispute ends months after it began, and a refund can come back weeks later.
 */
export const compareReturns =
  ({ payments, convergeCharge, log }: ReturnParts) =>
  async (part: ListPart): Promise<{ compared: number; failed: number; next?: string }> => {
    const compared = new Set<string>()
    let failed = 0
    const next = await goThrough(
      part,
      (after) => payments.listReturns(part.period, after),
      async ({ chargeIds }) => {
        for (const chargeId of chargeIds.filter((id) => !compared.has(id))) {
          compared.add(chargeId)
          if (!(await lookAt(chargeId))) failed++
        }
      },
    )
    return { compared: compared.size, failed, ...next }

    async function lookAt(chargeId: string): Promise<boolean> {
      try {
        await convergeCharge(chargeId)
        return true
      } catch (error) {
        if (isBusy(error)) throw error
        log.error('a charge could not be compared', { chargeId, ...describeError(error) })
        return false
      }
    }
  }
export type CompareReturns = ReturnType<typeof compareReturns>
