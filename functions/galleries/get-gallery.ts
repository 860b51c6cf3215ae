import { galleryTags, kept } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { api } from '#schema/api/all.ts'
import { paintOf } from '#schema/brand-paint.ts'
import { lookOf } from '#schema/entities/gallery-look.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { openCard } from './gallery-views.ts'
import { watermarkOf } from './shown-picture.ts'

type Parts = { galleries: GalleryStore; access: GalleryAccess; links: MediaLinks }

export const getGallery =
  ({ galleries, access, links }: Parts): Operation<typeof api.galleries.endpoints.get> =>
  async ({ params, headers, caller }) => {
    const gallery = await galleries.find(params.galleryId)
    if (!gallery) throw new AppError('gallery_not_found')
    const seen = await access.accessOf(gallery, { grants: [headers['x-gallery-grant']], caller })
    if (seen.state === 'absent') throw new AppError('gallery_not_found')
    const keeping = { tags: galleryTags([gallery]), until: gallery.expiresAt }
    if (seen.state === 'locked') return kept({ state: 'locked' as const, id: gallery.id, needs: seen.needs }, keeping)
    const card = await openCard(links, gallery)
    const { isPublic, clientCanDownload, priceSteps, sets } = gallery
    const look = lookOf(gallery)
    const brand = paintOf(gallery.brand)
    const shown = {
      ...card,
      isPublic,
      watermark: watermarkOf(gallery),
      clientCanDownload,
      priceSteps,
      sets,
      look,
      brand,
    }
    return kept({ state: 'open' as const, gallery: shown }, keeping)
  }
