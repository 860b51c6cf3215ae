import { type WholeOffer, wholeOfferOf } from '#functions/galleries/whole-offer.ts'
import type { Discount } from '#schema/entities/discount.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { noPence, takePence } from '#schema/money.ts'
import {
  type GalleryOffer,
  type PriceCode,
  type PricedCart,
  type PricedLine,
  priceCart,
  sumsOf,
} from '#schema/pricing.ts'
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
  const offerOf = (gallery: Gallery): GalleryOffer => {
    const whole = wholeOfferOf(gallery)
    return {
      steps: gallery.priceSteps,
      whole: whole && { pricePence: whole.wholePence, photos: gallery.photoCount },
    }
  }
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
  const sold = priced.lines.flatMap(({ places, ...amounts }): (SoldPhoto | SoldWhole)[] => {
    const [place = 0] = places
    const [whole, offer] = [wholes[place - alone.length], alone[place]]
    if (whole) {
      const { gallery } = whole
      const instead = offers.filter((each) => each.upgraded === undefined && each.gallery.id === gallery.id)
      return [{ kind: 'gallery', gallery, instead, isSwitched: false, priced: amounts }]
    }
    if (!offer) return []
    const isSwitched = offer.upgraded === undefined && priced.galleries.get(offer.gallery.id)?.offer === 'whole'
    if (!isSwitched) return [{ kind: 'photo', offer, priced: amounts }]
    const instead = places.flatMap((each) => alone[each] ?? [])
    return [{ kind: 'gallery', gallery: offer.gallery, instead, isSwitched, priced: atWholePrice(amounts) }]
  })
  const { galleries, code } = priced
  return { ...sumsOf(sold.map((each) => each.priced)), galleries, code, sold }
}

/** Its list price is the price of the whole, and not what its photos cost one by one. */
const atWholePrice = (line: PricedLine): PricedLine => ({
  ...line,
  pricePence: takePence(line.pricePence, line.offerPence),
  offerPence: noPence,
  discountPence: line.codePence,
})

export type Priced = {
  priced: PricedChoice
  discount: Discount | undefined
  /** Whether that is less than the same costs without the code. Lines alone do not say so: their pennies are split anew. */
  isCheaper: boolean
}

/**
 * The same with whichever of several photographers' codes of one name takes the most off; an order has one.
 * @throws AppError `code_for_others` or `code_minimum` when none of them is for these photos.
 */
export const cheapestOf = (choice: Choice, codes: readonly Discount[]): Priced =>
  pricedBy(choice, codes, ([cheapest]) => cheapest)

/**
 * The same for a buyer whose address is not known yet, and so not whose client they are. What everybody may use comes before
 * the codes of clients, and of these the one that takes least; `pricedFor` charges no more than that.
 */
export const shownOf = (choice: Choice, codes: readonly Discount[]): Priced => {
  const alonePence = priceOffers(choice, undefined).totalPence
  return pricedBy(choice, codes, (tried) => {
    const forAll = tried.find(({ discount, priced }) => discount.clientEmail === null && priced.totalPence < alonePence)
    return forAll ?? tried.findLast(({ discount }) => discount.clientEmail !== null) ?? tried[0]
  })
}

type Tried = { discount: Discount; priced: PricedChoice }

/** `choose`: from the codes that are for these photos, the cheapest first. */
const pricedBy = (
  choice: Choice,
  codes: readonly Discount[],
  choose: (tried: readonly Tried[]) => Tried | undefined,
): Priced => {
  const isEmpty = choice.offers.length === 0 && choice.wholes.length === 0
  const alone = priceOffers(choice, undefined)
  // Of an empty cart there is nothing to say but that it is one.
  if (codes.length === 0 || isEmpty) return { priced: alone, discount: codes[0], isCheaper: false }
  const tried = codes.map((discount) => ({ discount, priced: priceOffers(choice, discount) }))
  const applied = tried
    .filter(({ priced }) => priced.code === 'applied')
    .toSorted((a, b) => a.priced.totalPence - b.priced.totalPence)
  const chosen = choose(applied)
  if (chosen?.priced.totalPence === alone.totalPence)
    return { discount: chosen.discount, priced: { ...alone, code: 'applied' }, isCheaper: false }
  if (chosen) return { ...chosen, isCheaper: true }
  const short = tried.find(({ priced }) => priced.code === 'short')
  if (short) throw new AppError('code_minimum', { minimumPence: short.discount.minimumPence })
  throw new AppError('code_for_others')
}
