import { refusedKeyStore } from '#functions/payments/refused-key-store.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { subscriptions } from '#schema/api/subscriptions.ts'
import { settleSubscription } from './converge-subscription.ts'
import { customerOf } from './customer.ts'
import { getSubscription } from './get-subscription.ts'
import { manageSubscription } from './manage-subscription.ts'
import { startSubscription } from './start-subscription.ts'
import { liveBilling } from './stripe-billing.ts'

const liveParts = () => {
  const table = liveTable()
  const stores = { profiles: profileStore(table), refused: refusedKeyStore(table), billing: liveBilling() }
  return {
    ...stores,
    settle: settleSubscription(stores),
    customerOf: customerOf(stores),
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
