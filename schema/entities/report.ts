import * as z from 'zod'
import { GalleryId, PhotoId, ReportId, UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

/** What may be wrong with a gallery or photo, and how the form says it. */
export const reportReasons = {
  copyright: 'It uses my work without permission',
  privacy: 'It shows me, or someone I speak for, against our will',
  child_safety: 'It harms or exploits a child',
  illegal: 'It is illegal in another way',
  other: 'Something else',
} as const
export const ReportReason = z.enum(['copyright', 'privacy', 'child_safety', 'illegal', 'other'])
export type ReportReason = z.infer<typeof ReportReason>

/** What somebody said of a gallery, or of one photo in it. */
export const Report = z.object({
  id: ReportId,
  galleryId: GalleryId,
  photoId: PhotoId.nullable(),
  /** Whose it is: the report goes with the account. */
  photographerId: UserId,
  /** What it was called then. */
  title: z.string(),
  reason: ReportReason,
  text: z.string(),
  /** Where the operator may ask back; the owner never sees it. */
  email: z.string().nullable(),
  createdAt: Timestamp,
  closedAt: Timestamp.nullable(),
})
export type Report = z.infer<typeof Report>
