import { chakra } from '@chakra-ui/react'
import { ArrowLeft } from 'lucide-react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { ChoiceExports } from '#frontend/shared/choices/choice-exports.tsx'
import { beginInView } from '#frontend/ui/begin-in-view.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import { Badge, EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import type { OwnProofSession, ProofPhoto } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'
import { proofOrder, sessionWords, wordOf } from './proof-words.ts'
import { exportChoice, useOwnSession } from './queries.ts'

const Tiles = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '5',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(14rem, 100%), 1fr))',
  },
})
const tileSizes = '(min-width: 78rem) 18rem, (min-width: 62rem) 30vw, (min-width: 34rem) 46vw, calc(100vw - 2rem)'
const Tile = chakra('li', {
  base: {
    background: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 16rem',
  },
})

type ChoiceTileProps = { photo: ProofPhoto; word: ReturnType<typeof wordOf> }
const ChoiceTile = ({ photo, word }: ChoiceTileProps) => (
  <Tile>
    <Photo picture={photo.picture} alt={photo.title} ratio={3 / 2} fit="contain" sizes={tileSizes} />
    <Stack gap="2" padding="4">
      <Row justifyContent="space-between" alignItems="flex-start">
        <Text fontWeight="medium" flex="1">
          {photo.title}
        </Text>
        <Badge tone={word.tone}>{word.label}</Badge>
      </Row>
      {photo.isTakenOut && <Text textStyle="small">You took this photo out of the gallery.</Text>}
      {photo.clientFeedback && (
        <Text textStyle="small" color="ink.muted" whiteSpace="pre-line">
          “{photo.clientFeedback}”
        </Text>
      )}
    </Stack>
  </Tile>
)

/** What the client said of each photo, as it comes in. */
export const SessionChoice = ({ session, onBack }: { session: OwnProofSession; onBack: () => void }) => {
  const { photos, error, refetch, hasNextPage } = useOwnSession(session)
  const { read, change } = useAddress()
  const show = read('show')
  const shown = show === '' ? photos : photos?.filter((photo) => photo.status === show)
  // Until all pages are loaded, an empty list may still get photos: it is not shown as empty.
  const visible = hasNextPage && shown?.length === 0 ? undefined : shown
  const word = sessionWords[session.status]
  const filter = (status: string, label: string) => (
    <Button
      key={status}
      size="sm"
      aria-pressed={show === status}
      variant={show === status ? 'outline' : 'quiet'}
      onClick={() => change({ show: status || undefined }, { replace: true })}
    >
      {label}
    </Button>
  )
  return (
    <section ref={beginInView} aria-labelledby="choice">
      <Box marginBottom="4">
        <Button
          size="sm"
          variant="quiet"
          marginInlineStart="-3"
          onClick={() => {
            change({ show: undefined }, { replace: true })
            onBack()
          }}
        >
          <ArrowLeft aria-hidden />
          All sessions
        </Button>
      </Box>
      <Row justifyContent="space-between" marginBottom="5">
        <Row>
          <Heading id="choice" look="section">
            {session.title}
          </Heading>
          <Badge tone={word.tone}>{word.label}</Badge>
        </Row>
        <ChoiceExports
          title={session.title}
          of="of approved photos"
          read={() => exportChoice(session.id, 'taken-out')}
        />
      </Row>
      <Row gap="2" role="group" aria-label="Show" marginBottom="5">
        {filter('', 'All')}
        {proofOrder.map((status) =>
          filter(status, `${wordOf(status, session).label} (${formatCount(session.counts[status])})`),
        )}
      </Row>
      {error && !visible ? (
        <EmptyState
          title="Failed to load proof sessions."
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error)}
        </EmptyState>
      ) : visible?.length === 0 ? (
        <EmptyState title="Nothing here">No photo of this session has this status.</EmptyState>
      ) : (
        <Tiles aria-label="Photos" aria-busy={!visible}>
          {visible
            ? visible.map((photo) => (
                <ChoiceTile key={photo.photoId} photo={photo} word={wordOf(photo.status, session)} />
              ))
            : ['a', 'b', 'c', 'd'].map((place) => <Skeleton key={place} as="li" height="64" />)}
        </Tiles>
      )}
    </section>
  )
}
