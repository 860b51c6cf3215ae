import type { Operation } from '#functions/shared/http/operation.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { CountEvent } from '#schema/events/count.ts'
import { actEvent } from './act-event.ts'
import { type VisitParts, visitedWithLike } from './gallery-visit.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = VisitParts & {
  photos: Pick<PhotoStore, 'find'>
  sessions: GallerySessions
  throttle: Throttle
  send: Send
  log: Log
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
    const act = { act: 'favourited', at: stamp(now()) } as const
    const count = await galleries.setFavourite(gallery.id, { ...params, ...body, subject, like, at: act.at })
    // Its photographer's own hearts are told to nobody (rulings).
    if (body.isFavourite && request.caller?.userId !== gallery.photographerId)
      await tell(parts, actEvent(gallery.id, { ...act, subject, from: request.address, photos: count }))
    return { count }
  }

/** A heart is kept whether or not the queue takes what tells of it. */
const tell = async ({ send, log }: Parts, event: CountEvent): Promise<void> =>
  send('COUNTS_QUEUE_URL', [event]).catch((error: unknown) => {
    log.warn('a favourite was not told of', describeError(error))
  })
