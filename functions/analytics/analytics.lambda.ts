import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { downloadStore } from '#functions/photos/download-store.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { analytics } from '#schema/api/analytics.ts'
import { getSalesAnalytics } from './get-sales-analytics.ts'

const liveParts = () => {
  const table = liveTable()
  return {
    earnings: earningStore(table),
    galleries: galleryStore(table),
    photos: photoStore(table),
    downloads: downloadStore(table),
    links: liveMediaLinks(),
    now: systemClock,
  }
}

export const handler = serve(analytics, () => ({ sales: getSalesAnalytics(liveParts()) }), { gate: liveGate })
