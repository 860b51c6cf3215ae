import type { Operation } from '#functions/shared/http/operation.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { type GallerySessions, hashOf } from '#functions/shared/sessions/gallery-sessions.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { CountEvent } from '#schema/events/count.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { visitedGallery } from './gallery-visit.ts'
import { rememberedGalleries } from './remembered-galleries.ts'

type Parts = {
  galleries: GalleryStore
  access: GalleryAccess
  sessions: GallerySessions
  send: Send
  now: Clock
}

/**
 * One message for the queue of counts, and no write. A gallery that everybody may see is read once in a few seconds by each
 * copy of the function, any other each time. What is counted twice is the consumer's to know.
 */
export const recordView = (parts: Parts): Operation<typeof api.galleries.endpoints.recordView> => {
  const remembered = rememberedGalleries(parts.now)
  return async (request) => {
    const { sessions, send, now } = parts
    const { subject } = await sessions.visitorOf(request)
    const known = remembered.find(request.params.galleryId)
    const readAt = now()
    const gallery = known?.gallery ?? (await visitedGallery(parts, request))
    if (!known) remembered.keep(gallery, readAt)
    // Its photographer's own visits count nothing (rulings).
    if (request.caller?.userId === gallery.photographerId) return { viewCount: gallery.viewCount }
    const event: CountEvent = {
      kind: 'view',
      galleryId: gallery.id,
      // So that a message tells people and addresses apart and names neither.
      who: hashOf(`${gallery.id} ${subject}`).slice(0, 22),
      from: hashOf(request.address).slice(0, 22),
      at: stamp(now()),
    }
    await send('COUNTS_QUEUE_URL', [event])
    return { viewCount: gallery.viewCount + 1 }
  }
}
