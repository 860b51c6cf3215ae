import * as z from 'zod'
import { OrderId } from '#schema/ids.ts'
import { template } from './template.ts'

/**
 * Not a mail itself: it stands for one mail to each photographer of an order. The transaction that completes an order of
 * forty photographers has no room for forty more writes, so the outbox turns this into them.
 */
export const salesMade = template(z.object({ orderId: OrderId }), () => undefined)
