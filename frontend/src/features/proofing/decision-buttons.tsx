import { Check, CircleHelp, X } from 'lucide-react'
import { Button } from '#frontend/ui/button.tsx'
import { Hidden, Row } from '#frontend/ui/layout.tsx'
import type { ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import { canSay } from './proof-words.ts'

export const decisions = [
  { status: 'approved', label: 'Approve', key: '1', Icon: Check },
  { status: 'maybe', label: 'Maybe', key: '2', Icon: CircleHelp },
  { status: 'rejected', label: 'Reject', key: '3', Icon: X },
] as const satisfies readonly { status: ProofDecision; label: string; key: string; Icon: unknown }[]

/** The decision that a key stands for. */
export const decisionOfKey = (key: string): ProofDecision | undefined =>
  decisions.find((decision) => decision.key === key)?.status

const chosen = { outline: 'chosen', stage: 'chosenOnStage' } as const

type DecisionButtonsProps = {
  photo: Pick<ProofPhoto, 'title' | 'status' | 'isTakenOut'>
  disabled: boolean
  onDecide: (status: ProofDecision) => void
  variant?: 'stage' | 'outline'
}

/** Three words side by side fit the narrowest phones without their icons. */
const narrow = { '@media (max-width: 22.5rem)': { '& svg': { display: 'none' } } } as const

/** What can be said of a photo. One that was taken out can only be taken back. */
export const DecisionButtons = ({ photo, disabled, onDecide, variant = 'outline' }: DecisionButtonsProps) => (
  <Row gap="2" flexWrap="nowrap" width="full" minWidth="0">
    {decisions
      .filter(({ status }) => canSay(photo, status))
      .map(({ status: each, label, key, Icon }) => (
        <Button
          key={each}
          size={variant === 'stage' ? 'md' : 'sm'}
          variant={photo.status === each ? chosen[variant] : variant}
          flex="1 1 auto"
          flexShrink={1}
          minWidth="0"
          // On a phone they are what the thumb is for.
          minHeight={{ base: '14', md: variant === 'stage' ? '11' : '9' }}
          fontSize={{ base: 'md', md: variant === 'stage' ? 'md' : 'sm' }}
          paddingInline={{ base: '1.5', sm: '2.5' }}
          css={narrow}
          aria-pressed={photo.isTakenOut ? undefined : photo.status === each}
          aria-keyshortcuts={key}
          disabled={disabled}
          // A key that is held decides one photo, not the next as well.
          onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          onClick={() => onDecide(each)}
        >
          <Icon aria-hidden />
          {photo.isTakenOut ? 'Take back' : label}
          <Hidden> {photo.title}</Hidden>
        </Button>
      ))}
  </Row>
)
