import { choreNow } from '#functions/chores/chore-writes.ts'
import { doChores } from '#functions/chores/do-chores.ts'
import { ownerCopyOf, profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { completeProfile, isOfFirstLayout } from './complete-layout.ts'
import { ownGallery } from './gallery-views.ts'
import { changedMeanwhile, type GalleryChangeParts } from './update-gallery.ts'

/**
 * Gives a gallery the sets that are sent, in their order. Photos of a set that is not among them stay in the gallery, in
 * none (decision 124); many are taken out by a chore. It names the version it saw, so no tab deletes what another made.
 */
export const arrangeSets =
  (parts: GalleryChangeParts & { ids: IdMaker }): Operation<typeof api.galleries.endpoints.arrangeSets> =>
  async ({ params, body, caller }) => {
    const { galleries, profiles, links, ids, now } = parts
    return retried(3, 'unavailable', async () => {
      const [before, profile] = await Promise.all([
        galleries.getOwn(params.galleryId, caller.userId),
        profiles.get(caller.userId),
      ])
      if (before.version !== body.version) throw await changedMeanwhile(links, before)
      const known = new Set(before.sets.map(({ id }) => id))
      if (body.sets.some(({ id }) => id !== null && !known.has(id))) throw await changedMeanwhile(links, before)
      if (isOfFirstLayout(profile)) {
        await completeProfile(parts, profile)
        return tryAgain
      }
      const sets = body.sets.map(({ id, name }) => ({ id: id ?? ids.set(), name }))
      const kept = new Set(sets.map(({ id }) => id))
      const chores = [...known]
        .filter((id) => !kept.has(id))
        .map((id) => choreNow(now, 'clear-set', `${before.id}/${id}`))
      const saved = await galleries.save(
        before,
        { sets, ...ownerCopyOf(profile) },
        { at: now(), owner: profileUnchanged(profile), chores },
      )
      if (saved.kind === 'gone') throw new AppError('gallery_not_found')
      if (saved.kind === 'changed') throw await changedMeanwhile(links, saved.gallery)
      if (saved.kind === 'owner-changed') return tryAgain
      await doChores(parts, parts.steps)(chores)
      return ownGallery(links, saved.gallery)
    })
  }
