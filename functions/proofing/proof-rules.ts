import { isExpired } from '#functions/galleries/gallery-access.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type {
  PhotoProof,
  PhotoProofStatus,
  ProofCounts,
  ProofSession,
  ProofSessionStatus,
} from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

export const isPastDeadline = ({ deadlineAt }: Pick<ProofSession, 'deadlineAt'>, now: Date): boolean =>
  deadlineAt !== null && new Date(deadlineAt) <= now

/** How a session stands now: an open one whose deadline has passed is expired. */
export const statusOf = (session: Pick<ProofSession, 'status' | 'deadlineAt'>, now: Date): ProofSessionStatus =>
  session.status !== 'completed' && isPastDeadline(session, now) ? 'expired' : session.status

/** Whether its client is still asked for something. What was decided may be changed until the deadline all the same. */
export const isOpen = (session: Pick<ProofSession, 'status' | 'deadlineAt'>, now: Date): boolean =>
  session.status !== 'completed' && !isPastDeadline(session, now)

/**
 * A review lives no longer than its gallery: from then on its links open nothing.
 * @throws AppError `gallery_taken_down`, `gallery_expired`, or `gallery_expires_first` for a deadline after the gallery's end.
 */
export const requireGalleryUntil = (
  { expiresAt, takedown }: Pick<Gallery, 'expiresAt' | 'takedown'>,
  deadlineAt: string | null,
  now: Date,
): void => {
  if (takedown !== null) throw new AppError('gallery_taken_down')
  if (isExpired({ expiresAt }, now)) throw new AppError('gallery_expired')
  if (expiresAt === null || deadlineAt === null) return
  if (new Date(deadlineAt) > new Date(expiresAt)) throw new AppError('gallery_expires_first')
}

export const countsOf = (session: ProofSession): ProofCounts => ({
  pending: session.pendingCount,
  approved: session.approvedCount,
  rejected: session.rejectedCount,
  maybe: session.maybeCount,
})

/** Whether there is anything to review: a gallery may have been empty when the session was made. */
export const hasPhotos = (session: ProofSession): boolean =>
  session.fillPlace !== null || Object.values(countsOf(session)).some((count) => count > 0)

export const countFields = {
  pending: 'pendingCount',
  approved: 'approvedCount',
  rejected: 'rejectedCount',
  maybe: 'maybeCount',
} as const satisfies Record<PhotoProofStatus, keyof ProofSession>

/** `onlyPending`: what somebody decided meanwhile, perhaps at another device, stays. */
export type Decision = {
  status: PhotoProofStatus
  feedback?: string | undefined
  onlyPending?: boolean | undefined
  /** When it was made, which may be hours before it arrived. */
  decidedAt: (photoId: PhotoId) => string
}
/** What a decision does to a session: which photos it changes, how the counts move, whether it completes the review. */
export type Plan = {
  proofs: PhotoProof[]
  decision: Decision
  moves: Partial<Record<(typeof countFields)[PhotoProofStatus], number>>
  /** How many photos stop being pending. */
  settled: number
  completes: boolean
  /** Whether more changes than the time of what is said again. */
  isNews: boolean
}

/** When what stands was decided. */
const standsSince = ({ status, decidedAt, updatedAt }: PhotoProof): string | undefined =>
  status === 'pending' ? undefined : (decidedAt ?? updatedAt)

/** Whether something was decided later, perhaps at another device: the last word is the one that was said last. */
const isOvertaken = (decidedAt: string, by: string | undefined): boolean =>
  by !== undefined && Date.parse(by) > Date.parse(decidedAt) + limits.proofing.overlapMs

/**
 * Whether a decision leaves a photo as it is. What is let go gives way to whatever was decided later in its review: somebody
 * is still looking at it.
 */
export const isAnswered = (
  session: Pick<ProofSession, 'decidedAt'>,
  proof: PhotoProof,
  { status, feedback, onlyPending = false, decidedAt }: Decision,
): boolean => {
  const made = decidedAt(proof.photoId)
  if (onlyPending && (proof.status !== 'pending' || isOvertaken(made, session.decidedAt))) return true
  if (isOvertaken(made, standsSince(proof))) return true
  return proof.status === status && (feedback === undefined || feedback === proof.clientFeedback)
}

/** Whether it says what stands once more, so much later that it counts from then. */
const isSaidAgain = (proof: PhotoProof, { onlyPending = false, decidedAt }: Decision): boolean => {
  const since = standsSince(proof)
  return !onlyPending && since !== undefined && isOvertaken(since, decidedAt(proof.photoId))
}

/** The time of a session's latest decision, where a plan has a later one. What is let go was not looked at. */
export const laterDecision = (session: ProofSession, { proofs, decision }: Plan): string | undefined => {
  const latest = decision.onlyPending
    ? ''
    : proofs
        .map(({ photoId }) => decision.decidedAt(photoId))
        .toSorted()
        .at(-1)
  return latest && latest > (session.decidedAt ?? '') ? latest : undefined
}

/**
 * A photo as a decision leaves it that arrives at `at`. What is let go was not looked at: any real decision on it is a later
 * word, whenever it was made.
 */
export const decided = (
  proof: PhotoProof,
  { status, feedback, onlyPending = false, decidedAt }: Decision,
  at: string,
): PhotoProof => {
  const since = standsSince(proof) ?? ''
  const made = onlyPending ? proof.createdAt : decidedAt(proof.photoId)
  return {
    ...proof,
    status,
    clientFeedback: feedback ?? proof.clientFeedback,
    updatedAt: at,
    decidedAt: made > since ? made : since,
  }
}

/**
 * Plans one decision for one photo or several. A session is complete once nothing is pending; one that was reopened has
 * nothing pending from the start, and completes when its client says so.
 * @throws AppError `selection_full` when more would be approved than were asked for.
 */
export const planDecision = (session: ProofSession, proofs: readonly PhotoProof[], decision: Decision): Plan => {
  const changed = proofs.filter((proof) => !isAnswered(session, proof, decision))
  const again = proofs.filter((proof) => isAnswered(session, proof, decision) && isSaidAgain(proof, decision))
  const moved = changed.filter(({ status }) => status !== decision.status)
  const settled = moved.filter(({ status }) => status === 'pending').length
  const approvals = decision.status === 'approved' ? moved.length : 0
  const { selectionTarget, approvedCount } = session
  if (selectionTarget !== null && approvals > 0 && approvedCount + approvals > selectionTarget) {
    throw new AppError('selection_full', { selectionTarget, approvedCount })
  }
  const moves: Plan['moves'] = {}
  for (const { status } of moved) moves[countFields[status]] = (moves[countFields[status]] ?? 0) - 1
  if (moved.length > 0) moves[countFields[decision.status]] = moved.length
  const completes = settled > 0 && settled === session.pendingCount && session.fillPlace === null
  return { proofs: [...changed, ...again], decision, moves, settled, completes, isNews: changed.length > 0 }
}
