import { actEvent } from '#functions/galleries/act-event.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { CountEvent } from '#schema/events/count.ts'
import type { OrderId } from '#schema/ids.ts'

type Parts = { orders: Pick<OrderStore, 'find' | 'items'>; send: Send; log: Log }

/** Tells each gallery of an order how many of its photos were bought, or that all were as one. Told again, it is the same message. */
export const tellOfSale =
  ({ orders, send, log }: Parts) =>
  async (orderId: OrderId): Promise<void> => {
    try {
      const order = await orders.find(orderId)
      if (!order?.paidAt) return
      const { paidAt: at } = order
      const galleries = Map.groupBy(await orders.items(orderId), ({ galleryId }) => galleryId)
      const events = [...galleries].map(
        ([galleryId, lines]): CountEvent =>
          actEvent(galleryId, {
            ...{ act: 'bought', subject: `ORDER#${orderId}`, from: `ORDER#${orderId}`, at },
            photos: lines.reduce((sum, { fileCount }) => sum + fileCount, 0),
            isWhole: lines.some(({ kind }) => kind === 'gallery'),
          }),
      )
      await send('COUNTS_QUEUE_URL', events)
    } catch (error) {
      // Photographers hear of their sale by mail, whether or not the queue takes it.
      log.error('a sale was not told of', describeError(error))
    }
  }
export type TellOfSale = ReturnType<typeof tellOfSale>
