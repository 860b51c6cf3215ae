import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { erasedList } from '#functions/accounts/erased-list.ts'
import { erasedAndBack } from '#functions/accounts/replay-erasures.ts'
import { buyersBack, erasedBuyers } from '#functions/orders/erased-buyers.ts'
import { liveOrders } from '#functions/orders/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type Command, Refusal, type Say } from './command.ts'
import { copyItems, createLike, describeTable, fingerprint } from './table-copy.ts'
import { checkWholeBooks } from './whole-books.ts'
import { readWholeTable } from './whole-table.ts'

const booksHold = async (table: string, say: Say): Promise<void> => {
  const { checked, violations } = await checkWholeBooks(readWholeTable(table), systemClock())
  say(`Money: ${checked.orders} orders, ${checked.shares} shares, ${checked.sellers} balances, ${checked.codes} codes.`)
  for (const { rule, subject, found } of violations) say(`${subject}: ${rule} is ${found}`)
  if (violations.length > 0) throw new Refusal(`${violations.length} checks do not hold.`)
}

/** Here a backup is a copy, item by item, so it must be the same to the last attribute, in every index. */
const drillHere = async (client: DynamoDBClient, source: string, say: Say): Promise<void> => {
  const copy = `${source}-drill-${Date.now()}`
  const shape = await describeTable(client, source)
  await createLike(client, shape, copy)
  try {
    await copyItems(client, source, copy)
    const indexes = (shape.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName)
    for (const index of [undefined, ...indexes]) {
      const [before, after] = [await fingerprint(client, source, index), await fingerprint(client, copy, index)]
      say(`${index ?? 'table'}: ${after.items} items`)
      if (before.digest !== after.digest || before.items !== after.items) {
        throw new Refusal(`${index ?? 'The table'} differs: ${before.items} items before, ${after.items} after.`)
      }
    }
    await booksHold(copy, say)
  } finally {
    await client.send(new DeleteTableCommand({ TableName: copy }))
  }
  say('The copy is whole; it was deleted again.')
}

/** What AWS does not restore with a table, and what must be so before it serves. */
const missingProtections = async (client: DynamoDBClient, table: string): Promise<string[]> => {
  const { DeletionProtectionEnabled, StreamSpecification } = await describeTable(client, table)
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: table }),
  )
  const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName: table }))
  const isBackedUp = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED'
  return [
    ...(DeletionProtectionEnabled === true ? [] : ['deletion protection']),
    ...(isBackedUp ? [] : ['point-in-time recovery']),
    ...(ttl?.TimeToLiveStatus === 'ENABLED' ? [] : ['time to live on "ttl"']),
    ...(StreamSpecification?.StreamEnabled === true ? [] : ['the stream']),
  ]
}

/** @throws Refusal while somebody is in the table who was erased since it was copied. */
const nobodyIsBack = async (restored: string, say: Say): Promise<void> => {
  process.env.TABLE_NAME = restored
  const accounts = await erasedAndBack({ erasedList: erasedList(liveStorage()), profiles: liveProfiles() })
  const orders = await buyersBack({ ...liveOrders(), buyers: erasedBuyers(liveStorage()) })
  const back = accounts.length + orders.length
  if (back > 0) {
    throw new Refusal(
      `${back} who were erased are back: before it serves, replay-erasures --table ${restored} --apply.`,
    )
  }
  say('Nobody who was erased is in it.')
}

const verifyRestored = async (client: DynamoDBClient, source: string, restored: string, say: Say): Promise<void> => {
  const [original, shape] = [await describeTable(client, source), await describeTable(client, restored)]
  const names = ({ GlobalSecondaryIndexes = [] }: typeof shape) =>
    GlobalSecondaryIndexes.map(({ IndexName, IndexStatus }) => `${IndexName} ${IndexStatus}`)
      .toSorted()
      .join(', ')
  if (names(original) !== names(shape)) throw new Refusal(`The indexes differ: ${names(shape)}.`)
  say(`Indexes: ${names(shape)}`)
  await booksHold(restored, say)
  await nobodyIsBack(restored, say)
  const missing = await missingProtections(client, restored)
  say(missing.length === 0 ? 'It is protected like the first.' : `Before it serves, switch on: ${missing.join(', ')}.`)
}

export const restoreDrill: Command = {
  name: 'restore-drill',
  summary: 'proves that a restored table is whole',
  help: `[--table RESTORED]

On the local system: copies the table into a new one, compares both to the last attribute in every index, runs the
standing checks over the copy, deletes it.

In the cloud without --table: prints the command that restores the stage's table to a moment, into a new table. With it:
checks that restored table's indexes and money, and that nobody who was erased is in it, and says what AWS does not
restore. It changes nothing. Do it twice a
year (docs/runbook.md, "Restoring the table").`,
  options: { table: { type: 'string' } },
  run: async ({ values: { table: restored } }, { target, say }) => {
    // Where the list of erased accounts lies, and then the books.
    await target.actAs('functions/media/sweep-batch.lambda.ts')
    await target.actAs('functions/books/reconcile.lambda.ts')
    const source = setting('TABLE_NAME')
    const client = new DynamoDBClient({})
    try {
      if (target.isLocal) return await drillHere(client, source, say)
      if (typeof restored === 'string') return await verifyRestored(client, source, restored, say)
      say(`aws dynamodb restore-table-to-point-in-time --region ${process.env.AWS_REGION} \\
  --source-table-name ${source} --target-table-name ${source}-drill --use-latest-restorable-time

Wait until "aws dynamodb wait table-exists --table-name ${source}-drill" returns, then
  npm run ops -- restore-drill --stage ${target.name} --table ${source}-drill
and at last
  aws dynamodb delete-table --table-name ${source}-drill`)
    } finally {
      client.destroy()
    }
  },
}
