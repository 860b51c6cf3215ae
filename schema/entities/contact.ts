import * as z from 'zod'
import { GivenConsent } from '#schema/consent.ts'
import { GalleryId, UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

/**
 * An email address as one photographer knows it, and nobody else. What remains of one whose owner had it forgotten is
 * that it is written to no more, under a hash of it.
 */
export const Contact = z.object({
  photographerId: UserId,
  /** `addressHash` of the address. */
  address: z.string(),
  /** `null` where only its hash is known. */
  email: z.string().nullable(),
  /** What was agreed to, by whoever typed the address until it is confirmed. */
  consent: GivenConsent,
  /** When its owner confirmed that consent: `null` until then; absent in what an earlier release wrote (`consentConfirmed`). */
  consentConfirmedAt: Timestamp.nullable().optional(),
  /** When it was last asked to confirm itself. */
  askedAt: Timestamp.nullable(),
  /** Which words of a consent that question was about: `null` for none; absent in what an earlier release wrote. */
  askedAbout: z.string().nullable().optional(),
  confirmedAt: Timestamp.nullable(),
  /** From then on it is written to no more on behalf of this photographer. */
  unsubscribedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: z.int().min(0),
})
export type Contact = z.infer<typeof Contact>

/** When the consent of a contact was confirmed by the owner of the address, and not only the address. */
export const consentConfirmed = ({ consent, consentConfirmedAt, confirmedAt }: Contact): string | null => {
  if (consent === null) return null
  if (consentConfirmedAt !== undefined) return consentConfirmedAt
  return confirmedAt !== null && consent.at <= confirmedAt ? confirmedAt : null
}

/** That an address was left in a gallery. */
export const Visit = z.object({
  galleryId: GalleryId,
  photographerId: UserId,
  address: z.string(),
  email: z.string(),
  firstAt: Timestamp,
  lastAt: Timestamp,
  /** Asked to be told before the gallery closes. */
  wantsClosing: z.boolean(),
  /** The closing time of which it was told a week, and a day, before; another closing time is told anew. */
  toldWeek: Timestamp.nullable(),
  toldDay: Timestamp.nullable(),
  version: z.int().min(0),
})
export type Visit = z.infer<typeof Visit>
