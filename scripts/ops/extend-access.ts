import { liveProfiles } from '#functions/profiles/live.ts'
import { extendAccess as extendAccessOf } from '#functions/subscriptions/extend-access.ts'
import type { Command } from './command.ts'
import { dayOf } from './days.ts'
import { photographerNamed } from './photographer.ts'

export const extendAccess: Command = {
  name: 'extend-access',
  summary: 'gives a photographer access until a day, without payment',
  help: `PAGE-NAME|USER-ID YYYY-MM-DD

The photographer keeps everything that a subscription opens until the end of that day (UTC). Access that lasts longer
already stays.`,
  options: {},
  run: async ({ positionals: [whom = '', day] }, { target, say }) => {
    const until = dayOf(day, 'the last day')
    await target.actAs('functions/profiles/profiles.lambda.ts')
    const userId = await photographerNamed(whom)
    const { paidUntil } = await extendAccessOf({ profiles: liveProfiles() })(userId, until)
    say(`${userId} has access until ${paidUntil}.`)
  },
}
