import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Checkout } from '#schema/api/orders.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { Order, OrderItem } from '#schema/entities/order.ts'
import type { PricedCart } from '#schema/pricing.ts'
import type { Offer } from './cart.ts'

/** The lines that are upgraded, each with the line of the new order that does it. */
export const upgradedBy = (offers: readonly Offer[]) =>
  offers.flatMap(({ upgraded }, index) => (upgraded ? [{ item: upgraded.item, by: index + 1 }] : []))

type Parts = { ids: Pick<IdMaker, 'order' | 'orderNumber'>; now: Clock }
type Opening = { body: Checkout; offers: readonly Offer[]; discount: Discount | undefined; priced: PricedCart }

/** The order and its lines as they will be for ever: what a photo was called, cost and where its file lies. */
export const newOrder = ({ ids, now }: Parts, { body, offers, discount, priced }: Opening) => {
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
    upgrades: upgradedBy(offers).map(({ item: { orderId, line }, by }) => ({ orderId, line, by })),
    itemCount: offers.length,
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
  const items = offers.map(({ photo, gallery, size, upgraded }, index) =>
    OrderItem.parse({
      ...photo,
      ...priced.lines[index],
      stepPercent: upgraded ? 0 : (priced.galleries.get(gallery.id)?.percent ?? 0),
      size,
      upgradeOf: upgraded ? { orderId: upgraded.item.orderId, line: upgraded.item.line } : null,
      orderId: order.id,
      line: index + 1,
      photoId: photo.id,
      photographerName: gallery.photographerName,
      galleryTitle: gallery.title,
      refundedPence: 0,
      lostPence: 0,
      originalKey: photo.original.key,
      originalVersionId: photo.original.versionId,
      originalEtag: photo.original.etag,
    }),
  )
  return { order, items }
}
