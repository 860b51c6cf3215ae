import { chakra } from '@chakra-ui/react'
import { GalleryHorizontal, ImageOff, Rows3, ShoppingCart } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { FailedRest } from '#frontend/shared/api/failed-rest.tsx'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { useTicks } from '#frontend/shared/ticks/use-ticks.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Column, Flex, Row, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Badge, EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { ClientProofSession, ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'
import { DecisionButtons, decisionOfKey } from './decision-buttons.tsx'
import { useHeightAbove, useOneByOne, useSingleTaps } from './one-by-one.ts'
import { type ProofActions, ProofCard } from './proof-card.tsx'
import { ProofHeader } from './proof-header.tsx'
import { leftOf, proofOrder, wordOf } from './proof-words.ts'
import { ReviewDock } from './review-dock.tsx'
import { isTyping, moveFocus } from './review-keys.ts'
import { ReviewProgress, StatusFilters } from './review-progress.tsx'
import { SelectedPhotos } from './selected-photos.tsx'
import { useBuyApproved } from './use-buy-approved.ts'
import { useDecide } from './use-decide.tsx'
import type { ClientReview } from './use-review.ts'

/** Not needed before a photo is touched. */
const Lightbox = lazyPart(
  () => import('#frontend/ui/lightbox.tsx'),
  (m) => m.Lightbox,
)

const Cards = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '5',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(18rem, 100%), 1fr))',
    // One photo a screen on a phone: the browser's own swipe, from photo to photo.
    '&[data-strip]': {
      display: { base: 'flex', md: 'grid' },
      alignItems: { base: 'flex-start', md: 'stretch' },
      overflowX: { base: 'auto', md: 'visible' },
      // Names that are only heard lie at their buttons: without this, they would widen the page.
      position: 'relative',
      scrollSnapType: { base: 'x mandatory', md: 'none' },
      overscrollBehaviorX: 'contain',
      scrollbarWidth: 'none',
    },
  },
})
/** Photos that are on their way. */
export const AwaitedCards = () => (
  <Cards aria-hidden>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
      <Skeleton key={place} as="li" height="24rem" />
    ))}
  </Cards>
)

/** How many photos of a status there are, `''` being any, also of those that are still on their way. */
const countIn = ({ counts }: ClientProofSession, status: string) =>
  proofOrder.reduce((sum, each) => (status === '' || each === status ? sum + counts[each] : sum), 0)

type ProofReviewProps = { review: ClientReview; session: ClientProofSession; photos: readonly ProofPhoto[] }

/** A session under review: every photo with its decision, by mouse, finger or key. */
export const ProofReview = ({ review, session, photos }: ProofReviewProps) => {
  usePrepared(Lightbox)
  const { read, change } = useAddress()
  const shown = read('show')
  const visible = shown === '' ? photos : photos.filter((photo) => photo.status === shown)
  const ticks = useTicks(review.name, {
    loaded: photos.map(({ photoId }) => photoId),
    isWhole: review.isComplete,
  })
  const { ask, letGo, finish, dialog, isAsking } = useDecide(review)
  const { count: approvedForSale, buy, isRenewing } = useBuyApproved(session, photos)
  const list = useRef<HTMLUListElement>(null)
  const above = useHeightAbove(list)
  const isStrip = read('view') !== 'all'
  const { decide, back } = useOneByOne({ list, photos: visible, ask, isOpen: !session.isReadOnly })
  const viewer = useOpened('photo')
  const openIndex = photos.findIndex((photo) => photo.photoId === viewer.shown)
  const open = photos[openIndex]

  const select = ticks.set
  const decideSelected = (status: ProofDecision) => ask(ticks.ids, { status }, ticks.clear)
  const onKey = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key.startsWith('Arrow') && list.current) {
      event.preventDefault()
      moveFocus(list.current, event.key)
      return
    }
    if (event.repeat) return
    const status = decisionOfKey(event.key)
    const target = event.target instanceof Element ? event.target.closest('[data-photo]') : null
    const photo = photos.find((each) => each.photoId === target?.getAttribute('data-photo'))
    if (status && photo) decide(photo.photoId, status)
  }

  const goOn = useRef<() => void>(null)
  /** In the viewer a decision that is taken goes on to the next photo; the last one stays. */
  const decideOpen = (status: ProofDecision) => {
    if (open && ask([open.photoId], { status })) goOn.current?.()
  }
  const tapOpen = useSingleTaps(decideOpen)
  const now = useRef({ decideOpen, decide, select, viewer })
  useEffect(() => {
    now.current = { decideOpen, decide, select, viewer }
  })
  const [actions] = useState<ProofActions>(() => ({
    open: (photoId) => now.current.viewer.open(photoId),
    select: (photoId, isSelected) => now.current.select(photoId, isSelected),
    decide: (photoId, status) => now.current.decide(photoId, status),
  }))
  // The viewer lies above everything else: it steps back while the question is asked.
  const isOpen = open !== undefined && !isAsking
  useEffect(() => {
    if (!isOpen) return
    const onViewerKey = (event: globalThis.KeyboardEvent) => {
      // A key that is held, or chooses a tab of the browser, decides nothing.
      if (event.repeat || event.metaKey || event.ctrlKey || event.altKey) return
      const status = decisionOfKey(event.key)
      if (status) now.current.decideOpen(status)
    }
    addEventListener('keydown', onViewerKey)
    return () => removeEventListener('keydown', onViewerKey)
  }, [isOpen])

  const isOver = session.isReadOnly || session.status === 'completed'
  const isReopened = review.isReopened && photos.length > 0

  return (
    <BarePage title={session.title}>
      <Column paddingTop={{ base: '4', md: '14' }} paddingBottom={{ base: '10', md: '16' }}>
        <Box ref={above} paddingBottom={{ base: '3', md: '8' }}>
          <ProofHeader session={session} />
        </Box>
        <Flex flexDirection="column" gap={{ base: '4', md: '6' }}>
          {session.status === 'completed' && (
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
          )}
          {session.status === 'expired' && (
            <Alert tone="danger" title="The deadline has passed">
              <Text>You can look at your choice, but not change it. Ask your photographer for more time.</Text>
            </Alert>
          )}
          {review.lateCount > 0 && (
            <Alert tone="danger" title={`${countOf(review.lateCount, 'decision')} did not arrive in time`}>
              <Text>
                The choice below is without {review.lateCount === 1 ? 'it' : 'them'}. Ask your photographer to reopen
                the review, and open this page again on this device before{' '}
                {formatMinute(new Date(review.lateUntilMs).toISOString())}: what you decided is sent then.
              </Text>
            </Alert>
          )}
          <Row justifyContent="space-between" minWidth="0" order={{ base: isOver ? 0 : 2, md: 0 }}>
            <StatusFilters session={session} shown={shown} onShow={(status) => change({ show: status || undefined })} />
            {photos.length > 1 && (
              <Button
                size="sm"
                variant="quiet"
                hideFrom="md"
                onClick={() => change({ view: isStrip ? 'all' : undefined }, { replace: true })}
              >
                {isStrip ? <Rows3 aria-hidden /> : <GalleryHorizontal aria-hidden />}
                {isStrip ? 'Show all below each other' : 'Show one at a time'}
              </Button>
            )}
            {approvedForSale > 0 && (
              <Button
                variant={isOver ? 'accent' : 'outline'}
                busy={isRenewing}
                ended={!review.isComplete}
                onClick={buy}
              >
                {!isRenewing && <ShoppingCart aria-hidden />}
                Buy my approved photos
              </Button>
            )}
          </Row>
          {!session.isReadOnly && photos.length > 0 && (
            <Text textStyle="fine" hideBelow="md">
              Keys: arrows go from photo to photo, 1 approves, 2 is maybe, 3 rejects.
            </Text>
          )}
          {/* On a phone the photos come before the sums; how far the review is stands at the foot of the window. */}
          <Box order={{ base: 2, md: 0 }}>
            <ReviewProgress session={session} saving={review.saving} />
          </Box>
          <Box order="1" minWidth="0">
            {visible.length === 0 && !review.isComplete ? (
              !review.query.isError && <AwaitedCards />
            ) : photos.length === 0 ? (
              <EmptyState title="No photos to review" icon={<ImageOff size={40} />}>
                The gallery of this session has no photos.
              </EmptyState>
            ) : visible.length === 0 ? (
              <EmptyState
                title="Nothing here"
                action={<Button onClick={() => change({ show: undefined })}>Show all photos</Button>}
              >
                No photo has this status.
              </EmptyState>
            ) : (
              <Cards ref={list} data-strip={isStrip ? '' : undefined} aria-label="Photos" onKeyDown={onKey}>
                {visible.map((photo, index) => (
                  <ProofCard
                    review={review.name}
                    key={photo.photoId}
                    photo={photo}
                    watermark={session.watermark}
                    canComment={session.canComment}
                    word={wordOf(photo.status, session).label}
                    isReadOnly={session.isReadOnly}
                    isSelected={ticks.has(photo.photoId)}
                    place={isStrip ? `${formatCount(index + 1)} of ${formatCount(countIn(session, shown))}` : undefined}
                    eager={index < 3}
                    actions={actions}
                  />
                ))}
              </Cards>
            )}
            <FailedRest pages={review.query} count={photos.length} />
          </Box>
        </Flex>
        {ticks.ids.length === 0 && !session.isReadOnly && photos.length > 0 && (
          <ReviewDock
            session={session}
            letGo={letGo}
            finish={isReopened ? finish : undefined}
            isFinishing={review.isFinishing}
            back={isStrip ? back : undefined}
          />
        )}
        {ticks.ids.length > 0 && !session.isReadOnly && (
          <SelectedPhotos
            count={ticks.ids.length}
            onAll={() => ticks.become(visible.map((photo) => photo.photoId))}
            onClear={ticks.clear}
            onDecide={decideSelected}
          />
        )}
      </Column>
      {open && isOpen && (
        <Suspense>
          <Lightbox
            photos={photos.map((photo) => ({ ...photo, id: photo.photoId, description: photo.clientFeedback }))}
            index={openIndex}
            count={review.isComplete ? photos.length : countIn(session, '')}
            hasMore={!review.isComplete && (!review.query.isError || review.query.isFetching)}
            onMove={(index) => {
              const next = photos[index]
              if (next) viewer.move(next.photoId)
            }}
            onward={goOn}
            onClose={viewer.close}
            overlay={<Watermark text={session.watermark} />}
            standing={session.isReadOnly ? undefined : leftOf(session)}
            actions={
              session.isReadOnly ? (
                <Badge tone={wordOf(open.status, session).tone}>{wordOf(open.status, session).label}</Badge>
              ) : (
                <DecisionButtons
                  title={open.title}
                  status={open.status}
                  disabled={false}
                  variant="stage"
                  onDecide={tapOpen}
                />
              )
            }
          />
        </Suspense>
      )}
      {dialog}
    </BarePage>
  )
}
