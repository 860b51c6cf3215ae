import { chakra } from '@chakra-ui/react'
import { memo, useRef } from 'react'
import { Box, Flex, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { FeedbackField, useFeedback } from './feedback-field.tsx'
import { canSay, isUnasked, proofWords, takenOutWords } from './proof-words.ts'

const Frame = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    background: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 24rem',
    _focusWithin: { borderColor: 'line.strong' },
    // One photo a screen: see the list.
    '[data-strip] > &': {
      flex: { base: '0 0 100%', md: 'initial' },
      scrollSnapAlign: { base: 'start', md: 'none' },
      scrollSnapStop: { base: 'always', md: 'normal' },
    },
  },
  variants: {
    status: {
      pending: {},
      approved: { borderColor: 'success' },
      maybe: { borderColor: 'accent.text' },
      rejected: { '& [data-opener] > span': { opacity: 0.45 } },
    },
  },
})
/** The photo's room: as high as the screen has left beside what else belongs to it, so that no button moves. */
const Mat = chakra('span', {
  base: {
    display: 'block',
    aspectRatio: '3 / 2',
    '[data-strip] &': {
      aspectRatio: { base: 'auto', md: '3 / 2' },
      height: { base: 'max(12rem, 100svh - var(--above, 14rem) - 17rem)', md: 'auto' },
    },
  },
})
/** A card of the columns that fit; on a phone one is as wide as the screen. */
const cardSizes = '(min-width: 78rem) 24rem, (min-width: 62rem) 31vw, (min-width: 48rem) 46vw, calc(100vw - 2rem)'
const Opener = chakra('button', { base: { display: 'block', width: 'full', cursor: 'zoom-in' } })
const Tick = chakra('input', { base: { width: '5', height: '5', accentColor: 'accent', cursor: 'pointer' } })

/** The same object at every render, so that one decision draws one card anew and not all of them. */
export type ProofActions = {
  open: (photoId: PhotoId) => void
  select: (photoId: PhotoId, isSelected: boolean) => void
  /** With the text that is typed on it. */
  decide: (photoId: PhotoId, status: ProofDecision) => void
  /** The text that is typed on it, with the decision that stands; answers whether it was taken. */
  save: (photoId: PhotoId, status: ProofDecision) => boolean
}

type ProofCardProps = {
  /** Which one, as its drafts are kept (`reviewName`). */
  review: string
  photo: ProofPhoto
  watermark: string | null
  canComment: boolean
  /** What its status is called in this review. */
  word: string
  isReadOnly: boolean
  isSelected: boolean
  /** "3 of 8": said where one photo stands on the screen alone. */
  place: string | undefined
  eager: boolean
  actions: ProofActions
}

export const ProofCard = memo(
  ({ review, photo, watermark, canComment, word, isReadOnly, isSelected, place, eager, actions }: ProofCardProps) => {
    const feedback = useFeedback(review, photo.photoId, photo.clientFeedback)
    const { status, isTakenOut } = photo
    const opener = useRef<HTMLButtonElement>(null)
    const isAsked = !isReadOnly && !isTakenOut
    return (
      <Frame status={status} data-photo={photo.photoId}>
        <Opener
          ref={opener}
          type="button"
          onClick={() => actions.open(photo.photoId)}
          aria-label={`Open ${photo.title}`}
          data-opener
        >
          <Mat>
            <Photo picture={photo.picture} alt={photo.title} ratio="fill" fit="contain" eager={eager} sizes={cardSizes}>
              {!isTakenOut && <Watermark text={watermark} />}
            </Photo>
          </Mat>
        </Opener>
        <Stack gap="3" padding={{ base: '3', md: '4' }} flex="1">
          <Flex gap="3" alignItems="flex-start" justifyContent="space-between">
            <Text fontWeight="medium" flex="1" minWidth="0" overflowWrap="anywhere">
              <bdi>{photo.title}</bdi>
              {place && (
                <Span hideFrom="md" color="ink.muted" fontWeight="normal">
                  {' '}
                  · {place}
                </Span>
              )}
            </Text>
            {!isUnasked(photo) && <Badge tone={proofWords[status].tone}>{word}</Badge>}
            {isAsked && (
              <Tick
                type="checkbox"
                aria-label={`Select ${photo.title}`}
                checked={isSelected}
                onChange={(event) => actions.select(photo.photoId, event.currentTarget.checked)}
              />
            )}
          </Flex>
          {isTakenOut && <Text textStyle="small">{takenOutWords}</Text>}
          {canComment && isAsked ? (
            <FeedbackField
              title={photo.title}
              feedback={feedback}
              isDecided={status !== 'pending'}
              onSave={() => status !== 'pending' && actions.save(photo.photoId, status)}
            />
          ) : (
            photo.clientFeedback && (
              <Text textStyle="small" color="ink.muted" whiteSpace="pre-line">
                “{photo.clientFeedback}”
              </Text>
            )
          )}
          {!isReadOnly && canSay(photo, 'rejected') && (
            <Box marginTop={{ base: '0', md: 'auto' }} order={{ base: -1, md: 0 }}>
              <DecisionButtons
                photo={photo}
                disabled={false}
                onDecide={(next) => {
                  // The button goes with what it did, and would take the focus along.
                  if (isTakenOut) opener.current?.focus({ preventScroll: true })
                  actions.decide(photo.photoId, next)
                }}
              />
            </Box>
          )}
        </Stack>
      </Frame>
    )
  },
)
