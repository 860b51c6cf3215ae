import { chakra } from '@chakra-ui/react'
import { GalleryHorizontal, ImageOff, Rows3, ShoppingCart } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { FailedRest } from '#frontend/shared/api/failed-rest.tsx'
import { useTicks } from '#frontend/shared/ticks/use-ticks.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Column, Flex, Row, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import type { ClientProofSession, ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'
import { useHeightAbove, useOneByOne } from './one-by-one.ts'
import { type ProofActions, ProofCard } from './proof-card.tsx'
import { ProofHeader } from './proof-header.tsx'
import { ProofViewer } from './proof-viewer.tsx'
import { countIn, isListed, wordOf } from './proof-words.ts'
import { ReviewDock } from './review-dock.tsx'
import { useReviewKeys } from './review-keys.ts'
import { ReviewNotices } from './review-notices.tsx'
import { ReviewProgress, StatusFilters } from './review-progress.tsx'
import { SelectedPhotos } from './selected-photos.tsx'
import { useBuyApproved } from './use-buy-approved.ts'
import { useDecide } from './use-decide.tsx'
import { useProofViewer } from './use-proof-viewer.ts'
import type { ClientReview } from './use-review.ts'
import { useFocusBehindViewer, useViewedPhotos } from './use-viewed-photos.ts'

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

type ProofReviewProps = { review: ClientReview; session: ClientProofSession; photos: readonly ProofPhoto[] }

/** A session under review: every photo with its decision, by mouse, finger or key. */
export const ProofReview = ({ review, session, photos }: ProofReviewProps) => {
  const { read, change } = useAddress()
  const shown = read('show')
  const visible = photos.filter((photo) => isListed(photo, shown))
  const listed = countIn(session, shown, photos)
  const ticks = useTicks(review.name, {
    loaded: photos.filter((photo) => !photo.isTakenOut).map(({ photoId }) => photoId),
    isWhole: review.isComplete,
  })
  const viewer = useProofViewer()
  const viewed = useViewedPhotos({ session, photos, isWhole: review.isComplete, shown, opened: viewer.shown })
  const { ask, letGo, finish, dialog, isAsking } = useDecide(review, viewer.leave)
  const { approvedCount, leftCount, buy, isRenewing } = useBuyApproved(session, photos)
  const list = useRef<HTMLUListElement>(null)
  useFocusBehindViewer({ list, viewed, isLeaving: viewer.isLeaving })
  const above = useHeightAbove(list)
  const isStrip = read('view') !== 'all'
  const showAll = () => change({ show: undefined })
  const { decide, back } = useOneByOne({ list, photos: visible, ask, isOpen: !session.isReadOnly, showAll })

  const select = ticks.set
  const decideSelected = (status: ProofDecision) => ask(ticks.ids, { status }, ticks.clear)
  const keys = useReviewKeys({ list, decide, isOn: viewed.index === -1 && !isAsking })

  const now = useRef({ ask, decide, keys, select, viewer })
  useEffect(() => {
    now.current = { ask, decide, keys, select, viewer }
  })
  const [actions] = useState<ProofActions>(() => ({
    open: (photoId) => now.current.viewer.open(photoId),
    select: (photoId, isSelected) => now.current.select(photoId, isSelected),
    decide: (photoId, status) => {
      now.current.keys.note(photoId)
      now.current.decide(photoId, status)
    },
    // No tap, which might be a second one: it leads nowhere.
    save: (photoId, status) => now.current.ask([photoId], { status }),
  }))

  const isOver = session.isReadOnly || session.status === 'completed'
  const isReopened = review.isReopened && photos.length > 0
  const end = { letGo, finish: isReopened ? finish : undefined, isFinishing: review.isFinishing }

  return (
    <BarePage title={session.title}>
      <Column paddingTop={{ base: '4', md: '14' }} paddingBottom={{ base: '10', md: '16' }}>
        <Box ref={above} paddingBottom={{ base: '3', md: '8' }}>
          <ProofHeader session={session} />
        </Box>
        <Flex flexDirection="column" gap={{ base: '4', md: '6' }}>
          <ReviewNotices review={review} session={session} />
          <Row justifyContent="space-between" minWidth="0" order={{ base: isOver ? 0 : 2, md: 0 }}>
            <StatusFilters
              session={session}
              all={countIn(session, '', photos)}
              shown={shown}
              onShow={(status) => change({ show: status || undefined })}
            />
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
            {approvedCount > 0 && leftCount === 0 && review.isComplete && (
              <Text textStyle="small">You bought all approved photos that are on sale.</Text>
            )}
            {approvedCount > 0 && (leftCount > 0 || review.isComplete) && (
              <Button
                variant={isOver && leftCount > 0 ? 'accent' : 'outline'}
                busy={isRenewing}
                ended={!review.isComplete}
                onClick={buy}
              >
                {!isRenewing && <ShoppingCart aria-hidden />}
                {leftCount === 0
                  ? 'Buy them once more'
                  : `Buy my ${leftCount < approvedCount ? 'other ' : ''}approved photos`}
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
              <EmptyState title="Nothing here" action={<Button onClick={showAll}>Show all photos</Button>}>
                No photo has this status.
              </EmptyState>
            ) : (
              <Cards ref={list} data-strip={isStrip ? '' : undefined} aria-label="Photos">
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
                    place={isStrip ? `${formatCount(index + 1)} of ${formatCount(listed)}` : undefined}
                    eager={index < 3}
                    actions={actions}
                  />
                ))}
              </Cards>
            )}
            <FailedRest pages={review.query} count={photos.length} />
          </Box>
        </Flex>
        {!session.isReadOnly && photos.length > 0 && (
          <ReviewDock session={session} end={end} back={isStrip ? back : undefined}>
            {ticks.ids.length > 0 && (
              <SelectedPhotos
                count={ticks.ids.length}
                onAll={() => ticks.become(visible.map((photo) => photo.photoId))}
                onClear={ticks.clear}
                onDecide={decideSelected}
              />
            )}
          </ReviewDock>
        )}
      </Column>
      <ProofViewer
        viewer={viewer}
        review={review}
        session={session}
        viewed={viewed}
        ask={ask}
        end={end}
        isAsking={isAsking}
      />
      {dialog}
    </BarePage>
  )
}
