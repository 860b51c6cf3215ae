import { systemClock } from '#functions/shared/time/clock.ts'
import { type Command, Refusal } from './command.ts'
import { checkWholeBooks } from './whole-books.ts'
import { readWholeTable } from './whole-table.ts'

export const verify: Command = {
  name: 'verify',
  summary: 'checks the money in a table: every order, share, balance, journal and code',
  help: `[--table NAME]

Reads a whole table, the stage's own or another one (a restored copy), and runs the standing checks over it. It changes
nothing. While sales go on, a balance may be read a moment before its share: what is found twice counts.`,
  options: { table: { type: 'string' } },
  run: async ({ values }, { target, say }) => {
    await target.actAs('functions/books/reconcile.lambda.ts')
    const name = typeof values.table === 'string' ? values.table : undefined
    const { checked, violations } = await checkWholeBooks(readWholeTable(name), systemClock())
    say(`${checked.orders} orders, ${checked.shares} shares, ${checked.sellers} balances, ${checked.codes} codes.`)
    for (const { rule, subject, found } of violations) say(`${subject}: ${rule} is ${found}`)
    if (violations.length > 0) throw new Refusal(`${violations.length} checks do not hold.`)
    say('Everything holds.')
  },
}
