import type { ProofPhoto } from '#schema/api/proofing.ts'
import { type Draft, unsavedDraft } from './feedback-drafts.ts'
import type { DecisionRequest } from './unsent-decisions.ts'

/** Of a text whose time an earlier release did not keep nobody knows it: over no other text, it counts as typed now. */
const madeMsOf = ({ atMs }: Draft) => (atMs === 0 ? undefined : atMs)

/**
 * One decision with the texts that are typed on its photos: those photos go one by one, and first. Where nothing but the text
 * is new, it is as old as that.
 */
export const withTexts = (
  review: string,
  photos: readonly ProofPhoto[],
  { photoIds, decision }: DecisionRequest,
): DecisionRequest[] => {
  const named = new Set(photoIds)
  const worded = photos.flatMap((photo) => {
    const draft = named.has(photo.photoId) ? unsavedDraft(review, photo) : undefined
    if (draft === undefined) return []
    const madeMs = photo.status === decision.status ? madeMsOf(draft) : undefined
    return [{ photoIds: [photo.photoId], decision: { ...decision, feedback: draft.text }, madeMs }]
  })
  for (const each of worded) for (const photoId of each.photoIds) named.delete(photoId)
  return named.size === 0 ? worded : [...worded, { photoIds: [...named], decision }]
}

/** The texts of photos that are decided, as they go before whatever closes the review. */
export const openTexts = (review: string, photos: readonly ProofPhoto[]): DecisionRequest[] =>
  photos.flatMap((photo) => {
    const draft = unsavedDraft(review, photo)
    if (draft === undefined || photo.status === 'pending') return []
    return [
      { photoIds: [photo.photoId], decision: { status: photo.status, feedback: draft.text }, madeMs: madeMsOf(draft) },
    ]
  })
