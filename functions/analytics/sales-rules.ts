import { afterHours, afterMonths } from '#functions/shared/time/clock.ts'
import type { AnalyticsWindow } from '#schema/api/analytics.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence, splitPence, sumPence } from '#schema/money.ts'

type Sold = Pick<Earning, 'grossPence' | 'returnedPence' | 'amountPence' | 'reversedPence' | 'paidAt' | 'photos'>

/** Where a window begins: 7 days, one calendar month or one calendar year back. */
export const windowStart = (window: AnalyticsWindow, now: Date): Date =>
  window === 'week' ? afterHours(now, -7 * 24) : afterMonths(now, window === 'month' ? -1 : -12)

/** What a sale has brought its photographer, less refunds: the sum of the shares that were not reversed. */
export const revenueOf = ({ amountPence, reversedPence }: Pick<Earning, 'amountPence' | 'reversedPence'>): number =>
  sumPence([amountPence, -reversedPence])

export const revenueOfAll = (sales: readonly Sold[]): number => sumPence(sales.map(revenueOf))

/** What buyers paid for a photographer's photos, less what was given back to them (rulings). */
export const paidForAll = (sales: readonly Sold[]): number =>
  sumPence(sales.flatMap(({ grossPence, returnedPence }) => [grossPence, -returnedPence]))

export type Point = { date: string; revenuePence: number; earningsPence: number; orderCount: number }

/** Days and months begin at midnight, UTC. */
const dateOf = (at: Date, window: AnalyticsWindow): string =>
  window === 'year' ? `${at.toISOString().slice(0, 7)}-01` : at.toISOString().slice(0, 10)

/** One point for every day of the window, or every month of a year, in order; days without a sale are 0. */
export const seriesOf = (sales: readonly Sold[], window: AnalyticsWindow, now: Date): Point[] => {
  const next = (at: Date): Date => (window === 'year' ? afterMonths(at, 1) : afterHours(at, 24))
  const byDate = Map.groupBy(sales, ({ paidAt }) => dateOf(new Date(paidAt), window))
  const points: Point[] = []
  for (let at = new Date(dateOf(windowStart(window, now), window)); at <= now; at = next(at)) {
    const date = dateOf(at, window)
    const sold = byDate.get(date) ?? []
    points.push({
      date,
      revenuePence: paidForAll(sold),
      earningsPence: revenueOfAll(sold),
      orderCount: sold.length,
    })
  }
  return points
}

export type TopSale = { photoId: PhotoId; title: string; soldCount: number; revenuePence: number }

/**
 * The photos that sold most often, those that brought more first among equals. A refund of part of an order is taken
 * from its photos in proportion to their shares; an order that was refunded whole sold nothing.
 */
export const topPhotos = (newestFirst: readonly Sold[]): TopSale[] => {
  const sums = new Map<PhotoId, TopSale>()
  for (const sale of newestFirst) {
    if (sale.amountPence > 0 && revenueOf(sale) === 0) continue
    const shares = sale.photos.map(({ sharePence }) => sharePence)
    const refunds = sale.amountPence === 0 ? shares.map(() => 0) : splitPence(pence(sale.reversedPence), shares)
    sale.photos.forEach(({ photoId, title, sharePence }, index) => {
      const sum = sums.get(photoId) ?? { photoId, title, soldCount: 0, revenuePence: 0 }
      const revenuePence = sumPence([sum.revenuePence, sharePence, -(refunds[index] ?? 0)])
      sums.set(photoId, { ...sum, soldCount: sum.soldCount + 1, revenuePence })
    })
  }
  return [...sums.values()]
    .toSorted((a, b) => b.soldCount - a.soldCount || b.revenuePence - a.revenuePence)
    .slice(0, limits.analytics.topPhotos)
}
