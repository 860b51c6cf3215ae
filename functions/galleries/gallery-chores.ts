import { choreNow } from '#functions/chores/chore-writes.ts'
import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'
import type { CountEvent } from '#schema/events/count.ts'
import type { Rerender } from '#schema/events/render.ts'
import { GalleryId, SetId } from '#schema/ids.ts'
import { goneAt } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = { galleries: GalleryStore; photos: PhotoStore; send: Send; now: Clock }
export type GalleryChore =
  | 'rerender-gallery'
  | 'cut-cover'
  | 'pass-cover-on'
  | 'clear-gallery'
  | 'show-prices'
  | 'order-photos'
  | 'price-photos'
  | 'clear-set'
  | 'forget-gallery'

/** What a change of a gallery leaves to do right after it; see functions/chores. */
export const galleryChores = ({ galleries, photos, send, now }: Parts): ChoreSteps<GalleryChore> => ({
  'rerender-gallery': async (subject) => {
    const galleryId = GalleryId.parse(subject)
    const message: Rerender = {
      kind: 'rerender-gallery',
      galleryId,
      run: (await galleries.findKept(galleryId))?.drawRun,
    }
    await send('RENDER_QUEUE_URL', [message])
  },

  'cut-cover': async (subject) => {
    const message: Rerender = { kind: 'cut-cover', galleryId: GalleryId.parse(subject) }
    await send('RENDER_QUEUE_URL', [message])
  },

  'pass-cover-on': (subject) => photos.passCoverOn(GalleryId.parse(subject)),

  'show-prices': async (subject) => {
    await photos.showPrices(GalleryId.parse(subject), { at: now(), isAgain: true })
  },

  'order-photos': (subject, mayGoOn) => photos.orderPhotos(GalleryId.parse(subject), mayGoOn),

  'price-photos': (subject, mayGoOn) => photos.priceAll(GalleryId.parse(subject), mayGoOn),

  'clear-set': (subject, mayGoOn) => {
    const [galleryId, setId] = subject.split('/')
    return photos.clearSet({ galleryId: GalleryId.parse(galleryId), setId: SetId.parse(setId) }, mayGoOn)
  },

  'forget-gallery': async (subject) => {
    const gallery = await galleries.findKept(GalleryId.parse(subject))
    if (!gallery || gallery.deletedAt === null || new Date(goneAt(gallery.deletedAt)) > now()) return
    // What was in it may be 60,000 photos: a chore of its own, which goes on in parts.
    const removed = await galleries.remove(gallery, [
      choreNow(now, 'clear-gallery', gallery.id),
      choreNow(now, 'clear-visitors', gallery.id),
    ])
    if (removed === 'changed') throw new AppError('changed_meanwhile')
  },

  'clear-gallery': async (subject, mayGoOn = () => {}) => {
    const galleryId = GalleryId.parse(subject)
    await photos.removeAll(galleryId, now(), mayGoOn)
    await galleries.clearLikes(galleryId, mayGoOn)
    const gone: CountEvent = { kind: 'gone', galleryId }
    await send('COUNTS_QUEUE_URL', [gone])
  },
})
