import type { BalanceStore } from '#functions/payments/balance-store.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Balance } from '#schema/entities/earning.ts'
import type { UserId } from '#schema/ids.ts'

type Parts = { balances: Pick<BalanceStore, 'get' | 'setHold'>; now: Clock }
/** @param reason What the photographer reads, or `null` to release. @returns the balance as it stands with it. */
export type HoldPayouts = (sellerId: UserId, reason: string | null) => Promise<Balance>

/** A sale or a payout may come between reading and writing; then it is read again. */
const maxTries = 6

/** Stops everything that would newly be set aside for a payout. What is set aside already goes on to Stripe. */
export const holdPayouts =
  ({ balances, now }: Parts): HoldPayouts =>
  async (sellerId, reason) => {
    return retried(maxTries, 'unavailable', async () => {
      const balance = await balances.get(sellerId)
      const payoutHold = reason === null ? null : { reason, heldAt: stamp(now()) }
      const isSet = balance.payoutHold === payoutHold || (await balances.setHold(balance, payoutHold))
      return isSet ? { ...balance, payoutHold } : tryAgain
    })
  }
