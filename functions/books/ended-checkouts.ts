import { isOpen, wasPaid } from '#functions/orders/order-states.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import type { PointerStore } from '#functions/orders/pointer-store.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { Payments } from '#functions/payments/payments.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { PlaceStore } from '#functions/shared/table/place-store.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { BooksPart } from '#schema/events/books.ts'
import { goThrough, type ListPart } from './list-part.ts'

type HandOutParts = { places: PlaceStore; send: Send; now: Clock }
type CompareParts = {
  payments: Pick<Payments, 'listEnded'>
  pointers: Pick<PointerStore, 'find'>
  orders: Pick<OrderStore, 'find'>
  converge: ConvergeOrder
  log: Log
}
type Outcome = 'right' | 'settled' | 'failed'

const minuteMs = 60_000
/** Looked at twice, in case Stripe lists something a moment after the time that it says. */
const overlapMs = 2 * minuteMs
/** So much of Stripe's list is one message; 400 checkouts a second are 600 pages of it. */
const partMs = 150_000
/**
 * After a longer gap the pieces grow instead: within an hour nothing changes, and a day is 25 of an hour each. A piece
 * that is not done within its time goes on where it stopped.
 */
const mostParts = 25
/** Where nothing is known of an earlier run. */
const firstMs = 60 * minuteMs
/** What is older is left to the nightly comparison. */
const mostMs = 24 * 60 * minuteMs

const list = 'reconcile#ended'

/**
 * Hands out what Stripe told of checkouts since the last run, in pieces: a lost webhook is found by the next run, however many
 * other orders are open. A run that comes twice only makes messages that find less to do.
 */
export const handOutEnded =
  ({ places, send, now }: HandOutParts) =>
  async (): Promise<void> => {
    const until = now()
    const place = await places.find(list)
    const begun = typeof place?.until === 'string' ? new Date(place.until) : afterMs(until, -firstMs)
    const since = Math.max(afterMs(begun, -overlapMs).getTime(), afterMs(until, -mostMs).getTime())
    const gapMs = until.getTime() - since
    const eachMs = Math.max(partMs, Math.ceil(gapMs / mostParts))
    const parts = Array.from({ length: Math.ceil(gapMs / eachMs) }, (_, index): BooksPart => {
      const from = since + index * eachMs
      return {
        kind: 'ended',
        since: stamp(new Date(from)),
        until: stamp(new Date(Math.min(from + eachMs, until.getTime()))),
      }
    })
    await send('RECONCILE_QUEUE_URL', parts)
    await places.keep(list, { until: stamp(until) })
  }

/**
 * Checkouts of which Stripe told that they were paid, failed or ran out: an order that is still open did not hear of it, and is
 * brought to what Stripe says. One that fails stays open, and is asked for by itself. A second payment of an order is found as
 * well.
 */
export const compareEnded = (parts: CompareParts) => {
  const { payments, pointers, orders, converge, log } = parts
  const lookAt = async (sessionId: string): Promise<Outcome> => {
    try {
      // Without it, it is another installation's; one whose order never heard of it is the night's.
      const orderId = (await pointers.find(sessionId))?.orderId
      const order = orderId && (await orders.find(orderId))
      // A paid order names the session that it was paid with: another one may be a second payment, which is told to somebody.
      const isAnother = order !== undefined && wasPaid(order.status) && order.sessionId !== sessionId
      if (!order || !(isOpen(order.status) || isAnother)) return 'right'
      await converge(sessionId)
      return 'settled'
    } catch (error) {
      if (isBusy(error)) throw error
      log.error('an ended checkout could not be compared', describeError(error))
      return 'failed'
    }
  }
  return async (part: ListPart): Promise<{ compared: number; settled: number; failed: number; next?: string }> => {
    const found = { compared: 0, settled: 0, failed: 0 }
    const next = await goThrough(
      part,
      (after) => payments.listEnded(part.period, after),
      async ({ sessionIds }) => {
        found.compared += sessionIds.length
        for (const outcome of await Promise.all(sessionIds.map(lookAt))) if (outcome !== 'right') found[outcome]++
      },
    )
    return { ...found, ...next }
  }
}
export type CompareEnded = ReturnType<typeof compareEnded>
