import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { type WholeOffer, wholeOfferOf } from '#functions/galleries/whole-offer.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { AppError } from '#schema/errors.ts'
import { addPence, maxPence, type Pence, pence, sumPence } from '#schema/money.ts'
import { isNearWhole } from '#schema/pricing.ts'
import { requireFitting } from './photos-inside.ts'
import { type Choice, type PricedChoice, type SoldPhoto, shownOf } from './price-offers.ts'

/** Each is priced by a cart of its own, and nobody reads more of them. */
const mostNear = 3

export type NearWhole = WholeOffer & {
  readonly morePence: Pence
  /** Photos of it in the cart, upgrades among them: so many of it cannot be chosen any more. */
  readonly inCart: number
}

/**
 * The galleries that cost little more as a whole than the photos of them that are chosen, by `isNearWhole` before the code
 * and with it, nearest first. Each is priced as the cart that has the whole in place of these photos is quoted, so that
 * nothing is promised that is not charged. One that would cost less, since a code takes from it only, is not named.
 */
export const nearWholes = (
  choice: Choice,
  { sold, totalPence }: Pick<PricedChoice, 'sold' | 'totalPence'>,
  codes: readonly Discount[],
): NearWhole[] => {
  const alone = sold.filter((line) => line.kind === 'photo')
  const byGallery = [...Map.groupBy(alone, ({ offer }) => offer.gallery.id).values()]
  return byGallery
    .flatMap(candidateOf)
    .toSorted((a, b) => a.ratio - b.ratio)
    .slice(0, mostNear)
    .flatMap(({ whole, chosenPence, inCart }): NearWhole[] => {
      const insteadPence = totalWithWhole(choice, whole, codes)
      if (insteadPence === undefined || insteadPence < totalPence) return []
      const morePence = pence(insteadPence - totalPence)
      return isNearWhole(chosenPence, chosenPence + morePence) ? [{ ...whole, morePence, inCart }] : []
    })
}

/** Those of them that have more photos that cost something than lie in the cart: of free ones alone nothing is sold. */
export const withPaidLeft = async (
  photos: Pick<PhotoStore, 'countPaid'>,
  near: readonly NearWhole[],
): Promise<NearWhole[]> => {
  const counts = await Promise.all(near.map(({ gallery, inCart }) => photos.countPaid(gallery, inCart + 1)))
  return near.filter(({ inCart }, index) => (counts[index] ?? 0) > inCart)
}

type Candidate = Pick<NearWhole, 'inCart'> & { whole: WholeOffer; chosenPence: Pence; ratio: number }

const candidateOf = (lines: readonly SoldPhoto[]): Candidate[] => {
  // An upgrade stands beside what its gallery offers, and its photo is of the gallery all the same.
  const chosen = lines.filter(({ offer }) => offer.upgraded === undefined)
  const [first] = chosen
  const whole = first && wholeOfferOf(first.offer.gallery)
  if (!whole || whole.gallery.photoCount <= lines.length) return []
  const listPence = sumPence(chosen.map(({ priced }) => priced.pricePence))
  const offeredPence = listPence - sumPence(chosen.map(({ priced }) => priced.offerPence))
  if (!isNearWhole(offeredPence, whole.wholePence)) return []
  const chosenPence = addPence(chosen.map(({ priced }) => priced.netPence))
  return [{ whole, chosenPence, inCart: lines.length, ratio: whole.wholePence / offeredPence }]
}

/** What the cart costs with a whole gallery in place of its photos; `undefined` where it would be refused. */
const totalWithWhole = (choice: Choice, whole: WholeOffer, codes: readonly Discount[]): Pence | undefined => {
  const offers = choice.offers.filter(
    ({ gallery, upgraded }) => upgraded !== undefined || gallery.id !== whole.gallery.id,
  )
  const wholes = [...choice.wholes, whole]
  const prices = [...offers.map(({ pricePence }) => pricePence), ...wholes.map(({ wholePence }) => wholePence)]
  if (sumPence(prices) > maxPence) return undefined
  try {
    const { priced } = shownOf({ offers, wholes }, codes)
    requireFitting(priced)
    return priced.totalPence
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
