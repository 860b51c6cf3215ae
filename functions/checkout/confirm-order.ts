import { wasPaid } from '#functions/orders/order-states.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { type OrderViewParts, orderView } from '#functions/orders/order-view.ts'
import type { PointerStore } from '#functions/orders/pointer-store.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { api } from '#schema/api/all.ts'
import type { Order } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import type { OrderId } from '#schema/ids.ts'

type Parts = OrderViewParts & {
  orders: OrderStore
  pointers: PointerStore
  converge: ConvergeOrder
  sessions: Pick<GallerySessions, 'subjectOf'>
  throttle: Pick<Throttle, 'count'>
}

/** The return page: the order if it is paid, whether or not the webhook was here yet. */
export const confirmOrder =
  (parts: Parts): Operation<typeof api.orders.endpoints.confirm> =>
  async ({ body, headers, caller, address }) => {
    const { orders, pointers, converge, sessions, throttle } = parts

    /** Most visits of this page are later ones: they need no call to Stripe, and wait for one request less. */
    const noted = async (sessionId: string) => {
      const orderId = (await pointers.find(sessionId))?.orderId
      if (orderId === undefined) return undefined
      const [order, items] = await Promise.all([orders.find(orderId), orders.items(orderId)])
      return { orderId, order, items }
    }

    const settled = async (sessionId: string, orderId: OrderId | undefined): Promise<Order> => {
      const converged = await converge(sessionId, orderId)
      if (converged.kind !== 'settled') throw new AppError('invalid_session')
      return converged.order
    }

    const known = await noted(body.sessionId)
    // A session that is paid for here was noted before its buyer was sent to it; Stripe is not asked for guesses.
    if (!known) {
      const subject = await sessions.subjectOf({ caller, headers }, address)
      await throttle.count('unknownCheckouts', subject)
      await throttle.count('unknownCheckoutsPerAddress', address)
    }
    const order =
      known?.order && wasPaid(known.order.status) ? known.order : await settled(body.sessionId, known?.orderId)
    if (order.status === 'failed' || order.status === 'expired') throw new AppError('payment_failed')
    if (order.status === 'review') return { state: 'review', orderNumber: order.number }
    if (order.status !== 'completed') return { state: 'processing' }
    // What was bought is written once, with the order.
    const items = known && known.items.length > 0 ? known.items : await orders.items(order.id)
    return { state: 'completed', order: await orderView(parts, order, items) }
  }
