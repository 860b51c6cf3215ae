import type { PayoutProvider } from '#functions/payments/payments.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { UserId } from '#schema/ids.ts'
import type { PayAccount, PayAccountStore } from './pay-account-store.ts'

type Parts = { accounts: PayAccountStore; provider: Pick<PayoutProvider, 'findAccount'>; now: Clock }
/** A photographer's payout account as it is now at the provider; `undefined` when none was ever set up. */
export type FreshAccount = (userId: UserId) => Promise<PayAccount | undefined>

export const freshAccount =
  ({ accounts, provider, now }: Parts): FreshAccount =>
  async (userId) => {
    const known = await accounts.find(userId)
    if (!known) return undefined
    const state = await provider.findAccount(known.stripeAccountId)
    const fresh: PayAccount = {
      ...known,
      canReceive: state?.canReceive ?? false,
      detailsSubmitted: state?.detailsSubmitted ?? known.detailsSubmitted,
      disabledReason: state?.disabledReason ?? null,
      isDisconnected: state === undefined,
      checkedAt: stamp(now()),
    }
    await accounts.refresh(fresh)
    return fresh
  }

export const isReady = (account: PayAccount | undefined): account is PayAccount =>
  account?.canReceive === true && !account.isDisconnected
