import type { Operation } from '#functions/shared/http/operation.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import type { Billing } from '#functions/subscriptions/billing.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { knownEmailOf } from '#schema/text.ts'
import { type Carrying, carryDeletion } from './carry-deletion.ts'
import type { DeletionBlockers } from './deletion-blockers.ts'

type Parts = Carrying & {
  outstanding: DeletionBlockers
  billing: Pick<Billing, 'listSubscriptions' | 'stopRenewal'>
}

/**
 * Closes an account: nothing is charged any more, its pages and galleries go dark at once. Support completes the erasure;
 * while money is due, owed or disputed that waits, and the answer says for what. Asking again changes nothing.
 */
export const requestDeletion =
  (parts: Parts): Operation<typeof api.accounts.endpoints.requestDeletion> =>
  async ({ body: { email }, caller: { userId } }) => {
    const { profiles, outstanding, billing, now } = parts
    const profile = await profiles.get(userId)
    if (knownEmailOf(profile.email) !== email) throw new AppError('other_account')
    if (profile.deletionRequestedAt === null) {
      if (profile.stripeCustomerId !== null) await stopCharging(billing, profile.stripeCustomerId)
      await carryDeletion(parts, profile, stamp(now()))
    }
    const { deletionRequestedAt } = await profiles.get(userId)
    return { requestedAt: deletionRequestedAt, waitsFor: await outstanding(userId) }
  }

const stopCharging = async (billing: Parts['billing'], customerId: string): Promise<void> => {
  const all = await billing.listSubscriptions(customerId)
  for (const subscription of all.filter(({ state }) => state === 'active' || state === 'past_due')) {
    const stopped = await billing.stopRenewal(subscription)
    if (stopped.kind !== 'done') throw new AppError('unavailable')
  }
}
