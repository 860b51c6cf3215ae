import { type WholeOffer, wholeOfferOf } from '#functions/galleries/whole-offer.ts'
import type { Discount } from '#schema/entities/discount.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { addPence, pence, takePence } from '#schema/money.ts'
import { type PriceCode, type PricedCart, type PricedLine, priceCart, sumsOf } from '#schema/pricing.ts'
import type { Offer } from './cart.ts'

const priceCodeOf = (discount: Discount): PriceCode => ({
  off: discount.off ?? { kind: 'percent', percent: discount.percent },
  photographerId: discount.photographerId,
  galleryId: discount.galleryId,
  minimumPence: discount.minimumPence,
})

/** What is for sale of a cart: photos, and galleries that were asked for as a whole. */
export type Choice = { readonly offers: readonly Offer[]; readonly wholes: readonly WholeOffer[] }
export type SoldPhoto = { readonly kind: 'photo'; readonly offer: Offer; readonly priced: PricedLine }
export type SoldWhole = {
  readonly kind: 'gallery'
  readonly gallery: Gallery
  /** The photos of it that were asked for one by one. */
  readonly instead: readonly Offer[]
  /** Nobody asked for the whole: it costs no more than these photos of it. */
  readonly isSwitched: boolean
  readonly priced: PricedLine
}
/** The sums of an order, and its lines: a whole gallery is one. */
export type PricedChoice = ReturnType<typeof sumsOf> &
  Pick<PricedCart, 'galleries' | 'code'> & { readonly sold: readonly (SoldPhoto | SoldWhole)[] }

/** What photos and galleries that are for sale cost together, by what the galleries offer and a code. */
export const priceOffers = ({ offers, wholes }: Choice, discount: Discount | undefined): PricedChoice => {
  const asked = new Map(wholes.map((whole) => [whole.gallery.id, whole]))
  const lineOf = ({ photo, gallery, pricePence, upgraded }: Offer) => ({
    pricePence,
    galleryId: gallery.id,
    photographerId: photo.photographerId,
    isUpgrade: upgraded !== undefined,
  })
  const offerOf = (gallery: Gallery) => ({
    steps: gallery.priceSteps,
    wholePence: wholeOfferOf(gallery)?.wholePence,
  })
  // An upgrade of a Web size that was bought stands beside what its gallery offers.
  const alone = offers.filter(({ gallery, upgraded }) => upgraded !== undefined || !asked.has(gallery.id))
  const lines = [
    ...alone.map(lineOf),
    ...wholes.map(({ gallery, wholePence }) => ({
      pricePence: wholePence,
      galleryId: gallery.id,
      photographerId: gallery.photographerId,
      photos: gallery.photoCount,
    })),
  ]
  const ofPhotos = new Map(alone.map(({ gallery }) => [gallery.id, offerOf(gallery)]))
  const priced = priceCart(lines, ofPhotos, discount && priceCodeOf(discount))
  const isWhole = ({ id }: Gallery) => priced.galleries.get(id)?.offer === 'whole'

  const placed = alone.flatMap((offer, place) => {
    const line = priced.lines[place]
    return line ? [{ offer, line }] : []
  })
  const byGallery = Map.groupBy(
    placed.filter(({ offer }) => offer.upgraded === undefined),
    ({ offer }) => offer.gallery.id,
  )
  const sold = [
    ...placed.flatMap((each): (SoldPhoto | SoldWhole)[] => {
      const { offer, line } = each
      const isIn = offer.upgraded === undefined && isWhole(offer.gallery)
      const whole = isIn ? wholeOfferOf(offer.gallery) : undefined
      if (!whole) return [{ kind: 'photo', offer, priced: line }]
      const own = byGallery.get(offer.gallery.id) ?? []
      // It stands where the first of its photos stood.
      if (own[0] !== each) return []
      const lines = own.map((one) => one.line)
      const instead = own.map((one) => one.offer)
      return [{ kind: 'gallery', gallery: whole.gallery, instead, isSwitched: true, priced: asOne(whole, lines) }]
    }),
    ...wholes.flatMap(({ gallery }, index): SoldWhole[] => {
      const line = priced.lines[alone.length + index]
      const instead = offers.filter((offer) => offer.upgraded === undefined && offer.gallery.id === gallery.id)
      return line ? [{ kind: 'gallery', gallery, instead, isSwitched: false, priced: line }] : []
    }),
  ]
  const { galleries, code } = priced
  return { ...sumsOf(sold.map((each) => each.priced)), galleries, code, sold }
}

/** The lines of a gallery's photos as one line at the price of the whole: it is paid what they are paid together. */
const asOne = ({ wholePence }: WholeOffer, lines: readonly PricedLine[]): PricedLine => {
  const sum = (name: keyof PricedLine) => addPence(lines.map((line) => line[name]))
  const netPence = sum('netPence')
  const offPence = takePence(wholePence, netPence)
  return {
    pricePence: wholePence,
    offerPence: pence(0),
    codePence: offPence,
    discountPence: offPence,
    netPence,
    feePence: sum('feePence'),
    sharePence: sum('sharePence'),
  }
}

type Priced = { priced: PricedChoice; discount: Discount | undefined }

/**
 * The same with whichever of several photographers' codes of one name takes the most off; an order has one.
 * @throws AppError `code_for_others` or `code_minimum` when none of them is for these photos.
 */
export const cheapestOf = (choice: Choice, codes: readonly Discount[]): Priced => {
  const isEmpty = choice.offers.length === 0 && choice.wholes.length === 0
  // Of an empty cart there is nothing to say but that it is one.
  if (codes.length === 0 || isEmpty) {
    return { priced: priceOffers(choice, undefined), discount: codes[0] }
  }
  const tried = codes.map((discount) => ({ discount, priced: priceOffers(choice, discount) }))
  const [best] = tried
    .filter(({ priced }) => priced.code === 'applied')
    .toSorted((a, b) => a.priced.totalPence - b.priced.totalPence)
  if (best) return best
  const short = tried.find(({ priced }) => priced.code === 'short')
  if (short) throw new AppError('code_minimum', { minimumPence: short.discount.minimumPence })
  throw new AppError('code_for_others')
}
