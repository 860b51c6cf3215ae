import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Flex, Grid, Heading, Row, Text } from '#frontend/ui/layout.tsx'
import { Card, ProgressBar } from '#frontend/ui/surface.tsx'
import type { ClientProofSession } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'
import { proofOrder, totalOf, wordOf } from './proof-words.ts'

type Saving = { count: number; isWaiting: boolean }
const savingWords = ({ count, isWaiting }: Saving) => {
  if (isWaiting) return `${countOf(count, 'decision')} will be sent when the connection is back`
  return count === 1 ? 'Saving...' : `Saving ${countOf(count, 'decision')}...`
}

/** How much is decided, by status, and how much of the choice that was asked for is made. */
export const ReviewProgress = ({ session, saving }: { session: ClientProofSession; saving: Saving }) => {
  const total = totalOf(session)
  const done = total - session.counts.pending
  const { selectionTarget, counts } = session
  return (
    <Card aria-labelledby="progress">
      <Row justifyContent="space-between" marginBottom="3">
        <Heading id="progress" look="heading">
          Review Progress
        </Heading>
        <Text textStyle="small" color="ink.muted" role="status">
          {saving.count > 0 ? savingWords(saving) : `${formatCount(done)} of ${formatCount(total)} reviewed`}
        </Text>
      </Row>
      <ProgressBar label="Reviewed" percent={total === 0 ? 0 : (done / total) * 100} />
      <Grid as="dl" marginTop="5" gap="4" gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(4, 1fr)' }}>
        {proofOrder.map((status) => (
          <Flex key={status} flexDirection="column-reverse">
            <Text as="dt" textStyle="small" color="ink.muted">
              {wordOf(status, session).label}
            </Text>
            <Text as="dd" fontFamily="heading" fontSize="2xl" lineHeight="tight" data-testid={`count-${status}`}>
              {formatCount(counts[status])}
            </Text>
          </Flex>
        ))}
      </Grid>
      {selectionTarget !== null && (
        <Text marginTop="4">
          Choose {formatCount(selectionTarget)}: <strong>{formatCount(counts.approved)}</strong> chosen
          {counts.approved < selectionTarget && `, ${formatCount(selectionTarget - counts.approved)} to go`}
          {counts.approved >= selectionTarget &&
            !session.isReadOnly &&
            '. That is all; take one back to choose another.'}
        </Text>
      )}
    </Card>
  )
}

type FiltersProps = {
  session: ClientProofSession
  /** How many photos there are, with those that are in no status. */
  all: number
  shown: string
  onShow: (status: string) => void
}
/** Shows the photos of one status; `''` is all. */
export const StatusFilters = ({ session, all, shown, onShow }: FiltersProps) => (
  <Row
    gap="2"
    role="group"
    aria-label="Show"
    flexWrap={{ base: 'nowrap', md: 'wrap' }}
    overflowX={{ base: 'auto', md: 'visible' }}
    maxWidth="full"
    // Room for the ring around a focused button, which the scrolling row would cut.
    padding="1"
    margin="-1"
  >
    <Button
      size="sm"
      aria-pressed={shown === ''}
      variant={shown === '' ? 'outline' : 'quiet'}
      onClick={() => onShow('')}
    >
      All ({formatCount(all)})
    </Button>
    {proofOrder.map((status) => (
      <Button
        key={status}
        size="sm"
        aria-pressed={shown === status}
        variant={shown === status ? 'outline' : 'quiet'}
        onClick={() => onShow(status)}
      >
        {wordOf(status, session).label} ({formatCount(session.counts[status])})
      </Button>
    ))}
  </Row>
)
