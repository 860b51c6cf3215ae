import type { Order } from '#schema/entities/order.ts'

/** The page of an order, for good: whoever has the address may download. In the specification's two forms. */
export const orderUrl = (siteUrl: string, { id, sessionId }: Pick<Order, 'id' | 'sessionId'>): string =>
  sessionId === null
    ? `${siteUrl}/purchase-success?free_order=true&order_id=${id}`
    : `${siteUrl}/purchase-success?session_id=${sessionId}`
