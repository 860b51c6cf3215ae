import { galleryTags, kept } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { keptWhileFilling } from './kept-while-filling.ts'
import { hourTaken, takenBetween } from './photo-order.ts'
import type { PhotoStore } from './photo-store.ts'

/**
 * Whether visitors find photos by when they were taken: at a race, where runners know about when they came by. Its photos
 * have to lie in that order, by which a time is found as a part of the list (decision 98).
 */
export const isFoundByTime = ({ numbers, photoOrder }: Pick<Gallery, 'numbers' | 'photoOrder'>): boolean =>
  numbers && photoOrder === 'captured'

/** The first photo of each hour leads to the next hour that has any: a query an hour, whatever the gallery holds. */
export const hoursOf = async (photos: Pick<PhotoStore, 'listShown'>, galleryId: GalleryId) => {
  const hours: string[] = []
  let from: string | undefined
  for (;;) {
    const { photos: found } = await photos.listShown(galleryId, { sort: takenBetween({ from }), limit: 1 })
    const hour = found[0] && hourTaken(found[0])
    if (hour === undefined) return { hours, isMore: false }
    if (hours.length === limits.gallery.hoursTold) return { hours, isMore: true }
    // A camera whose clock was never set may tell of a month that there is none of.
    if (!Number.isNaN(Date.parse(`${hour}:00:00Z`))) hours.push(hour)
    // Behind its last minute, and before the hour that comes next.
    from = `${hour}:99`
  }
}

type Parts = { galleries: GalleryStore; photos: PhotoStore; access: GalleryAccess; now: Clock }

export const listPhotoHours =
  ({ galleries, photos, access, now }: Parts): Operation<typeof api.galleries.endpoints.photoHours> =>
  async ({ params: { galleryId }, headers, caller }) => {
    const found = await galleries.find(galleryId)
    const gallery = await access.requireOpen(found, { grants: [headers['x-gallery-grant']], caller })
    const answer = isFoundByTime(gallery) ? await hoursOf(photos, galleryId) : { hours: [], isMore: false }
    return kept(answer, { tags: galleryTags([gallery]), until: keptWhileFilling(gallery, now()) })
  }
