import { Suspense, useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { ProofPhoto } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'
import { errors } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { canSay, isLeft, isUnasked, proofWords, totalOf, wordOf } from './proof-words.ts'
import { openTexts, withTexts } from './unsaved-texts.ts'
import type { Decision, DecisionRequest } from './unsent-decisions.ts'
import type { ClientReview } from './use-review.ts'

/** Not needed before the last decision, and heavy: its code comes once the page is shown. */
const FinishQuestion = lazyPart(
  () => import('./finish-question.tsx'),
  (m) => m.FinishQuestion,
)

/** Of what was not looked at; what somebody decided meanwhile, perhaps at another device, stays. */
const lettingGo: Decision = { status: 'rejected', onlyPending: true }
type LastDecision = DecisionRequest & { onTaken?: (() => void) | undefined }

/** "You have chosen 15 of 20. 45 photos stay unchosen. ": what ends with the review; nothing for one photo at its button. */
const fateOf = (
  { photoIds, decision: { status, onlyPending } }: LastDecision,
  session: ClientReview['session'],
): string => {
  if (!session || (photoIds.length === 1 && !onlyPending)) return ''
  const { selectionTarget, counts } = session
  const photos = countOf(photoIds.length, 'photo')
  if (status !== 'rejected' || selectionTarget === null)
    return photoIds.length === 0 ? '' : `${photos} will be ${proofWords[status].label.toLowerCase()}. `
  const short =
    counts.approved < selectionTarget
      ? `You have chosen ${formatCount(counts.approved)} of ${formatCount(selectionTarget)}. `
      : ''
  if (photoIds.length === 0) return short
  return `${short}${photos} ${photoIds.length === 1 ? 'stays' : 'stay'} unchosen. `
}

/**
 * Sends a decision together with its photos' unsaved feedback. Asks for confirmation before the decision that ends the
 * review, because that notifies the photographer, once. `onEnd` is called once that was confirmed, and not by `finish`, which asks nothing.
 */
export const useDecide = (review: ClientReview, onEnd: () => void) => {
  const { session, photos = [], decide, isComplete } = review
  usePrepared(FinishQuestion)
  const [last, setLast] = useState<LastDecision>()
  // What nobody may write any more is not sent either.
  const there = photos.filter((photo) => !photo.isTakenOut)
  const commented = session?.canComment ? there : []
  const unasked = photos.filter(isUnasked)
  const sendAll = (all: readonly DecisionRequest[]) => {
    for (const each of all) decide(each)
  }
  const close = (asked: DecisionRequest) => {
    const others = commented.filter((photo) => !asked.photoIds.includes(photo.photoId))
    // The server has them pending still, and a review is complete when nothing is.
    const letGo = { photoIds: unasked.map((photo) => photo.photoId), decision: lettingGo }
    const both = [...(unasked.length > 0 ? [letGo] : []), ...withTexts(review.name, commented, asked)]
    sendAll([...openTexts(review.name, others), ...both])
  }
  /** A decision that took another one's place can be taken back; the first on a photo can only be changed. */
  const offerUndo = (changed: readonly ProofPhoto[], { status }: Decision) => {
    const before = changed.flatMap((photo): DecisionRequest[] =>
      photo.status === 'pending' ? [] : [{ photoIds: [photo.photoId], decision: { status: photo.status } }],
    )
    if (before.length === 0 || !session) return
    toast({
      kind: 'info',
      title: `Now ${wordOf(status, session).label.toLowerCase()}`,
      description: before.length === 1 ? (changed[0]?.title ?? '') : countOf(before.length, 'photo'),
      action: { label: 'Undo', act: () => sendAll(before) },
    })
  }
  /**
   * Whether the decision was taken: it may be one too many, or wait for an answer. `onTaken` is called either at once or
   * after that answer.
   */
  const ask = (named: readonly PhotoId[], decision: Decision, onTaken?: () => void): boolean => {
    const unsaid = new Set(photos.filter((photo) => !canSay(photo, decision.status)).map((photo) => photo.photoId))
    const photoIds = named.filter((photoId) => !unsaid.has(photoId))
    // A key that still reaches the photo behind the question decides nothing.
    if (!session || session.isReadOnly || photoIds.length === 0 || last) return false
    const chosen = new Set(photoIds)
    const changed = photos.filter((photo) => chosen.has(photo.photoId) && photo.status !== decision.status)
    const { selectionTarget, counts } = session
    if (
      selectionTarget !== null &&
      decision.status === 'approved' &&
      changed.length > 0 &&
      counts.approved + changed.length > selectionTarget
    ) {
      const tooMany = counts.approved + changed.length - selectionTarget
      toast({
        kind: 'info',
        title: `${tooMany === 1 ? 'One' : formatCount(tooMany)} too many`,
        description:
          counts.approved === selectionTarget
            ? errors.selection_full[1]
            : `You can choose ${formatCount(selectionTarget - counts.approved)} more.`,
      })
      return false
    }
    const settled = changed.filter((photo) => photo.status === 'pending').length
    if (settled > 0 && settled === counts.pending) {
      // Nothing is said of what an answer may yet take back.
      const onFinish = () => {
        offerUndo(changed, decision)
        onTaken?.()
      }
      setLast({ photoIds, decision, onTaken: onFinish })
      return false
    }
    const approves = decision.status === 'approved' ? changed.length : 0
    if (approves > 0 && counts.approved + approves === selectionTarget) {
      toast({
        kind: 'success',
        title: `All ${formatCount(selectionTarget)} chosen`,
        description: 'Finish when you like, or take one back to choose another.',
      })
    } else offerUndo(changed, decision)
    sendAll(withTexts(review.name, commented, { photoIds, decision }))
    onTaken?.()
    return true
  }
  // While photos are on their way, those that are there would be let go without the question that ends a review.
  const left = session && !session.isReadOnly && isComplete ? photos.filter((photo) => photo.status === 'pending') : []
  const leftIds = left.filter(isLeft).map((photo) => photo.photoId)
  /**
   * Ends the review with what is chosen, so that the client need not reject each of the others. Of what was decided at
   * another device meanwhile this page knows nothing, and it stays. Where all that is left was taken out nobody can decide
   * anything first.
   */
  const end =
    session && left.length > 0 && (session.counts.pending === 0 || session.counts.pending < totalOf(session))
      ? () => setLast({ photoIds: leftIds, decision: lettingGo })
      : undefined
  const dialog = last && (
    <Suspense>
      <FinishQuestion
        fate={fateOf(last, session)}
        onClose={() => setLast(undefined)}
        onConfirm={() => {
          close(last)
          last.onTaken?.()
          setLast(undefined)
          onEnd()
        }}
      />
    </Suspense>
  )
  const finish = () => {
    sendAll(openTexts(review.name, commented))
    review.finish()
  }
  return { ask, letGo: end, finish, dialog, isAsking: last !== undefined }
}
