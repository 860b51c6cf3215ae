import { useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { errors } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { proofWords } from './proof-words.ts'
import type { Decision } from './unsent-decisions.ts'
import type { ClientReview } from './use-review.ts'

/** Asks before the decision that ends the review, since it cannot be taken back by the client. */
export const useDecide = (review: ClientReview) => {
  const { session, photos = [], decide } = review
  const [last, setLast] = useState<{ photoIds: readonly PhotoId[]; decision: Decision }>()
  const ask = (photoIds: readonly PhotoId[], decision: Decision) => {
    if (!session || session.isReadOnly || photoIds.length === 0) return
    const chosen = new Set(photoIds)
    const changed = photos.filter((photo) => chosen.has(photo.photoId) && photo.status !== decision.status)
    const { selectionTarget, counts } = session
    if (
      selectionTarget !== null &&
      decision.status === 'approved' &&
      counts.approved + changed.length > selectionTarget
    ) {
      toast({ title: 'Your choice is complete', description: errors.selection_full[1] })
      return
    }
    const settled = changed.filter((photo) => photo.status === 'pending').length
    if (settled > 0 && settled === counts.pending) setLast({ photoIds, decision })
    else decide(photoIds, decision)
  }
  const left = session && !session.isReadOnly ? photos.filter((photo) => photo.status === 'pending') : []
  /** Rejects what is left once as many are approved as were asked for: nobody has to say no a hundred times. */
  const letGo =
    session && left.length > 0 && session.counts.approved === session.selectionTarget
      ? () =>
          ask(
            left.map((photo) => photo.photoId),
            { status: 'rejected' },
          )
      : undefined
  const dialog = (
    <Confirm
      open={last !== undefined}
      title="Finish your review?"
      action="Finish"
      tone="accent"
      cancel="Not yet"
      onClose={() => setLast(undefined)}
      onConfirm={() => {
        if (last) decide(last.photoIds, last.decision)
        setLast(undefined)
      }}
    >
      {last && last.photoIds.length > 1
        ? `${countOf(last.photoIds.length, 'photo')} will be ${proofWords[last.decision.status].label.toLowerCase()}. `
        : ''}
      Nothing is left to look at after this. Your photographer is told, and the review is closed.
    </Confirm>
  )
  return { ask, letGo, dialog, isAsking: last !== undefined }
}
