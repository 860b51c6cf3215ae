import { liveRefusedKeys } from '#functions/payments/live.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { subscriptions } from '#schema/api/subscriptions.ts'
import { customerOf } from './customer.ts'
import { getSubscription } from './get-subscription.ts'
import { liveSubscriptions } from './live.ts'
import { manageSubscription } from './manage-subscription.ts'
import { startSubscription } from './start-subscription.ts'

const liveParts = () => {
  const parts = liveSubscriptions()
  return {
    ...parts,
    customerOf: customerOf({ ...parts, refused: liveRefusedKeys() }),
    throttle: liveThrottle(),
    now: systemClock,
  }
}

export const handler = serve(
  subscriptions,
  () => {
    const parts = liveParts()
    return { get: getSubscription(parts), start: startSubscription(parts), manage: manageSubscription(parts) }
  },
  { gate: liveGate },
)
