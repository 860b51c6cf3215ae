import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { type Chore, chorePut } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, DueLater } from '#functions/chores/do-chores.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { isKeptBack, wholeLookHours } from '#functions/galleries/photo-exception.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { stockSeenOf } from '#functions/galleries/stock-rules.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Put } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import { GalleryId, OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { GrowingOrder, GrowingStore } from './growing-store.ts'
import { isForSale, orderFileOf, type SellablePhoto } from './order-file.ts'
import type { OrderFileStore } from './order-file-store.ts'
import type { OrderStore } from './order-store.ts'

type Parts = {
  orders: Pick<OrderStore, 'find' | 'items'>
  files: Pick<OrderFileStore, 'known' | 'add' | 'noteSeen'>
  growing: GrowingStore
  galleries: Pick<GalleryStore, 'find'>
  photos: Pick<PhotoStore, 'listShown' | 'markGiven'>
  chores: Pick<ChoreStore, 'put' | 'leave' | 'leaveAnew'>
  now: Clock
}

/** Until when what is added to a gallery belongs to who bought the whole of it. */
export const growsUntil = (paidAt: string): Date => afterHours(new Date(paidAt), 24 * limits.gallery.wholeGrowsDays)

/** Part of the transaction that completes an order with whole galleries. */
export const growingPuts = (orderId: OrderId, items: readonly Pick<OrderItem, 'kind'>[], now: Date): Put[] =>
  items.some(({ kind }) => kind === 'gallery') ? [chorePut(lookAtOrder(orderId, afterHours(now, wholeLookHours)))] : []

const lookAtOrder = (subject: OrderId, at: Date): Chore => ({ kind: 'grow-order', subject, dueAt: stamp(at) })
const lookAtGallery = (subject: GalleryId, at: Date): Chore => ({ kind: 'grow-wholes', subject, dueAt: stamp(at) })

/**
 * Adds to orders what has become ready in the galleries that they bought whole, for 30 days. A gallery is looked at every
 * hour, however many bought it; where its stock changed, each of its orders is looked at, and else an order at its first hour
 * and at its end alone (decision 204). One that is taken down gives nothing out. A line of 2,000 photos is full. Files are
 * added on the condition that nobody else did, and marked before, so that they are kept whatever becomes of the photo.
 */
export const wholeChores = (parts: Parts): ChoreSteps<'grow-order' | 'grow-wholes'> => ({
  'grow-order': (subject, mayGoOn) => growOrder(parts, OrderId.parse(subject), mayGoOn),
  'grow-wholes': (subject, mayGoOn) => lookFor(parts, GalleryId.parse(subject), mayGoOn),
})

/** @throws DueLater when it has to be looked at again; a look that its gallery asks for meanwhile takes its place. */
const growOrder = async (parts: Parts, orderId: OrderId, mayGoOn = () => {}): Promise<void> => {
  const order = await parts.orders.find(orderId)
  if (order?.status !== 'completed' || order.paidAt === null) return
  const until = growsUntil(order.paidAt)
  const isLast = parts.now() >= until
  // Also where the price went back: no file of it opens then, but a refund may fail, and a dispute be won, at any later time.
  const wholes = (await parts.orders.items(orderId)).filter(({ kind }) => kind === 'gallery')
  const galleryIds = new Set(wholes.map(({ galleryId }) => galleryId))
  // Before their stock is read: what changes after that finds the order.
  if (!isLast) for (const galleryId of galleryIds) await follow(parts, galleryId, { orderId, until })
  let isWhole = true
  const look = { boughtAt: new Date(order.paidAt), until, isLast, mayGoOn }
  for (const line of wholes) if (!(await growLine(parts, line, look))) isWhole = false
  if (isLast) return
  const next = afterHours(parts.now(), wholeLookHours)
  throw new DueLater(isWhole || next > until ? until : next)
}

/** Has a gallery tell an order of what it gets. */
const follow = async ({ growing, chores, now }: Parts, galleryId: GalleryId, order: GrowingOrder): Promise<void> => {
  const isNew = await growing.follow(galleryId, order)
  const look = lookAtGallery(galleryId, afterHours(now(), wholeLookHours))
  // A look that is about to end, since it found nobody, has not seen a new one.
  if (isNew) await chores.leaveAnew(look)
  else await chores.leave(look)
}

/**
 * Looks whether a gallery has anything that it had not an hour ago. Telling its orders may take several turns: the next one
 * goes on behind the last that was told, and what came meanwhile is told by the look after.
 * @throws DueLater while any of its orders grows.
 */
const lookFor = async (parts: Parts, galleryId: GalleryId, mayGoOn = () => {}): Promise<void> => {
  const { growing, galleries, chores, now } = parts
  if (!(await growing.isFollowed(galleryId, now()))) return
  const gallery = await galleries.find(galleryId)
  if (gallery && gallery.takedown === null) {
    const { seen, telling } = await growing.toldOf(galleryId)
    const stock = telling?.stock ?? stockSeenOf(gallery)
    if (stock !== seen) {
      for await (const { orderIds, last } of growing.ordersOf(galleryId, now(), telling?.after)) {
        mayGoOn()
        await Promise.all(orderIds.map((orderId) => chores.put(lookAtOrder(orderId, now()))))
        await growing.noteTelling(galleryId, { stock, after: last })
      }
      await growing.noteSeen(galleryId, stock)
    }
  }
  throw new DueLater(afterHours(now(), wholeLookHours))
}

type Look = { boughtAt: Date; until: Date; isLast: boolean; mayGoOn: () => void }
/** @returns whether the line has all that its gallery had when this began. */
const growLine = async (parts: Parts, found: OrderItem, look: Look): Promise<boolean> => {
  const { photos, galleries, files } = parts
  const { boughtAt, until, isLast, mayGoOn } = look
  const { wholePhotos: most } = limits.gallery
  if (found.fileCount >= most) return true
  // Read before its photos: what comes meanwhile is found by the next look.
  const gallery = await galleries.find(found.galleryId)
  if (!gallery || gallery.takedown !== null) return false
  // The last look counts on no number: a list that lagged when the one before was read is whole by then.
  if (!isLast && stockSeenOf(gallery) === found.stockSeen) return true
  const known = await files.known(found)
  let [line, part] = [found, known.nextPart]
  // What is kept from earlier buyers is kept from nobody who bought while it was being uploaded. The last look may be late.
  const isForBuyer = (photo: SellablePhoto) =>
    new Date(photo.createdAt) < boughtAt || (!isKeptBack(photo) && new Date(photo.sharedAt ?? photo.createdAt) < until)
  const isNew = (photo: SellablePhoto) => isForBuyer(photo) && !known.photoIds.has(photo.id)
  for await (const page of eachPage((after) => photos.listShown(gallery.id, { after, limit: 200 }))) {
    mayGoOn()
    const fitting = page.photos
      .filter(isForSale)
      .filter(isNew)
      .slice(0, most - line.fileCount)
    for (const some of chunks(fitting, limits.order.filesAPart)) {
      await photos.markGiven(some)
      const grown = await files.add(line, part, some.map(orderFileOf))
      // Another run is at it.
      if (!grown) return false
      line = grown
      part += 1
    }
  }
  await files.noteSeen(found, stockSeenOf(gallery))
  return true
}
