import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { LocalSystem } from '#local/local-system.ts'

/** What one kind of request of the table cost: units of the table itself and of each index. */
type Units = { requests: number; readUnits: number; writeUnits: number; indexWriteUnits: Record<string, number> }
export type Usage = {
  wallMs: number
  /** Of this process: every function, the queues, Stripe's stand-in and the SDKs. */
  cpuMs: number
  /** Of the database, a process of its own. */
  databaseCpuMs: number
  table: Record<string, Units>
  stripe: Record<string, number>
  /** The most requests that Stripe got within one second. */
  stripePeakPerSecond: number
  messages: Record<string, number>
}

type Capacity = {
  CapacityUnits?: number
  Table?: { CapacityUnits?: number }
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>
}
type Sent = { constructor: { name: string }; input: Record<string, unknown> }

const reads = new Set(['GetItem', 'BatchGetItem', 'Query'])

/**
 * Counts what the functions of a local system use. They run in this process: the DynamoDB client is asked for its units
 * on the way, requests over HTTP are seen as Node starts them.
 */
export const startMeter = (system: LocalSystem) => {
  let table: Usage['table'] = {}
  let stripe: Usage['stripe'] = {}
  let stripeAtMs: number[] = []

  const note = (name: string, output: unknown) => {
    const { ConsumedCapacity: found } = output as { ConsumedCapacity?: Capacity | Capacity[] }
    table[name] ??= { requests: 0, readUnits: 0, writeUnits: 0, indexWriteUnits: {} }
    const units = table[name]
    units.requests += 1
    for (const { CapacityUnits = 0, GlobalSecondaryIndexes = {} } of [found ?? []].flat()) {
      units[reads.has(name) ? 'readUnits' : 'writeUnits'] += CapacityUnits
      if (reads.has(name)) continue
      for (const [index, { CapacityUnits: ofIndex = 0 }] of Object.entries(GlobalSecondaryIndexes)) {
        units.indexWriteUnits[index] = (units.indexWriteUnits[index] ?? 0) + ofIndex
      }
    }
  }
  const plainSend = DynamoDBClient.prototype.send
  Object.defineProperty(DynamoDBClient.prototype, 'send', {
    value: async function (this: DynamoDBClient, command: Sent) {
      command.input.ReturnConsumedCapacity = 'INDEXES'
      const output: unknown = await Reflect.apply(plainSend, this, [command])
      note(command.constructor.name.replace(/Command$/, ''), output)
      return output
    },
  })

  const stripeHost = new URL(system.stripe.url).host
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest }
    if (request.getHeader('host') !== stripeHost || !request.path.startsWith('/v1/')) return
    const name = `${request.method} ${request.path.replace(/\?.*/, '').replace(/\/(acct|tr|ch)_\w+/, '/{id}')}`
    stripe[name] = (stripe[name] ?? 0) + 1
    stripeAtMs.push(performance.now())
  })

  const sent = new Map<string, number>()
  for (const queue of system.queueControl.all()) {
    const plain = queue.send
    queue.send = (...args) => {
      sent.set(queue.plan.name, (sent.get(queue.plan.name) ?? 0) + 1)
      return plain(...args)
    }
  }

  return {
    /** What `work` used, and everything that ran beside it. */
    async usageOf(work: () => Promise<unknown>): Promise<Usage> {
      table = {}
      stripe = {}
      stripeAtMs = []
      sent.clear()
      const database = databaseCpuMs()
      const cpu = process.cpuUsage()
      const began = performance.now()
      await work()
      const wallMs = performance.now() - began
      const { user, system: kernel } = process.cpuUsage(cpu)
      return {
        wallMs,
        cpuMs: (user + kernel) / 1_000,
        databaseCpuMs: databaseCpuMs() - database,
        table: structuredClone(table),
        stripe: { ...stripe },
        stripePeakPerSecond: peakPerSecond(stripeAtMs),
        messages: Object.fromEntries(sent),
      }
    },
  }
}

/** The most moments that lie within any one second. */
const peakPerSecond = (atMs: readonly number[]): number => {
  let from = 0
  let most = 0
  for (const [index, at] of atMs.entries()) {
    while ((atMs[from] ?? at) <= at - 1_000) from += 1
    most = Math.max(most, index - from + 1)
  }
  return most
}

const clockTicksPerSecond = 100
/** Processor time of this process's children, from Linux; 0 where there is none to be read. */
const databaseCpuMs = (): number => {
  try {
    return descendants(process.pid).reduce((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return sum + ((Number(fields[11]) + Number(fields[12])) * 1_000) / clockTicksPerSecond
    }, 0)
  } catch {
    return 0
  }
}

const descendants = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')
    .flatMap((child) => [child, ...descendants(child)])
