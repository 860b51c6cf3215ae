import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { CountEvent } from '#schema/events/count.ts'
import type { Rerender } from '#schema/events/render.ts'
import { GalleryId } from '#schema/ids.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = { galleries: GalleryStore; photos: PhotoStore; send: Send; now: Clock }
export type GalleryChore = 'rerender-gallery' | 'clear-gallery' | 'show-prices' | 'order-photos'

/** What a change of a gallery leaves to do right after it; see functions/chores. */
export const galleryChores = ({ galleries, photos, send, now }: Parts): ChoreSteps<GalleryChore> => ({
  'rerender-gallery': async (subject) => {
    const message: Rerender = { kind: 'rerender-gallery', galleryId: GalleryId.parse(subject) }
    await send('RENDER_QUEUE_URL', [message])
  },

  'show-prices': async (subject) => {
    await photos.showPrices(GalleryId.parse(subject), { at: now(), isAgain: true })
  },

  'order-photos': (subject, mayGoOn) => photos.orderPhotos(GalleryId.parse(subject), mayGoOn),

  'clear-gallery': async (subject, mayGoOn = () => {}) => {
    const galleryId = GalleryId.parse(subject)
    await photos.removeAll(galleryId, now(), mayGoOn)
    await galleries.clearLikes(galleryId, mayGoOn)
    const gone: CountEvent = { kind: 'gone', galleryId }
    await send('COUNTS_QUEUE_URL', [gone])
  },
})
