import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { choreNow } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryChore } from './gallery-chores.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = { galleries: GalleryStore; chores: ChoreStore; steps: ChoreSteps<GalleryChore>; log: Log; now: Clock }

/** Takes a gallery away, at once for everybody; its photos and likes follow. Orders keep what they sold. */
export const removeGallery =
  (parts: Parts): Operation<typeof api.galleries.endpoints.remove> =>
  async ({ params, caller }) => {
    const { galleries, steps, now } = parts
    return retried(3, 'changed_meanwhile', async () => {
      const gallery = await galleries.getOwn(params.galleryId, caller.userId)
      const clearing = choreNow(now, 'clear-gallery', gallery.id)
      if ((await galleries.remove(gallery, [clearing])) === 'changed') return tryAgain
      await doChores(parts, steps)([clearing])
      return undefined
    })
  }
