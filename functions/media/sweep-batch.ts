import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { Orphan, OrphanStore } from '#functions/galleries/orphan-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Rerender } from '#schema/events/render.ts'
import type { SweepBatch } from '#schema/events/sweep.ts'
import { gaveUp } from './refusals.ts'

type Parts = {
  orphans: OrphanStore
  photos: Pick<PhotoStore, 'giveUp'>
  galleries: Pick<GalleryStore, 'findKept'>
  storage: Pick<Storage, 'head' | 'list' | 'remove'>
  send: Send
  now: Clock
  log: Log
}
type Swept = 'without files' | 'kept' | 'held' | 'asked again' | 'given up' | 'changed' | 'failed'

/**
 * Some photos of the sweep: what was granted and never uploaded goes; what was uploaded and never drawn is announced once
 * more, and a day later its owner is told; files of deleted photos go, unless they were sold, and not while an order that names
 * them may still be paid. One that fails is logged and stays in the list for the next day.
 */
export const sweepBatch =
  (parts: Parts) =>
  async ({ photographerId, photos }: SweepBatch): Promise<void> => {
    const { orphans, log } = parts
    const sweep = async (orphan: Orphan): Promise<Swept> => {
      try {
        return await sweepOne(parts, orphan)
      } catch (error) {
        log.error('sweep failed', { photoId: orphan.photo.id, ...describeError(error) })
        return 'failed'
      }
    }
    // The index may lag; what is decided here cannot be taken back.
    const listed = await orphans.again(photos)
    const gone: Orphan[] = []
    const counts: Partial<Record<Swept, number>> = {}
    for (const orphan of listed) {
      const outcome = await sweep(orphan)
      counts[outcome] = (counts[outcome] ?? 0) + 1
      if (outcome === 'without files') gone.push(orphan)
    }
    if (gone.length > 0 && !(await orphans.forget(photographerId, gone))) {
      // One of them has changed since: it alone stays.
      for (const orphan of gone) await orphans.forget(photographerId, [orphan])
    }
    log.info('swept', counts)
  }

const sweepOne = async (parts: Parts, orphan: Orphan): Promise<Swept> => {
  const { orphans, photos, galleries, storage, send, now } = parts
  const { photo } = orphan
  if (photo.state === 'deleted') return removeFiles(parts, orphan)

  const hasGallery = (await galleries.findKept(photo.galleryId)) !== undefined
  const hasArrived = hasGallery && (await storage.head('originals', { key: photo.uploadKey })) !== undefined
  if (!hasArrived) return (await orphans.expire(orphan)) ? removeFiles(parts, orphan) : 'changed'
  if (orphan.askedAgain) return (await photos.giveUp(photo, gaveUp)) ? 'given up' : 'changed'
  const message: Rerender = { kind: 'render-upload', photoId: photo.id }
  await send('RENDER_QUEUE_URL', [message])
  await orphans.askedAgain(orphan, now())
  return 'asked again'
}

const removeFiles = async ({ orphans, storage, now }: Parts, orphan: Orphan): Promise<Swept> => {
  if (orphan.photo.isOrdered) {
    await orphans.keep(orphan)
    return 'kept'
  }
  const { heldUntil } = orphan.photo
  if (heldUntil !== null && heldUntil > stamp(now())) {
    await orphans.wait(orphan, heldUntil)
    return 'held'
  }
  // Whatever lies there, also what a try that was cut short left behind under a name that nobody wrote down.
  for (const [bucket, prefix] of mediaKeys.placesOf(orphan.photo)) {
    await storage.remove(bucket, await storage.list(bucket, prefix))
  }
  return 'without files'
}
