import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Balance } from '#schema/entities/earning.ts'
import { formatPounds, type SumPence, sumPence } from '#schema/money.ts'
import { bankReturnNotice } from './bank-return.ts'
import { isReady } from './pay-account.ts'
import type { PayAccount, PayAccountStore } from './pay-account-store.ts'
import { nextPayoutAt } from './payout-calendar.ts'

type Parts = {
  balances: Pick<BalanceStore, 'get'>
  accounts: Pick<PayAccountStore, 'find'>
  now: Clock
  payoutFromPence: SumPence
}

export const getBalance =
  ({ balances, accounts, now, payoutFromPence }: Parts): Operation<typeof api.payouts.endpoints.balance> =>
  async ({ caller }) => {
    const [balance, account] = await Promise.all([balances.get(caller.userId), accounts.find(caller.userId)])
    return {
      ...balance,
      // As analytics has it: what went back to buyers is not earned.
      totalEarnedPence: sumPence([balance.totalEarnedPence, -balance.reversedPence]),
      payoutFromPence,
      nextPayoutAt: balance.payoutHold === null && isReady(account) ? stamp(nextPayoutAt(now())) : null,
      payoutAccount: accountState(account),
      notice: noticeOf(balance, account),
    }
  }

const accountState = (account: PayAccount | undefined) => {
  if (!account) return 'none'
  if (account.isDisconnected) return 'disabled'
  if (account.disabledReason !== null) return stoppedState(account.disabledReason)
  return account.canReceive ? 'ready' : 'incomplete'
}

/** Stripe's reasons: API reference, "The Account object", `requirements.disabled_reason`. */
const stoppedState = (reason: string): 'checking' | 'rejected' | 'disabled' => {
  if (reason === 'requirements.pending_verification' || reason === 'under_review') return 'checking'
  return reason.startsWith('rejected.') || reason === 'listed' ? 'rejected' : 'disabled'
}

const accountNotices: Partial<Record<ReturnType<typeof accountState>, string>> = {
  disabled: 'Your payout account cannot receive money at the moment. Please open its setup again.',
  checking:
    'Stripe is checking your details, which can take a few days. There is nothing for you to do; your money waits for you.',
  rejected:
    'Stripe has stopped your payout account, and its setup cannot mend that. Your money is safe here: please write to us.',
}

/** All that is wrong, what the photographer can do about first. */
const noticeOf = (
  { availablePence, heldPence, unsentPence, isDelayed, reservedPence, payoutHold }: Balance,
  account: PayAccount | undefined,
): string | null => {
  const ofAccount = accountNotices[accountState(account)]
  const notices = [
    ...(ofAccount === undefined ? [] : [ofAccount]),
    ...(payoutHold === null
      ? []
      : [
          `Your payouts are on hold: “${payoutHold.reason}”. Your money stays in your balance, and new sales are added to it. Please write to us about it.`,
        ]),
    ...(account?.bankReturn ? [bankReturnNotice(account.bankReturn)] : []),
    ...(unsentPence > 0
      ? [
          `${formatPounds(unsentPence)} of your last payout could not be sent. The money is available again, and the next payout takes it along.`,
        ]
      : []),
    ...(isDelayed
      ? [
          `A payout of ${formatPounds(reservedPence)} is delayed on our side. It is safe, and it is sent by itself as soon as that is mended.`,
        ]
      : []),
    ...(heldPence > 0
      ? [
          `${formatPounds(heldPence)} is on hold: a buyer’s bank is asking about a payment. It comes back to your balance by itself if the bank lets the payment stand.`,
        ]
      : []),
    ...(availablePence < 0
      ? ['A refund or a disputed payment came after the money was paid out. New sales repay it before the next payout.']
      : []),
  ]
  return notices.length === 0 ? null : notices.join(' ')
}
