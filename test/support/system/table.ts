import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
  type ScanCommandInput,
} from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { dynamoTable } from '#functions/shared/table/table.ts'
import type { Item, Table } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { localCredentials } from '#local/table/make-table.ts'
import { region } from '#local/template/names.ts'
import type { UserId } from '#schema/ids.ts'
import type { Running } from './running.ts'

/** The running system's table, and every item in it, behind the back of the functions. */
export const tableOf = ({ system }: Pick<Running, 'system'>) => {
  const { endpoint, name } = system.table
  const client = new DynamoDBClient({ endpoint, region, credentials: localCredentials })
  const table: Table = dynamoTable(name, client)
  const itemsOf = async (of: string, where: Partial<ScanCommandInput> = {}): Promise<Item[]> => {
    const found: Item[] = []
    for await (const page of paginateScan({ client }, { ...where, TableName: of, ConsistentRead: true }))
      found.push(...(page.Items ?? []).map((item) => unmarshall(item)))
    return found
  }
  const items = () => itemsOf(name)
  return {
    table,
    items,
    /** Of all items those whose sort key begins so: what the others hold is not read into this process. */
    itemsUnder: (sortKey: string) =>
      itemsOf(name, {
        FilterExpression: 'begins_with(SK, :sortKey)',
        ExpressionAttributeValues: { ':sortKey': { S: sortKey } },
      }),
    /** Changes attributes of one item, whatever they were. */
    overwrite: async (key: { PK: string; SK: string }, set: Record<string, unknown>) => {
      const written = await table.write(update(key, { set, when: { PK: is.present } }))
      if (!written.ok) throw new Error(`There is no item ${key.PK} ${key.SK}.`)
    },
    endTrial: (userId: UserId, trialExpiresAt = '2020-01-01T00:00:00.000Z') =>
      table.write(
        update({ PK: `USER#${userId}`, SK: 'PROFILE' }, { set: { trialExpiresAt }, when: { PK: is.present } }),
      ),
    /** A table beside it, of the same shape, with these items: as a point in time is restored. */
    restoredFrom: async (past: readonly Item[]) => {
      const beside = `${name}-restored`
      const { Table: shape } = await client.send(new DescribeTableCommand({ TableName: name }))
      await client.send(
        new CreateTableCommand({
          TableName: beside,
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: shape?.KeySchema,
          AttributeDefinitions: shape?.AttributeDefinitions,
          GlobalSecondaryIndexes: shape?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
            IndexName,
            KeySchema,
            Projection,
          })),
        }),
      )
      const restored = dynamoTable(beside, client)
      for (const item of past)
        await restored.write(put({ ...item, PK: String(item.PK), SK: String(item.SK) }, 'absent'))
      return { name: beside, items: () => itemsOf(beside) }
    },
    close: () => client.destroy(),
  }
}
export type RunningTable = ReturnType<typeof tableOf>
