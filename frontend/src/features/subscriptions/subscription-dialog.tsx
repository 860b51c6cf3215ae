import { Check } from 'lucide-react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { lockedSentence, lockedTitle } from '#frontend/shared/subscriptions/trial-words.ts'
import type { Trial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Flex, List, Row, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { useOpenPortal, useSubscribe } from './queries.ts'

const included = [
  'Galleries, uploads and client proofing',
  'You keep 90% of every sale',
  'Paid out every week',
  'Cancel whenever you like; you keep what is paid for',
]

/** What can be had, what it costs, and the way to pay for it. */
export const SubscriptionOptions = ({ trial }: { trial: Pick<Trial, 'isSubscribed' | 'isPastDue'> }) => {
  const subscribe = useSubscribe()
  const portal = useOpenPortal()
  return (
    <Stack gap="5">
      <Flex alignItems="baseline" gap="2">
        <Text fontFamily="heading" fontSize="2xl">
          {formatPounds(limits.trial.subscriptionPence)}
        </Text>
        <Text color="ink.muted">per month</Text>
      </Flex>
      <List display="flex" flexDirection="column" gap="2">
        {included.map((line) => (
          <Flex as="li" key={line} gap="2">
            <Span color="success" paddingTop="1">
              <Check size={17} aria-hidden />
            </Span>
            {line}
          </Flex>
        ))}
      </List>
      <Row>
        {trial.isSubscribed || trial.isPastDue ? (
          <Button variant="accent" shape="wide" busy={portal.busy} onClick={portal.open}>
            Manage subscription
          </Button>
        ) : (
          <Button variant="accent" shape="wide" busy={subscribe.busy} onClick={subscribe.open}>
            Subscribe
          </Button>
        )}
      </Row>
      <Text textStyle="fine">
        Payment and card are handled by our card payment provider. What you sold stays yours, with or without a
        subscription.
      </Text>
    </Stack>
  )
}

const titleOf = (trial: Trial) => {
  if (trial.isSubscribed) return 'Your subscription'
  return trial.isExpired ? lockedTitle(trial) : 'Trial Ending Soon'
}
const sentenceFor = (trial: Trial) => {
  if (trial.isSubscribed) return 'You are subscribed.'
  if (trial.isExpired) return lockedSentence(trial)
  return `You have ${countOf(trial.daysRemaining, 'day')} remaining in your trial.`
}

/** The subscription options in a dialog, with where the trial stands as its title. */
export const SubscriptionDialog = ({ trial, onClose }: { trial: Trial; onClose: () => void }) => (
  <Dialog open onClose={onClose} size="sm" title={titleOf(trial)} description={sentenceFor(trial)}>
    <SubscriptionOptions trial={trial} />
  </Dialog>
)
