import type { BuyerFiles } from '#functions/deliveries/buyer-files.ts'
import type { FetchedStore } from '#functions/orders/fetched-store.ts'
import type { OrderFileStore } from '#functions/orders/order-file-store.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { otherHalfOf, sizesOwned } from '#functions/orders/upgrades.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { type Random, randomText } from '#functions/shared/ids/ids.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { OrderFile, OrderItem } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import type { CountEvent } from '#schema/events/count.ts'
import { fileFormats } from '#schema/file-formats.ts'
import { savedName } from '#schema/file-names.ts'

type Parts = {
  orders: OrderStore
  files: BuyerFiles
  fetched: Pick<FetchedStore, 'note'>
  inWholes: Pick<OrderFileStore, 'find'>
  send: Send
  random: Random
  links: Pick<MediaLinks, 'download'>
  now: Clock
  log: Log
}

/** The photo itself, or of a whole gallery the one with this number. @throws AppError `not_purchased` for any other. */
const soldFile = async (
  inWholes: Pick<OrderFileStore, 'find'>,
  item: OrderItem,
  number: number | undefined,
): Promise<OrderFile> => {
  const isWhole = item.kind === 'gallery'
  if (isWhole !== (number !== undefined)) throw new AppError('not_purchased')
  const file = number === undefined ? item : await inWholes.find(item, number)
  if (!file) throw new AppError('not_purchased')
  return file
}

/** A link to one bought photo, counted for its photographer. A purchase never expires, unless its price went back. */
export const downloadItem =
  ({
    orders,
    files,
    inWholes,
    fetched,
    send,
    random,
    links,
    now,
    log,
  }: Parts): Operation<typeof api.orders.endpoints.download> =>
  async ({ params, body }) => {
    const order = await orders.get(params.orderId)
    if (order.status !== 'completed') throw new AppError('not_purchased')
    const item = await orders.item(params.orderId, params.line)
    const half = otherHalfOf(item)
    const [other] = half === null ? [] : await orders.bought([half])
    if (!sizesOwned(item, other).has(body.size)) throw new AppError('not_purchased')
    const sold = await soldFile(inWholes, item, body.file)
    const file = await files.fileFor({ ...sold, photographerName: item.photographerName }, body.size)
    if (!file) {
      log.error('a sold file is missing', { orderNumber: order.number, photoId: sold.photoId, size: body.size })
      throw new AppError('file_unavailable')
    }
    await fetched.note(order.id, now()).catch((error: unknown) => {
      log.error('a download was not noted', { orderNumber: order.number, ...describeError(error) })
    })
    const [id, at] = [randomText(random, 26), stamp(now())]
    const events: CountEvent[] = [
      { kind: 'download', id, galleryId: null, photographerId: item.photographerId, at },
      { kind: 'fetched', id, galleryId: item.galleryId, at },
    ]
    // Who paid gets the file, whether or not the queue takes the count.
    await send('COUNTS_QUEUE_URL', events).catch((error: unknown) => {
      log.error('a download was not counted', { orderNumber: order.number, ...describeError(error) })
    })
    return links.download(file.key, savedName(sold.title, fileFormats[file.format].extension))
  }
