import * as z from 'zod'
import { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { SumPence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'
import { endpoint, subject } from './endpoint.ts'
import { Picture } from './views.ts'

/** 7 days, 1 month, 1 year back from now (specification, section 9). */
export const AnalyticsWindow = z.enum(['week', 'month', 'year'])
export type AnalyticsWindow = z.infer<typeof AnalyticsWindow>

const Count = z.int().min(0)

/** One of the photographer's sales: nothing of the buyer. */
const RecentOrder = z.object({
  orderNumber: z.string(),
  paidAt: Timestamp,
  /** The first of them, and how many more there are. */
  photoTitles: z.array(z.string()),
  morePhotos: z.int().min(0),
  /** The photographer's share, less what was refunded. */
  revenuePence: SumPence,
  isRefunded: z.boolean(),
})

const TopPhoto = z.object({
  photoId: PhotoId,
  /** As it was called when it was last sold. */
  title: z.string(),
  soldCount: Count,
  revenuePence: SumPence,
  picture: Picture.nullable(),
})

/** One bar of the chart: a UTC day, or a month where the window is a year. All bars together are the revenue. */
const RevenuePoint = z.object({
  date: z.iso.date(),
  revenuePence: SumPence,
  earningsPence: SumPence,
  orderCount: Count,
})

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
