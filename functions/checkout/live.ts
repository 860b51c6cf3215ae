import { liveGalleries, liveGalleryAccess } from '#functions/galleries/live.ts'
import { liveOrders } from '#functions/orders/live.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { cartReader, type ReadCart } from './cart.ts'

/** @param isReviewOpen Whether the review that a grant came from still stands: reviews are above carts, and say it. */
export const liveReadCart = (isReviewOpen: Parameters<typeof liveGalleryAccess>[0]): ReadCart =>
  cartReader({
    ...liveGalleries(),
    orders: liveOrders().orders,
    access: liveGalleryAccess(isReviewOpen),
    now: systemClock,
  })

/** Of carts without upgrades, for whoever has no business with orders. */
export const liveReadPlainCart = (isReviewOpen: Parameters<typeof liveGalleryAccess>[0]): ReadCart =>
  cartReader({
    ...liveGalleries(),
    orders: { bought: async () => [], find: async () => undefined },
    access: liveGalleryAccess(isReviewOpen),
    now: systemClock,
  })
