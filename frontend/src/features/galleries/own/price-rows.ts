import { limits } from '#schema/limits.ts'
import { type Pence, pence } from '#schema/money.ts'
import type { PriceStep } from '#schema/offers.ts'
import { type PriceLine, priceCart } from '#schema/pricing.ts'

/** What a gallery offers, as it stands in the form; what has no price is not offered. */
export type Offers = {
  readonly eachPence: Pence
  readonly webPence?: Pence | undefined
  readonly steps: readonly PriceStep[]
  readonly wholePence?: Pence | undefined
  readonly photoCount: number
}

export type PriceRow = {
  count: number
  isAll: boolean
  offer: 'none' | 'steps' | 'whole'
  /** Off by a step. */
  percent: number
  paysPence: Pence
  getsPence: Pence
}
/** What is sold in one way: photos in one of their sizes, or the whole gallery. */
export type PriceGroup = { sold: 'original' | 'web' | 'whole'; rows: PriceRow[] }

/** What buyers pay and the photographer gets, for each way in which a gallery is sold. Priced as the server prices carts. */
export const priceGroupsOf = (offers: Offers): PriceGroup[] => {
  const { eachPence, webPence, wholePence, photoCount } = offers
  const isWebSold = webPence !== undefined && webPence < eachPence
  return [
    { sold: 'original' as const, rows: rowsAt(eachPence, offers) },
    ...(isWebSold ? [{ sold: 'web' as const, rows: rowsAt(webPence, offers) }] : []),
    ...(wholePence !== undefined && photoCount > 0
      ? [{ sold: 'whole' as const, rows: [wholeRow(wholePence, photoCount)] }]
      : []),
  ]
}

/**
 * One, three, five, where steps begin, and all of the gallery, as many as a cart holds; no more than there are. Of an
 * empty gallery, what it would be.
 */
const countsOf = ({ steps, photoCount }: Offers): number[] => {
  const most = Math.min(limits.cart.maxItems, photoCount)
  const examples = [1, 3, 5, ...steps.map(({ from }) => from)]
  const counts = photoCount === 0 ? examples : [...examples.filter((count) => count <= most), most]
  return [...new Set(counts)].toSorted((a, b) => a - b)
}

const rowsAt = (eachPence: Pence, offers: Offers): PriceRow[] =>
  countsOf(offers)
    .map((count) => rowOf(count, eachPence, offers))
    // Who chooses all photos and pays for the whole gallery is told of there.
    .filter(({ offer, isAll }) => !(offer === 'whole' && isAll))

const galleryId = 'one'
const lineOf = (pricePence: Pence): PriceLine => ({ pricePence, galleryId, photographerId: 'one' })

const rowOf = (count: number, eachPence: Pence, { steps, wholePence, photoCount }: Offers): PriceRow => {
  const lines = Array.from({ length: count }, () => lineOf(eachPence))
  const whole = wholePence === undefined ? undefined : { pricePence: wholePence, photos: photoCount }
  const priced = priceCart(lines, new Map([[galleryId, { steps, whole }]]))
  const { offer, percent } = priced.galleries.get(galleryId) ?? { offer: 'none', percent: 0 }
  return {
    count,
    isAll: count === photoCount && count > 1,
    offer,
    percent,
    paysPence: priced.totalPence,
    getsPence: priced.earningsPence,
  }
}

const wholeRow = (wholePence: Pence, count: number): PriceRow => {
  const { totalPence, earningsPence } = priceCart([lineOf(wholePence)])
  return { count, isAll: true, offer: 'whole', percent: 0, paysPence: totalPence, getsPence: earningsPence }
}

/** What photographers hardly mean: more photos for less than fewer, or a whole that nobody would choose. */
export type Oddity = { kind: 'cliff'; from: number } | { kind: 'dear_whole'; togetherPence: Pence }

export const odditiesOf = (offers: Offers): Oddity[] => {
  const { eachPence, steps, wholePence, photoCount } = offers
  const paid = (count: number): Pence => rowOf(count, eachPence, { ...offers, wholePence: undefined }).paysPence
  const cliff = eachPence === 0 ? undefined : steps.find(({ from }) => paid(from) < paid(from - 1))
  const isCounted = photoCount > 0 && photoCount <= limits.cart.maxItems
  const togetherPence = isCounted ? paid(photoCount) : pence(0)
  const isDear = wholePence !== undefined && isCounted && togetherPence < wholePence
  return [
    ...(cliff ? [{ kind: 'cliff' as const, from: cliff.from }] : []),
    ...(isDear ? [{ kind: 'dear_whole' as const, togetherPence }] : []),
  ]
}
