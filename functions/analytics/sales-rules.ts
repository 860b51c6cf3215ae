import { earningsOf, revenueOf, type SoldDay, type SoldPhoto } from '#functions/payments/sold-days.ts'
import { afterHours, afterMonths } from '#functions/shared/time/clock.ts'
import type { AnalyticsWindow } from '#schema/api/analytics.ts'
import { SoldId } from '#schema/entities/earning.ts'
import type { SoldSums } from '#schema/entities/sold-day.ts'
import { limits } from '#schema/limits.ts'
import { sumPence } from '#schema/money.ts'

/** Where a window begins: 7 days, one calendar month or one calendar year back. */
export const windowStart = (window: AnalyticsWindow, now: Date): Date =>
  window === 'week' ? afterHours(now, -7 * 24) : afterMonths(now, window === 'month' ? -1 : -12)

/** What sales have brought their photographer, less refunds: the sum of the shares that were not reversed. */
export const earningsOfAll = (days: readonly Record<'amountPence' | 'reversedPence', number>[]): number =>
  sumPence(days.map(earningsOf))

/** What buyers paid for a photographer's photos, less what was given back to them (rulings). */
export const revenueOfAll = (days: readonly Record<'grossPence' | 'returnedPence', number>[]): number =>
  sumPence(days.map(revenueOf))

export const ordersOf = (days: readonly Pick<SoldSums, 'orderCount'>[]): number =>
  days.reduce((count, { orderCount }) => count + orderCount, 0)

export type Point = { date: string; revenuePence: number; earningsPence: number; orderCount: number }

/** Days and months begin at midnight, UTC. */
const dateOf = (at: Date, window: AnalyticsWindow): string =>
  window === 'year' ? `${at.toISOString().slice(0, 7)}-01` : at.toISOString().slice(0, 10)

/** One point for every day of the window, or every month of a year, in order; days without a sale are 0. */
export const seriesOf = (days: readonly SoldDay[], window: AnalyticsWindow, now: Date): Point[] => {
  const next = (at: Date): Date => (window === 'year' ? afterMonths(at, 1) : afterHours(at, 24))
  const byDate = Map.groupBy(days, ({ day }) => dateOf(new Date(day), window))
  const points: Point[] = []
  for (let at = new Date(dateOf(windowStart(window, now), window)); at <= now; at = next(at)) {
    const date = dateOf(at, window)
    const sold = byDate.get(date) ?? []
    points.push({
      date,
      revenuePence: revenueOfAll(sold),
      earningsPence: earningsOfAll(sold),
      orderCount: ordersOf(sold),
    })
  }
  return points
}

/** `title` is missing where the last sale is known by the sums of its day alone. */
export type TopSale = Omit<SoldPhoto, 'photoId'> & { readonly photoId: SoldId }

/** The photos that sold most often, those that brought more first among equals, and of these the last sold. */
export const topPhotos = (newestFirst: readonly SoldDay[]): TopSale[] => {
  const sums = new Map<string, SoldPhoto>()
  for (const { photos } of newestFirst) {
    for (const photo of photos) {
      const known = sums.get(photo.photoId)
      sums.set(photo.photoId, known === undefined ? photo : together(known, photo))
    }
  }
  return best(sums.values()).map((photo) => ({ ...photo, photoId: SoldId.parse(photo.photoId) }))
}

/** The name and the moment are those of the last sale. */
const together = (later: SoldPhoto, earlier: SoldPhoto): SoldPhoto => ({
  ...later,
  soldCount: later.soldCount + earlier.soldCount,
  revenuePence: sumPence([later.revenuePence, earlier.revenuePence]),
  earningsPence: sumPence([later.earningsPence, earlier.earningsPence]),
})

/** One pass: of a year there may be millions. */
const best = (photos: Iterable<SoldPhoto>): SoldPhoto[] => {
  const top: SoldPhoto[] = []
  for (const photo of photos) {
    const place = top.findIndex((other) => rank(photo, other) < 0)
    if (place === -1 && top.length === limits.analytics.topPhotos) continue
    top.splice(place === -1 ? top.length : place, 0, photo)
    top.splice(limits.analytics.topPhotos)
  }
  return top
}
const rank = (a: SoldPhoto, b: SoldPhoto): number => b.soldCount - a.soldCount || b.revenuePence - a.revenuePence
