import { mailBrandOf } from '#functions/mail/mail-brand.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { trialView } from '#functions/profiles/trial-rules.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { countMail, uncountMail } from '#functions/shared/throttle/mail-bounds.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { isExpired, isOwnersAlone } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { type InvitationStore, invitationPut } from './invitation-store.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'getOwn' | 'tell'>
  profiles: Pick<ProfileStore, 'get'>
  invitations: InvitationStore
  /** Whether people complained about this photographer's mails, and whether this one had enough of them. */
  isStopped: (photographerId: UserId) => Promise<boolean>
  mayWrite: (photographerId: UserId, email: string) => Promise<boolean>
  throttle: Pick<Throttle, 'count' | 'takeBack'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}

/**
 * Sends a gallery's link and access code to a client, in our words: what photographers write stays out of mail to
 * strangers. Written on the condition that the settings are those that the mail tells of, and once for each attempt of the
 * browser: a repeat after a lost answer is answered as sent.
 */
export const sendToClient =
  ({
    galleries,
    profiles,
    invitations,
    isStopped,
    mayWrite,
    throttle,
    ids,
    siteUrl,
    now,
  }: Parts): Operation<typeof api.galleries.endpoints.sendToClient> =>
  async ({ params, headers, body, caller }) => {
    const content = `${params.galleryId} ${body.email}`
    const attempt = { owner: caller.userId, key: headers['idempotency-key'], content }
    const [known, gallery, profile] = await Promise.all([
      invitations.find(attempt),
      galleries.getOwn(params.galleryId, caller.userId),
      profiles.get(caller.userId),
    ])
    if (known === 'other') throw new AppError('idempotency_mismatch')
    if (known === 'sent') return undefined
    refuseClosed(gallery, now())
    if (await isStopped(caller.userId)) throw new AppError('mails_stopped')
    if (!(await mayWrite(caller.userId, body.email))) throw new AppError('recipient_unsubscribed')
    const { isSubscribed } = trialView(profile, now())
    const counted = { kind: 'invitation', photographerId: caller.userId, isSubscribed, to: body.email } as const
    await countMail(throttle, counted)
    const mail = outboxPut({
      id: ids.mail(),
      template: 'gallery-invitation',
      to: body.email,
      regarding: caller.userId,
      onBehalfOf: [caller.userId],
      at: now(),
      data: {
        ...mailBrandOf(profile.brand, siteUrl()),
        photographerName: profile.displayName,
        title: gallery.title,
        accessCode: gallery.accessCode,
        asksPassword: gallery.passwordHash !== null,
        expiresAt: gallery.expiresAt,
        link: siteUrl() + paths.gallery({ galleryId: gallery.id }),
      },
    })
    if (await galleries.tell(gallery, [mail, invitationPut(attempt, now())])) return undefined
    // The attempt's key came twice at once and the other was faster, or the gallery was changed meanwhile.
    await uncountMail(throttle, counted)
    const rival = await invitations.find(attempt)
    if (rival === 'sent') return undefined
    throw new AppError(rival === 'other' ? 'idempotency_mismatch' : 'unavailable')
  }

const refuseClosed = (gallery: Gallery, now: Date): void => {
  if (gallery.takedown !== null) throw new AppError('gallery_taken_down')
  if (isExpired(gallery, now)) throw new AppError('gallery_expired')
  if (isOwnersAlone(gallery)) throw new AppError('gallery_closed_to_all')
}
