import { galleryTags, kept } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { paintOf } from '#schema/brand-paint.ts'
import { lookOf } from '#schema/entities/gallery-look.ts'
import { AppError } from '#schema/errors.ts'
import { areFreeGiven } from './free-photos.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { openCard } from './gallery-views.ts'
import { isFoundByTime } from './photo-hours.ts'
import type { PhotoStore } from './photo-store.ts'
import { watermarkOf } from './shown-picture.ts'
import { stepsInReach } from './steps-in-reach.ts'
import { visitorSets } from './visitor-sets.ts'
import { wholeOfferOf } from './whole-offer.ts'

type Parts = { galleries: GalleryStore; photos: PhotoStore; access: GalleryAccess; links: MediaLinks; now: Clock }

export const getGallery =
  ({ galleries, photos, access, links, now }: Parts): Operation<typeof api.galleries.endpoints.get> =>
  async ({ params, headers, caller }) => {
    const gallery = await galleries.find(params.galleryId)
    if (!gallery) throw new AppError('gallery_not_found')
    const seen = await access.accessOf(gallery, { grants: [headers['x-gallery-grant']], caller })
    if (seen.state === 'absent') throw new AppError('gallery_not_found')
    const tags = galleryTags([gallery])
    if (seen.state === 'locked') {
      const locked = { state: 'locked' as const, id: gallery.id, needs: seen.needs }
      return kept(locked, { tags, until: gallery.expiresAt })
    }
    const [card, { sets, until }, priceSteps] = await Promise.all([
      openCard(links, gallery),
      visitorSets({ photos, now }, gallery),
      stepsInReach(photos, gallery),
    ])
    const { isPublic, asksEmail, expiresAt, numbers: hasNumbers } = gallery
    const look = lookOf(gallery)
    const brand = paintOf(gallery.brand)
    const shown = {
      ...card,
      isPublic,
      ...(asksEmail && { asksEmail }),
      expiresAt,
      watermark: watermarkOf(gallery),
      clientCanDownload: areFreeGiven(gallery),
      priceSteps,
      wholePence: wholeOfferOf(gallery)?.wholePence ?? null,
      sets,
      look,
      brand,
      hasNumbers,
      hasTimes: isFoundByTime(gallery),
    }
    return kept({ state: 'open' as const, gallery: shown }, { tags, until })
  }
