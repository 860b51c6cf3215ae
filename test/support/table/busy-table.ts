import { createServer, type IncomingMessage } from 'node:http'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'

type Answer = { status: number; body: unknown }
const Batch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(z.unknown()) })) })

const failure = (name: string, message: string, more: object = {}): Answer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...more },
})
const transaction = (code: string): Answer =>
  failure('TransactionCanceledException', `Transaction cancelled, please refer cancellation reasons [${code}]`, {
    CancellationReasons: [{ Code: code, Message: 'busy' }],
  })

/**
 * How DynamoDB says that it is busy, which the local table cannot: error names and bodies as
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html gives them.
 */
const moods = {
  conflict: (operation: string): Answer =>
    operation === 'TransactWriteItems'
      ? transaction('TransactionConflict')
      : failure('TransactionConflictException', 'Transaction is ongoing for the item'),
  /** A partition has more than its 1,000 writes or 3,000 reads a second, or an index behind it has. */
  hotPartition: (operation: string): Answer =>
    operation === 'TransactWriteItems'
      ? transaction('ProvisionedThroughputExceeded')
      : failure(
          'ProvisionedThroughputExceededException',
          'The level of configured provisioned throughput was exceeded.',
        ),
  /** The table has more than its quota, or grows faster than DynamoDB does. */
  throttled: (operation: string): Answer =>
    operation === 'TransactWriteItems'
      ? transaction('ThrottlingError')
      : failure('ThrottlingException', 'Throughput exceeds the current capacity of your table or index.'),
  /** The account has more than its own, whatever is asked. */
  accountLimit: (): Answer => failure('RequestLimitExceeded', 'Throughput exceeds the current throughput limit.'),
  unprocessed: (_: string, body: unknown): Answer => {
    return { status: 200, body: { Responses: {}, UnprocessedKeys: Batch.parse(body).RequestItems } }
  },
  /** One key of a batch is read at a time, and never the last. */
  partial: (_: string, body: unknown): Answer => {
    const [[table = '', { Keys }] = ['', { Keys: [] }]] = Object.entries(Batch.parse(body).RequestItems)
    const left = Keys.length > 1 ? Keys.slice(1) : Keys
    const read = Keys.length > 1 ? Keys.slice(0, 1) : []
    return { status: 200, body: { Responses: { [table]: read }, UnprocessedKeys: { [table]: { Keys: left } } } }
  },
} as const
export type Mood = keyof typeof moods

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** A table server that is busy for the first `times` requests and then answers that all is done; the SDK is the real one. */
export const busyTable = async (mood: Mood, times: number) => {
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const body = await bodyOf(request)
    const answer = requests <= times ? moods[mood](operation, body) : { status: 200, body: {} }
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })
  return {
    client,
    requests: () => requests,
    close: async () => {
      client.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
