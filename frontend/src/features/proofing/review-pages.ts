import type { InfiniteData } from '@tanstack/react-query'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { ProofPhoto, proofing } from '#schema/api/proofing.ts'
import { isUnasked } from './proof-words.ts'
import type { UnsentDecision } from './unsent-decisions.ts'

type Page = ResponseOf<typeof proofing.endpoints.get>
/** A session's photos as they are read, page by page. */
export type Review = InfiniteData<Page, string | undefined>
type Standing = Pick<Page['session'], 'status' | 'counts'>
type Change = Pick<ProofPhoto, 'photoId'> & Partial<ProofPhoto>

export const withChanges = (review: Review, changes: readonly Change[], { status, counts }: Standing): Review => {
  const byId = new Map(changes.map((change) => [change.photoId, change]))
  return {
    ...review,
    pages: review.pages.map((page) => ({
      // Past the deadline the server answers `expired`, if it answers at all; a complete review may still be changed.
      session: { ...page.session, status, counts, isReadOnly: page.session.isReadOnly || status === 'expired' },
      photos: { ...page.photos, items: page.photos.items.map((photo) => ({ ...photo, ...byId.get(photo.photoId) })) },
    })),
  }
}

/** What was let go unless somebody had decided, and somebody had. */
const isLeftAlone = ({ onlyPending = false }: UnsentDecision, status: ProofPhoto['status']) =>
  onlyPending && status !== 'pending'

/**
 * The review as it will be when everything that is kept has arrived: shown from the moment of the decision, whatever the
 * server tells meanwhile. A text is saved only when the server says so.
 */
export const withUnsent = (review: Review, kept: readonly UnsentDecision[]): Review => {
  const session = review.pages[0]?.session
  if (!session || session.isReadOnly || kept.length === 0) return review
  const lastWord = new Map(kept.map((said) => [said.photoId, said]))
  const counts = { ...session.counts }
  const changes: Change[] = []
  for (const { photoId, status } of review.pages.flatMap((page) => page.photos.items)) {
    const said = lastWord.get(photoId)
    if (said === undefined || isLeftAlone(said, status)) continue
    counts[status] -= 1
    counts[said.status] += 1
    changes.push({ photoId, status: said.status })
  }
  return withChanges(review, changes, { counts, status: session.status })
}

/**
 * The server counts every photo of a session, also one that its photographer deleted since: it knows so only when it reads
 * them. What nobody can decide is not left, as far as the photos have come.
 */
export const withoutTakenOut = (review: Review): Review => {
  const session = review.pages[0]?.session
  const unasked = review.pages.flatMap((page) => page.photos.items).filter(isUnasked).length
  if (!session || unasked === 0) return review
  const { counts, status } = session
  return withChanges(review, [], { counts: { ...counts, pending: Math.max(0, counts.pending - unasked) }, status })
}

/** How many photos have a last word that the server does not have. */
export const countUnsent = (photos: readonly ProofPhoto[], kept: readonly UnsentDecision[]): number => {
  const lastWord = new Map(kept.map((said) => [said.photoId, said]))
  return photos.filter(({ photoId, status, clientFeedback }) => {
    const said = lastWord.get(photoId)
    if (said === undefined || isLeftAlone(said, status)) return false
    return said.status !== status || (said.feedback ?? clientFeedback) !== clientFeedback
  }).length
}
