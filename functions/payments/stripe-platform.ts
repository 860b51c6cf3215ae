import type { Stripe } from 'stripe'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'
import { sumPence } from '#schema/money.ts'
import type { PlatformAccount } from './payments.ts'
import { read } from './stripe-client.ts'

/** The platform's balance and how it is paid out, as Stripe says it. */
export const stripePlatform = (stripe: () => Promise<Stripe>): PlatformAccount => ({
  availablePence: async () => {
    const client = await stripe()
    const balance = await certainly(() => client.balance.retrieve())
    return sumPence(balance.available.filter(({ currency }) => currency === 'gbp').map(({ amount }) => amount))
  },
  payoutSchedule: async () => {
    const client = await stripe()
    const { payments } = await certainly(() => client.balanceSettings.retrieve())
    return {
      // Daily unless it was told otherwise: https://docs.stripe.com/payouts#payout-schedule
      isManual: payments.payouts?.schedule?.interval === 'manual',
      minimumPence: payments.payouts?.minimum_balance_by_currency?.gbp ?? 0,
    }
  },
  hasLainSince: async (moment) => {
    const client = await stripe()
    const at = epochSeconds(moment)
    const before = await certainly(() => client.balanceTransactions.list({ created: { lte: at }, limit: 1 }))
    if (before.data.length === 0) return false
    const left = await certainly(() =>
      client.balanceTransactions.list({ type: 'payout', created: { gt: at }, limit: 1 }),
    )
    return left.data.length === 0
  },
})

/** None of these can be missing. */
const certainly = async <T>(call: () => Promise<T>): Promise<T> => {
  const found = await read(call)
  if (found === undefined) throw new AppError('unavailable')
  return found
}
