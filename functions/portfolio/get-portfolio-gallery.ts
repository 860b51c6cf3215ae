import type { GalleryAccess } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { openCard, photoView } from '#functions/galleries/gallery-views.ts'
import { photosList, shownPhotos } from '#functions/galleries/list-gallery-photos.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { watermarkOf } from '#functions/galleries/shown-picture.ts'
import type { PageNameStore } from '#functions/profiles/page-name-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { publicPage } from './portfolio-rules.ts'

type Parts = {
  profiles: ProfileStore
  pageNames: PageNameStore
  galleries: GalleryStore
  photos: PhotoStore
  access: GalleryAccess
  links: MediaLinks
  cursors: Cursors
  now: Clock
}

/** A gallery at its place below the photographer's page; its further photos come from the galleries' own list. */
export const getPortfolioGallery =
  (parts: Parts): Operation<typeof api.profiles.endpoints.portfolioGallery> =>
  async ({ params }) => {
    const { galleries, photos, access, links, cursors, now } = parts
    const page = await publicPage(parts, params.subdomain, now())
    const named = page.galleries.find(({ slug }) => slug === params.slug)
    if (!named) throw new AppError('gallery_not_found')
    // The list may be a moment old; what is shown is decided by the gallery itself.
    const [gallery, shown] = await Promise.all([
      galleries.find(named.id),
      shownPhotos(photos, named.id, { sought: [] }),
    ])
    const seen = gallery ? await access.accessOf(gallery, {}) : { state: 'absent' }
    if (seen.state === 'locked') throw new AppError('gallery_locked', { galleryId: named.id })
    if (!gallery || seen.state === 'absent') throw new AppError('gallery_not_found')
    return {
      gallery: { ...(await openCard(links, gallery)), slug: named.slug },
      watermark: watermarkOf(gallery),
      photos: {
        items: await Promise.all(shown.entries.map((photo) => photoView(links, gallery, photo))),
        ...(await cursors.of(photosList(gallery.id), shown)),
      },
    }
  }
