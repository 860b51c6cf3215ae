import { liveBalances } from '#functions/payments/live.ts'
import { holdPayouts as holding } from '#functions/payouts/hold-payouts.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { formatPounds } from '#schema/money.ts'
import { type Command, type Input, Refusal } from './command.ts'
import { photographerNamed } from './photographer.ts'

const maxReason = 300

export const holdPayouts: Command = {
  name: 'hold-payouts',
  summary: 'holds what a photographer would be paid, weekly or on request, or releases it (--release)',
  help: `PAGE-NAME|USER-ID --reason TEXT
              PAGE-NAME|USER-ID --release
              PAGE-NAME|USER-ID

Held, nothing new is set aside for a payout; sales go on and their money waits. The photographer reads the reason on the
balance page. A payout that is under way already goes out. Without options it only shows.`,
  options: { reason: { type: 'string' }, release: { type: 'boolean', default: false } },
  run: async ({ positionals: [whom = ''], values }, { target, say }) => {
    const reason = reasonOf(values)
    await target.actAs('functions/payouts/payouts.lambda.ts')
    const userId = await photographerNamed(whom)
    await liveProfiles().get(userId)
    const balances = liveBalances()
    const balance =
      reason === undefined ? await balances.get(userId) : await holding({ balances, now: systemClock })(userId, reason)
    const { payoutHold, availablePence, reservedPence } = balance
    say(
      payoutHold === null
        ? `${userId}: payouts are not held. ${formatPounds(availablePence)} are available.`
        : `${userId}: payouts are held since ${payoutHold.heldAt}: ${payoutHold.reason}. ${formatPounds(availablePence)} wait.`,
    )
    if (reservedPence > 0) say(`${formatPounds(reservedPence)} are in a payout under way, which no hold stops.`)
  },
}

/** `undefined`: only show. */
const reasonOf = ({ reason, release }: Input['values']): string | null | undefined => {
  if (typeof reason !== 'string') return release === true ? null : undefined
  const text = reason.trim().replace(/\.$/, '')
  if (release === true) throw new Refusal('Say --reason "…" to hold, or --release, not both.')
  if (text === '') throw new Refusal('Say why (--reason "…"): the photographer reads it.')
  if (text.length > maxReason) throw new Refusal(`A reason is at most ${maxReason} characters long.`)
  return text
}
