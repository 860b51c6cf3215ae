import { ownerCopyOf, profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { type Gallery, galleryLayout } from '#schema/entities/gallery.ts'
import { usualLook } from '#schema/entities/gallery-look.ts'
import { usualOrder } from '#schema/entities/photo-order.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { slugOf } from '#schema/text.ts'
import { completeProfile } from './complete-layout.ts'
import type { GalleryStore } from './gallery-store.ts'
import { ownGallery } from './gallery-views.ts'

type Parts = {
  galleries: GalleryStore
  profiles: ProfileStore
  throttle: Pick<Throttle, 'count'>
  links: MediaLinks
  ids: IdMaker
  now: Clock
}

/** A title of which no letter is left gives the id's. */
export const gallerySlug = (title: string, id: GalleryId): string => slugOf(title) || slugOf(id)

export const createGallery =
  ({ galleries, profiles, throttle, links, ids, now }: Parts): Operation<typeof api.galleries.endpoints.create> =>
  async ({ body, caller }) => {
    await throttle.count('galleriesPerUser', caller.userId)
    const id = ids.gallery()
    return retried(3, 'unavailable', async () => {
      const at = now()
      const profile = await completeProfile({ galleries, profiles, now }, await profiles.get(caller.userId))
      const gallery: Gallery = {
        id,
        photographerId: caller.userId,
        ...ownerCopyOf(profile),
        title: body.title,
        slug: gallerySlug(body.title, id),
        description: body.description,
        isPublic: body.isPublic,
        pricePence: body.pricePence,
        priceSteps: [],
        wholePence: null,
        wholeUntil: null,
        uploadPence: body.pricePence,
        webPence: null,
        lowestPence: null,
        stockVersion: 0,
        stockShown: 0,
        priceForAll: null,
        webForAll: null,
        pricedSoFar: 0,
        priceRun: 0,
        // The form asks for both only when the gallery is not public.
        clientEmail: body.isPublic ? null : body.clientEmail,
        accessCode: body.isPublic ? null : body.accessCode,
        passwordHash: null,
        asksEmail: false,
        expiresAt: null,
        downloadLimit: null,
        downloadCount: 0,
        clientCanDownload: true,
        clientCanComment: true,
        watermarkEnabled: false,
        watermarkText: limits.gallery.defaultWatermark,
        watermarkStrength: 'medium',
        ...usualLook,
        photoOrder: usualOrder,
        isOrdering: false,
        clocks: [],
        clocksVersion: 0,
        numbers: false,
        numbersReadUpTo: 0,
        sets: [],
        drawRun: 0,
        cover: null,
        photoCount: 0,
        cameCount: 0,
        viewCount: 0,
        likeCount: 0,
        countsVersion: 0,
        limitedDownloads: 0,
        deletedAt: null,
        takedown: null,
        accessVersion: 0,
        version: 0,
        layout: galleryLayout,
        createdAt: stamp(at),
      }
      const made = await galleries.create(gallery, { at, owner: profileUnchanged(profile) })
      return made ? ownGallery(links, made) : tryAgain
    })
  }
