import * as z from 'zod'
import { SoldId, SoldOffer } from '#schema/entities/earning.ts'
import { limits } from '#schema/limits.ts'
import { SumPence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'
import { endpoint, subject } from './endpoint.ts'
import { Picture } from './views.ts'

/** 7 days, 1 month, 1 year back from now (specification, section 9). */
export const AnalyticsWindow = z.enum(['week', 'month', 'year'])
export type AnalyticsWindow = z.infer<typeof AnalyticsWindow>

const Count = z.int().min(0)

/** What a row of a list came to; all rows of a window together are its revenue and its earnings. */
const rowSums = {
  /** What buyers paid, less what was given back. */
  revenuePence: SumPence,
  /** The share of it. `null` in an answer of the last release, whose `revenuePence` is the share. */
  earningsPence: SumPence.nullable().default(null),
}

/** One of the photographer's sales: nothing of the buyer. */
const RecentOrder = z.object({
  orderNumber: z.string(),
  paidAt: Timestamp,
  /** The first of them, and how many more there are. */
  photoTitles: z.array(z.string()),
  morePhotos: z.int().min(0),
  ...rowSums,
  isRefunded: z.boolean(),
})

/** A photo, or a gallery that was bought as a whole. */
const TopPhoto = z.object({
  photoId: SoldId,
  /** As it was called when it was last sold. */
  title: z.string(),
  soldCount: Count,
  ...rowSums,
  picture: Picture.nullable(),
})

/** One bar of the chart: a UTC day, or a month where the window is a year. All bars together are the revenue. */
const RevenuePoint = z.object({
  date: z.iso.date(),
  revenuePence: SumPence,
  earningsPence: SumPence,
  orderCount: Count,
})

/** What a part of the sales came to. Its revenue is what was paid, less what was given back. */
const partSums = {
  /** An order with several offers counts with each of them. */
  orderCount: Count,
  paidPence: SumPence,
  returnedPence: SumPence,
  revenuePence: SumPence,
  earningsPence: SumPence,
}

/** Sold at the price of each photo, by price steps or as a whole gallery. `earlier`: before that was noted with a sale. */
const SoldByOffer = z.object({ offer: z.enum([...SoldOffer.options, 'earlier']), ...partSums })
export type SoldByOffer = z.input<typeof SoldByOffer>

/** Sold with an own code, with a code of the site, or without one. Nobody else's code is named. */
const SoldByCode = z.object({
  kind: z.enum(['own', 'site', 'none', 'earlier']),
  /** An own code as its owner wrote it. */
  code: z.string().nullable(),
  ...partSums,
})
export type SoldByCode = z.input<typeof SoldByCode>

export const SalesAnalytics = z.object({
  window: AnalyticsWindow,
  from: Timestamp,
  to: Timestamp,
  /** What buyers paid for this photographer's photos in the window, less what was given back. */
  revenuePence: SumPence,
  /** Shares of the orders paid in the window, less what was refunded: the journal's numbers. */
  earningsPence: SumPence,
  orderCount: Count,
  /** All photos for sale, whatever the window. */
  photoCount: Count,
  downloadCount: Count,
  recentOrders: z.array(RecentOrder).max(limits.analytics.recentOrders),
  topPhotos: z.array(TopPhoto).max(limits.analytics.topPhotos),
  series: z.array(RevenuePoint),
  /** The parts of each of the two lists sum to the revenue and the earnings; those without a sale are left out. */
  byOffer: z.array(SoldByOffer),
  byCode: z.array(SoldByCode),
})
export type SalesAnalytics = z.infer<typeof SalesAnalytics>

export const analytics = subject('analytics', 'Photographers cannot see how their photos sell.', {
  sales: endpoint({
    method: 'GET',
    path: '/me/analytics',
    access: 'photographer',
    summary: 'Revenue, orders, photos and downloads of a week, month or year',
    query: z.object({ window: AnalyticsWindow.default('month') }),
    response: SalesAnalytics,
    errors: [],
  }),
})
