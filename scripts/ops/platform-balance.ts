import { platformBalance } from '#functions/books/platform-balance.ts'
import { liveBalances, livePlatform, liveRefunds } from '#functions/payments/live.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { formatPounds } from '#schema/money.ts'
import type { Command } from './command.ts'

export const platformBalanceCommand: Command = {
  name: 'platform-balance',
  summary: 'says how much of the balance at Stripe is safe to withdraw',
  help: `

Reads the balance at Stripe and takes from what is available what photographers have to get (processing, available, on hold
and set aside), refunds that have not left yet and a reserve. It changes nothing. Send the rest to your bank in Stripe's
dashboard, at least every 90 days.`,
  options: {},
  run: async (_, { target, say }) => {
    await target.actAs('functions/books/compare-part.lambda.ts')
    const parts = { balances: liveBalances(), refunds: liveRefunds(), platform: livePlatform(), now: systemClock }
    const found = await platformBalance(parts)()
    const line = (what: string, pence: number) => say(`${what.padEnd(26)}${formatPounds(pence).padStart(14)}`)
    line('available at Stripe', found.availablePence)
    line('owed to photographers', -found.owedPence)
    line('refunds under way', -found.refundsPence)
    line('reserve', -found.reservePence)
    line('safe to withdraw', found.safePence)
  },
}
