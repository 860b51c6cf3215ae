import { trialView } from '#functions/profiles/trial-rules.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { SettleSubscription } from './converge-subscription.ts'

type Parts = { settle: SettleSubscription; now: Clock }

/** Asks the card provider anew, so that whoever comes back from its pages need not wait for an event. */
export const getSubscription =
  ({ settle, now }: Parts): Operation<typeof api.subscriptions.endpoints.get> =>
  async ({ caller }) => {
    const settled = await settle(caller.userId)
    if (!settled) throw new AppError('unauthenticated')
    const { profile } = settled
    return { state: profile.subscription, paidUntil: profile.paidUntil, trial: trialView(profile, now()) }
  }
