import { wasPaid } from '#functions/orders/order-states.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import type { PointerStore } from '#functions/orders/pointer-store.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { CheckoutSession, Payments } from '#functions/payments/payments.ts'
import type { RefundStore } from '#functions/payments/refund-store.ts'
import { givenBackPence } from '#functions/payments/returned-money.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { urgent } from '#schema/alarms.ts'
import type { OrderId } from '#schema/ids.ts'
import { goThrough, type ListPart } from './list-part.ts'

type Parts = {
  payments: Pick<Payments, 'listSessions' | 'findCharge'>
  pointers: Pick<PointerStore, 'find'>
  orders: Pick<OrderStore, 'find'>
  refunds: Pick<RefundStore, 'listOf'>
  converge: ConvergeOrder
  stage: string
  log: Log
}

/**
 * Once a day, from Stripe's side: every session of the last three days that Stripe says was paid must have its order
 * completed here by that very payment, or given back under review, or where it is no order's. It finds what no list of open orders can, such as a
 * payment that came after its order was given up, or a second one of an order that is complete, of which somebody hears on
 * three nights, or until it is given back. Each session is on its own; one that fails waits for the next night.
 */
export const compareSessions = ({ payments, pointers, orders, refunds, converge, stage, log }: Parts) => {
  const isGivenBack = async (orderId: OrderId, { charge }: CheckoutSession): Promise<boolean> =>
    charge !== null && givenBackPence(await refunds.listOf(orderId)) >= charge.amountPence

  /** Asks Stripe: what is no order's payment is in no books. */
  const isOtherGivenBack = async ({ charge }: CheckoutSession): Promise<boolean> => {
    const history = charge === null ? undefined : await payments.findCharge(charge.id)
    return charge !== null && history !== undefined && givenBackPence(history) >= charge.amountPence
  }

  const lookAt = async (session: CheckoutSession): Promise<'right' | 'settled' | 'failed'> => {
    const { id, paymentIntentId, charge } = session
    try {
      const orderId = (await pointers.find(id))?.orderId
      const order = orderId && (await orders.find(orderId))
      const isPaid = order !== undefined && wasPaid(order.status)
      if (isPaid && order.chargeId !== null && order.chargeId !== charge?.id) {
        if (await isOtherGivenBack(session)) return 'right'
        // It tells somebody.
        await converge(id)
        return 'settled'
      }
      if (order?.status === 'completed') return 'right'
      if (order === undefined && (await isOtherGivenBack(session))) return 'right'
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

  return async (part: ListPart): Promise<{ compared: number; settled: number; failed: number; next?: string }> => {
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
  }
}
export type CompareSessions = ReturnType<typeof compareSessions>
