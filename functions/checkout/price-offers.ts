import type { Discount } from '#schema/entities/discount.ts'
import { AppError } from '#schema/errors.ts'
import { type PriceCode, type PricedCart, priceCart } from '#schema/pricing.ts'
import type { Offer } from './cart.ts'

const priceCodeOf = (discount: Discount): PriceCode => ({
  off: discount.off ?? { kind: 'percent', percent: discount.percent },
  photographerId: discount.photographerId,
  galleryId: discount.galleryId,
  minimumPence: discount.minimumPence,
})

/** What photos that are for sale cost together, by what their galleries offer and a code. */
export const priceOffers = (offers: readonly Offer[], discount: Discount | undefined): PricedCart =>
  priceCart(
    offers.map(({ photo, gallery, pricePence, upgraded }) => ({
      pricePence,
      galleryId: gallery.id,
      photographerId: photo.photographerId,
      isUpgrade: upgraded !== undefined,
    })),
    new Map(offers.map(({ gallery }) => [gallery.id, { steps: gallery.priceSteps }])),
    discount && priceCodeOf(discount),
  )

type Priced = { priced: PricedCart; discount: Discount | undefined }

/**
 * The same with whichever of several photographers' codes of one name takes the most off; an order has one.
 * @throws AppError `code_for_others` or `code_minimum` when none of them is for these photos.
 */
export const cheapestOf = (offers: readonly Offer[], codes: readonly Discount[]): Priced => {
  // Of an empty cart there is nothing to say but that it is one.
  if (codes.length === 0 || offers.length === 0) {
    return { priced: priceOffers(offers, undefined), discount: codes[0] }
  }
  const tried = codes.map((discount) => ({ discount, priced: priceOffers(offers, discount) }))
  const [best] = tried
    .filter(({ priced }) => priced.code === 'applied')
    .toSorted((a, b) => a.priced.totalPence - b.priced.totalPence)
  if (best) return best
  const short = tried.find(({ priced }) => priced.code === 'short')
  if (short) throw new AppError('code_minimum', { minimumPence: short.discount.minimumPence })
  throw new AppError('code_for_others')
}
