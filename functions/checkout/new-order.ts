import { stockSeenOf } from '#functions/galleries/stock-rules.ts'
import { orderFileOf, type SellablePhoto, snapshotOf } from '#functions/orders/order-file.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Checkout } from '#schema/api/orders.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { Order, OrderItem } from '#schema/entities/order.ts'
import type { GalleryId } from '#schema/ids.ts'
import type { PricedChoice, SoldPhoto, SoldWhole } from './price-offers.ts'

/** The lines that are upgraded, each with the line of the new order that does it. */
export const upgradedBy = ({ sold }: Pick<PricedChoice, 'sold'>) =>
  sold.flatMap((line, index) =>
    line.kind === 'photo' && line.offer.upgraded ? [{ item: line.offer.upgraded.item, by: index + 1 }] : [],
  )

type Parts = { ids: Pick<IdMaker, 'order' | 'orderNumber'>; now: Clock }
type Opening = {
  body: Checkout
  discount: Discount | undefined
  priced: PricedChoice
  /** The photos of each gallery that is bought as a whole, in its order. */
  inside: ReadonlyMap<GalleryId, readonly SellablePhoto[]>
}

/** The order and its lines as they will be for ever: what a photo was called, cost and where its file lies. */
export const newOrder = ({ ids, now }: Parts, { body, discount, priced, inside }: Opening) => {
  const at = stamp(now())
  const isFree = priced.totalPence === 0
  const order = Order.parse({
    ...priced,
    id: ids.order(),
    number: ids.orderNumber(),
    status: isFree ? 'completed' : 'awaiting_payment',
    reviewReason: null,
    customerName: body.customer.name,
    customerEmail: body.customer.email,
    consent: { version: body.consent, at },
    discountCodeHash: discount?.codeHash ?? null,
    discountOwnerId: discount?.photographerId ?? null,
    discountPercent: discount?.percent ?? 0,
    upgrades: upgradedBy(priced).map(({ item: { orderId, line }, by }) => ({ orderId, line, by })),
    itemCount: priced.sold.length,
    sessionAttempt: 1,
    sessionStartedAt: at,
    sessionId: null,
    sessionUrl: null,
    paymentIntentId: null,
    chargeId: null,
    refundedPence: 0,
    lostPence: 0,
    refundVersion: 0,
    disputed: false,
    paidAt: isFree ? at : null,
    createdAt: at,
  })
  const common = { orderId: order.id, refundedPence: 0, lostPence: 0 }
  const photoLine = (
    { offer: { photo, gallery, size, upgraded }, priced: amounts }: SoldPhoto,
    line: number,
  ): OrderItem =>
    OrderItem.parse({
      ...photo,
      ...snapshotOf(photo),
      ...amounts,
      ...common,
      stepPercent: upgraded ? 0 : (priced.galleries.get(gallery.id)?.percent ?? 0),
      size,
      upgradeOf: upgraded ? { orderId: upgraded.item.orderId, line: upgraded.item.line } : null,
      line,
      photographerName: gallery.photographerName,
      galleryTitle: gallery.title,
    })
  const wholeLine = ({ gallery, priced: amounts }: SoldWhole, line: number): OrderItem => {
    const photos = inside.get(gallery.id) ?? []
    const [first] = photos
    const shownBy = photos.find(({ id }) => id === gallery.cover?.photoId) ?? first
    return OrderItem.parse({
      ...shownBy,
      ...(shownBy && snapshotOf(shownBy)),
      ...amounts,
      ...common,
      kind: 'gallery',
      fileCount: photos.length,
      stockSeen: stockSeenOf(gallery),
      bytes: photos.reduce((sum, { bytes }) => sum + bytes, 0),
      title: wholeTitle(gallery.title),
      line,
      photographerName: gallery.photographerName,
      galleryTitle: gallery.title,
    })
  }
  const items = priced.sold.map((sold, index) =>
    sold.kind === 'photo' ? photoLine(sold, index + 1) : wholeLine(sold, index + 1),
  )
  const files = priced.sold.flatMap((sold, index) =>
    sold.kind === 'photo' ? [] : [{ line: index + 1, files: (inside.get(sold.gallery.id) ?? []).map(orderFileOf) }],
  )
  return { order, items, files }
}

/** What a line that is a whole gallery is called, wherever photos are called by their titles. */
const wholeTitle = (galleryTitle: string): string => `Whole gallery: ${galleryTitle}`
