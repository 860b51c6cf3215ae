import { isOfFirstLayout } from '#functions/galleries/complete-layout.ts'
import { areFreeGiven } from '#functions/galleries/free-photos.ts'
import { type GalleryAccess, isPublished } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { openCard, photoView } from '#functions/galleries/gallery-views.ts'
import { photosList, shownPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { isFoundByTime } from '#functions/galleries/photo-hours.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { watermarkOf } from '#functions/galleries/shown-picture.ts'
import { stepsInReach } from '#functions/galleries/steps-in-reach.ts'
import { visitorSets } from '#functions/galleries/visitor-sets.ts'
import { wholeOfferOf } from '#functions/galleries/whole-offer.ts'
import type { PageNameStore } from '#functions/profiles/page-name-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { galleryTags, kept } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { paintOf } from '#schema/brand-paint.ts'
import { lookOf } from '#schema/entities/gallery-look.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, UserId } from '#schema/ids.ts'
import { firstLayoutGalleries } from './first-layout.ts'
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
  async ({ params: { subdomain, slug } }) => {
    const { galleries, photos, access, links, cursors, now } = parts
    const { profile, beside } = await publicPage(parts, subdomain, (owner) => galleries.findBySlug(owner, slug))
    const id = beside ?? (isOfFirstLayout(profile) ? await idInFirstLayout(parts, profile.userId, slug) : undefined)
    if (id === undefined) throw new AppError('gallery_not_found')
    const [gallery, shown] = await Promise.all([galleries.find(id), shownPhotos(photos, id, { sought: [] })])
    // An address names what is listed: whoever guesses one learns of no private gallery.
    if (!gallery || !isPublished(gallery, now())) throw new AppError('gallery_not_found')
    const seen = await access.accessOf(gallery, {})
    if (seen.state === 'locked') throw new AppError('gallery_locked', { galleryId: id })
    if (seen.state === 'absent') throw new AppError('gallery_not_found')
    const [{ sets, until }, priceSteps] = await Promise.all([
      visitorSets({ photos, now }, gallery),
      stepsInReach(photos, gallery),
    ])
    const answer = {
      gallery: await openCard(links, gallery),
      watermark: watermarkOf(gallery),
      clientCanDownload: areFreeGiven(gallery),
      priceSteps,
      wholePence: wholeOfferOf(gallery)?.wholePence ?? null,
      look: lookOf(gallery),
      brand: paintOf(gallery.brand),
      sets,
      hasNumbers: gallery.numbers,
      hasTimes: isFoundByTime(gallery),
      photos: {
        items: await Promise.all(shown.entries.map((photo) => photoView(links, gallery, photo))),
        ...(await cursors.of(photosList(gallery.id), shown)),
      },
    }
    return kept(answer, { tags: galleryTags([gallery]), until })
  }

const idInFirstLayout = async (parts: Parts, owner: UserId, slug: string): Promise<GalleryId | undefined> =>
  (await firstLayoutGalleries(parts, { owner, now: parts.now() })).find((gallery) => gallery.slug === slug)?.id
