import * as z from 'zod'
import type { Chore } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, DueLater } from '#functions/chores/do-chores.ts'
import { isExpired } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { onSaleOf } from '#functions/galleries/photos-of-list.ts'
import { mailBrandOf } from '#functions/mail/mail-brand.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { trialView } from '#functions/profiles/trial-rules.ts'
import { type IdMaker, type Random, randomToken } from '#functions/shared/ids/ids.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { fullForMail, mailboxAgainAt, uncountMail } from '#functions/shared/throttle/mail-bounds.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { PhotoProof, ProofSession } from '#schema/entities/proof.ts'
import { PhotoId, ProofSessionId, type UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { proofUrl } from './proof-links.ts'
import { hasPhotos, isOpen } from './proof-rules.ts'
import { type ProofStore, proofsAtOnce } from './proof-store.ts'
import { tokenPut } from './proof-writes.ts'

type Parts = {
  proofs: ProofStore
  photos: PhotoStore
  galleries: GalleryStore
  profiles: ProfileStore
  mayWrite: (photographerId: UserId, email: string) => Promise<boolean>
  throttle: Pick<Throttle, 'count' | 'takeBack'>
  ids: IdMaker
  random: Random
  siteUrl: () => string
  now: Clock
}
export type ProofChore = 'fill-proof-session' | 'clear-proof-session' | 'remind-proof-client'

/** Where the filling goes on of a session of chosen photos: those that are not in yet. */
const Rest = z.object({ photoIds: z.array(PhotoId).max(limits.favourites.photos) })
export const placeOfPhotos = (photoIds: readonly PhotoId[]): string => JSON.stringify({ photoIds })

const nextChosen = async (
  photos: PhotoStore,
  { id, galleryId }: Pick<ProofSession, 'id' | 'galleryId'>,
  { photoIds, at }: z.infer<typeof Rest> & { at: string },
): Promise<{ proofs: PhotoProof[]; fillPlace: string | null }> => {
  const rest = photoIds.slice(proofsAtOnce)
  const some = photoIds.slice(0, proofsAtOnce)
  const shown = onSaleOf(await photos.getMany(some), galleryId, some)
  return {
    proofs: shown.map((photo) => pendingProof(id, photo, at)),
    fillPlace: rest.length > 0 ? placeOfPhotos(rest) : null,
  }
}

/** The next photos of a gallery, as proofs in which nothing is decided, and where the photos after them begin. */
export const nextProofs = async (
  photos: PhotoStore,
  session: Pick<ProofSession, 'id' | 'galleryId' | 'fillPlace'>,
  at: string,
): Promise<{ proofs: PhotoProof[]; fillPlace: string | null }> => {
  const place: unknown = session.fillPlace === null ? undefined : JSON.parse(session.fillPlace)
  const chosen = Rest.safeParse(place)
  if (chosen.success) return nextChosen(photos, session, { ...chosen.data, at })
  const after = place === undefined ? undefined : Place.parse(place)
  const page = await photos.listShown(session.galleryId, { after, limit: proofsAtOnce })
  return {
    proofs: page.photos.map((photo) => pendingProof(session.id, photo, at)),
    fillPlace: page.next ? JSON.stringify(page.next) : null,
  }
}
const Place: z.ZodType<Item> = z.record(z.string(), z.string())

const pendingProof = (sessionId: ProofSessionId, { id, title, fileName }: Photo, at: string): PhotoProof => ({
  sessionId,
  photoId: id,
  title,
  fileName,
  status: 'pending',
  clientFeedback: '',
  createdAt: at,
  updatedAt: at,
})

/** The reminder that a deadline asks for; none when it is too close for one. */
export const reminderOf = (
  { id, deadlineAt }: Pick<ProofSession, 'id' | 'deadlineAt'>,
  now: Date,
): { put?: Chore | undefined; drop: Pick<Chore, 'kind' | 'subject'> } => {
  const drop = { kind: 'remind-proof-client', subject: id } as const
  if (deadlineAt === null) return { drop }
  const dueAt = reminderDue(deadlineAt)
  return new Date(dueAt) > now ? { put: { ...drop, dueAt }, drop } : { drop }
}
const reminderDue = (deadlineAt: string): string =>
  stamp(afterHours(new Date(deadlineAt), -limits.proofing.remindHoursBefore))

/** A deadline may be moved as often as its photographer likes; the client is reminded once in as long as a reminder leads. */
const wasReminded = ({ remindedAt }: Pick<ProofSession, 'remindedAt'>, now: Date): boolean =>
  remindedAt !== null && afterHours(new Date(remindedAt), limits.proofing.remindHoursBefore) > now

/** What proof sessions leave behind; see functions/chores. */
export const proofChores = (parts: Parts): ChoreSteps<ProofChore> => ({
  'fill-proof-session': async (subject, mayGoOn = () => {}) => {
    const { proofs, photos, now } = parts
    for (;;) {
      mayGoOn()
      const session = await proofs.find(ProofSessionId.parse(subject))
      if (!session || session.fillPlace === null) return
      const next = await nextProofs(photos, session, stamp(now()))
      // Refused when another filling was faster: it goes on from where that one came to.
      await proofs.fill(session, next.proofs, next.fillPlace)
    }
  },

  'clear-proof-session': (subject, mayGoOn) => parts.proofs.clear(ProofSessionId.parse(subject), mayGoOn),

  'remind-proof-client': async (subject) => {
    const { proofs, galleries, profiles, mayWrite, throttle, ids, random, siteUrl, now } = parts
    const session = await proofs.find(ProofSessionId.parse(subject))
    if (!session || session.deadlineAt === null || !isOpen(session, now()) || !hasPhotos(session)) return
    if (wasReminded(session, now())) return
    const { photographerId, clientEmail: to } = session
    const [gallery, profile] = await Promise.all([galleries.find(session.galleryId), profiles.find(photographerId)])
    const dueAt = reminderDue(session.deadlineAt)
    if (!gallery || gallery.takedown !== null || isExpired(gallery, now())) return
    if (!profile || profile.deletionRequestedAt !== null || new Date(dueAt) > now()) return
    if (!(await mayWrite(photographerId, to))) return
    const { isSubscribed } = trialView(profile, now())
    const counted = { kind: 'review', photographerId, isSubscribed, to } as const
    const againAt = mailboxAgainAt(now())
    const full = await fullForMail(throttle, counted)
    // Looked at anew then: whether the review is open still, above all.
    if (full === 'mailbox') throw new DueLater(againAt)
    if (full) return
    const token = randomToken(random)
    const at = stamp(now())
    const isSent = await proofs.remind(session, { chore: { kind: 'remind-proof-client', subject, dueAt }, at }, [
      tokenPut(token, session, at),
      outboxPut({
        id: ids.mail(),
        template: 'proof-reminder',
        to,
        regarding: photographerId,
        onBehalfOf: [photographerId],
        at: now(),
        data: {
          ...mailBrandOf(profile.brand, siteUrl()),
          photographerName: profile.displayName,
          title: session.title,
          pendingCount: session.pendingCount,
          deadlineAt: session.deadlineAt,
          link: proofUrl(siteUrl(), token),
        },
      }),
    ])
    if (!isSent) await uncountMail(throttle, counted)
  },
})
