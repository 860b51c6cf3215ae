import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Dock } from '#frontend/ui/dock.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import type { ClientProofSession } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'
import { FinishButton, type ReviewEnd } from './finish-button.tsx'
import { leftOf, totalOf } from './proof-words.ts'

/** "12 of 60 left": beside no photo's place, of how many. */
const standingOf = (session: ClientProofSession, end: ReviewEnd): string =>
  session.selectionTarget === null && session.counts.pending > 0
    ? `${formatCount(session.counts.pending)} of ${formatCount(totalOf(session))} left`
    : leftOf(session, end)

type ReviewDockProps = {
  session: ClientProofSession
  end: ReviewEnd
  /** Leads back to the photo that was decided last, where it has left the screen. */
  back: (() => void) | undefined
  /** What can be done with photos that are ticked. */
  children?: ReactNode
}

/** What stands in a line fits the narrowest phones without its icons: the photo has the rest of the screen. */
const narrow = { '@media (max-width: 22.5rem)': { '& svg': { display: 'none' } } } as const

/**
 * Always in reach at the foot of the window: how far the review is, and its end. What comes with a tick stands above them:
 * nothing moves under the thumb.
 */
export const ReviewDock = ({ session, end, back, children }: ReviewDockProps) => (
  <Dock aria-label="Progress" css={narrow}>
    {children}
    <Row justifyContent="space-between" columnGap="3" rowGap="2" minHeight="9">
      <Text textStyle="small" role="status" flex="1 1 5rem">
        {standingOf(session, end)}
      </Text>
      {back && (
        <Button variant="quiet" size="sm" hideFrom="md" onClick={back}>
          <Undo2 aria-hidden />
          Change last
        </Button>
      )}
      <FinishButton session={session} end={end} />
    </Row>
  </Dock>
)
