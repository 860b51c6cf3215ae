import type { Operation } from '#functions/shared/http/operation.ts'
import { type Random, randomText } from '#functions/shared/ids/ids.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { type VisitParts, visitedWithLike } from './gallery-visit.ts'
import { isLiked } from './like-writes.ts'

type Parts = VisitParts & {
  sessions: GallerySessions
  throttle: Throttle
  send: Send
  random: Random
  log: Log
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
    const { gallery, like } = await visitedWithLike(parts, request, subject)
    // Its photographer's own likes count nothing; one that was given earlier can be taken back.
    if (request.caller?.userId === gallery.photographerId && !isLiked(like)) throw new AppError('own_gallery')
    const press = { subject, like, id: randomText(parts.random, 26), at: stamp(parts.now()) }
    const { event, ...answer } = await parts.galleries.toggleLike(gallery, press)
    // The like carries what is to be counted: where this fails, it is sent again (see move-counts.ts).
    await parts.send('COUNTS_QUEUE_URL', [event]).catch((error: unknown) => {
      parts.log.warn('like not sent yet', { galleryId: gallery.id, ...describeError(error) })
    })
    return answer
  }
