import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand, DynamoDBClient, type ScalarAttributeType } from '@aws-sdk/client-dynamodb'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { type Table, tableShape } from '#functions/shared/table/writes.ts'
import { localCredentials } from '#local/table/make-table.ts'
import { startTableServer } from '#local/table/table-server.ts'

export type LocalTable = { table: Table; client: DynamoDBClient; close: () => Promise<void> }

/** A table of the product's shape in a DynamoDB of its own, for what only a real one can show: many writers at once. */
export const localTable = async (): Promise<LocalTable> => {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-table-'))
  const server = await startTableServer({ file: join(folder, 'table.db') })
  const client = new DynamoDBClient({ endpoint: server.endpoint, region: 'eu-west-2', credentials: localCredentials })
  const indexes = Object.entries(tableShape.indexes)
  const types = new Map<string, ScalarAttributeType>([
    ['PK', 'S'],
    ['SK', 'S'],
    ...indexes.flatMap(([, { partition, sort, sortType }]): [string, ScalarAttributeType][] => [
      [partition, 'S'],
      [sort, sortType],
    ]),
  ])
  const keySchema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ]
  await client.send(
    new CreateTableCommand({
      TableName: 'market',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keySchema(tableShape.key.partition, tableShape.key.sort),
      AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      GlobalSecondaryIndexes: indexes.map(([IndexName, { partition, sort }]) => ({
        IndexName,
        KeySchema: keySchema(partition, sort),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  )
  return {
    table: dynamoTable('market', client),
    client,
    close: async () => {
      client.destroy()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
