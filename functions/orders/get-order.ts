import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { api } from '#schema/api/all.ts'
import type { OrderStore } from './order-store.ts'
import { orderView } from './order-view.ts'

type Parts = { orders: OrderStore; links: Pick<MediaLinks, 'picture'> }

/** An order for whoever knows its secret id: only its buyer was ever told. */
export const getOrder =
  ({ orders, links }: Parts): Operation<typeof api.orders.endpoints.get> =>
  async ({ params }) => {
    const [order, items] = await Promise.all([orders.get(params.orderId), orders.items(params.orderId)])
    return orderView(links, order, items)
  }
