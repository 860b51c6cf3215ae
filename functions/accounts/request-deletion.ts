import { type ChoreStore, choreNow, chorePut } from '#functions/chores/chore-store.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import { type BalanceStore, balanceUnchanged } from '#functions/payments/balance-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Billing } from '#functions/subscriptions/billing.ts'
import type { api } from '#schema/api/all.ts'
import type { Balance } from '#schema/entities/earning.ts'
import { AppError } from '#schema/errors.ts'

type Parts = {
  profiles: ProfileStore
  balances: BalanceStore
  billing: Pick<Billing, 'listSubscriptions' | 'stopRenewal'>
  chores: ChoreStore
  steps: ChoreSteps<'carry-profile'>
  log: Log
  now: Clock
}

/**
 * Closes an account whose money is settled: nothing is charged any more, its pages and galleries go dark, its tokens
 * open nothing. Support completes the erasure.
 */
export const requestDeletion =
  (parts: Parts): Operation<typeof api.accounts.endpoints.requestDeletion> =>
  async ({ body: { email }, caller: { userId } }) => {
    const { profiles, balances, billing, steps, now } = parts
    const profile = await profiles.get(userId)
    if (profile.email.toLowerCase() !== email) throw new AppError('other_account')
    const balance = await balances.get(userId)
    requireSettled(balance)
    if (profile.stripeCustomerId !== null) await stopCharging(billing, profile.stripeCustomerId)
    const carrying = { ...choreNow(now, 'carry-profile', userId), kind: 'carry-profile' } as const
    await profiles.save(
      userId,
      { deletionRequestedAt: stamp(now()) },
      // A sale that came meanwhile is money due.
      { version: profile.version, alongside: [chorePut(carrying), balanceUnchanged(balance)] },
    )
    await doChores(parts, steps)([carrying])
  }

/** @throws AppError with the reason why the deletion has to wait. */
const requireSettled = ({ disputedPence, pendingPence, availablePence, reservedPence, openPayoutId }: Balance) => {
  if (disputedPence !== 0) throw new AppError('dispute_open')
  if (availablePence < 0) throw new AppError('money_owed')
  if (pendingPence + availablePence + reservedPence !== 0 || openPayoutId !== null) throw new AppError('money_due')
}

const stopCharging = async (billing: Parts['billing'], customerId: string): Promise<void> => {
  const all = await billing.listSubscriptions(customerId)
  for (const subscription of all.filter(({ state }) => state === 'active' || state === 'past_due')) {
    const stopped = await billing.stopRenewal(subscription)
    if (stopped.kind !== 'done') throw new AppError('unavailable')
  }
}
