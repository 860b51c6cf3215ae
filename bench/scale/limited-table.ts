import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import type { BatchGetCommandOutput, GetCommandOutput, QueryCommandOutput } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import { dynamoTable } from '#functions/shared/table/table.ts'
import type { Item, Key, Query, Table, Write } from '#functions/shared/table/writes.ts'
import { tableShape } from '#functions/shared/table/writes.ts'
import { localCredentials } from '#local/table/make-table.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { delays, partitionLimits } from './limits.ts'
import { type Demand, readUnits, sizeOf, writeDemands } from './units.ts'
import type { VirtualClock } from './virtual-clock.ts'

const name = 'market'
type Output = GetCommandOutput | QueryCommandOutput | BatchGetCommandOutput
type Call = (input: unknown) => Promise<Output>
const Batch = z.object({
  RequestItems: z.record(z.string(), z.object({ Keys: z.array(z.object({ PK: z.string(), SK: z.string() })) })),
})
/** As a refusal shows an item: answers go through the document client, which leaves errors alone. */
const refusedItem = (item: Item) => marshall(item, { removeUndefinedValues: true })

const $metadata = {}
const busy = () => new ProvisionedThroughputExceededException({ $metadata, message: 'The partition is busy.' })
const cancelled = (reasons: { Code: string; Item?: ReturnType<typeof refusedItem> }[]) =>
  new TransactionCanceledException({ $metadata, message: 'Cancelled.', CancellationReasons: reasons })
const keyOf = (write: Write): Key =>
  write.kind === 'put' ? { PK: String(write.item.PK), SK: String(write.item.SK) } : write.key
const nameOf = ({ PK, SK }: Key) => `${PK}\u0000${SK}`

/** Tokens of one partition, filled at its rate; it begins with a tenth of a second's, and holds a second's at most. */
const buckets = (clock: VirtualClock, perSecond: { read: number; write: number }) => {
  const held = new Map<string, { tokens: number; atMs: number }>()
  const bucketOf = ({ partition, kind }: Demand) => {
    const id = `${kind} ${partition}`
    const rate = perSecond[kind]
    const known = held.get(id) ?? { tokens: rate / 10, atMs: clock.nowMs() }
    held.set(id, known)
    known.tokens = Math.min(rate, known.tokens + ((clock.nowMs() - known.atMs) * rate) / 1_000)
    known.atMs = clock.nowMs()
    return known
  }
  /** All of it or nothing. @returns the partition that has too little, if any. */
  return (demands: readonly Demand[]): string | undefined => {
    const poor = demands.find((demand) => bucketOf(demand).tokens < Math.min(demand.units, perSecond[demand.kind]))
    if (poor) return poor.partition
    for (const demand of demands) bucketOf(demand).tokens -= demand.units
    return undefined
  }
}

/** What was asked of the table, all in all, and what it refused. */
type TableUse = {
  reads: number
  writes: number
  requests: number
  queries: number
  /** Read units by partition. */
  readOf: Map<string, number>
  refused: Map<string, number>
  conflicts: number
}

/**
 * The table in memory behind the product's own `dynamoTable`, with DynamoDB's limits on a virtual clock: each request takes
 * its time and its units of every partition it touches (of the table and of its indexes, which hold a write up when they
 * are full), a transaction holds its items while it lasts, a query ends at 1 MB. What repeats and waits is the product's,
 * but the SDK's own tries, which are here as it makes them.
 * @param share Of every limit, for loads that are as much smaller; only where nothing depends on how many meet.
 */
export const limitedTable = (
  clock: VirtualClock,
  { random = Math.random, share = 1 }: { random?: () => number; share?: number } = {},
) => {
  const items = fakeTable()
  const take = buckets(clock, { read: share * partitionLimits.reads.most, write: share * partitionLimits.writes.most })
  const use: TableUse = {
    reads: 0,
    writes: 0,
    requests: 0,
    queries: 0,
    readOf: new Map(),
    refused: new Map(),
    conflicts: 0,
  }
  const inTransaction = new Set<string>()

  const admit = (demands: readonly Demand[], refusal: () => Error) => {
    use.requests += 1
    const full = take(demands)
    if (full !== undefined) {
      use.refused.set(full, (use.refused.get(full) ?? 0) + 1)
      throw refusal()
    }
    for (const { partition, kind, units } of demands) {
      use[kind === 'read' ? 'reads' : 'writes'] += units
      if (kind === 'read') use.readOf.set(partition, (use.readOf.get(partition) ?? 0) + units)
    }
  }

  const readItem = async (key: Key, isConsistent: boolean): Promise<GetCommandOutput> => {
    const found = await items.get(key)
    admit([{ partition: key.PK, kind: 'read', units: readUnits(sizeOf(found), isConsistent) }], busy)
    await clock.wait(delays.request.ms)
    return { $metadata, ...(found && { Item: found }) }
  }

  const readBatch = async (input: unknown, isConsistent: boolean): Promise<BatchGetCommandOutput> => {
    const keys = Batch.parse(input).RequestItems[name]?.Keys ?? []
    const found: Item[] = []
    const left: typeof keys = []
    for (const key of keys) {
      const item = await items.get(key)
      try {
        admit([{ partition: key.PK, kind: 'read', units: readUnits(sizeOf(item), isConsistent) }], busy)
        if (item) found.push(item)
      } catch {
        left.push(key)
      }
    }
    if (left.length === keys.length && keys.length > 0) throw busy()
    await clock.wait(delays.request.ms)
    return {
      $metadata,
      Responses: { [name]: found },
      ...(left.length > 0 && { UnprocessedKeys: { [name]: { Keys: left } } }),
    }
  }

  const readPage = async (query: Query): Promise<QueryCommandOutput> => {
    use.queries += 1
    const page = await items.query(query)
    let bytes = 0
    const cut = page.items.findIndex((item) => {
      bytes += sizeOf(item)
      return bytes > partitionLimits.queryBytes.most
    })
    const shown = cut <= 0 ? page.items : page.items.slice(0, cut)
    const last = cut <= 0 ? undefined : shown.at(-1)
    const partition = query.index ? `${query.index} ${query.partition}` : query.partition
    const units = readUnits(Math.min(bytes, partitionLimits.queryBytes.most), query.consistent === true)
    admit([{ partition, kind: 'read', units }], busy)
    await clock.wait(delays.request.ms)
    const keys = query.index ? tableShape.indexes[query.index] : tableShape.key
    const next = last
      ? Object.fromEntries(['PK', 'SK', keys.partition, keys.sort].map((each) => [each, last[each]]))
      : page.next
    return { $metadata, Items: shown, ...(next && { LastEvaluatedKey: next }) }
  }

  const afterOf = async (write: Write): Promise<{ before: Item | undefined; after: Item | undefined }> => {
    const { PK, SK } = keyOf(write)
    const before = items.stored(PK, SK)
    if (write.kind === 'put') return { before, after: write.item }
    if (write.kind === 'update') {
      const { set = {}, add = {}, remove = [] } = write
      const after: Item = {
        PK,
        SK,
        ...before,
        ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
      }
      for (const [field, amount] of Object.entries(add)) after[field] = Number(after[field] ?? 0) + amount
      for (const field of remove) delete after[field]
      return { before, after }
    }
    return { before, after: write.kind === 'delete' ? undefined : before }
  }
  const demandsOf = async (write: Write, times: 1 | 2): Promise<Demand[]> => {
    const { before, after } = await afterOf(write)
    const demands = writeDemands(before, after, times)
    return write.kind === 'check' ? demands.slice(0, 1) : demands
  }

  const writeOne = async (write: Exclude<Write, { kind: 'check' }>): Promise<Output> => {
    if (inTransaction.has(nameOf(keyOf(write)))) {
      use.conflicts += 1
      throw new TransactionConflictException({ $metadata, message: 'Transaction is ongoing for the item' })
    }
    admit(await demandsOf(write, 1), busy)
    const result = await items.write(write)
    await clock.wait(delays.request.ms)
    if (!result.ok) {
      const { before } = result
      throw new ConditionalCheckFailedException({
        $metadata,
        message: 'The conditional request failed',
        ...(before && { Item: refusedItem(before) }),
      })
    }
    return { $metadata, ...(result.item && { Attributes: result.item }) }
  }

  const transactAll = async (writes: readonly Write[]): Promise<Output> => {
    const held = writes.map((write) => nameOf(keyOf(write)))
    if (held.some((each) => inTransaction.has(each))) {
      use.conflicts += 1
      throw cancelled(held.map((each) => ({ Code: inTransaction.has(each) ? 'TransactionConflict' : 'None' })))
    }
    const demands = (await Promise.all(writes.map((write) => demandsOf(write, 2)))).flat()
    admit(demands, () => cancelled([{ Code: 'ProvisionedThroughputExceeded' }]))
    for (const each of held) inTransaction.add(each)
    await clock.wait(delays.transaction.ms)
    const result = await items.transact(writes)
    for (const each of held) inTransaction.delete(each)
    if (result.ok) return { $metadata }
    throw cancelled(
      result.failures.map((failure) =>
        failure
          ? { Code: 'ConditionalCheckFailed', ...(failure.before && { Item: refusedItem(failure.before) }) }
          : { Code: 'None' },
      ),
    )
  }

  const call = new AsyncLocalStorage<Call>()
  const client = new DynamoDBClient({ region: 'eu-west-2', credentials: localCredentials })
  /** As the SDK does for `liveTable`: three tries, apart by a random part of 0.5 and 1 second when it is told to slow down. */
  const answered = async (input: unknown): Promise<Output> => {
    const answer = call.getStore()
    if (!answer) throw new Error('A request came past the table.')
    for (let attempt = 0; ; attempt++) {
      try {
        return await answer(input)
      } catch (error) {
        if (!(error instanceof ProvisionedThroughputExceededException) || attempt === delays.sdk.tries - 1) throw error
        await clock.wait(random() * delays.sdk.throttledMs * 2 ** attempt)
      }
    }
  }
  client.middlewareStack.add(() => async (args) => ({ response: undefined, output: await answered(args.input) }), {
    step: 'initialize',
    priority: 'high',
    name: 'limitedTable',
  })
  /** As `dynamoTable` waits by itself, on this clock. */
  const behind = dynamoTable(name, client, (attempt) => clock.wait(random() * Math.min(1_000, 20 * 2 ** attempt)))

  const table: Table = {
    get: (key, options) =>
      call.run(
        () => readItem(key, options?.consistent !== false),
        () => behind.get(key, options),
      ),
    getMany: (keys, options) =>
      call.run(
        (input) => readBatch(input, options?.consistent !== false),
        () => behind.getMany(keys, options),
      ),
    query: (query) =>
      call.run(
        () => readPage(query),
        () => behind.query(query),
      ),
    write: (write) =>
      call.run(
        () => writeOne(write),
        () => behind.write(write),
      ),
    transact: (writes) =>
      call.run(
        () => transactAll(writes),
        () => behind.transact(writes),
      ),
  }
  return {
    table,
    /** The same items without limits and time, to fill it. */
    items,
    use,
    /** The partition that refused most, with how often. */
    hottest: (): { partition: string; times: number } | undefined =>
      [...use.refused].map(([partition, times]) => ({ partition, times })).toSorted((a, b) => b.times - a.times)[0],
    close: () => client.destroy(),
  }
}
export type LimitedTable = ReturnType<typeof limitedTable>
