import { chakra } from '@chakra-ui/react'
import { ImageOff, ShoppingCart } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths, useParamsOf } from '#frontend/app/paths.ts'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { keepGrant } from '#frontend/shared/api/grants.ts'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { countOf, formatCount } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Box, Column, Flex, Grid, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Lightbox } from '#frontend/ui/lightbox.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { Badge, Card, EmptyState, ProgressBar, Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { ClientProofSession, ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import { errors } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { DecisionButtons, decisionOfKey, decisions } from './decision-buttons.tsx'
import { type ProofActions, ProofCard } from './proof-card.tsx'
import { clientWord, proofOrder, proofWords } from './proof-words.ts'
import { type ClientReview, type Decision, useReview } from './use-review.ts'

const Cards = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '5',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(18rem, 100%), 1fr))',
  },
})
const Dock = chakra('section', {
  base: {
    position: 'sticky',
    bottom: '0',
    marginTop: '8',
    paddingBlock: '3',
    background: 'paper',
    borderTopWidth: '1px',
    borderColor: 'line.strong',
    zIndex: 'docked',
  },
})

const loadFailed = 'Failed to load proof session. Please check the link.'

const Header = ({ session }: { session: ClientProofSession }) => {
  const word = clientWord(session.status)
  return (
    <Stack gap="3" maxWidth="text">
      <Row gap="3">
        <Badge tone={word.tone}>{word.label}</Badge>
        {session.deadlineAt && (
          <Text textStyle="small" color="ink.muted">
            {session.status === 'expired' ? 'Closed' : 'Open until'} {formatMinute(session.deadlineAt)}
          </Text>
        )}
      </Row>
      <Heading as="h1" look="title">
        {session.title}
      </Heading>
      <Text color="ink.muted">
        {session.galleryTitle}, by {session.photographerName}
      </Text>
      {session.description && <Text whiteSpace="pre-line">{session.description}</Text>}
    </Stack>
  )
}

const totalOf = ({ counts }: ClientProofSession) => counts.approved + counts.maybe + counts.rejected + counts.pending

const Progress = ({ session, isSaving }: { session: ClientProofSession; isSaving: boolean }) => {
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
          {isSaving ? 'Saving...' : `${formatCount(done)} of ${formatCount(total)} reviewed`}
        </Text>
      </Row>
      <ProgressBar label="Reviewed" percent={total === 0 ? 0 : (done / total) * 100} />
      <Grid as="dl" marginTop="5" gap="4" gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(4, 1fr)' }}>
        {proofOrder.map((status) => (
          <Flex key={status} flexDirection="column-reverse">
            <Text as="dt" textStyle="small" color="ink.muted">
              {proofWords[status].label}
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
          {counts.approved < selectionTarget
            ? `, ${formatCount(selectionTarget - counts.approved)} to go`
            : '. That is all; take one back to choose another.'}
        </Text>
      )}
    </Card>
  )
}

type FiltersProps = { session: ClientProofSession; shown: string; onShow: (status: string) => void }
const Filters = ({ session, shown, onShow }: FiltersProps) => (
  <Row gap="2" role="group" aria-label="Show">
    <Button
      size="sm"
      aria-pressed={shown === ''}
      variant={shown === '' ? 'outline' : 'quiet'}
      onClick={() => onShow('')}
    >
      All ({formatCount(totalOf(session))})
    </Button>
    {proofOrder.map((status) => (
      <Button
        key={status}
        size="sm"
        aria-pressed={shown === status}
        variant={shown === status ? 'outline' : 'quiet'}
        onClick={() => onShow(status)}
      >
        {proofWords[status].label} ({formatCount(session.counts[status])})
      </Button>
    ))}
  </Row>
)

/** Puts what the client approved into the cart, with the grant that the gallery asks for. */
const useBuyApproved = (session: ClientProofSession | undefined, photos: readonly ProofPhoto[] | undefined) => {
  const cart = useCart()
  const navigate = useNavigate()
  const wanted = photos?.filter((photo) => photo.status === 'approved' && photo.isForSale) ?? []
  const buy = () => {
    if (!session) return
    const room = limits.cart.maxItems - cart.totalItems
    const fresh = wanted.filter((photo) => !cart.has(photo.photoId))
    keepGrant(session.galleryId, {
      grant: session.galleryGrant,
      expiresAt: new Date(Date.now() + limits.gallery.grantLifeSeconds * 1_000).toISOString(),
    })
    cart.addAll(
      fresh.slice(0, room).map((photo) => ({
        photoId: photo.photoId,
        title: photo.title,
        pricePence: photo.pricePence,
        galleryId: session.galleryId,
        galleryTitle: session.galleryTitle,
        photographerName: session.photographerName,
        imageUrl: photo.picture?.thumbnailUrl ?? '',
      })),
    )
    if (fresh.length > room) {
      toast({
        kind: 'info',
        title: 'Your cart is full',
        description: `A cart holds ${String(limits.cart.maxItems)} photos. Buy these first, then come back for the others.`,
      })
    }
    void navigate(paths.cart())
  }
  return { count: wanted.length, buy }
}

/** Asks before the decision that ends the review, since it cannot be taken back by the client. */
const useDecide = (review: ClientReview) => {
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
      Nothing is left to look at after this. Your photographer is told, and the review is closed.
    </Confirm>
  )
  return { ask, dialog, isAsking: last !== undefined }
}

/** Arrows go from card to card; up and down find the card above or below. */
const moveFocus = (list: HTMLElement, key: string) => {
  const openers = [...list.querySelectorAll<HTMLElement>('[data-opener]')]
  const at = openers.findIndex((opener) => opener.closest('li')?.contains(document.activeElement))
  const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  openers[at + (steps[key] ?? 0)]?.focus()
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')

const Loading = () => (
  <BarePage title="Review" loading>
    <Column paddingTop={{ base: '10', md: '14' }} paddingBottom="16">
      <Stack gap="4" maxWidth="text">
        <Skeleton height="6" width="8rem" />
        <Skeleton height="12" width="80%" />
        <Skeleton height="5" width="50%" />
      </Stack>
      <Skeleton height="44" marginBlock="8" />
      <Cards aria-hidden>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <Skeleton key={place} as="li" height="24rem" />
        ))}
      </Cards>
    </Column>
  </BarePage>
)

type ReviewPageProps = { review: ClientReview; session: ClientProofSession; photos: readonly ProofPhoto[] }

const ReviewPage = ({ review, session, photos }: ReviewPageProps) => {
  const { read, change } = useAddress()
  const shown = read('show')
  const visible = shown === '' ? photos : photos.filter((photo) => photo.status === shown)
  const [selected, setSelected] = useState<ReadonlySet<PhotoId>>(new Set())
  const { ask, dialog, isAsking } = useDecide(review)
  const { count: approvedForSale, buy } = useBuyApproved(session, photos)
  const list = useRef<HTMLUListElement>(null)
  const openIndex = photos.findIndex((photo) => photo.photoId === read('photo'))
  const open = photos[openIndex]

  const select = (photoId: PhotoId, isSelected: boolean) => {
    const next = new Set(selected)
    if (isSelected) next.add(photoId)
    else next.delete(photoId)
    setSelected(next)
  }
  const decideSelected = (status: ProofDecision) => {
    ask([...selected], { status })
    setSelected(new Set())
  }
  const onKey = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key.startsWith('Arrow') && list.current) {
      event.preventDefault()
      moveFocus(list.current, event.key)
      return
    }
    const status = decisionOfKey(event.key)
    const target = event.target instanceof Element ? event.target.closest('[data-photo]') : null
    const photo = photos.find((each) => each.photoId === target?.getAttribute('data-photo'))
    if (status && photo) ask([photo.photoId], { status })
  }

  const now = useRef({ open, openIndex, ask, select, change })
  useEffect(() => {
    now.current = { open, openIndex, ask, select, change }
  })
  const [actions] = useState<ProofActions>(() => ({
    open: (photoId) => now.current.change({ photo: photoId }),
    select: (photoId, isSelected) => now.current.select(photoId, isSelected),
    decide: (photoId, status, feedback) =>
      now.current.ask([photoId], { status, ...(feedback !== undefined && { feedback }) }),
  }))
  // The viewer lies above everything else: it steps back while the question is asked.
  const isOpen = open !== undefined && !isAsking
  useEffect(() => {
    if (!isOpen) return
    const onViewerKey = (event: globalThis.KeyboardEvent) => {
      const status = decisionOfKey(event.key)
      const { open: current, openIndex: index } = now.current
      if (!status || !current) return
      now.current.ask([current.photoId], { status })
      const next = photos[index + 1]
      if (next) now.current.change({ photo: next.photoId }, { replace: true })
    }
    addEventListener('keydown', onViewerKey)
    return () => removeEventListener('keydown', onViewerKey)
  }, [isOpen, photos])

  const isReopened = session.status === 'in_review' && session.counts.pending === 0 && photos.length > 0

  return (
    <BarePage title={session.title}>
      <Column paddingTop={{ base: '10', md: '14' }} paddingBottom={{ base: '10', md: '16' }}>
        <Header session={session} />
        <Stack gap="6" marginBlock="8">
          {session.status === 'completed' && (
            <Alert tone="success" title="This review is finished">
              <Text>Thank you. Your photographer has your choice; ask them to reopen it to change something.</Text>
            </Alert>
          )}
          {session.status === 'expired' && (
            <Alert tone="danger" title="The deadline has passed">
              <Text>You can look at your choice, but not change it. Ask your photographer for more time.</Text>
            </Alert>
          )}
          <Progress session={session} isSaving={review.isSaving} />
          <Row justifyContent="space-between">
            <Filters session={session} shown={shown} onShow={(status) => change({ show: status || undefined })} />
            <Row>
              {isReopened && (
                <Button variant="accent" busy={review.isFinishing} onClick={review.finish}>
                  Finish review
                </Button>
              )}
              {approvedForSale > 0 && (
                <Button variant={session.isReadOnly ? 'accent' : 'outline'} onClick={buy}>
                  <ShoppingCart aria-hidden />
                  Buy my approved photos
                </Button>
              )}
            </Row>
          </Row>
          {!session.isReadOnly && photos.length > 0 && (
            <Text textStyle="fine" hideBelow="md">
              Keys: arrows go from photo to photo, 1 approves, 2 is maybe, 3 rejects.
            </Text>
          )}
        </Stack>

        {photos.length === 0 ? (
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
          <Cards ref={list} aria-label="Photos" onKeyDown={onKey}>
            {visible.map((photo, index) => (
              <ProofCard
                key={photo.photoId}
                photo={photo}
                watermark={session.watermark}
                canComment={session.canComment}
                isReadOnly={session.isReadOnly}
                isSelected={selected.has(photo.photoId)}
                eager={index < 3}
                actions={actions}
              />
            ))}
          </Cards>
        )}
        {selected.size > 0 && !session.isReadOnly && (
          <Dock aria-label="Selection">
            <Row justifyContent="space-between">
              <Text textStyle="small" role="status">
                {countOf(selected.size, 'photo')} selected
              </Text>
              <Row gap="2">
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() => setSelected(new Set(visible.map((photo) => photo.photoId)))}
                >
                  Select all shown
                </Button>
                <Button size="sm" variant="quiet" onClick={() => setSelected(new Set())}>
                  Clear
                </Button>
                {decisions.map(({ status, label, Icon }) => (
                  <Button key={status} size="sm" onClick={() => decideSelected(status)}>
                    <Icon aria-hidden />
                    {label} selected
                  </Button>
                ))}
              </Row>
            </Row>
          </Dock>
        )}
      </Column>
      {open && isOpen && (
        <Lightbox
          photos={photos.map((photo) => ({ ...photo, id: photo.photoId, description: photo.clientFeedback }))}
          index={openIndex}
          onMove={(index) => change({ photo: photos[index]?.photoId }, { replace: true })}
          onClose={() => change({ photo: undefined }, { replace: true })}
          overlay={<Watermark text={session.watermark} />}
          actions={
            session.isReadOnly ? (
              <Badge tone={proofWords[open.status].tone}>{proofWords[open.status].label}</Badge>
            ) : (
              <DecisionButtons
                title={open.title}
                status={open.status}
                disabled={false}
                variant="stage"
                onDecide={(status) => ask([open.photoId], { status })}
              />
            )
          }
        />
      )}
      {dialog}
    </BarePage>
  )
}

/** The client's page: what the photographer asks to be chosen, reached by a private link. */
export const ProofPage = () => {
  const { token } = useParamsOf(paths.proof)
  const review = useReview(token)
  const { query, session, photos } = review
  const isMissing = query.error !== null && codeOf(query.error) === 'proof_session_not_found'
  const isFailing = query.error !== null && !session && !isMissing
  useEffect(() => {
    if (isFailing) toast({ title: 'Error', description: loadFailed })
  }, [isFailing])

  if (isMissing) {
    return (
      <Refusal
        title="Session Not Found"
        message={errors.proof_session_not_found[1]}
        back={{ to: paths.home(), label: 'Return Home' }}
      />
    )
  }
  if (isFailing) {
    return <Refusal title="Session Not Found" message={loadFailed} onRetry={() => void query.refetch()} />
  }
  if (!session || !photos) return <Loading />
  return (
    <Box>
      <ReviewPage review={review} session={session} photos={photos} />
    </Box>
  )
}
