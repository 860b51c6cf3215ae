import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
  type TableDescription,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Refusal } from './command.ts'

/** @throws Refusal when there is no such table. */
export const describeTable = async (client: DynamoDBClient, name: string): Promise<TableDescription> => {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
    if (Table) return Table
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error
  }
  throw new Refusal(`There is no table ${name}.`)
}

/** An empty table of the same keys and indexes. */
export const createLike = async (client: DynamoDBClient, shape: TableDescription, name: string): Promise<void> => {
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: shape.KeySchema,
      AttributeDefinitions: shape.AttributeDefinitions,
      GlobalSecondaryIndexes: shape.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  )
  await waitUntilTableExists({ client, maxWaitTime: 120, minDelay: 1 }, { TableName: name })
}

/** DynamoDB takes 25 items a request. */
const batchSize = 25

const putAll = async (client: DynamoDBClient, table: string, items: Record<string, AttributeValue>[]) => {
  for (let start = 0; start < items.length; start += batchSize) {
    let open = items.slice(start, start + batchSize).map((Item) => ({ PutRequest: { Item } }))
    for (let attempt = 0; open.length > 0; attempt++) {
      if (attempt > 0) await pause(Math.min(2_000, 50 * 2 ** attempt))
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: open } }))
      open = (answer.UnprocessedItems?.[table] ?? []).flatMap(({ PutRequest }) =>
        PutRequest?.Item ? [{ PutRequest: { Item: PutRequest.Item } }] : [],
      )
    }
  }
}

export const copyItems = async (client: DynamoDBClient, from: string, to: string): Promise<void> => {
  for await (const page of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    await putAll(client, to, page.Items ?? [])
  }
}

/** Names in alphabetical order at every depth: DynamoDB keeps none. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

export type Fingerprint = { readonly items: number; readonly digest: string }

/** What is in a table or an index, whatever the order it is read in: how many items, and one digest over all of them. */
export const fingerprint = async (client: DynamoDBClient, table: string, index?: string): Promise<Fingerprint> => {
  let items = 0
  const sum = new Uint8Array(32)
  const place = { TableName: table, ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }) }
  for await (const page of paginateScan({ client }, place)) {
    for (const item of page.Items ?? []) {
      items += 1
      const hash = createHash('sha256')
        .update(JSON.stringify(unmarshall(item), inOrder))
        .digest()
      for (const [at, byte] of hash.entries()) sum[at] = (sum[at] ?? 0) ^ byte
    }
  }
  return { items, digest: Buffer.from(sum).toString('hex') }
}
