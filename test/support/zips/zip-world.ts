import { createHash } from 'node:crypto'
import { buyerFiles } from '#functions/deliveries/buyer-files.ts'
import { fetchedStore } from '#functions/orders/fetched-store.ts'
import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { filesPuts, orderKeys, orderPuts } from '#functions/orders/order-writes.ts'
import { otherHalfOf } from '#functions/orders/upgrades.ts'
import { idMaker } from '#functions/shared/ids/ids.ts'
import type { LogFields } from '#functions/shared/log/logger.ts'
import type { Delivery } from '#functions/shared/queue/consume.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { update } from '#functions/shared/table/writes.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { makeZips } from '#functions/zips/make-zips.ts'
import { orderSource } from '#functions/zips/order-files.ts'
import { downloadZip, getZips, startZips } from '#functions/zips/order-zips.ts'
import { zipSetStore } from '#functions/zips/zip-set-store.ts'
import { api } from '#schema/api/all.ts'
import { OrderFile, type OrderItem } from '#schema/entities/order.ts'
import type { ZipSize } from '#schema/entities/zip-set.ts'
import { CountEvent } from '#schema/events/count.ts'
import { ZipTask } from '#schema/events/zip.ts'
import type { FileFormat } from '#schema/file-formats.ts'
import { fileFormats } from '#schema/file-formats.ts'
import type { OrderId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import type { SoldAs } from '#schema/web-size.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { request } from '#test/support/http/request.ts'
import { countedRandom } from '#test/support/market/market-parts.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { movableClock } from '#test/support/time.ts'
import { strictEntriesOf } from './strict-zip.ts'

type Sold = {
  title: string
  format?: FileFormat | null
  bytes?: number
  /** What was paid for it; nothing for a free order's. */
  netPence?: number
  hasWeb?: boolean
  photographer?: number
  gallery?: number
  as?: SoldAs
  /** Of a Web size: another order upgrades it. */
  isUpgraded?: boolean
  /** What the other order paid for its half. */
  halfNetPence?: number
  /** A whole gallery of photos with these titles. */
  whole?: readonly string[]
}

const orderId = orderIdOf(1)
/** With the other halves of what was bought in two steps, under the same numbers. */
const otherOrderId = orderIdOf(2)
/** The bytes of a sold file, told by its number and size, so that no two are alike. */
export const bytesOf = (line: number, size: ZipSize): Buffer =>
  Buffer.concat(Array.from({ length: 3 }, (_, n) => createHash('sha256').update(`${line} ${size} ${n}`).digest()))

/** One paid order with its files in storage, a queue that waits to be worked on, and what packs them. */
export const zipWorld = async (sold: readonly Sold[]) => {
  const table = fakeTable()
  const storage = fakeStorage()
  const clock = movableClock('2030-01-01T12:00:00.000Z')
  const { now } = clock
  const queue: ZipTask[] = []
  const groups: (string | undefined)[] = []
  const counted: CountEvent[] = []
  const counts = { isDown: false }
  const logged: { message: string; fields: LogFields | undefined }[] = []
  const log = {
    info: () => {},
    warn: () => {},
    error: (message: string, fields?: LogFields) => void logged.push({ message, fields }),
  }
  const send: Send = async (name, messages, { group } = {}) => {
    if (name === 'ZIPS_QUEUE_URL') {
      queue.push(...messages.map((message) => ZipTask.parse(message)))
      groups.push(...messages.map(() => group))
    } else if (counts.isDown) throw new Error('The queue is down.')
    else counted.push(...messages.map((message) => CountEvent.parse(message)))
  }
  const items = sold.map(
    (
      {
        title,
        format = 'jpeg',
        bytes = 96,
        netPence = 1500,
        hasWeb = true,
        photographer = 1,
        gallery = 1,
        as = 'original',
        isUpgraded = false,
        whole,
      },
      index,
    ): OrderItem => {
      const photoId = photoIdOf(index + 1)
      const half = { orderId: otherOrderId, line: index + 1 }
      return anOrderItem({
        line: index + 1,
        ...(whole && { kind: 'gallery', fileCount: whole.length }),
        photoId,
        title,
        bytes,
        netPence: pence(netPence),
        fileFormat: format,
        photographerId: userIdOf(photographer),
        galleryId: galleryIdOf(gallery),
        originalEtag: `etag-${index + 1}`,
        webKey: hasWeb ? mediaKeys.web({ photoId, token: 'token' }) : null,
        size: as === 'web' ? 'web' : 'original',
        upgradeOf: as === 'upgrade' ? half : null,
        upgradedBy: isUpgraded ? half : null,
      })
    },
  )
  const order = anOrder({
    status: 'completed',
    itemCount: Math.min(40, items.length),
    paidAt: '2030-01-01T11:59:58.000Z',
  })
  for (const write of orderPuts(order, items)) await table.transact([write])
  const halves = items
    .filter((item) => otherHalfOf(item) !== null)
    .map((item) => {
      const netPence = pence(sold[item.line - 1]?.halfNetPence ?? item.netPence)
      return { ...item, orderId: otherOrderId, netPence, upgradeOf: null, upgradedBy: null }
    })
  for (const write of orderPuts({ ...order, id: otherOrderId }, halves)) await table.transact([write])
  const store = async (item: OrderFile, seed: number) => {
    const kept = item.fileFormat ?? 'jpeg'
    const key = mediaKeys.cleanOriginal({ photoId: item.photoId, etag: item.originalEtag, format: kept })
    const contentType = fileFormats[kept].contentType
    await storage.put('deliveries', { key, bytes: bytesOf(seed, 'original'), contentType })
    if (item.webKey !== null)
      await storage.put('deliveries', { key: item.webKey, bytes: bytesOf(seed, 'web'), contentType: 'image/jpeg' })
  }
  const inWholes = orderFileStore(table)
  /** Photos of a line that is a whole gallery; their bytes are told by `line * 1,000` and their number. */
  const wholeFiles = async (line: number, titles: readonly string[], from = 0): Promise<OrderFile[]> => {
    const files = titles.map((title, index) => {
      const seed = line * 1_000 + from + index + 1
      const photoId = photoIdOf(seed)
      const names = { photoId, title, originalEtag: `etag-${seed}`, webKey: mediaKeys.web({ photoId, token: 'token' }) }
      return OrderFile.parse({ ...(items[line - 1] ?? anOrderItem()), ...names })
    })
    for (const [index, file] of files.entries()) await store(file, line * 1_000 + from + index + 1)
    return files
  }
  for (const [index, item] of items.entries()) {
    const { whole } = sold[index] ?? {}
    if (whole) {
      const line = { line: item.line, files: await wholeFiles(item.line, whole) }
      for (const write of filesPuts(orderId, [line])) await table.transact([write])
    } else await store(item, item.line)
  }

  const orders = orderStore(table)
  const sets = zipSetStore(table)
  const ids = idMaker(now, countedRandom())
  const parts = {
    orders,
    inWholes,
    sets,
    send,
    ids,
    now,
    throttle: throttle(table, now),
    links: fakeMediaLinks(),
    fetched: fetchedStore(table),
    log,
  }
  /** As one process that runs `make-zips`, over this storage. */
  const maker = (over: typeof storage = storage) =>
    makeZips({
      sets,
      sourceOf: async ({ owner, wholeFiles }) =>
        owner.kind === 'order'
          ? orderSource({
              orders,
              inWholes,
              files: buyerFiles(over),
              storage: over,
              ids,
              now,
              siteUrl: () => 'https://darkslide.test',
            })({ owner, wholeFiles })
          : undefined,
      storage: over,
      send,
      now,
      log,
    })
  const endpoints = api.orders.endpoints
  const refund = async (id: OrderId, line: number) => {
    const { netPence } = (id === orderId ? items : halves).find((item) => item.line === line) ?? anOrderItem()
    await table.transact([
      update(orderKeys.order(id), { add: { refundVersion: 1 }, when: 'present' }),
      update(orderKeys.item(id, line), { set: { refundedPence: netPence }, when: 'present' }),
    ])
  }
  return {
    table,
    storage,
    clock,
    queue,
    /** Whose each task was that the queue was given. */
    groups,
    counted,
    counts,
    logged,
    sets,
    order,
    items,
    maker,
    start: (size: ZipSize = 'original') =>
      startZips(parts)(request(endpoints.startZips, { params: { orderId }, body: { size } })),
    look: (size: ZipSize = 'original') => getZips(parts)(request(endpoints.zips, { params: { orderId, size } })),
    link: (part: number, size: ZipSize = 'original') =>
      downloadZip(parts)(request(endpoints.downloadZip, { params: { orderId, size, part }, body: {} })),
    /** Works on the messages that wait, and on what they bring, until none is left. */
    async work(delivery: Delivery = { isLast: false }) {
      for (let task = queue.shift(); task; task = queue.shift()) await maker()(task, delivery)
    },
    refund: (line: number) => refund(orderId, line),
    /** Adds a photo to a line that is a whole gallery. */
    async grow(line: number, title: string) {
      const item = await orders.item(orderId, line)
      const { nextPart } = await inWholes.known(item)
      await inWholes.add(item, nextPart, await wholeFiles(line, [title], item.fileCount))
    },
    /** Gives back what another order paid for the same photo. */
    refundOtherHalf: (line: number) => refund(otherOrderId, line),
    wasFetched: () => fetchedStore(table).wasFetched(orderId),
    /** Mails that wait to be sent. */
    mails: () => table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
    /** What lies in the parts of the present set, as another program reads it. */
    unpacked: (): { name: string; bytes: Buffer }[][] =>
      storage
        .keys('zips')
        .toSorted()
        .map((key) => strictEntriesOf(storage.contents('zips', key)?.bytes ?? Buffer.alloc(0))),
  }
}
