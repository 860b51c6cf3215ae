import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { browseGalleries } from '#functions/galleries/browse-galleries.ts'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { liveGalleries, liveGalleryAccess, liveTableSearch } from '#functions/galleries/live.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import { livePageNames, liveProfiles } from '#functions/profiles/live.ts'
import { cameThroughFront } from '#functions/shared/identity/front-check.ts'
import { liveCursors } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveBuiltSite } from './built-site.ts'
import { loadPage } from './load-page.ts'
import { servePages } from './serve-pages.ts'

/** Pages search for nothing and write nothing: whatever would be counted is not asked here. */
const uncounted: Pick<Throttle, 'count'> = { count: async () => 0 }

const liveParts = () => {
  const now = systemClock
  const siteUrl = setting('SITE_URL')
  const parts = {
    ...liveGalleries(),
    search: liveTableSearch(),
    profiles: liveProfiles(),
    pageNames: livePageNames(),
    // A page is the same for everybody: no grant reaches it.
    access: liveGalleryAccess(async () => false),
    cursors: liveCursors(),
    links: liveMediaLinks(),
    throttle: uncounted,
    siteUrl,
    now,
  }
  return {
    ...parts,
    load: loadPage({
      browse: browseGalleries(parts),
      gallery: getGallery(parts),
      photos: listGalleryPhotos(parts),
      portfolio: getPortfolio(parts),
      portfolioGallery: getPortfolioGallery(parts),
      galleries: parts.galleries,
      siteUrl,
      now,
    }),
    site: liveBuiltSite,
    stage: setting('STAGE'),
    log: systemLog('pages'),
    cameThroughFront,
  }
}

let serve: ReturnType<typeof servePages> | undefined

/** Answers pages, sitemaps, `robots.txt` and pictures of link previews. */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  serve ??= servePages(liveParts())
  return serve(event)
}
