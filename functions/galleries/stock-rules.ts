import { type Check, is } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { priceLayout } from '#schema/entities/gallery.ts'
import type { Pence } from '#schema/money.ts'

/** The price of coming uploads, as the gallery's owner set it. */
export const uploadPriceOf = ({ uploadPence, pricePence }: Pick<Gallery, 'uploadPence' | 'pricePence'>): Pence =>
  uploadPence ?? pricePence

/**
 * The lowest price that can be paid in a gallery, 0 where all of its photos are free, `null` while none is ready (rulings).
 * What an earlier release wrote shows what it showed then.
 */
export const lowestPriceOf = ({
  layout,
  lowestPence,
  photoCount,
  pricePence,
}: Pick<Gallery, 'layout' | 'lowestPence' | 'photoCount' | 'pricePence'>): Pence | null => {
  if (layout >= priceLayout) return lowestPence
  return photoCount > 0 ? pricePence : null
}

type Seen = Pick<Gallery, 'layout' | 'lowestPence' | 'stockVersion' | 'stockShown'>
/** Prices of photos that leave the shop and come into it. */
export type StockMove = { readonly leaves?: Pence | undefined; readonly comes?: Pence | undefined }

/** Whether what leaves or comes can be the lowest price: only then is it looked for anew. */
export const movesLowest = ({ layout, lowestPence, stockVersion, stockShown }: Seen, move: StockMove): boolean => {
  // An older row is completed with all of its prices at once.
  if (layout < priceLayout) return false
  if (stockVersion !== stockShown || lowestPence === null) return true
  return isLowest(lowestPence, move.leaves) || isLower(lowestPence, move.comes)
}

const isLowest = (lowest: Pence, price: Pence | undefined): boolean =>
  price !== undefined && (price === lowest || (price > 0 && price < lowest))

const isLower = (lowest: Pence, price: Pence | undefined): boolean =>
  price !== undefined && price > 0 && (lowest === 0 || price < lowest)

/** A count as it was read: rows of earlier releases do not have it. */
export const asSeen = (count: number): Check => (count === 0 ? is.absentOr(is.equal(0)) : is.equal(count))

/**
 * A number that is another one whenever a gallery may have something for who bought the whole of it: a photo came, prices
 * moved, or a photo is not kept from earlier buyers any more. Both parts only rise.
 */
export const stockSeenOf = ({ stockVersion, cameCount }: Pick<Gallery, 'stockVersion' | 'cameCount'>): number =>
  stockVersion + cameCount

/**
 * Whether photos of a gallery wait to be read. Each that comes makes it true without a word about it; a look through the
 * gallery says when it is over (`check-numbers`).
 */
export const hasUnread = ({
  numbers,
  cameCount,
  numbersReadUpTo,
}: Pick<Gallery, 'numbers' | 'cameCount' | 'numbersReadUpTo'>): boolean =>
  numbers && numbersReadUpTo !== undefined && numbersReadUpTo !== cameCount
