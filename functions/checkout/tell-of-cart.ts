import { actEvent } from '#functions/galleries/act-event.ts'
import type { Photographer } from '#functions/shared/http/operation.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { limits } from '#schema/limits.ts'
import type { Offer } from './cart.ts'

type Parts = { sessions: Pick<GallerySessions, 'subjectOf'>; send: Send; log: Log; now: Clock }
type Asker = {
  caller: Photographer | undefined
  headers: { 'x-gallery-session'?: string | undefined }
  address: string
}

/**
 * Tells the photographers of a cart how many of each gallery's photos are in it, or that all are as one, for the galleries that most of them are
 * of. Prices wait for no answer of the queue's but its own, and a cart that cannot be told of is priced all the same.
 */
export const tellOfCart =
  ({ sessions, send, log, now }: Parts) =>
  async (offers: readonly Pick<Offer, 'gallery'>[], wholes: readonly Gallery[], asker: Asker): Promise<void> => {
    const isOfOthers = (gallery: Gallery) => gallery.photographerId !== asker.caller?.userId
    const asOne = new Map(wholes.filter(isOfOthers).map(({ id, photoCount }) => [id, photoCount]))
    const alone = offers.filter(({ gallery }) => isOfOthers(gallery) && !asOne.has(gallery.id))
    const counts = [...Map.groupBy(alone, ({ gallery }) => gallery.id)].map(([id, { length }]) => [id, length] as const)
    if (asOne.size + counts.length === 0) return
    const subject = await sessions.subjectOf(asker, asker.address)
    // Without a session, visitors of one address would be one visitor.
    if (subject.startsWith('ADDRESS#')) return
    const at = stamp(now())
    const events = [...asOne, ...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, limits.activity.galleriesOfCart)
      .map(([galleryId, photos]) =>
        actEvent(galleryId, { act: 'carted', subject, from: asker.address, photos, isWhole: asOne.has(galleryId), at }),
      )
    await send('COUNTS_QUEUE_URL', events).catch((error: unknown) => {
      log.warn('a cart was not told of', describeError(error))
    })
  }
export type TellOfCart = ReturnType<typeof tellOfCart>
