import type { OrderStore } from '#functions/orders/order-store.ts'
import type { ConvergeCharge } from '#functions/payments/converge-charge.ts'
import type { RefundStore } from '#functions/payments/refund-store.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

type Parts = {
  refunds: Pick<RefundStore, 'listOf' | 'listPending'>
  orders: Pick<OrderStore, 'get'>
  convergeCharge: ConvergeCharge
  now: Clock
  log: Log
}

/**
 * Once a night: refunds that Stripe has not sent for days, which it does while the platform's balance does not cover them
 * (docs.stripe.com/refunds, "Pending refunds"). The share went back long ago, the buyer has nothing yet: somebody must
 * top the balance up. Each is read anew before it is told, in case its news were lost.
 */
export const checkPendingRefunds =
  ({ refunds, orders, convergeCharge, now, log }: Parts) =>
  async (): Promise<{ waiting: number; failed: number }> => {
    const before = stamp(afterHours(now(), -24 * limits.refund.pendingDays))
    const found = { waiting: 0, failed: 0 }

    const lookAt = async (orderId: OrderId): Promise<void> => {
      try {
        const { chargeId, number: orderNumber } = await orders.get(orderId)
        if (chargeId !== null) await convergeCharge(chargeId)
        const { refunds: known } = await refunds.listOf(orderId)
        for (const { id: refundId, status, createdAt, amountPence } of known) {
          if (status !== 'pending' || createdAt > before) continue
          found.waiting++
          log.error(urgent.refundsPending, { orderNumber, refundId, amountPence, since: createdAt })
        }
      } catch (error) {
        found.failed++
        log.error('a refund under way could not be looked at', describeError(error))
      }
    }

    for (const shard of workShards) {
      for await (const page of eachPage((after) => refunds.listPending(shard, { before, after }))) {
        for (const orderId of new Set(page.orderIds)) await lookAt(orderId)
      }
    }
    return found
  }
export type CheckPendingRefunds = ReturnType<typeof checkPendingRefunds>
