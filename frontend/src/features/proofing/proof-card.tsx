import { chakra } from '@chakra-ui/react'
import { memo } from 'react'
import { Box, Flex, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { FeedbackField, useFeedback } from './feedback-field.tsx'
import { proofWords } from './proof-words.ts'

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
const Opener = chakra('button', { base: { display: 'block', width: 'full', cursor: 'zoom-in' } })
const Tick = chakra('input', { base: { width: '5', height: '5', accentColor: 'accent', cursor: 'pointer' } })

/** The same object at every render, so that one decision draws one card anew and not all of them. */
export type ProofActions = {
  open: (photoId: PhotoId) => void
  select: (photoId: PhotoId, isSelected: boolean) => void
  /** With the text that is typed on it. */
  decide: (photoId: PhotoId, status: ProofDecision) => void
}

type ProofCardProps = {
  photo: ProofPhoto
  watermark: string | null
  canComment: boolean
  /** What its status is called in this review. */
  word: string
  isReadOnly: boolean
  isSelected: boolean
  eager: boolean
  actions: ProofActions
}

export const ProofCard = memo(
  ({ photo, watermark, canComment, word, isReadOnly, isSelected, eager, actions }: ProofCardProps) => {
    const { text, isSaved, type } = useFeedback(photo.photoId, photo.clientFeedback)
    const { status } = photo
    return (
      <Frame status={status} data-photo={photo.photoId}>
        <Opener
          type="button"
          onClick={() => actions.open(photo.photoId)}
          aria-label={`Open ${photo.title}`}
          data-opener
        >
          <Photo picture={photo.picture} alt={photo.title} ratio={3 / 2} fit="contain" eager={eager}>
            <Watermark text={watermark} />
          </Photo>
        </Opener>
        <Stack gap="3" padding="4" flex="1">
          <Flex gap="3" alignItems="flex-start" justifyContent="space-between">
            <Text fontWeight="medium" flex="1">
              {photo.title}
            </Text>
            <Badge tone={proofWords[status].tone}>{word}</Badge>
            {!isReadOnly && (
              <Tick
                type="checkbox"
                aria-label={`Select ${photo.title}`}
                checked={isSelected}
                onChange={(event) => actions.select(photo.photoId, event.currentTarget.checked)}
              />
            )}
          </Flex>
          {canComment && !isReadOnly ? (
            <FeedbackField
              title={photo.title}
              text={text}
              isSaved={isSaved}
              isDecided={status !== 'pending'}
              onType={type}
              onSave={() => status !== 'pending' && actions.decide(photo.photoId, status)}
            />
          ) : (
            photo.clientFeedback && (
              <Text textStyle="small" color="ink.muted" whiteSpace="pre-line">
                “{photo.clientFeedback}”
              </Text>
            )
          )}
          {!isReadOnly && (
            <Box marginTop="auto">
              <DecisionButtons
                title={photo.title}
                status={status}
                disabled={false}
                onDecide={(next) => actions.decide(photo.photoId, next)}
              />
            </Box>
          )}
        </Stack>
      </Frame>
    )
  },
)
