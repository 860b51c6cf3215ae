import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { localCredentials } from '#local/table/make-table.ts'

/** One request as the SDK sent it. `wave` is 1 for what waited for nothing, else one more than what it waited for. */
type Call = {
  command: string
  /** A throttle's count or look, or work for the visitor. */
  purpose: 'throttle' | 'work'
  readUnits: number
  writeUnits: number
  wave: number
}

export type Cost = {
  /** The requests by name, without throttles: those that waited longest last, in order of their names. */
  requests: string
  requestCount: number
  throttleCount: number
  /** How many requests waited for one another, without throttles, and with them. */
  depth: number
  depthWithThrottles: number
  readUnits: number
  writeUnits: number
}

type Capacity = { CapacityUnits?: number }

const reads = ['GetItem', 'BatchGetItem', 'Query', 'Scan']

const unitsOf = (output: unknown): number => {
  const { ConsumedCapacity: found } = output as { ConsumedCapacity?: Capacity | Capacity[] }
  return [found ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}

const wavesOf = (calls: readonly Call[]): number => new Set(calls.map(({ wave }) => wave)).size

const costOf = (calls: readonly Call[]): Cost => {
  const work = calls.filter(({ purpose }) => purpose === 'work')
  const inOrder = work.toSorted((a, b) => a.wave - b.wave || (a.command < b.command ? -1 : 1))
  return {
    requests: inOrder.map(({ command }) => command).join(' '),
    requestCount: work.length,
    throttleCount: calls.length - work.length,
    depth: wavesOf(work),
    depthWithThrottles: wavesOf(calls),
    readUnits: calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
    writeUnits: calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
  }
}

/**
 * Lets requests that were under way together end together, so that what was sent later certainly waited for one of them,
 * however fast each was answered.
 */
const waves = () => {
  let wave = 1
  let open = 0
  let release = () => {}
  let ended = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    begin: () => {
      open += 1
      return wave
    },
    end: async () => {
      open -= 1
      if (open > 0) return ended
      wave += 1
      const releaseAll = release
      ended = new Promise<void>((resolve) => {
        release = resolve
      })
      releaseAll()
    },
  }
}

/** A client of a local DynamoDB that writes down every request it sends, with the units that it cost. */
export const recordedClient = (endpoint: string) => {
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-2', credentials: localCredentials })
  const inWaves = waves()
  let recorded: Call[] = []
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = String(context.commandName).replace(/Command$/, '')
      const input = args.input as { Key?: { PK?: string } }
      const call: Call = {
        command,
        purpose: input.Key?.PK?.startsWith('THROTTLE#') ? 'throttle' : 'work',
        readUnits: 0,
        writeUnits: 0,
        wave: inWaves.begin(),
      }
      recorded.push(call)
      try {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } })
        call[reads.includes(command) ? 'readUnits' : 'writeUnits'] = unitsOf(result.output)
        return result
      } finally {
        await inWaves.end()
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
