import type { Operation } from '#functions/shared/http/operation.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { type GallerySessions, hashOf } from '#functions/shared/sessions/gallery-sessions.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { CountEvent } from '#schema/events/count.ts'
import type { GalleryId } from '#schema/ids.ts'
import { type GalleryAccess, isListed, isOpenToAll } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { visitedGallery } from './gallery-visit.ts'

type Parts = {
  galleries: GalleryStore
  access: GalleryAccess
  sessions: GallerySessions
  send: Send
  now: Clock
}

/**
 * One message for the queue of counts, and no write. A gallery that everybody may see is read once in a few seconds by each
 * copy of the function: three thousand views a second of one gallery are as many reads as its partition takes (3,000 units a
 * second), and its pages need them. Any other is read each time. What is counted twice is the consumer's to know.
 */
export const recordView = (parts: Parts): Operation<typeof api.galleries.endpoints.recordView> => {
  const remembered = rememberedGalleries(parts.now)
  return async (request) => {
    const { sessions, send, now } = parts
    const { subject } = await sessions.visitorOf(request)
    const known = remembered.find(request.params.galleryId)
    const gallery = known ?? (await visitedGallery(parts, request))
    if (!known) remembered.keep(gallery)
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

/** What turned private meanwhile still counts views for so long, and shows nothing but their number. */
const rememberedMs = 5_000
/** Of two kilobytes each; past them all are forgotten, which costs a read each. */
const mostRemembered = 1_000

const rememberedGalleries = (now: Clock) => {
  const galleries = new Map<GalleryId, { gallery: Gallery; until: number }>()
  return {
    find: (id: GalleryId): Gallery | undefined => {
      const found = galleries.get(id)
      return found && found.until > now().getTime() && isListed(found.gallery, now()) ? found.gallery : undefined
    },
    keep: (gallery: Gallery): void => {
      if (!isOpenToAll(gallery) || !isListed(gallery, now())) return
      if (galleries.size >= mostRemembered) galleries.clear()
      galleries.set(gallery.id, { gallery, until: now().getTime() + rememberedMs })
    },
  }
}
