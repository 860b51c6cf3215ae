import { dayOf } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { SoldParts, SoldSums } from '#schema/entities/sold-day.ts'
import type { PhotoId } from '#schema/ids.ts'
import { pence, splitPence, sumPence } from '#schema/money.ts'
import { partsOfSale, partsTally } from './sold-by.ts'

/** What one photo sold. */
export type SoldPhoto = {
  readonly photoId: PhotoId | string
  readonly soldCount: number
  readonly revenuePence: number
  readonly earningsPence: number
  /** Milliseconds since 1970. */
  readonly lastSoldAt: number
  /** As it was called then; left out where only the sums of the day are known. */
  readonly title?: string
}
/** What a seller sold on a UTC day, or on the part of it that was asked for; photos in the order of their last sale. */
export type SoldDay = Readonly<Record<keyof SoldSums, number>> & {
  readonly [N in keyof SoldParts]: Readonly<Record<string, Readonly<Record<keyof SoldSums, number>>>>
} & {
  readonly day: string
  readonly photos: readonly SoldPhoto[]
}

export type Sold = Pick<
  Earning,
  'grossPence' | 'returnedPence' | 'amountPence' | 'reversedPence' | 'paidAt' | 'photos' | 'soldBy'
>

/** What a sale has brought its photographer, less refunds: the share, less what of it was reversed. */
export const earningsOf = ({ amountPence, reversedPence }: Record<'amountPence' | 'reversedPence', number>): number =>
  sumPence([amountPence, -reversedPence])

/** What the buyer paid for a photographer's photos, less what was given back (rulings). */
export const revenueOf = ({ grossPence, returnedPence }: Record<'grossPence' | 'returnedPence', number>): number =>
  sumPence([grossPence, -returnedPence])

/** The buyer has all of it back; a free order has nothing to give back. Shares of before know only that they were reversed. */
export const isRefundedWhole = (
  sale: Pick<Sold, 'grossPence' | 'returnedPence' | 'amountPence' | 'reversedPence'>,
): boolean =>
  (sale.grossPence > 0 && revenueOf(sale) === 0) ||
  (sale.amountPence > 0 && sale.returnedPence === 0 && earningsOf(sale) === 0)

/** What goes off each photo where a refund was of part of the order. */
const takenOff = (whole: number, { photos }: Sold, by: 'netPence' | 'sharePence'): readonly number[] => {
  if (whole === 0) return []
  const weights = photos.map((photo) => photo[by])
  return splitPence(pence(whole), weights)
}

/**
 * Adds up sales of a day, given the newest first. A refund of part of an order is taken from its photos in proportion to
 * what was paid for each and to their shares; an order that was refunded whole sold nothing.
 */
export const dayTally = (day: string) => {
  const sums = { grossPence: 0, returnedPence: 0, amountPence: 0, reversedPence: 0 }
  const [byOffer, byCode] = [partsTally(), partsTally()]
  let orderCount = 0
  const photos = new Map<string, { -readonly [K in keyof SoldPhoto]: SoldPhoto[K] }>()
  return {
    add: (sale: Sold): void => {
      orderCount += 1
      sums.grossPence = sumPence([sums.grossPence, sale.grossPence])
      sums.returnedPence = sumPence([sums.returnedPence, sale.returnedPence])
      sums.amountPence = sumPence([sums.amountPence, sale.amountPence])
      sums.reversedPence = sumPence([sums.reversedPence, sale.reversedPence])
      const parts = partsOfSale(sale)
      for (const [offer, ofOffer] of parts.offers) byOffer.add(offer, ofOffer)
      byCode.add(...parts.code)
      if (isRefundedWhole(sale)) return
      const returned = takenOff(sale.returnedPence, sale, 'netPence')
      const reversed = takenOff(sale.reversedPence, sale, 'sharePence')
      for (const [index, { photoId, title, netPence, sharePence }] of sale.photos.entries()) {
        const known = photos.get(photoId) ?? {
          photoId,
          title,
          soldCount: 0,
          revenuePence: 0,
          earningsPence: 0,
          lastSoldAt: Date.parse(sale.paidAt),
        }
        known.soldCount += 1
        known.revenuePence = sumPence([known.revenuePence, netPence, -(returned[index] ?? 0)])
        known.earningsPence = sumPence([known.earningsPence, sharePence, -(reversed[index] ?? 0)])
        photos.set(photoId, known)
      }
    },
    sum: (): SoldDay => ({
      day,
      orderCount,
      ...sums,
      byOffer: byOffer.sum(),
      byCode: byCode.sum(),
      photos: [...photos.values()],
    }),
  }
}

/** The days of sales that are given newest first, the newest day first; days without a sale are not among them. */
export const daysOf = (newestFirst: readonly Sold[]): SoldDay[] =>
  [...Map.groupBy(newestFirst, ({ paidAt }) => dayOf(paidAt))].map(([day, sales]) => {
    const tally = dayTally(day)
    for (const sale of sales) tally.add(sale)
    return tally.sum()
  })
