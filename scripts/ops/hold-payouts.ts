import { balanceStore } from '#functions/payments/balance-store.ts'
import { holdPayouts as holding } from '#functions/payouts/hold-payouts.ts'
import { pageNameStore } from '#functions/profiles/page-name-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { UserId } from '#schema/ids.ts'
import { formatPounds } from '#schema/money.ts'
import { type Command, type Input, Refusal } from './command.ts'

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
    const table = liveTable()
    const userId = (await pageNameStore(table).find(whom.toLowerCase()))?.userId ?? UserId.safeParse(whom).data
    if (userId === undefined) throw new Refusal(`Nobody has the page name ${whom}, and it is no user id.`)
    await profileStore(table).get(userId)
    const balances = balanceStore(table)
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
