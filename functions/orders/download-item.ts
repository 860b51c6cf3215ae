import { type BuyerFiles, extensionOf } from '#functions/media/buyer-files.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { OrderStore } from './order-store.ts'
import { isRefunded } from './order-view.ts'

type Parts = { orders: OrderStore; files: BuyerFiles; links: Pick<MediaLinks, 'download'>; log: Log }

/** A link to one bought photo. A purchase never expires; a photo whose price went back is no longer bought. */
export const downloadItem =
  ({ orders, files, links, log }: Parts): Operation<typeof api.orders.endpoints.download> =>
  async ({ params, body }) => {
    const order = await orders.get(params.orderId)
    if (order.status !== 'completed') throw new AppError('not_purchased')
    const item = await orders.item(params.orderId, params.line)
    if (isRefunded(item)) throw new AppError('not_purchased')
    const key = await files.keyFor(item, body.size)
    if (key === undefined) {
      log.error('a sold file is missing', { orderNumber: order.number, photoId: item.photoId, size: body.size })
      throw new AppError('unavailable')
    }
    const name = item.title || 'photo'
    return links.download(key, `${name}.${body.size === 'web' ? 'jpg' : extensionOf(item.fileName)}`)
  }
