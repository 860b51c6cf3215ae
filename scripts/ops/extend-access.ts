import { pageNameStore } from '#functions/profiles/page-name-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { extendAccess as extendAccessOf } from '#functions/subscriptions/extend-access.ts'
import { UserId } from '#schema/ids.ts'
import { type Command, Refusal } from './command.ts'
import { dayOf } from './days.ts'

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
    const table = liveTable()
    const userId = (await pageNameStore(table).find(whom.toLowerCase()))?.userId ?? UserId.safeParse(whom).data
    if (userId === undefined) throw new Refusal(`Nobody has the page name ${whom}, and it is no user id.`)
    const { paidUntil } = await extendAccessOf({ profiles: profileStore(table) })(userId, until)
    say(`${userId} has access until ${paidUntil}.`)
  },
}
