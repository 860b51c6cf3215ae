import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { type Chore, chorePut } from '#functions/chores/chore-writes.ts'
import type { ChoreStep, ChoreSteps } from '#functions/chores/do-chores.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { stockSeenOf } from '#functions/galleries/stock-rules.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Put } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { isForSale, orderFileOf, type SellablePhoto } from './order-file.ts'
import type { OrderFileStore } from './order-file-store.ts'
import type { OrderStore } from './order-store.ts'
import { isRefunded } from './refunded.ts'

type Parts = {
  orders: Pick<OrderStore, 'find' | 'items'>
  files: Pick<OrderFileStore, 'known' | 'add' | 'noteSeen'>
  galleries: Pick<GalleryStore, 'find'>
  photos: Pick<PhotoStore, 'listShown' | 'markOrdered'>
  chores: Pick<ChoreStore, 'put'>
  now: Clock
}

/** Until when what is added to a gallery belongs to who bought the whole of it. */
export const growsUntil = (paidAt: string): Date => afterHours(new Date(paidAt), 24 * limits.gallery.wholeGrowsDays)

/** A new photo is the buyer's from the next look on. */
const lookHours = 1

/** Part of the transaction that completes an order with whole galleries. */
export const growingPuts = (orderId: OrderId, items: readonly Pick<OrderItem, 'kind'>[], now: Date): Put[] =>
  items.some(({ kind }) => kind === 'gallery') ? [chorePut(nextLook(orderId, afterHours(now, lookHours)))] : []

const nextLook = (subject: string, at: Date): Chore => ({ kind: 'grow-order', subject, dueAt: stamp(at) })

/**
 * Adds to an order what has become ready in the galleries that it bought whole, every hour for 30 days. A gallery whose
 * stock did not change since is not listed, but for the last look, and one that is taken down gives nothing out. A line of
 * 2,000 photos is full. Files are added on the condition that nobody else did, and marked before, so that they are kept
 * whatever becomes of the photo.
 */
export const wholeChores = (parts: Parts): ChoreSteps<'grow-order'> => {
  const grow: ChoreStep = async (subject, mayGoOn = () => {}) => {
    const orderId = OrderId.parse(subject)
    const order = await parts.orders.find(orderId)
    if (order?.status !== 'completed' || order.paidAt === null) return
    const until = growsUntil(order.paidAt)
    const isLast = parts.now() >= until
    const lines = await parts.orders.items(orderId)
    const wholes = lines.filter((line) => line.kind === 'gallery' && !isRefunded(line))
    for (const line of wholes) await growLine(parts, line, { until, isLast, mayGoOn })
    // Also where all of it went back by now: a refund may fail, and a dispute be won after all.
    if (isLast) return
    const next = afterHours(parts.now(), lookHours)
    await parts.chores.put(nextLook(subject, next < until ? next : until))
  }
  return { 'grow-order': grow }
}

type Look = { until: Date; isLast: boolean; mayGoOn: () => void }
const growLine = async (parts: Parts, found: OrderItem, { until, isLast, mayGoOn }: Look): Promise<void> => {
  const { photos, galleries, files } = parts
  // Read before its photos: what comes meanwhile is found by the next look.
  const gallery = await galleries.find(found.galleryId)
  if (!gallery || gallery.takedown !== null) return
  const { wholePhotos: most } = limits.gallery
  if (found.fileCount >= most) return
  // The last look counts on no number: a list that lagged when the one before was read is whole by then.
  if (!isLast && stockSeenOf(gallery) === found.stockSeen) return
  const known = await files.known(found)
  let [line, part] = [found, known.nextPart]
  // The last look may be late.
  const isInTime = ({ createdAt }: SellablePhoto) => new Date(createdAt) < until
  const isNew = (photo: SellablePhoto) => !photo.isExcepted && isInTime(photo) && !known.photoIds.has(photo.id)
  for await (const page of eachPage((after) => photos.listShown(gallery.id, { after, limit: 200 }))) {
    mayGoOn()
    const fitting = page.photos
      .filter(isForSale)
      .filter(isNew)
      .slice(0, most - line.fileCount)
    for (const some of chunks(fitting, limits.order.filesAPart)) {
      await photos.markOrdered(some)
      const grown = await files.add(line, part, some.map(orderFileOf))
      // Another run is at it.
      if (!grown) return
      line = grown
      part += 1
    }
  }
  await files.noteSeen(found, stockSeenOf(gallery))
}
