import * as z from 'zod'
import { cleanFileName } from '#schema/file-names.ts'
import { GalleryId, PhotoId, ProofSessionId, UserId } from '#schema/ids.ts'
import { StoredLine, Timestamp } from '#schema/text.ts'

const Count = z.int().min(0)

/** expired is never stored: it is what an open session is once its deadline has passed. */
export const ProofSessionStatus = z.enum(['pending', 'in_review', 'completed', 'expired'])
export type ProofSessionStatus = z.infer<typeof ProofSessionStatus>

export const PhotoProofStatus = z.enum(['pending', 'approved', 'rejected', 'maybe'])
export type PhotoProofStatus = z.infer<typeof PhotoProofStatus>

/** How many photos of a session are in each state; written in the transaction of each decision. */
export const ProofCounts = z.object({ pending: Count, approved: Count, rejected: Count, maybe: Count })
export type ProofCounts = z.infer<typeof ProofCounts>

/** A client's review of the photos of one gallery. */
export const ProofSession = z.object({
  id: ProofSessionId,
  galleryId: GalleryId,
  photographerId: UserId,
  /** As it was called when the session was made. */
  galleryTitle: z.string(),
  title: z.string(),
  description: z.string(),
  clientEmail: z.string(),
  deadlineAt: Timestamp.nullable(),
  status: ProofSessionStatus.exclude(['expired']),
  /** "Choose 20": how many photos may be approved, `null` for any number. */
  selectionTarget: z.int().min(1).nullable(),
  pendingCount: Count,
  approvedCount: Count,
  rejectedCount: Count,
  maybeCount: Count,
  /** Where in the gallery's list the filling with photos goes on; `null` once all of them are in. */
  fillPlace: z.string().nullable(),
  /** In how many rows the order of its photos is kept; in none where they come oldest first. */
  orderParts: Count.default(0),
  version: Count,
  /** How often its links were withdrawn: a link, and what it opened, counts only while this is as it was. */
  linkVersion: Count.default(0),
  /** Raised by every decision and by every filling that adds photos: while it stands, no photo of the session changed. */
  choiceVersion: Count.default(0),
  completedAt: Timestamp.nullable(),
  /** When the latest decision in it was made; absent before the first. */
  decidedAt: Timestamp.optional(),
  /** When its client was last reminded of the deadline. */
  remindedAt: Timestamp.nullable().default(null),
  createdAt: Timestamp,
})
export type ProofSession = z.infer<typeof ProofSession>

/** One photo of a session and what the client says of it. */
export const PhotoProof = z.object({
  sessionId: ProofSessionId,
  photoId: PhotoId,
  /** As they were when the session was made: what an export names stays even if the photo goes. */
  title: StoredLine,
  fileName: z.string().overwrite(cleanFileName),
  status: PhotoProofStatus,
  clientFeedback: z.string(),
  createdAt: Timestamp,
  /** When the last word on it arrived. */
  updatedAt: Timestamp,
  /** When that was said, which may be hours before; absent while it is pending, and of what is older than this field. */
  decidedAt: Timestamp.optional(),
})
export type PhotoProof = z.infer<typeof PhotoProof>
