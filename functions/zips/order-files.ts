import { createHash } from 'node:crypto'
import type { BuyerFiles } from '#functions/deliveries/buyer-files.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { OrderFileStore } from '#functions/orders/order-file-store.ts'
import { orderUrl } from '#functions/orders/order-links.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { isRefunded } from '#functions/orders/refunded.ts'
import { otherHalfOf, sizesOwned } from '#functions/orders/upgrades.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { OrderZips, ZipSet, ZipSize } from '#schema/entities/zip-set.ts'
import { type FileFormat, fileFormats } from '#schema/file-formats.ts'
import { savedName } from '#schema/file-names.ts'
import type { OrderId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import type { ZipFile, ZipSource } from './zip-file.ts'
import type { Contents } from './zip-state.ts'

type Parts = OrderReader & {
  orders: Pick<OrderStore, 'get'>
  files: BuyerFiles
  storage: Pick<Storage, 'head'>
  ids: Pick<IdMaker, 'mail'>
  now: Clock
  siteUrl: () => string
}

export type OrderReader = {
  orders: Pick<OrderStore, 'listItems' | 'bought'>
  inWholes: Pick<OrderFileStore, 'page'>
}
type Bought = {
  readonly place: string
  readonly item: OrderItem
  readonly sizes: ReadonlySet<PhotoSize>
  /** By this order, or by the one of the other half. */
  readonly isPaid: boolean
}

const isPaid = (item: OrderItem): boolean => item.netPence > 0 && !isRefunded(item)

/** Every line that an order may be given in some size, in its order, a page at a time: nothing that went back. */
async function* boughtLines({ orders }: Pick<OrderReader, 'orders'>, orderId: OrderId): AsyncGenerator<Bought, void> {
  for await (const page of eachPage((after) => orders.listItems(orderId, after))) {
    const halves = page.items.flatMap(({ item }) => otherHalfOf(item) ?? [])
    const others = halves.length > 0 ? await orders.bought(halves) : []
    for (const { place, item } of page.items) {
      const half = otherHalfOf(item)
      const other = others.find(({ item: at }) => at.orderId === half?.orderId && at.line === half.line)
      const sizes = sizesOwned(item, other)
      const halfPaid = other?.order.status === 'completed' && isPaid(other.item)
      if (sizes.size > 0) yield { place, item, sizes, isPaid: halfPaid || isPaid(item) }
    }
  }
}

/** The digits of a file's number in its place: more photos than any gallery has. */
const numberDigits = 7

/**
 * The first files of a line that is a whole gallery, each as a line of its own: its place is behind the line's and before the
 * next. Files are only ever added behind the others.
 */
async function* filesOfWhole(
  { inWholes }: Pick<OrderReader, 'inWholes'>,
  { place, item, ...bought }: Bought,
  most: number,
): AsyncGenerator<Bought, void> {
  let left = most
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<OrderFileStore['page']>> = await inWholes.page(item, from)
    for (const { number, file } of page.files) {
      if (left-- === 0) return
      yield { place: `${place}#${String(number).padStart(numberDigits, '0')}`, item: { ...item, ...file }, ...bought }
    }
    from = page.next
  }
}

/** Every file that an order may be given in some size, in its order: nothing that went back, nothing added since it was asked for. */
async function* boughtFiles(
  reader: OrderReader,
  orderId: OrderId,
  wholeFiles: ZipSet['wholeFiles'],
): AsyncGenerator<Bought, void> {
  for await (const bought of boughtLines(reader, orderId)) {
    const { kind, line, fileCount } = bought.item
    if (kind === 'gallery') yield* filesOfWhole(reader, bought, wholeFiles[line] ?? fileCount)
    else yield bought
  }
}

/** What a zip of an order has of each photographer: about so many bytes, and whether anything was paid for them. */
export type Share = { readonly photographerId: UserId; readonly bytes: number; readonly isPaid: boolean }

/** None where nothing of the order can be downloaded. */
export const sharesOfZip = async (
  reader: Pick<OrderReader, 'orders'>,
  { orderId, size }: { orderId: OrderId; size: ZipSize },
): Promise<Share[]> => {
  const shares = new Map<UserId, Share>()
  for await (const bought of boughtLines(reader, orderId)) {
    const { photographerId, bytes, fileCount } = bought.item
    const before = shares.get(photographerId) ?? { bytes: 0, isPaid: false }
    const own = sizeIn(bought, size) === 'original' ? bytes : fileCount * limits.zip.webBytesAPhoto
    shares.set(photographerId, {
      photographerId,
      bytes: before.bytes + own,
      isPaid: before.isPaid || bought.isPaid,
    })
  }
  return [...shares.values()]
}

/**
 * What there is to be packed of an order. `contents` is another value whenever a file that it had may not be given out any
 * more: by this order's own refunds, and of what was bought in two steps by the other order, which is looked at. Photos that
 * are added to a whole gallery take nothing away: they are counted beside it.
 */
export const contentsOf = async (
  reader: Pick<OrderReader, 'orders'>,
  { id, refundVersion }: Order,
): Promise<Contents> => {
  const changing: string[] = []
  const wholeFiles: Record<string, number> = {}
  for await (const { place, item, sizes } of boughtLines(reader, id)) {
    if (item.kind === 'gallery') wholeFiles[item.line] = item.fileCount
    else if (otherHalfOf(item) !== null && sizes.has('original')) changing.push(place)
  }
  const changed = createHash('sha256').update(changing.join()).digest('base64url')
  return { contents: changing.length === 0 ? String(refundVersion) : `${refundVersion} ${changed}`, wholeFiles }
}

export type AskedOrder = { readonly owner: OrderZips } & Pick<ZipSet, 'wholeFiles'>

/** What is packed of an order; `undefined` until it is paid. */
export const orderSource =
  (parts: Parts) =>
  async ({ owner, wholeFiles }: AskedOrder): Promise<ZipSource | undefined> => {
    const { orderId, size } = owner
    const { orders, ids, now, siteUrl } = parts
    const order = await orders.get(orderId)
    if (order.status !== 'completed') return undefined
    async function* files(): AsyncGenerator<ZipFile, void> {
      for await (const bought of boughtFiles(parts, orderId, wholeFiles)) yield fileOf(parts, bought, size)
    }
    return {
      contents: (await contentsOf(parts, order)).contents,
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

/** Of a Web size that was bought there is no Original; a photo that has no web file is packed as the Original. */
const sizeIn = ({ item, sizes }: Bought, size: ZipSize): PhotoSize =>
  !sizes.has('original') || (size === 'web' && item.webKey !== null) ? 'web' : 'original'

const fileOf = ({ files, storage }: Parts, bought: Bought, size: ZipSize): ZipFile => {
  const { place, item } = bought
  const chosen = sizeIn(bought, size)
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
    sale: { photographerId: item.photographerId, galleryId: item.galleryId },
    about: { photoId: item.photoId, size: chosen },
  }
}
