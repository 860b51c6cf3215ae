import type * as z from 'zod'
import { choreNow } from '#functions/chores/chore-writes.ts'
import { doChores } from '#functions/chores/do-chores.ts'
import { ownerCopyOf, profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { api } from '#schema/api/all.ts'
import type { PriceAll } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { completeProfile, isOfFirstLayout } from './complete-layout.ts'
import { ownGallery } from './gallery-views.ts'
import type { Changes } from './gallery-writes.ts'
import { changedMeanwhile, type GalleryChangeParts } from './update-gallery.ts'

/** @throws AppError `pricing_under_way` where this one would end another that it does not stand for. */
const pricingOf = (before: Gallery, { pricePence, webPence }: z.output<typeof PriceAll>): Changes => {
  const isLost =
    (before.priceForAll !== null && pricePence === undefined) || (before.webForAll !== null && webPence === undefined)
  if (isLost) throw new AppError('pricing_under_way')
  return {
    priceForAll: pricePence ?? null,
    webForAll: webPence === undefined ? null : (webPence ?? 'none'),
    pricedSoFar: 0,
    priceRun: before.priceRun + 1,
    uploadPence: pricePence,
    webPence,
  }
}

/**
 * Gives all photos of a gallery, and those that come, one price. It is kept with the gallery and carried to the photos by
 * a chore, so that many are no longer request (decision 125). It names the version it saw, so a repeat of one that was
 * done is refused, and does not undo what was priced after it.
 */
export const priceAllPhotos =
  (parts: GalleryChangeParts): Operation<typeof api.galleries.endpoints.priceAll> =>
  async ({ params, body, caller }) => {
    const { galleries, profiles, links, now } = parts
    return retried(3, 'unavailable', async () => {
      const [before, profile] = await Promise.all([
        galleries.getOwn(params.galleryId, caller.userId),
        profiles.get(caller.userId),
      ])
      if (before.version !== body.version) throw await changedMeanwhile(links, before)
      if (isOfFirstLayout(profile)) {
        await completeProfile(parts, profile)
        return tryAgain
      }
      const chore = choreNow(now, 'price-photos', before.id)
      const saved = await galleries.save(
        before,
        { ...pricingOf(before, body), ...ownerCopyOf(profile) },
        { at: now(), owner: profileUnchanged(profile), chores: [chore] },
      )
      if (saved.kind === 'gone') throw new AppError('gallery_not_found')
      if (saved.kind === 'changed') throw await changedMeanwhile(links, saved.gallery)
      if (saved.kind === 'owner-changed') return tryAgain
      await doChores(parts, parts.steps)([chore])
      // A small gallery is done by now, and shows its new lowest price.
      return ownGallery(links, await galleries.getOwn(before.id, caller.userId))
    })
  }
