import { type ChoreSteps, DueLater } from '#functions/chores/do-chores.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { NumberTask } from '#schema/events/numbers.ts'
import { GalleryId } from '#schema/ids.ts'
import type { GalleryStore } from './gallery-store.ts'
import { checkOf } from './number-check.ts'
import { isUnread } from './photo-number-store.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'findKept' | 'noteRead'>
  photos: Pick<PhotoStore, 'forgetNumbers' | 'listShown'>
  send: Send
  now: Clock
}

/** A query answers 1 MB at most, which is fewer. */
const lookedAtOnce = 1_000

/**
 * What the switch of a gallery's numbers leaves to do, for the timed job alone: by then the lists have every photo that
 * was ready when it was pressed. It looks at how the switch stands now, so that of two presses the last one counts.
 */
export const numberChores = ({
  galleries,
  photos,
  send,
  now,
}: Parts): ChoreSteps<'read-numbers' | 'check-numbers'> => ({
  'read-numbers': async (subject, mayGoOn) => {
    const galleryId = GalleryId.parse(subject)
    const gallery = await galleries.findKept(galleryId)
    if (!gallery) return
    if (!gallery.numbers) return photos.forgetNumbers(galleryId, mayGoOn)
    const task: NumberTask = { kind: 'read-gallery', galleryId }
    await send('NUMBERS_QUEUE_URL', [task])
  },

  'check-numbers': async (subject, mayGoOn = () => {}) => {
    const galleryId = GalleryId.parse(subject)
    const gallery = await galleries.findKept(galleryId)
    if (!gallery?.numbers) return
    let isAllRead = true
    for await (const page of eachPage((after) => photos.listShown(galleryId, { after, limit: lookedAtOnce }))) {
      mayGoOn()
      // One without a buyers' file never can be.
      isAllRead = !page.photos.some((photo) => isUnread(photo) && photo.webKey !== null)
      if (!isAllRead) break
    }
    if (!(await galleries.noteRead(gallery, isAllRead))) throw new DueLater(new Date(checkOf(galleryId, now()).dueAt))
  },
})
