import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { localCredentials } from '#local/table/make-table.ts'

/** One request as the SDK sent it. `depth` is 1 for what waited for nothing, else one more than what it waited for. */
export type Call = {
  command: string
  /** A throttle's count or look, or work for the visitor. */
  purpose: 'throttle' | 'work'
  readUnits: number
  writeUnits: number
  depth: number
}

export type Cost = {
  calls: Call[]
  /** The requests by name, without throttles, in the order they were sent: "GetItem Query". */
  requests: string
  requestCount: number
  throttleCount: number
  /** The longest chain of requests that waited for each other, without throttles, and with them. */
  depth: number
  depthWithThrottles: number
  readUnits: number
  writeUnits: number
}

type Recorded = Omit<Call, 'depth'> & { began: number; ended: number }
type Capacity = { CapacityUnits?: number }

const reads = ['GetItem', 'BatchGetItem', 'Query', 'Scan']

const unitsOf = (output: unknown): number => {
  const { ConsumedCapacity: found } = output as { ConsumedCapacity?: Capacity | Capacity[] }
  return [found ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}

/** What was sent before a request began and had ended by then is what it waited for. */
const depthsOf = (calls: readonly Recorded[]): number[] => {
  const depths: number[] = []
  for (const call of calls) {
    const before = calls.flatMap((other, index) => (other.ended < call.began ? [depths[index] ?? 0] : []))
    depths.push(1 + Math.max(0, ...before))
  }
  return depths
}

const costOf = (recorded: readonly Recorded[]): Cost => {
  const work = recorded.filter(({ purpose }) => purpose === 'work')
  const depths = depthsOf(recorded)
  return {
    calls: recorded.map(({ began: _, ended: __, ...call }, index) => ({ ...call, depth: depths[index] ?? 1 })),
    requests: work.map(({ command }) => command).join(' '),
    requestCount: work.length,
    throttleCount: recorded.length - work.length,
    depth: Math.max(0, ...depthsOf(work)),
    depthWithThrottles: Math.max(0, ...depths),
    readUnits: recorded.reduce((sum, { readUnits }) => sum + readUnits, 0),
    writeUnits: recorded.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
  }
}

/** A client of a local DynamoDB that writes down every request it sends, with the units that it cost. */
export const recordedClient = (endpoint: string) => {
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-2', credentials: localCredentials })
  let clock = 0
  let recorded: Recorded[] = []
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = String(context.commandName).replace(/Command$/, '')
      const input = args.input as { Key?: { PK?: { S?: string } } }
      const call: Recorded = {
        command,
        purpose: input.Key?.PK?.S?.startsWith('THROTTLE#') ? 'throttle' : 'work',
        readUnits: 0,
        writeUnits: 0,
        began: ++clock,
        ended: Number.POSITIVE_INFINITY,
      }
      recorded.push(call)
      try {
        const result = await next({ ...args, input: { ReturnConsumedCapacity: 'TOTAL', ...args.input } })
        call[reads.includes(command) ? 'readUnits' : 'writeUnits'] = unitsOf(result.output)
        return result
      } finally {
        call.ended = ++clock
      }
    },
    { step: 'initialize', name: 'recordRequests' },
  )
  return {
    client,
    /** What `work` asked of the table. One at a time: what runs beside it would be counted too. */
    costOf: async (work: () => Promise<unknown>): Promise<Cost> => {
      recorded = []
      await work()
      return costOf(recorded)
    },
  }
}
export type RecordedClient = ReturnType<typeof recordedClient>
