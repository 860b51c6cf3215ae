import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { type VisitParts, visitedWithLike } from './gallery-visit.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = VisitParts & {
  photos: Pick<PhotoStore, 'find'>
  sessions: GallerySessions
  throttle: Throttle
  now: Clock
}

/** Sets or removes a favourite. The request names the wanted state instead of toggling, so that it can be repeated safely. */
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
