import { countOf } from '#frontend/shared/format/counts.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { lockedSentence } from '#frontend/shared/subscriptions/trial-words.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, SkeletonText } from '#frontend/ui/surface.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { subscriptions } from '#schema/api/subscriptions.ts'
import { errors } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { useOpenPortal, useSubscribe, useSubscription } from './queries.ts'

type Subscription = ResponseOf<typeof subscriptions.endpoints.get>
const price = `${formatPounds(limits.trial.subscriptionPence)} per month`

const standingOf = ({ state, paidUntil, trial }: Subscription): string => {
  const end = paidUntil === null ? '' : formatDay(paidUntil)
  if (state === 'past_due') {
    return trial.isExpired ? lockedSentence({ isPastDue: true }) : 'The last payment failed. Please update your card.'
  }
  if (state === 'active') return `You are subscribed: ${price}. Paid until ${end}.`
  if (trial.isSubscribed && state === 'cancelled') return `Cancelled. Everything stays open to you until ${end}.`
  if (trial.isSubscribed) return `Everything is open to you until ${end}, without payment.`
  if (trial.isExpired) return errors.trial_expired[1]
  return `You have ${countOf(trial.daysRemaining, 'day')} remaining in your trial. Afterwards it is ${price}.`
}

/** Where trial and subscription stand, and the way to the card provider's pages: to subscribe, to change the card, to cancel. */
export const SubscriptionCard = () => {
  const { data, isError } = useSubscription()
  const subscribe = useSubscribe()
  const portal = useOpenPortal()
  if (isError && !data) return null
  const isCustomer = data !== undefined && data.state !== 'none'
  const isGiven = data?.state === 'none' && data.trial.isSubscribed
  const isOver = data?.state === 'cancelled' && data.trial.isExpired
  return (
    <Card aria-labelledby="subscription" aria-busy={!data}>
      <Stack gap="4" alignItems="flex-start">
        <Heading id="subscription" look="heading">
          Subscription
        </Heading>
        <Text color="ink.muted">
          <SkeletonText loading={!data} width="24ch">
            {data && standingOf(data)}
          </SkeletonText>
        </Text>
        {isCustomer && (
          <Button busy={portal.busy} onClick={portal.open}>
            Manage subscription
          </Button>
        )}
        {data && (!isCustomer || isOver) && !isGiven && (
          <Button variant={data.trial.isExpired ? 'accent' : 'outline'} busy={subscribe.busy} onClick={subscribe.open}>
            Subscribe
          </Button>
        )}
      </Stack>
    </Card>
  )
}
