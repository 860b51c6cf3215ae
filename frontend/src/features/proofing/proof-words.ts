import type { ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'
import type { PhotoProofStatus, ProofSessionStatus } from '#schema/entities/proof.ts'

type Word = { label: string; tone: 'neutral' | 'accent' | 'success' | 'danger' }

/** How a session stands, for its photographer. */
export const sessionWords = {
  pending: { label: 'Pending', tone: 'neutral' },
  in_review: { label: 'In Review', tone: 'accent' },
  completed: { label: 'Completed', tone: 'success' },
  expired: { label: 'Expired', tone: 'danger' },
} as const satisfies Record<ProofSessionStatus, Word>

/** The same for the client, to whom it only matters whether it is done. */
export const clientWord = (status: ProofSessionStatus): Word => {
  if (status === 'completed') return sessionWords.completed
  if (status === 'expired') return sessionWords.expired
  return { label: 'In Progress', tone: 'accent' }
}

export const proofWords = {
  pending: { label: 'Pending', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'success' },
  maybe: { label: 'Maybe', tone: 'accent' },
  rejected: { label: 'Rejected', tone: 'danger' },
} as const satisfies Record<PhotoProofStatus, Word>

/** The same in a review that asks for so many photos: what was left over was not turned down one by one. */
export const wordOf = (status: PhotoProofStatus, { selectionTarget }: { selectionTarget: number | null }): Word =>
  status === 'rejected' && selectionTarget !== null ? { label: 'Not chosen', tone: 'neutral' } : proofWords[status]

export const proofOrder = ['approved', 'maybe', 'rejected', 'pending'] as const satisfies readonly PhotoProofStatus[]

/** How many photos a session has. */
export const totalOf = ({ counts }: { counts: Readonly<Record<PhotoProofStatus, number>> }) =>
  counts.approved + counts.maybe + counts.rejected + counts.pending

/** Said in place of a decision on a photo that is no longer there. */
export const takenOutWords = 'Your photographer took this photo out.'

type Decided = Pick<ProofPhoto, 'status' | 'isTakenOut'>
/** Taken out before anything was said of it: it is not left to be decided, and no status's. */
export const isUnasked = ({ status, isTakenOut }: Decided) => isTakenOut && status === 'pending'
/** What can be said of a photo: of one that was taken out only that it is not chosen after all, since it counts as chosen. */
export const canSay = ({ status, isTakenOut }: Decided, said: ProofDecision) =>
  !isTakenOut || (status === 'approved' && said === 'rejected')
/** Whether its client is still asked about it. */
export const isLeft = ({ status, isTakenOut }: Decided) => status === 'pending' && !isTakenOut

/** Whether a photo stands in the list of a status, `''` being any. */
export const isListed = (photo: Decided, shown: string) => shown === '' || (photo.status === shown && !isUnasked(photo))

type Counted = { counts: Readonly<Record<PhotoProofStatus, number>> }
/** How many photos such a list has, also those that are still on their way: counts leave out what nobody is asked about. */
export const countIn = ({ counts }: Counted, shown: string, photos: readonly Decided[]) =>
  shown === ''
    ? totalOf({ counts }) + photos.filter(isUnasked).length
    : proofOrder.reduce((sum, status) => (status === shown ? sum + counts[status] : sum), 0)

type Standing = Counted & { status: ProofSessionStatus; selectionTarget: number | null }
/** How a review can be ended; absent where it cannot be now. */
type Ends = { letGo: unknown; finish: unknown }

/**
 * "12 left", or "6 of 8 chosen, 2 to go" of a choice of so many: what is left, said after each decision. Where that is
 * nothing, only the server's word ends a review: until it has come, nothing says that it is over.
 */
export const leftOf = ({ status, selectionTarget, counts }: Standing, { letGo, finish }: Ends): string => {
  const pressFinish = 'Nothing left: press Finish'
  if (selectionTarget === null) {
    if (counts.pending > 0) return `${formatCount(counts.pending)} left`
    return status === 'completed' ? 'All reviewed' : letGo || finish ? pressFinish : 'Nothing left'
  }
  const chosen = `${formatCount(counts.approved)} of ${formatCount(selectionTarget)} chosen`
  if (counts.pending === 0 && letGo) return `${chosen}. ${pressFinish}`
  const left = selectionTarget - counts.approved
  return left > 0 ? `${chosen}, ${formatCount(left)} to go` : chosen
}
