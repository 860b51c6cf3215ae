import { useEffect, useRef } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Box, Text } from '#frontend/ui/layout.tsx'
import type { ClientProofSession } from '#schema/api/proofing.ts'
import type { ClientReview } from './use-review.ts'

/** What there is to know of a review before its photos: that it is over, and what came too late. */
export const ReviewNotices = ({ review, session }: { review: ClientReview; session: ClientProofSession }) => {
  const finished = useRef<HTMLDivElement>(null)
  const isFinished = session.status === 'completed'
  const wasFinished = useRef(isFinished)
  useEffect(() => {
    const isNews = isFinished && !wasFinished.current
    wasFinished.current = isFinished
    if (!isNews || !finished.current) return
    // Whoever has just finished stands at the photo that was decided last, far below; and what was pressed is gone.
    finished.current.scrollIntoView?.({ block: 'nearest' })
    if (document.activeElement === document.body) finished.current.focus({ preventScroll: true })
  }, [isFinished])
  return (
    <>
      {isFinished && (
        <Box ref={finished} tabIndex={-1} outline="none">
          <Alert tone="success" title="This review is finished">
            <Text>
              Thank you. Your photographer has your choice.{' '}
              {session.isReadOnly
                ? 'Its deadline has passed: ask them to reopen it to change something.'
                : session.deadlineAt
                  ? `You can change it until ${formatMinute(session.deadlineAt)}.`
                  : 'You can still change it.'}
            </Text>
          </Alert>
        </Box>
      )}
      {session.status === 'expired' && (
        <Alert tone="danger" title="The deadline has passed">
          <Text>You can look at your choice, but not change it. Ask your photographer for more time.</Text>
        </Alert>
      )}
      {review.lateCount > 0 && (
        <Alert tone="danger" title={`${countOf(review.lateCount, 'decision')} did not arrive in time`}>
          <Text>
            The choice below is without {review.lateCount === 1 ? 'it' : 'them'}. Ask your photographer to reopen the
            review, and open this page again on this device before{' '}
            {formatMinute(new Date(review.lateUntilMs).toISOString())}: what you decided is sent then.
          </Text>
        </Alert>
      )}
    </>
  )
}
