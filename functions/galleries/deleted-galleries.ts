import { choreNow } from '#functions/chores/chore-writes.ts'
import { doChores } from '#functions/chores/do-chores.ts'
import { ownerCopyOf, profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { goneAt } from './gallery-access.ts'
import { ownGallery } from './gallery-views.ts'
import { type GalleryChangeParts, timedChoresOf } from './update-gallery.ts'

type Parts = GalleryChangeParts & { cursors: Cursors }

const perPage = 100

export const listDeletedGalleries =
  ({ galleries, cursors, now }: Parts): Operation<typeof api.galleries.endpoints.deleted> =>
  async ({ query: { cursor }, caller }) => {
    const list = `deleted-galleries-of:${caller.userId}`
    const page = await galleries.listDeleted(caller.userId, { ...(await cursors.read(list, cursor)), limit: perPage })
    const items = page.galleries
      .flatMap(({ id, title, photoCount, deletedAt }) =>
        deletedAt === null ? [] : [{ id, title, photoCount, deletedAt, goneAt: goneAt(deletedAt) }],
      )
      // The job that removes them may be a little late.
      .filter((gallery) => new Date(gallery.goneAt) > now())
    return { items, ...(await cursors.of(list, page)) }
  }

/** As it was: with its address, photos, likes and reviews. Grants of before count no more, and pictures are drawn anew. */
export const restoreGallery =
  (parts: Parts): Operation<typeof api.galleries.endpoints.restore> =>
  async ({ params, caller }) => {
    const { galleries, profiles, steps, links, now } = parts
    return retried(3, 'changed_meanwhile', async () => {
      const [gallery, profile] = await Promise.all([galleries.findKept(params.galleryId), profiles.get(caller.userId)])
      if (gallery?.photographerId !== caller.userId) throw new AppError('gallery_not_found')
      // Doing it again is as good as once.
      if (gallery.deletedAt === null) return ownGallery(links, gallery)
      if (new Date(goneAt(gallery.deletedAt)) <= now()) throw new AppError('gallery_not_found')
      const drawing = choreNow(now, 'rerender-gallery', gallery.id)
      const { chores, dropped } = timedChoresOf(gallery, now)
      const saved = await galleries.setDeleted(
        gallery,
        { ...ownerCopyOf(profile), deletedAt: null },
        {
          at: now(),
          owner: profileUnchanged(profile),
          chores: [...chores, drawing],
          dropped: [...dropped, { kind: 'forget-gallery', subject: gallery.id }],
        },
      )
      if (saved.kind === 'gone') throw new AppError('gallery_not_found')
      if (saved.kind !== 'saved') return tryAgain
      await doChores(parts, steps)([drawing])
      return ownGallery(links, saved.gallery)
    })
  }
