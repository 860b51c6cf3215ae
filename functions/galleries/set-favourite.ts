import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { visitedWithLike } from './gallery-visit.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = {
  galleries: GalleryStore
  photos: Pick<PhotoStore, 'find'>
  access: GalleryAccess
  sessions: GallerySessions
  throttle: Throttle
  now: Clock
}

/** A heart. It is said what shall be, not toggled: without an answer it may be sent again. */
export const setFavourite =
  (parts: Parts): Operation<typeof api.galleries.endpoints.setFavourite> =>
  async (request) => {
    const { galleries, photos, sessions, throttle, now } = parts
    const { params, body } = request
    const { subject } = await sessions.visitorOf(request)
    await throttle.count('favourites', subject)
    // Not beside it: what one browser is refused would count against all of its network.
    await throttle.count('favouritesPerAddress', request.address)
    const [{ gallery, like }, photo] = await Promise.all([
      visitedWithLike(parts, request, subject),
      body.isFavourite ? photos.find(params.photoId) : undefined,
    ])
    if (body.isFavourite && (photo?.state !== 'ready' || photo.galleryId !== gallery.id))
      throw new AppError('photo_not_found')
    const count = await galleries.setFavourite(gallery.id, { ...params, ...body, subject, like, at: stamp(now()) })
    return { count }
  }
