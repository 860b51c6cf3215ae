import type { BuyerFiles } from '#functions/deliveries/buyer-files.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { orderUrl } from '#functions/orders/order-links.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { isRefunded } from '#functions/orders/order-view.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { ZipOwner, ZipSize } from '#schema/entities/zip-set.ts'
import { type FileFormat, fileFormats } from '#schema/file-formats.ts'
import { savedName } from '#schema/file-names.ts'
import type { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { ZipFile, ZipSource } from './zip-file.ts'

type Parts = {
  orders: Pick<OrderStore, 'get' | 'listItems'>
  files: BuyerFiles
  storage: Pick<Storage, 'head'>
  ids: Pick<IdMaker, 'mail'>
  now: Clock
  siteUrl: () => string
}

/** Another value whenever the files of an order are others than before: what went back is no longer among them. */
export const contentsOf = (order: Pick<Order, 'refundVersion'>): string => String(order.refundVersion)

type Bought = { readonly place: string; readonly item: OrderItem }

/** Every file that an order bought and that did not go back, in its order, a page at a time. */
export async function* boughtFiles(
  orders: Pick<OrderStore, 'listItems'>,
  orderId: OrderId,
): AsyncGenerator<Bought, void> {
  for await (const page of eachPage((after) => orders.listItems(orderId, after))) {
    for (const bought of page.items) if (!isRefunded(bought.item)) yield bought
  }
}

/** What is packed of an order; `undefined` until it is paid. */
export const orderSource =
  (parts: Parts) =>
  async ({ orderId, size }: ZipOwner): Promise<ZipSource | undefined> => {
    const { orders, ids, now, siteUrl } = parts
    const order = await orders.get(orderId)
    if (order.status !== 'completed') return undefined
    async function* files(): AsyncGenerator<ZipFile, void> {
      for await (const bought of boughtFiles(orders, orderId)) yield fileOf(parts, bought, size)
    }
    return {
      contents: contentsOf(order),
      dated: new Date(order.paidAt ?? order.createdAt),
      files,
      tellReady: (ready) => [
        outboxPut({
          id: ids.mail(),
          template: 'photos-ready',
          to: order.customerEmail,
          data: {
            name: order.customerName,
            orderNumber: order.number,
            orderUrl: orderUrl(siteUrl(), order),
            ...ready,
          },
          at: now(),
        }),
      ],
    }
  }

/** A photo that has no web size is packed as the original. */
const fileOf = ({ files, storage }: Parts, { place, item }: Bought, size: ZipSize): ZipFile => {
  const chosen = size === 'web' && item.webKey !== null ? 'web' : 'original'
  const nameOf = (format: FileFormat) => savedName(item.title, fileFormats[format].extension)
  const known = chosen === 'web' ? 'jpeg' : item.fileFormat
  return {
    place,
    plannedBytes: async () => {
      if (chosen === 'original') return item.bytes
      const lies = await storage.head('deliveries', { key: item.webKey ?? '' })
      return lies?.bytes ?? limits.zip.webBytesAPhoto
    },
    findName: async () => {
      const format = known ?? (await files.fileFor(item, chosen))?.format
      return format && nameOf(format)
    },
    find: async () => {
      const file = await files.fileFor(item, chosen)
      return (
        file && {
          name: nameOf(file.format),
          content: { kind: 'stored', bucket: 'deliveries', object: { key: file.key } },
        }
      )
    },
    soldBy: item.photographerId,
    about: { photoId: item.photoId, size: chosen },
  }
}
