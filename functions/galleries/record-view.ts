import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { visitedGallery } from './gallery-visit.ts'

type Parts = {
  galleries: GalleryStore
  access: GalleryAccess
  sessions: GallerySessions
  throttle: Throttle
  now: Clock
}

export const recordView =
  (parts: Parts): Operation<typeof api.galleries.endpoints.recordView> =>
  async (request) => {
    const { subject } = await parts.sessions.visitorOf(request)
    await parts.throttle.count('views', subject)
    // Not beside it: what one browser is refused would count against all of its network.
    await parts.throttle.count('viewsPerAddress', request.address)
    const gallery = await visitedGallery(parts, request)
    const isCounted = await parts.galleries.countView(gallery.id, subject, parts.now())
    return { viewCount: gallery.viewCount + (isCounted ? 1 : 0) }
  }
