import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { trialView } from '#functions/profiles/trial-rules.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { paths } from '#schema/paths.ts'
import { isExpired, isOpenToAll, needsOf } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'getOwn' | 'tell'>
  profiles: Pick<ProfileStore, 'get'>
  throttle: Pick<Throttle, 'count'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}

/**
 * Sends a gallery's link and access code to a client, in our words: what photographers write stays out of mail to
 * strangers. Written on the condition that the settings are those that the mail tells of.
 */
export const sendToClient =
  ({
    galleries,
    profiles,
    throttle,
    ids,
    siteUrl,
    now,
  }: Parts): Operation<typeof api.galleries.endpoints.sendToClient> =>
  async ({ params, body, caller }) => {
    const [gallery, profile] = await Promise.all([
      galleries.getOwn(params.galleryId, caller.userId),
      profiles.get(caller.userId),
    ])
    refuseClosed(gallery, now())
    const { isSubscribed } = trialView(profile, now())
    await throttle.count(isSubscribed ? 'invitationsPerSubscriber' : 'invitationsPerTrial', caller.userId)
    const mail = outboxPut({
      id: ids.mail(),
      template: 'gallery-invitation',
      to: body.email,
      regarding: caller.userId,
      at: now(),
      data: {
        photographerName: profile.displayName,
        title: gallery.title,
        accessCode: gallery.accessCode,
        asksPassword: gallery.passwordHash !== null,
        expiresAt: gallery.expiresAt,
        link: siteUrl() + paths.gallery({ galleryId: gallery.id }),
      },
    })
    if (!(await galleries.tell(gallery, mail))) throw new AppError('unavailable')
    return undefined
  }

const refuseClosed = (gallery: Gallery, now: Date): void => {
  if (gallery.takedown !== null) throw new AppError('gallery_taken_down')
  if (isExpired(gallery, now)) throw new AppError('gallery_expired')
  if (!isOpenToAll(gallery) && needsOf(gallery).length === 0) throw new AppError('gallery_closed_to_all')
}
