import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { PointerStore } from '#functions/payments/pointer-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { api } from '#schema/api/all.ts'
import type { Order } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import type { OrderStore } from './order-store.ts'
import { type OrderViewParts, orderView } from './order-view.ts'

type Parts = OrderViewParts & { orders: OrderStore; pointers: PointerStore; converge: ConvergeOrder }

/** The return page: the order if it is paid, whether or not the webhook was here yet. */
export const confirmOrder =
  (parts: Parts): Operation<typeof api.orders.endpoints.confirm> =>
  async ({ body }) => {
    const { orders, pointers, converge } = parts
    const order = (await completedBefore(body.sessionId)) ?? (await settled(body.sessionId))
    if (order.status === 'failed' || order.status === 'expired') throw new AppError('payment_failed')
    if (order.status !== 'completed') return { state: 'processing' }
    return { state: 'completed', order: await orderView(parts, order, await orders.items(order.id)) }

    /** Most visits of this page are later ones: they need no call to Stripe. */
    async function completedBefore(sessionId: string): Promise<Order | undefined> {
      const orderId = (await pointers.find(sessionId))?.orderId
      const known = orderId && (await orders.find(orderId))
      return known?.status === 'completed' ? known : undefined
    }

    async function settled(sessionId: string): Promise<Order> {
      const converged = await converge(sessionId)
      if (converged.kind !== 'settled') throw new AppError('invalid_session')
      return converged.order
    }
  }
