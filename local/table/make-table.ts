import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndexDescription,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { StartFailure } from '#local/process/start-failure.ts'
import type { TablePlan } from '#local/template/plan.ts'

/** Letters and digits: DynamoDB Local takes no other access key (AmazonDynamoDB developer guide, "DynamoDB local", 2.0). */
export const localAccessKey = 'darkslidelocal'
export const localCredentials = { accessKeyId: localAccessKey, secretAccessKey: 'darkslide-local' }

const shapeOf = (keys: readonly { AttributeName?: string | undefined; KeyType?: string | undefined }[] | undefined) =>
  (keys ?? []).map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).join(', ')

const existingTable = async (client: DynamoDBClient, name: string) => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/**
 * The template's stream is left out. Nothing reads it, and dynoxide 1.2.1 looks through every record of a stream at each
 * write: after 4,000 writes one takes sixteen times as long as without. A table that was made with one loses it.
 */
const endStream = async (client: DynamoDBClient, name: string, isStreaming: boolean) => {
  if (!isStreaming) return
  await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification: { StreamEnabled: false } }))
}

const create = async (client: DynamoDBClient, plan: TablePlan) => {
  await client.send(
    new CreateTableCommand({
      TableName: plan.name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: plan.KeySchema,
      AttributeDefinitions: plan.AttributeDefinitions,
      ...(plan.GlobalSecondaryIndexes.length > 0 && {
        GlobalSecondaryIndexes: plan.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
          IndexName,
          KeySchema,
          Projection: {
            ProjectionType: Projection.ProjectionType,
            ...(Projection.NonKeyAttributes && { NonKeyAttributes: Projection.NonKeyAttributes }),
          },
        })),
      }),
    }),
  )
  if (plan.TimeToLiveSpecification)
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: plan.name,
        TimeToLiveSpecification: { Enabled: true, AttributeName: plan.TimeToLiveSpecification.AttributeName },
      }),
    )
}

const addMissingIndexes = async (
  client: DynamoDBClient,
  plan: TablePlan,
  existing: readonly GlobalSecondaryIndexDescription[],
) => {
  for (const index of plan.GlobalSecondaryIndexes) {
    const found = existing.find(({ IndexName }) => IndexName === index.IndexName)
    if (found && shapeOf(found.KeySchema) === shapeOf(index.KeySchema)) continue
    if (found)
      await client.send(
        new UpdateTableCommand({
          TableName: plan.name,
          GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index.IndexName } }],
        }),
      )
    const keys = index.KeySchema.map(({ AttributeName }) => AttributeName)
    await client.send(
      new UpdateTableCommand({
        TableName: plan.name,
        AttributeDefinitions: plan.AttributeDefinitions.filter(({ AttributeName }) => keys.includes(AttributeName)),
        GlobalSecondaryIndexUpdates: [
          {
            Create: {
              IndexName: index.IndexName,
              KeySchema: index.KeySchema,
              Projection: { ProjectionType: index.Projection.ProjectionType },
            },
          },
        ],
      }),
    )
  }
}

/**
 * Makes the template's table where it is missing, and gives an older one the indexes that have been added since.
 * With `startOver` one that is there is emptied: it may be in a DynamoDB that outlives the state folder.
 */
export const makeTable = async (
  plan: TablePlan,
  { endpoint, region, startOver = false }: { endpoint: string; region: string; startOver?: boolean },
) => {
  const client = new DynamoDBClient({ endpoint, region, credentials: localCredentials })
  try {
    const found = await existingTable(client, plan.name)
    if (found && startOver) await client.send(new DeleteTableCommand({ TableName: plan.name }))
    const existing = startOver ? undefined : found
    if (!existing) await create(client, plan)
    else if (shapeOf(existing.KeySchema) !== shapeOf(plan.KeySchema))
      throw new StartFailure("The table's key has changed since the last start: npm start -- --fresh starts over.")
    else {
      await addMissingIndexes(client, plan, existing.GlobalSecondaryIndexes ?? [])
      await endStream(client, plan.name, existing.StreamSpecification?.StreamEnabled === true)
    }
  } finally {
    client.destroy()
  }
}
