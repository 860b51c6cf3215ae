import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { visitedWithLike } from './gallery-visit.ts'

type Parts = {
  galleries: GalleryStore
  access: GalleryAccess
  sessions: GallerySessions
  throttle: Throttle
  now: Clock
}

export const toggleLike =
  (parts: Parts): Operation<typeof api.galleries.endpoints.toggleLike> =>
  async (request) => {
    const { subject, isLate } = await parts.sessions.visitorOf(request)
    await parts.throttle.count('likes', subject)
    // Not beside it: what one browser is refused would count against all of its network.
    await parts.throttle.count('likesPerAddress', request.address)
    if (isLate) await parts.throttle.count('likesOfLateSessions', request.address)
    const { gallery, isLiked } = await visitedWithLike(parts, request, subject)
    return parts.galleries.toggleLike(gallery, { subject, wasLiked: isLiked, at: stamp(parts.now()) })
  }
