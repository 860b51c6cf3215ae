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
  /** What its owner last agreed to. */
  consent: GivenConsent,
  /** When it was last asked to confirm itself. */
  askedAt: Timestamp.nullable(),
  confirmedAt: Timestamp.nullable(),
  /** From then on it is written to no more on behalf of this photographer. */
  unsubscribedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: z.int().min(0),
})
export type Contact = z.infer<typeof Contact>

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
