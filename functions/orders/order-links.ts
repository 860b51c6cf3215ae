import type { Order } from '#schema/entities/order.ts'
import { addresses } from '#schema/paths.ts'

/** The page of an order, for good: whoever has the address may download. In the specification's two forms. */
export const orderUrl = (siteUrl: string, { id, sessionId }: Pick<Order, 'id' | 'sessionId'>): string =>
  sessionId === null ? siteUrl + addresses.freeOrder(id) : siteUrl + addresses.paidOrder(sessionId)
