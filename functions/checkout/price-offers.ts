import type { Discount } from '#schema/entities/discount.ts'
import { noPence } from '#schema/money.ts'
import { type PricedCart, priceCart } from '#schema/pricing.ts'
import type { Offer } from './cart.ts'

/** What photos that are for sale cost together, by what their galleries offer and a code. */
export const priceOffers = (offers: readonly Offer[], discount: Discount | undefined): PricedCart =>
  priceCart(
    offers.map(({ photo, gallery }) => ({
      pricePence: photo.pricePence,
      galleryId: gallery.id,
      photographerId: photo.photographerId,
    })),
    new Map(offers.map(({ gallery }) => [gallery.id, { steps: gallery.priceSteps }])),
    discount && {
      off: { kind: 'percent', percent: discount.percent },
      photographerId: null,
      galleryId: null,
      minimumPence: noPence,
    },
  )
