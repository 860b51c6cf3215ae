import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { browseGalleries } from '#functions/galleries/browse-galleries.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import { pageNameStore } from '#functions/profiles/page-name-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { cameThroughFront } from '#functions/shared/identity/front-check.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveBuiltSite } from './built-site.ts'
import { loadPage } from './load-page.ts'
import { servePages } from './serve-pages.ts'

/** Pages search for nothing and write nothing: whatever would be counted is not asked here. */
const uncounted: Throttle = {
  count: async () => 0,
  takeBack: async () => undefined,
  fullness: async () => undefined,
}

const liveParts = () => {
  const table = liveTable()
  const signer = liveSigner()
  const now = systemClock
  const siteUrl = setting('SITE_URL')
  const parts = {
    galleries: galleryStore(table),
    photos: photoStore(table),
    profiles: profileStore(table),
    pageNames: pageNameStore(table),
    // A page is the same for everybody: no grant reaches it.
    access: galleryAccess({ signer, now, isReviewOpen: async () => false }),
    cursors: cursors(signer),
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
