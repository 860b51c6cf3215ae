import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#local/process/free-port.ts'
import { makeTable } from '#local/table/make-table.ts'
import { runTableProgram, startTableServer } from '#local/table/table-server.ts'
import type { TablePlan } from '#local/template/plan.ts'
import { credentials, region, serving, temporaryFolder } from '#test/local/support.ts'

const plan: TablePlan = {
  name: 'market',
  KeySchema: [
    { AttributeName: 'PK', KeyType: 'HASH' },
    { AttributeName: 'SK', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'PK', AttributeType: 'S' },
    { AttributeName: 'SK', AttributeType: 'S' },
    { AttributeName: 'ownerKey', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-owner',
      KeySchema: [{ AttributeName: 'ownerKey', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  TimeToLiveSpecification: { AttributeName: 'ttl' },
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
}
const withPrice: TablePlan = {
  ...plan,
  AttributeDefinitions: [...plan.AttributeDefinitions, { AttributeName: 'pricePence', AttributeType: 'N' }],
  GlobalSecondaryIndexes: [
    ...plan.GlobalSecondaryIndexes,
    {
      IndexName: 'by-price',
      KeySchema: [
        { AttributeName: 'ownerKey', KeyType: 'HASH' },
        { AttributeName: 'pricePence', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
}
const item = { PK: { S: 'a' }, SK: { S: 'b' }, ownerKey: { S: 'o' } }
const Key = { PK: { S: 'a' }, SK: { S: 'b' } }

const setup = async (file = `${temporaryFolder()}/table.db`) => {
  const server = await startTableServer({ file, endpoint: undefined })
  onTestFinished(() => server.close())
  const client = new DynamoDBClient({ endpoint: server.endpoint, region, credentials })
  return {
    server,
    client,
    file,
    make: (given: TablePlan, startOver = false) => makeTable(given, { endpoint: server.endpoint, region, startOver }),
  }
}

test('the table has the template’s keys, indexes and time to live, and no stream', async () => {
  const { client, make } = await setup()

  await make(withPrice)

  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'market' }))
  const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName: 'market' }))
  expect(Table).toMatchObject({ KeySchema: plan.KeySchema })
  expect(Table?.StreamSpecification?.StreamEnabled ?? false).toBe(false)
  expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual(['by-owner', 'by-price'])
  expect(ttl.TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' })
})

test('what was written is there after a restart, and an index added since too', async () => {
  const first = await setup()
  await first.make(plan)
  await first.client.send(new PutItemCommand({ TableName: 'market', Item: item }))
  await first.server.close()

  const second = await setup(first.file)
  await second.make(withPrice)

  const { Item } = await second.client.send(new GetItemCommand({ TableName: 'market', Key }))
  const { Table } = await second.client.send(new DescribeTableCommand({ TableName: 'market' }))
  expect(Item).toEqual(item)
  expect(Table?.GlobalSecondaryIndexes).toHaveLength(2)
})

test('a table that was made with a stream loses it', async () => {
  const { client, make } = await setup()
  await client.send(
    new CreateTableCommand({
      TableName: plan.name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: plan.KeySchema,
      AttributeDefinitions: plan.AttributeDefinitions.slice(0, 2),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  )

  await make(plan)

  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'market' }))
  expect(Table?.StreamSpecification?.StreamEnabled ?? false).toBe(false)
})

test('starting over empties a table that outlived its folder', async () => {
  const { client, make } = await setup()
  await make(plan)
  await client.send(new PutItemCommand({ TableName: 'market', Item: item }))

  await make(plan, true)

  expect((await client.send(new GetItemCommand({ TableName: 'market', Key }))).Item).toBeUndefined()
})

test('a table with another key is refused with the way out', async () => {
  const { make } = await setup()
  await make(plan)

  await expect(make({ ...plan, KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }] })).rejects.toThrow(
    'npm start -- --fresh',
  )
})

const somebodyElse = async () => Number(new URL(await serving((_, response) => response.end('Hello'))).port)

test('a port that somebody else took in the meantime is given up for another', async () => {
  const ports = [await somebodyElse(), await somebodyElse(), await freePort()]
  const findPort = async () => ports.shift() ?? 0
  const server = await runTableProgram(['serve', '--db-path', `${temporaryFolder()}/table.db`], { findPort })
  onTestFinished(() => server.close())

  const client = new DynamoDBClient({ endpoint: server.endpoint, region, credentials })

  expect((await client.send(new ListTablesCommand())).TableNames).toEqual([])
})

test('where every port is taken, the program’s last words are said', async () => {
  const taken = await somebodyElse()
  const starting = runTableProgram(['serve'], { findPort: async () => taken })

  await expect(starting).rejects.toThrow(
    new RegExp(`^DynamoDB did not start \\(serve\\): .*${taken} is already in use`),
  )
})

test('an address at which nothing answers is said', async () => {
  await expect(startTableServer({ file: 'unused', endpoint: 'http://127.0.0.1:9', withinMs: 300 })).rejects.toThrow(
    'Nothing answers at DYNAMODB_ENDPOINT (http://127.0.0.1:9)',
  )
})

test('a database that was started a moment before is waited for', async () => {
  let tries = 0
  const endpoint = await serving((request, response) => {
    tries += 1
    if (tries < 3) request.socket.destroy()
    else response.writeHead(400).end()
  })
  expect((await startTableServer({ file: 'unused', endpoint, withinMs: 60_000 })).endpoint).toBe(endpoint)
  expect(tries).toBe(3)
})
