import type { PayoutProvider } from '#functions/payments/payments.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import type { PayAccount, PayAccountStore } from './pay-account-store.ts'

type Parts = {
  accounts: PayAccountStore
  profiles: Pick<ProfileStore, 'get'>
  provider: Pick<PayoutProvider, 'createAccount' | 'findAccount' | 'accountPage'>
  now: Clock
}

/** Starts the set-up of the payout account at the card provider, goes on with it, or shows the finished account. */
export const setUpAccount =
  ({ accounts, profiles, provider, now }: Parts): Operation<typeof api.payouts.endpoints.setUpAccount> =>
  async ({ caller: { userId } }) => {
    const account = (await accounts.find(userId)) ?? (await open(userId))
    const state = await provider.findAccount(account.stripeAccountId)
    if (!state) throw new AppError('unavailable')
    return { url: await provider.accountPage(state) }

    /** The key is the photographer's: whatever is lost or doubled on the way, they get one account. */
    async function open(owner: UserId): Promise<PayAccount> {
      const { email } = await profiles.get(owner)
      const answer = await provider.createAccount({ userId: owner, email }, `acct:${owner}`)
      if (answer.kind !== 'done') throw new AppError('unavailable')
      const { id, canReceive, detailsSubmitted, disabledReason } = answer.value
      return accounts.create({
        userId: owner,
        stripeAccountId: id,
        canReceive,
        detailsSubmitted,
        disabledReason,
        isDisconnected: false,
        checkedAt: stamp(now()),
        bankReturn: null,
        bankVersion: 0,
      })
    }
  }
