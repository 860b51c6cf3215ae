import type { Chore } from '#functions/chores/chore-writes.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import type { GalleryId } from '#schema/ids.ts'

/** Longer than a photo takes to be read once its turn is asked for; a function of the queue has a minute. */
const quietMs = 120_000

/**
 * The look for photos that were not read, once none was for two to four minutes: each that is read puts it off. All that ask
 * within two minutes ask for the same.
 */
export const checkOf = (galleryId: GalleryId, now: Date): Chore => ({
  kind: 'check-numbers',
  subject: galleryId,
  dueAt: stamp(new Date((Math.floor(now.getTime() / quietMs) + 2) * quietMs)),
})
