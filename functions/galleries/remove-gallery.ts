import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { choreNow } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { closingChores } from './closing-chores.ts'
import { goneAt } from './gallery-access.ts'
import type { GalleryChore } from './gallery-chores.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = {
  galleries: GalleryStore
  profiles: ProfileStore
  chores: ChoreStore
  steps: ChoreSteps<GalleryChore>
  log: Log
  now: Clock
}

/**
 * Takes a gallery away, at once for everybody; its owner can have it back for 30 days. The files of its pictures go, so
 * that an address which somebody kept shows nothing; originals wait. Orders keep what they sold.
 */
export const removeGallery =
  (parts: Parts): Operation<typeof api.galleries.endpoints.remove> =>
  async ({ params, caller }) => {
    const { galleries, profiles, steps, now } = parts
    return retried(3, 'changed_meanwhile', async () => {
      const [gallery, profile] = await Promise.all([
        galleries.getOwn(params.galleryId, caller.userId),
        profiles.get(caller.userId),
      ])
      const deletedAt = stamp(now())
      const withdrawing = choreNow(now, 'rerender-gallery', gallery.id)
      const { kind } = await galleries.setDeleted(
        gallery,
        { deletedAt },
        {
          at: now(),
          owner: profileUnchanged(profile),
          chores: [withdrawing, { kind: 'forget-gallery', subject: gallery.id, dueAt: goneAt(deletedAt) }],
          dropped: [
            { kind: 'unlist-gallery', subject: gallery.id },
            { kind: 'warn-of-expiry', subject: gallery.id },
            ...closingChores({ id: gallery.id, expiresAt: null }, now).dropped,
          ],
        },
      )
      if (kind === 'gone') throw new AppError('gallery_not_found')
      if (kind !== 'saved') return tryAgain
      await doChores(parts, steps)([withdrawing])
      return undefined
    })
  }
