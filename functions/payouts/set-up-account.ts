import type { PayAccountState, PayoutProvider } from '#functions/payments/payments.ts'
import { type RefusedKeyStore, underCountedKey } from '#functions/payments/refused-key-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import type { PayAccount, PayAccountStore } from './pay-account-store.ts'

type Parts = {
  accounts: PayAccountStore
  profiles: Pick<ProfileStore, 'get'>
  provider: Pick<PayoutProvider, 'createAccount' | 'findAccount' | 'accountPage'>
  refused: RefusedKeyStore
  now: Clock
  log: Log
}

/** Starts the set-up of the payout account at the card provider, goes on with it, or shows the finished account. */
export const setUpAccount =
  ({ accounts, profiles, provider, refused, now, log }: Parts): Operation<typeof api.payouts.endpoints.setUpAccount> =>
  async ({ caller: { userId } }) => {
    const stateOf = ({ stripeAccountId }: PayAccount): Promise<PayAccountState | undefined> => {
      return provider.findAccount(stripeAccountId)
    }

    /** Disconnected or deleted, an account never comes back. Payouts under way keep the one that they were for. */
    const replace = async (gone: PayAccount): Promise<PayAccount> => {
      return accounts.replace(gone, await open(userId, gone.accountNumber + 1))
    }

    const open = async (owner: UserId, accountNumber: number): Promise<PayAccount> => {
      const { email } = await profiles.get(owner)
      const wanted = { userId: owner, made: 'account', key: accountKey(owner, accountNumber) } as const
      const answer = await underCountedKey(refused)(wanted, (key) =>
        provider.createAccount({ userId: owner, email }, key),
      )
      if (answer.kind === 'refused') log.error('payout account refused', { userId: owner, code: answer.code })
      if (answer.kind !== 'done') throw new AppError('unavailable')
      const { id, canReceive, detailsSubmitted, disabledReason } = answer.value
      return {
        userId: owner,
        stripeAccountId: id,
        canReceive,
        detailsSubmitted,
        disabledReason,
        isDisconnected: false,
        checkedAt: stamp(now()),
        bankReturn: null,
        bankVersion: 0,
        accountNumber,
      }
    }

    const known = (await accounts.find(userId)) ?? (await accounts.create(await open(userId, 1)))
    const state = (await stateOf(known)) ?? (await stateOf(await replace(known)))
    if (!state) throw new AppError('unavailable')
    return { url: await provider.accountPage(state) }
  }

/**
 * Made from the photographer and the number that is stored with the account before: whatever is lost or doubled on the
 * way, they get one account, and another one only after Stripe said that it is gone. Refusals are counted in it.
 */
const accountKey = (userId: UserId, accountNumber: number): string =>
  accountNumber === 1 ? `acct:${userId}` : `acct:${userId}:${accountNumber}`
