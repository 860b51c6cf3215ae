import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Balance } from '#schema/entities/earning.ts'
import type { PayAccount, PayAccountStore } from './pay-account-store.ts'
import { nextPayoutAt } from './payout-calendar.ts'

type Parts = { balances: Pick<BalanceStore, 'get'>; accounts: Pick<PayAccountStore, 'find'>; now: Clock }

export const getBalance =
  ({ balances, accounts, now }: Parts): Operation<typeof api.payouts.endpoints.balance> =>
  async ({ caller }) => {
    const [balance, account] = await Promise.all([balances.get(caller.userId), accounts.find(caller.userId)])
    return {
      ...balance,
      nextPayoutAt: stamp(nextPayoutAt(now())),
      payoutAccount: accountState(account),
      notice: noticeOf(balance, account),
    }
  }

export const accountState = (account: PayAccount | undefined) => {
  if (!account) return 'none'
  if (account.isDisconnected || account.disabledReason !== null) return 'disabled'
  return account.canReceive ? 'ready' : 'incomplete'
}

const noticeOf = ({ availablePence }: Balance, account: PayAccount | undefined): string | null => {
  if (availablePence < 0) {
    return 'A refund or a disputed payment came after the money was paid out. New sales repay it before the next payout.'
  }
  if (accountState(account) === 'disabled') {
    return 'Your payout account cannot receive money at the moment. Please open its setup again.'
  }
  return null
}
