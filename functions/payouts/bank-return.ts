import type { BankPayout } from '#functions/payments/payments.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import { formatPounds, SumPence } from '#schema/money.ts'
import type { BankReturn } from './pay-account-store.ts'

/**
 * What of an account's payouts to its bank the photographer must know: the last that came back or was cancelled, unless
 * one arrived after that. A function of all of them together, so that it does not matter in which order they were told;
 * a payout that arrived and came back later counts as what became of it in the end.
 */
export const bankReturnOf = (payouts: readonly BankPayout[]): BankReturn | null => {
  const ended = payouts.filter(({ state }) => state !== 'under_way')
  const newest = ended.toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime() || order(a) - order(b)).at(0)
  if (newest === undefined || newest.state === 'arrived' || newest.state === 'under_way') return null
  return {
    bankPayoutId: newest.id,
    amountPence: SumPence.parse(newest.amountPence),
    reason: newest.state,
    returnedAt: stamp(newest.endedAt),
  }
}

/** Of two events within the same second the return is the later one. */
const order = ({ state }: BankPayout): number => (state === 'arrived' ? 1 : 0)

/** What happened and what to do about it, for the photographer. */
export const bankReturnNotice = ({ amountPence, reason }: BankReturn): string =>
  reason === 'returned'
    ? `Your bank sent a payout of ${formatPounds(amountPence)} back. The money is safe in your payout account: choose Update Payout Account and enter bank details that work, and it is sent again from there.`
    : `A payout of ${formatPounds(amountPence)} to your bank was cancelled. The money is safe in your payout account: choose Update Payout Account to see why, and to have it sent again.`
