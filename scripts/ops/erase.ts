import { beginErasure, type Readiness, readinessOf } from '#functions/accounts/begin-erasure.ts'
import { eraseAccount, type Tally } from '#functions/accounts/erase-account.ts'
import type { PoolUsers } from '#functions/accounts/pool-users.ts'
import { UserId } from '#schema/ids.ts'
import { formatPounds } from '#schema/money.ts'
import { type Command, Refusal } from './command.ts'
import { actAsEraser, erasingParts } from './erasing.ts'
import { ownerOfPage } from './photographer.ts'

const reasons = {
  dispute_open: 'a dispute is open',
  money_owed: 'the photographer owes',
  money_due: 'money is due to the photographer',
} as const

/** Why nothing is erased; `undefined` when it may be. */
const refusalOf = (readiness: Readiness): string | undefined => {
  switch (readiness.kind) {
    case 'unknown':
      return 'There is no such account.'
    case 'not_asked':
      return 'Nobody asked for this account to be deleted: its owner does so under Settings.'
    case 'too_early':
      return `The deletion was asked for just now. Try after ${readiness.from}.`
    case 'waits':
      return [
        'This account cannot be erased yet:',
        ...readiness.waitsFor.map(({ reason, amountPence }) => `  ${reasons[reason]}: ${formatPounds(amountPence)}`),
        ...(readiness.openCheckouts > 0 ? [`  open checkouts with its photos: ${readiness.openCheckouts}`] : []),
      ].join('\n')
    default:
      return undefined
  }
}

const named = (tally: Tally): string =>
  Object.entries(tally)
    .map(([kind, count]) => `  ${String(count).padStart(6)} ${kind}${count === 1 ? '' : 's'}`)
    .toSorted()
    .join('\n')

/** Whoever support was told of: by id, page name or address. */
const userIdOf = async (whom: string, pool: PoolUsers): Promise<UserId> => {
  const id = UserId.safeParse(whom)
  if (id.success) return id.data
  if (!whom.includes('@')) {
    const owner = await ownerOfPage(whom)
    if (owner) return owner
    throw new Refusal('Nobody has this page name.')
  }
  const [found, another] = await pool.listByEmail(whom.toLowerCase())
  if (found === undefined) throw new Refusal('Nobody signs in with this address.')
  if (another !== undefined) throw new Refusal(`Two accounts have this address. Name one: ${found} or ${another}.`)
  return found
}

export const erase: Command = {
  name: 'erase',
  summary: 'erases an account whose owner asked for its deletion',
  help: `USER-ID|PAGE-NAME|E-MAIL [--apply] [--whole-table]

Photos that nobody bought with all versions of their files, galleries, proof sessions with what clients wrote, likes,
waiting mails, the payout account as we know it, the customer at the card provider with every subscription, the user and
the profile go. Sold files, buyers' orders and the ledger's amounts stay. It waits while money is due or owed, a sale is
disputed or a checkout is open, and begins with a minute in which requests of before come to their end. What breaks off
goes on with the same command. It reads what is theirs, by the index;
the whole table as long as "migrate" has not completed it, or with --whole-table. Without --apply nothing happens but a
sentence.`,
  options: { apply: { type: 'boolean', default: false }, 'whole-table': { type: 'boolean', default: false } },
  run: async ({ positionals: [whom = ''], values }, { target, say }) => {
    if (whom === '') throw new Refusal('Name the account: by user id, page name or address.')
    await actAsEraser(target)
    const parts = erasingParts(target, { isWhole: values['whole-table'] === true })
    const userId = await userIdOf(whom, parts.pool)
    const readiness = await (values.apply === true ? beginErasure(parts) : readinessOf(parts))(userId)
    if (readiness.kind === 'erased') {
      await parts.erasedList.note(userId, readiness.erased)
      return say(`${userId} was erased on ${readiness.erased.erasedAt}.`)
    }
    const refusal = refusalOf(readiness)
    if (refusal !== undefined) throw new Refusal(refusal)
    if (values.apply !== true) return say(`Would erase ${userId} on ${target.name}, for good. Say --apply to do it.`)
    say(`Erasing ${userId} on ${target.name}.`)
    const { erased, tally } = await eraseAccount(parts)(userId)
    say(named(tally))
    say(`Erased ${userId} at ${erased.erasedAt}.`)
  },
}
