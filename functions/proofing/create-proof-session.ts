import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import type { FavouritesListStore } from '#functions/galleries/favourites-list-store.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { onSaleOf } from '#functions/galleries/photos-of-list.ts'
import { mailBrandOf } from '#functions/mail/mail-brand.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { trialView } from '#functions/profiles/trial-rules.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { type IdMaker, type Random, randomToken } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { hasRoomForMail } from '#functions/shared/throttle/mail-bounds.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { usualOrder } from '#schema/entities/photo-order.ts'
import type { Profile } from '#schema/entities/profile.ts'
import type { ProofSession } from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import type { FavouritesListId, PhotoId, UserId } from '#schema/ids.ts'
import { nextProofs, type ProofChore, placeOfPhotos, reminderOf } from './proof-chores.ts'
import { proofUrl } from './proof-links.ts'
import { requireGalleryUntil } from './proof-rules.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'
import { tokenPut } from './proof-writes.ts'

type Parts = {
  proofs: ProofStore
  photos: PhotoStore
  galleries: GalleryStore
  favouritesLists: Pick<FavouritesListStore, 'getOwn'>
  profiles: ProfileStore
  /** Whether people complained about this photographer's mails, and whether this one had enough of them. */
  isStopped: (photographerId: UserId) => Promise<boolean>
  mayWrite: (photographerId: UserId, email: string) => Promise<boolean>
  chores: ChoreStore
  steps: ChoreSteps<ProofChore>
  throttle: Throttle
  ids: IdMaker
  random: Random
  siteUrl: () => string
  log: Log
  now: Clock
}

/**
 * A review of a gallery by a client, who gets the link by email, unless they may not be written to: the photographer has it
 * as well, and reads why they send it themselves. A large gallery is filled in over several writes.
 */
export const createProofSession =
  (parts: Parts): Operation<typeof api.proofing.endpoints.create> =>
  async ({ body, caller }) => {
    const { proofs, photos, galleries, profiles, ids, random, siteUrl, now } = parts
    requireFuture(body.deadlineAt, now())
    await parts.throttle.count('proofSessionsPerUser', caller.userId)
    const [gallery, profile] = await Promise.all([
      galleries.getOwn(body.galleryId, caller.userId),
      profiles.get(caller.userId),
    ])
    requireGalleryUntil(gallery, body.deadlineAt, now())
    const id = ids.proofSession()
    const at = stamp(now())
    const { favouritesListId, ...asked } = body
    const fillPlace = favouritesListId && placeOfPhotos(await chosenPhotos(parts, gallery, favouritesListId))
    const first = await nextProofs(photos, { id, galleryId: gallery.id, fillPlace }, at)
    if (fillPlace !== null && first.proofs.length === 0) throw new AppError('favourites_gone')
    const session: ProofSession = {
      ...asked,
      id,
      photographerId: caller.userId,
      galleryTitle: gallery.title,
      status: 'pending',
      pendingCount: first.proofs.length,
      approvedCount: 0,
      rejectedCount: 0,
      maybeCount: 0,
      fillPlace: first.fillPlace,
      orderParts: gallery.photoOrder === usualOrder && fillPlace === null ? 0 : 1,
      version: 0,
      linkVersion: 0,
      choiceVersion: 0,
      completedAt: null,
      remindedAt: null,
      createdAt: at,
    }
    const token = randomToken(random)
    const link = proofUrl(siteUrl(), token)
    const filling = first.fillPlace === null ? [] : [choreNow(now, 'fill-proof-session', id)]
    const reminder = reminderOf(session, now()).put
    const unsent = await unsentBecause(parts, profile, session.clientEmail)
    const mail = outboxPut({
      id: ids.mail(),
      template: 'proof-invitation',
      to: session.clientEmail,
      regarding: session.photographerId,
      onBehalfOf: [session.photographerId],
      at: now(),
      data: {
        ...mailBrandOf(profile.brand, siteUrl()),
        photographerName: profile.displayName,
        title: session.title,
        galleryTitle: gallery.title,
        description: session.description,
        deadlineAt: session.deadlineAt,
        link,
      },
    })
    await proofs.create(session, first.proofs, [
      tokenPut(token, session, at),
      ...(unsent === null ? [mail] : []),
      ...[...filling, ...(reminder ? [reminder] : [])].map(chorePut),
    ])
    if (filling.length === 0) return { session: ownSession(session, now()), link, unsent }
    await doChores(parts, parts.steps)(filling)
    return { session: ownSession((await proofs.find(id)) ?? session, now()), link, unsent }
  }

/** Why the link is not sent; counted where it is. */
const unsentBecause = async (
  { isStopped, mayWrite, throttle, now }: Parts,
  profile: Profile,
  to: string,
): Promise<'stopped' | 'unsubscribed' | 'enough' | null> => {
  const { userId: photographerId } = profile
  if (await isStopped(photographerId)) return 'stopped'
  if (!(await mayWrite(photographerId, to))) return 'unsubscribed'
  const { isSubscribed } = trialView(profile, now())
  return (await hasRoomForMail(throttle, { kind: 'review', photographerId, isSubscribed, to })) ? null : 'enough'
}

/** Of favourites that a visitor sent, those that are still in the gallery. */
const chosenPhotos = async (
  { favouritesLists, photos }: Pick<Parts, 'favouritesLists' | 'photos'>,
  { id: galleryId, photographerId: owner }: Gallery,
  favouritesListId: FavouritesListId,
): Promise<PhotoId[]> => {
  const { photoIds } = await favouritesLists.getOwn({ galleryId, favouritesListId, owner })
  return onSaleOf(await photos.getMany(photoIds), galleryId, photoIds).map(({ id }) => id)
}

/** @throws AppError `invalid_request` for a deadline that has passed already. */
export const requireFuture = (deadlineAt: string | null | undefined, now: Date): void => {
  if (!deadlineAt || new Date(deadlineAt) > now) return
  throw new AppError('invalid_request', {}, [{ path: 'deadlineAt', message: 'Please choose a time in the future.' }])
}
