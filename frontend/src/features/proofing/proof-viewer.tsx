import { Suspense, useEffect, useRef } from 'react'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Text } from '#frontend/ui/layout.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { ClientProofSession, ProofDecision } from '#schema/api/proofing.ts'
import { DecisionButtons, decisionOfKey } from './decision-buttons.tsx'
import { FinishButton, type ReviewEnd } from './finish-button.tsx'
import { useSingleTaps } from './one-by-one.ts'
import { canSay, isUnasked, leftOf, takenOutWords, wordOf } from './proof-words.ts'
import type { useDecide } from './use-decide.tsx'
import type { OpenedViewer } from './use-proof-viewer.ts'
import type { ClientReview } from './use-review.ts'
import type { ViewedPhotos } from './use-viewed-photos.ts'

/** Not needed before a photo is touched. */
const Lightbox = lazyPart(
  () => import('#frontend/ui/lightbox.tsx'),
  (m) => m.Lightbox,
)

type ProofViewerProps = {
  viewer: OpenedViewer
  review: ClientReview
  session: ClientProofSession
  /** What it goes through. */
  viewed: ViewedPhotos
  ask: ReturnType<typeof useDecide>['ask']
  end: ReviewEnd
  isAsking: boolean
}

/** One photo of a review on the whole screen, with its decision, and the end of the review in reach. */
export const ProofViewer = ({ viewer, review, session, viewed, ask, end, isAsking }: ProofViewerProps) => {
  usePrepared(Lightbox)
  const { photos, index, count } = viewed
  const open = photos[index]
  // What was reopened is finished without a question: a finger that misses "Close" would do it.
  const asked = { ...end, finish: undefined }
  const goOn = useRef<() => void>(null)
  /** A decision that is taken goes on to the next photo; the last one stays. */
  const decide = (status: ProofDecision) => {
    if (open && ask([open.photoId], { status })) goOn.current?.()
  }
  const tap = useSingleTaps(decide)
  const now = useRef(decide)
  useEffect(() => {
    now.current = decide
  })
  // The viewer lies above everything else: it steps back while the question is asked.
  const isOpen = open !== undefined && !isAsking
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      // A key that is held, or chooses a tab of the browser, decides nothing.
      if (event.repeat || event.metaKey || event.ctrlKey || event.altKey) return
      const status = decisionOfKey(event.key)
      if (status) now.current(status)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen])

  if (!isOpen) return null
  return (
    <Suspense>
      <Lightbox
        photos={photos.map((photo) => ({ ...photo, id: photo.photoId, description: photo.clientFeedback }))}
        index={index}
        count={count}
        hasMore={!review.isComplete && (!review.query.isError || review.query.isFetching)}
        onMove={(to) => {
          const next = photos[to]
          if (next) viewer.move(next.photoId)
        }}
        onward={goOn}
        onClose={viewer.close}
        overlay={<Watermark text={session.watermark} />}
        standing={session.isReadOnly ? undefined : leftOf(session, asked)}
        tools={<FinishButton session={session} end={asked} variant="stage" />}
        actions={
          <>
            {open.isTakenOut && <Text textStyle="small">{takenOutWords}</Text>}
            {(session.isReadOnly || open.isTakenOut) && !isUnasked(open) && (
              <Badge tone={wordOf(open.status, session).tone}>{wordOf(open.status, session).label}</Badge>
            )}
            {!session.isReadOnly && canSay(open, 'rejected') && (
              <DecisionButtons photo={open} disabled={false} variant="stage" onDecide={tap} />
            )}
          </>
        }
      />
    </Suspense>
  )
}
