import { livePaymentSettling, livePayoutProvider } from '#functions/payments/live.ts'
import { livePayAccountSettling } from '#functions/payouts/live.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Turn } from '#functions/shared/pace/turns.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { convergeSubscription } from '#functions/subscriptions/converge-subscription.ts'
import { liveSubscriptions } from '#functions/subscriptions/live.ts'
import { eventStore } from './event-store.ts'

/** Everything that brings our books to what Stripe says, in a deployed function. */
export const liveSettling = (log: Log, turn: Turn = async () => {}) => {
  const provider = livePayoutProvider(turn)
  const parts = {
    ...livePaymentSettling(log, { provider, turn }),
    ...livePayAccountSettling(provider),
    events: eventStore(liveTable()),
  }
  const { settle } = liveSubscriptions()
  return { ...parts, convergeSubscription: convergeSubscription({ ...parts, settle }) }
}
