import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { NumberTask } from '#schema/events/numbers.ts'
import { GalleryId } from '#schema/ids.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = { galleries: Pick<GalleryStore, 'findKept'>; photos: Pick<PhotoStore, 'forgetNumbers'>; send: Send }

/**
 * What the switch of a gallery's numbers leaves to do, for the timed job alone: by then the lists have every photo that
 * was ready when it was pressed. It looks at how the switch stands now, so that of two presses the last one counts.
 */
export const numberChores = ({ galleries, photos, send }: Parts): ChoreSteps<'read-numbers'> => ({
  'read-numbers': async (subject, mayGoOn) => {
    const galleryId = GalleryId.parse(subject)
    const gallery = await galleries.findKept(galleryId)
    if (!gallery) return
    if (!gallery.numbers) return photos.forgetNumbers(galleryId, mayGoOn)
    const task: NumberTask = { kind: 'read-gallery', galleryId }
    await send('NUMBERS_QUEUE_URL', [task])
  },
})
