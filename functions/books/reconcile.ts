import { discountReturn } from '#functions/orders/discount-writes.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { orderMove } from '#functions/orders/order-writes.ts'
import type { PointerStore } from '#functions/orders/pointer-store.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { ConvergeCharge } from '#functions/payments/converge-charge.ts'
import type { CheckoutSession, Payments } from '#functions/payments/payments.ts'
import type { RefundStore } from '#functions/payments/refund-store.ts'
import { givenBackPence } from '#functions/payments/returned-money.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { OrderId } from '#schema/ids.ts'

type Parts = { orders: OrderStore; converge: ConvergeOrder; now: Clock; log: Log }
type OpenParts = {
  orders: Pick<OrderStore, 'listOpen' | 'find' | 'transact'>
  converge: (sessionId: string) => Promise<unknown>
  now: Clock
  log: Pick<Log, 'error'>
}

type CompareParts = Pick<Parts, 'orders' | 'converge' | 'now' | 'log'> & {
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

const dayMs = 24 * 60 * minuteMs

/**
 * Once a day, the other way round: every session that Stripe says was paid in the last three days must have its order
 * completed here, or given back under review. It finds what no list of open orders can, such as a payment that came after
 * its order was given up. Each session is on its own; one that fails waits for the next night.
 */
export const compareSessions =
  ({ payments, pointers, orders, refunds, converge, stage, now, log }: CompareParts) =>
  async (): Promise<{ compared: number; settled: number; failed: number }> => {
    const since = afterMs(now(), -3 * dayMs)
    const found = { compared: 0, settled: 0, failed: 0 }

    const lookAt = async (session: CheckoutSession): Promise<'right' | 'settled' | 'failed'> => {
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
        // Not the session's id: whoever has that is shown the order.
        log.error('a session could not be compared', {
          paymentIntentId: paymentIntentId ?? undefined,
          ...describeError(error),
        })
        return 'failed'
      }
    }

    const isGivenBack = async (orderId: OrderId, { charge }: CheckoutSession): Promise<boolean> => {
      return charge !== null && givenBackPence(await refunds.listOf(orderId)) >= charge.amountPence
    }

    for await (const page of eachPage((after: string | undefined) => payments.listSessions(since, after))) {
      for (const session of page.sessions.filter((each) => each.isPaid && each.stage === stage)) {
        found.compared++
        const outcome = await lookAt(session)
        if (outcome !== 'right') found[outcome]++
      }
    }
    return found
  }
export type CompareSessions = ReturnType<typeof compareSessions>

/**
 * Looks at every open order, every five minutes: a payment is found within 15 minutes even if its webhook was lost and
 * nobody came back. Each order is on its own; one that fails waits for the next run. Each run begins at another shard:
 * where there are more open orders than one run can ask for, it is not always the same ones that wait.
 */
export const reconcileOrders =
  ({ orders, converge, now, log }: OpenParts) =>
  async (): Promise<{ looked: number; failed: number }> => {
    let looked = 0
    let failed = 0

    const lookAt = async (orderId: OrderId): Promise<boolean> => {
      try {
        const order = await orders.find(orderId)
        if (order?.sessionId) await converge(order.sessionId)
        else if (
          order?.status === 'awaiting_payment' &&
          afterMs(new Date(order.sessionStartedAt), abandonedMs) < now()
        ) {
          await orders.transact([
            orderMove(order, 'expired', {}),
            ...(order.discountCodeHash === null ? [] : discountReturn(order.discountCodeHash, order.id)),
          ])
        }
        return true
      } catch (error) {
        log.error('order could not be reconciled', describeError(error))
        return false
      }
    }

    for (const shard of inTurn(workShards, now())) {
      const before = stamp(afterMs(now(), -patienceMs))
      for await (const page of eachPage((after) => orders.listOpen(shard, { before, after }))) {
        for (const orderId of page.orderIds) {
          looked++
          if (!(await lookAt(orderId))) failed++
        }
      }
    }
    return { looked, failed }
  }

/** The shards, from another one on every five minutes. */
const inTurn = <T>(shards: readonly T[], now: Date): readonly T[] => {
  const first = Math.floor(now.getTime() / (5 * minuteMs)) % shards.length
  return [...shards.slice(first), ...shards.slice(0, first)]
}

type RunParts = {
  checkOverdueWork: () => Promise<unknown>
  reconcile: () => Promise<Record<string, number>>
  log: Pick<Log, 'info'>
}

/** The look for overdue work comes first: thousands of open orders, which may take all the time there is, never hide it. */
export const reconcileRun =
  ({ checkOverdueWork, reconcile, log }: RunParts) =>
  async (): Promise<void> => {
    try {
      await checkOverdueWork()
    } finally {
      log.info('open orders reconciled', await reconcile())
    }
  }

type ReturnParts = { payments: Pick<Payments, 'listReturns'>; convergeCharge: ConvergeCharge; now: Clock; log: Log }

/**
 * Once a day: every charge of whose refunds or disputes Stripe told something in the last two weeks is looked at again, in
 * case its news were lost. A dispute ends months after it began, and a refund can come back weeks later.
 */
export const compareReturns =
  ({ payments, convergeCharge, now, log }: ReturnParts) =>
  async (): Promise<{ compared: number; failed: number }> => {
    const since = afterMs(now(), -14 * dayMs)
    const compared = new Set<string>()
    let failed = 0

    const lookAt = async (chargeId: string): Promise<boolean> => {
      try {
        await convergeCharge(chargeId)
        return true
      } catch (error) {
        log.error('a charge could not be compared', { chargeId, ...describeError(error) })
        return false
      }
    }

    for await (const page of eachPage((after: string | undefined) => payments.listReturns(since, after))) {
      for (const chargeId of page.chargeIds.filter((id) => !compared.has(id))) {
        compared.add(chargeId)
        if (!(await lookAt(chargeId))) failed++
      }
    }
    return { compared: compared.size, failed }
  }
export type CompareReturns = ReturnType<typeof compareReturns>
