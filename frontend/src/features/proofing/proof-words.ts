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

/** Whether a photo stands in the list of a status, `''` being any. */
export const isListed = ({ status }: { status: PhotoProofStatus }, shown: string) => shown === '' || status === shown

/** How many photos such a list has, also those that are still on their way. */
export const countIn = ({ counts }: { counts: Readonly<Record<PhotoProofStatus, number>> }, shown: string) =>
  proofOrder.reduce((sum, status) => (isListed({ status }, shown) ? sum + counts[status] : sum), 0)

type Standing = { counts: Readonly<Record<PhotoProofStatus, number>>; selectionTarget: number | null }

/** "12 left", or "6 of 8 chosen, 2 to go" of a choice of so many: what is left, said after each decision. */
export const leftOf = ({ selectionTarget, counts }: Standing): string => {
  if (selectionTarget === null) return counts.pending > 0 ? `${formatCount(counts.pending)} left` : 'All reviewed'
  const chosen = `${formatCount(counts.approved)} of ${formatCount(selectionTarget)} chosen`
  const left = selectionTarget - counts.approved
  return left > 0 ? `${chosen}, ${formatCount(left)} to go` : chosen
}
