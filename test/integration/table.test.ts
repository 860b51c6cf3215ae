import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll } from 'vitest'
import { dynamoTable } from '#functions/shared/table/table.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { localCredentials, makeTable } from '#local/table/make-table.ts'
import { startTableServer, type TableServer } from '#local/table/table-server.ts'
import { region } from '#local/template/names.ts'
import { planFrom } from '#local/template/plan.ts'
import { synthesizedTemplates } from '#local/template/templates.ts'
import { tableContract } from '#test/support/table/table-contract.ts'

let folder: string
let server: TableServer
let client: DynamoDBClient
let table: Table

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-table-'))
  server = await startTableServer({ file: join(folder, 'table.db') })
  const here = server.endpoint
  const templates = await synthesizedTemplates('node_modules/.cache/darkslide')
  const plan = planFrom(templates, {
    siteUrl: here,
    sqsUrl: here,
    userPoolId: 'pool',
    userPoolClientId: 'client',
    issuer: here,
  })
  await makeTable(plan.table, { endpoint: here, region })
  client = new DynamoDBClient({ endpoint: here, region, credentials: localCredentials })
  table = dynamoTable(plan.table.name, client)
})
afterAll(async () => {
  client.destroy()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

tableContract('the table of the template, in the local DynamoDB', async () => table)
