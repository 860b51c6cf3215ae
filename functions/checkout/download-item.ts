import type { BuyerFiles } from '#functions/deliveries/buyer-files.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { isRefunded } from '#functions/orders/order-view.ts'
import type { DownloadStore } from '#functions/photos/download-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { fileFormats } from '#schema/file-formats.ts'
import { savedName } from '#schema/file-names.ts'

type Parts = {
  orders: OrderStore
  files: BuyerFiles
  downloads: Pick<DownloadStore, 'record'>
  links: Pick<MediaLinks, 'download'>
  now: Clock
  log: Log
}

/** A link to one bought photo, counted for its photographer. A purchase never expires, unless its price went back. */
export const downloadItem =
  ({ orders, files, downloads, links, now, log }: Parts): Operation<typeof api.orders.endpoints.download> =>
  async ({ params, body }) => {
    const order = await orders.get(params.orderId)
    if (order.status !== 'completed') throw new AppError('not_purchased')
    const item = await orders.item(params.orderId, params.line)
    if (isRefunded(item)) throw new AppError('not_purchased')
    const file = await files.fileFor(item, body.size)
    if (!file) {
      log.error('a sold file is missing', { orderNumber: order.number, photoId: item.photoId, size: body.size })
      throw new AppError('file_unavailable')
    }
    await downloads.record(item.photographerId, now())
    return links.download(file.key, savedName(item.title, fileFormats[file.format].extension))
  }
