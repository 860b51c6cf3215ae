import * as z from 'zod'
import type { Photographer } from '#functions/shared/http/operation.ts'
import type { Signer } from '#functions/shared/signing/signer.ts'
import { afterHours, afterMs, type Clock, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { ProofSession } from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import { GalleryId, ProofSessionId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { lowestPriceOf } from './stock-rules.ts'

export type Need = 'access_code' | 'password' | 'email'

type Secrets = Pick<Gallery, 'accessCode' | 'passwordHash'>
type Asked = Secrets & Pick<Gallery, 'asksEmail'>

/** What a visitor must know. What is set must be satisfied: both set, both asked (rulings). */
const secretsOf = ({ accessCode, passwordHash }: Secrets): Need[] => [
  ...(accessCode === null ? [] : (['access_code'] as const)),
  ...(passwordHash === null ? [] : (['password'] as const)),
]

/** Whether it asks for a code or a password: an email address is no secret, and protects nothing. */
export const isProtected = (gallery: Secrets): boolean => secretsOf(gallery).length > 0

/** What a visitor must know, and then leave. */
export const needsOf = (gallery: Asked): Need[] => [
  ...secretsOf(gallery),
  ...(gallery.asksEmail ? (['email'] as const) : []),
]

/** Private, and without anything that a visitor could know: only its owner may see it (rulings). */
export const isOwnersAlone = (gallery: Secrets & Pick<Gallery, 'isPublic'>): boolean =>
  !gallery.isPublic && !isProtected(gallery)

export const isExpired = ({ expiresAt }: Pick<Gallery, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && new Date(expiresAt) <= now

/** When a photographer is told that a gallery will expire. */
export const warningTime = (expiresAt: string): string =>
  stamp(afterHours(new Date(expiresAt), -24 * limits.gallery.expiryWarningDays))

/** When visitors who asked for it are told that a gallery closes. */
export const closingTime = (expiresAt: string, notice: keyof typeof limits.visitors.closingDays): string =>
  stamp(afterHours(new Date(expiresAt), -24 * limits.visitors.closingDays[notice]))

/** From when on a deleted gallery is gone for good. */
export const goneAt = (deletedAt: string): string =>
  stamp(afterHours(new Date(deletedAt), 24 * limits.gallery.keptDeletedDays))

/** Whether anybody may see it without knowing or leaving anything. */
export const isOpenToAll = (gallery: Asked & Pick<Gallery, 'isPublic'>): boolean =>
  gallery.isPublic && needsOf(gallery).length === 0

type Published = Pick<Gallery, 'isPublic' | 'ownerState' | 'expiresAt' | 'takedown' | 'deletedAt'>

/** Whether it is open to the public at its address, with photos or without. */
export const isPublished = (gallery: Published, now: Date): boolean =>
  gallery.isPublic &&
  gallery.ownerState === 'public' &&
  gallery.takedown === null &&
  gallery.deletedAt === null &&
  !isExpired(gallery, now)

/** Whether the public lists (browse, search, landing page, portfolio) name it: from its first photo on (rulings). */
export const isListed = (gallery: Published & Parameters<typeof lowestPriceOf>[0], now: Date): boolean =>
  isPublished(gallery, now) && lowestPriceOf(gallery) !== null

/** Whether the landing page may show it: only what has a picture that everybody may see (rulings). */
export const isFeatured = (gallery: Asked & Pick<Gallery, 'cover' | 'isPublic'>): boolean =>
  gallery.cover !== null && isOpenToAll(gallery)

/** The review that a grant came from, and which of its links opened it. */
const ReviewLink = z.object({ session: ProofSessionId, links: z.int() })
export type ReviewLink = z.infer<typeof ReviewLink>

/** What a grant says: which gallery, under which rules of access, until when, and whether its holder owns it. */
const GrantFact = z.object({
  gallery: GalleryId,
  access: z.int(),
  until: z.int(),
  owner: z.boolean(),
  review: ReviewLink.optional(),
})
type GrantFact = z.infer<typeof GrantFact>

export type Access = { state: 'open' } | { state: 'locked'; needs: Need[] } | { state: 'absent' }
export type Visitor = {
  /** What the visitor's browser keeps of earlier right answers; only those of this gallery count. */
  grants?: readonly (string | undefined)[]
  caller?: Photographer | undefined
}

type Parts = {
  signer: Signer
  now: Clock
  /** Whether the review still is, its deadline has not passed, and this link to it was not withdrawn. */
  isReviewOpen: (review: ReviewLink) => Promise<boolean>
}
type ReviewSession = Pick<ProofSession, 'id' | 'linkVersion' | 'deadlineAt'>
type Granted = { grant: string; expiresAt: string }
type Holder = { owner: boolean; ends: readonly (string | null)[]; review?: ReviewLink }

/**
 * Who may see a gallery. `absent` is answered like a gallery that does not exist: deleted, expired, taken down, of a closed
 * account, or private with neither code nor password, which only its owner may see.
 */
export const galleryAccess = ({ signer, now, isReviewOpen }: Parts) => {
  /** What we ever granted of this gallery, over or not. */
  const grantsFor = async ({ id }: Gallery, grants: Visitor['grants'] = []): Promise<GrantFact[]> => {
    const read = async (text: string | undefined) =>
      text === undefined ? undefined : signer.read('gallery-grant', text, GrantFact)
    return (await Promise.all(grants.map(read)))
      .filter((fact) => fact !== undefined)
      .filter(({ gallery }) => gallery === id)
  }
  const isValid = ({ access, until }: GrantFact, { accessVersion }: Gallery): boolean =>
    access === accessVersion && until > epochSeconds(now())

  const accessOf = async (gallery: Gallery, { grants, caller }: Visitor): Promise<Access> => {
    if (gallery.ownerState === 'closed' || gallery.deletedAt !== null) return { state: 'absent' }
    if (caller?.userId === gallery.photographerId) return { state: 'open' }
    const facts = (await grantsFor(gallery, grants)).filter((fact) => isValid(fact, gallery))
    if (facts.some(({ owner }) => owner)) return { state: 'open' }
    if (gallery.takedown !== null || isExpired(gallery, now())) return { state: 'absent' }
    if (isOpenToAll(gallery) || facts.some(({ review }) => review === undefined)) return { state: 'open' }
    // Only who came through a review costs a look at it: it may be deleted, over or withdrawn since.
    const reviews = facts.flatMap(({ review }) => review ?? [])
    if ((await Promise.all(reviews.map(isReviewOpen))).includes(true)) return { state: 'open' }
    return isOwnersAlone(gallery) ? { state: 'absent' } : { state: 'locked', needs: needsOf(gallery) }
  }

  const sign = async (gallery: Gallery, { ends, ...holder }: Holder): Promise<Granted> => {
    const life = afterMs(now(), limits.gallery.grantLifeSeconds * 1_000)
    const end = ends
      .flatMap((at) => (at === null ? [] : [new Date(at)]))
      .reduce((first, at) => (at < first ? at : first), life)
    const fact: GrantFact = {
      gallery: gallery.id,
      access: gallery.accessVersion,
      until: epochSeconds(end),
      ...holder,
    }
    return { grant: await signer.sign('gallery-grant', fact), expiresAt: stamp(end) }
  }

  return {
    accessOf,

    /**
     * How a gallery stands to who has photos of it in a cart. One that asks for nothing is absent to strangers, but only
     * locked to those whom we once let in: the link of their review opens it for them again.
     */
    async buyerStateOf(gallery: Gallery, visitor: Visitor): Promise<Access['state']> {
      // Not for sale to its owner either: an owner's grant can be handed on.
      if (gallery.takedown !== null) return 'absent'
      const { state } = await accessOf(gallery, visitor)
      const isGone = gallery.ownerState === 'closed' || gallery.deletedAt !== null || isExpired(gallery, now())
      if (state !== 'absent' || isGone) return state
      return (await grantsFor(gallery, visitor.grants)).length > 0 ? 'locked' : 'absent'
    },

    /** @throws AppError `gallery_not_found` or `gallery_locked` unless the visitor may see what is in it. */
    async requireOpen(gallery: Gallery | undefined, visitor: Visitor): Promise<Gallery> {
      if (!gallery) throw new AppError('gallery_not_found')
      const { state } = await accessOf(gallery, visitor)
      if (state === 'absent') throw new AppError('gallery_not_found')
      if (state === 'locked') throw new AppError('gallery_locked')
      return gallery
    },

    /** A grant of 12 hours; a visitor's ends with the gallery, its owner's does not. */
    grant: (gallery: Gallery, holder: 'visitor' | 'owner'): Promise<Granted> =>
      sign(gallery, holder === 'owner' ? { owner: true, ends: [] } : { owner: false, ends: [gallery.expiresAt] }),

    /** A visitor's grant that dies with the review, its deadline or the link that opened it. */
    grantForReview: (gallery: Gallery, { id, linkVersion, deadlineAt }: ReviewSession): Promise<Granted> =>
      sign(gallery, {
        owner: false,
        ends: [gallery.expiresAt, deadlineAt],
        review: { session: id, links: linkVersion },
      }),
  }
}
export type GalleryAccess = ReturnType<typeof galleryAccess>
