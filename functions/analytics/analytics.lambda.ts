import { liveGalleries } from '#functions/galleries/live.ts'
import { liveDownloads } from '#functions/galleries/live-downloads.ts'
import { liveDiscounts } from '#functions/orders/live.ts'
import { liveEarnings, liveSoldDays } from '#functions/payments/live.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { analytics } from '#schema/api/analytics.ts'
import { getSalesAnalytics } from './get-sales-analytics.ts'

const liveParts = () => ({
  ...liveGalleries(),
  earnings: liveEarnings(),
  soldDays: liveSoldDays,
  downloads: liveDownloads(),
  discounts: liveDiscounts(async () => ''),
  links: liveMediaLinks(),
  now: systemClock,
})

export const handler = serve(analytics, () => ({ sales: getSalesAnalytics(liveParts()) }), { gate: liveGate })
