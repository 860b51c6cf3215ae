import type { Operation } from '#functions/shared/http/operation.ts'
import type { api } from '#schema/api/all.ts'
import type { OrderStore } from './order-store.ts'
import { type OrderViewParts, orderView } from './order-view.ts'

type Parts = OrderViewParts & { orders: OrderStore }

/** An order for whoever knows its secret id: only its buyer was ever told. */
export const getOrder =
  (parts: Parts): Operation<typeof api.orders.endpoints.get> =>
  async ({ params }) => {
    const { orders } = parts
    const [order, items] = await Promise.all([orders.get(params.orderId), orders.items(params.orderId)])
    return orderView(parts, order, items)
  }
