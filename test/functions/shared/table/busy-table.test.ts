import { describe, expect, test } from 'vitest'
import { startSession } from '#functions/galleries/start-session.ts'
import { serve } from '#functions/shared/http/serve.ts'
import type { Gate } from '#functions/shared/identity/gate.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { put, remove, update } from '#functions/shared/table/writes.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { galleries } from '#schema/api/galleries.ts'
import { httpEvent, lambdaContext } from '#test/support/http/event.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { busyTable, type Mood } from '#test/support/table/busy-table.ts'

const key = { PK: 'A', SK: 'B' }
const keys = (count: number) => Array.from({ length: count }, (_, n) => ({ PK: 'A', SK: String(n) }))
const during = async (mood: Mood, times: number, work: (table: Table) => Promise<unknown>) => {
  const busy = await busyTable(mood, times)
  const waits: number[] = []
  const table = dynamoTable('market', busy.client, async (attempt) => void waits.push(attempt))
  const outcome = await work(table).catch((error: unknown) => error)
  await busy.close()
  return { outcome, waits, requests: busy.requests() }
}
type Work = (table: Table) => Promise<unknown>
const isDone = expect.objectContaining({ ok: true })
const works = {
  get: [(table) => table.get(key), undefined],
  'batch read': [(table) => table.getMany(keys(1)), []],
  query: [(table) => table.query({ partition: 'A' }), { items: [], next: undefined }],
  put: [(table) => table.write(put(key, 'absent')), isDone],
  addition: [(table) => table.write(update(key, { add: { n: 1 }, when: 'always' })), isDone],
  deletion: [(table) => table.write(remove(key, 'present')), isDone],
  transaction: [(table) => table.transact([put(key, 'absent')]), isDone],
} as const satisfies Record<string, readonly [Work, unknown]>
const openGate: Gate = {
  verifyToken: async () => undefined,
  standing: async () => 'closed',
  cameThroughFront: async () => true,
  countUnreadable: async () => undefined,
}
const told = {
  code: 'unavailable',
  message: 'Very many people are here at this moment. Please try again in 2 seconds.',
}

describe('a transaction that holds the item', () => {
  const writes = [works.put, works.addition, works.deletion, works.transaction] as const
  test.each(writes)('is waited for (%#)', async (work, done) => {
    const { outcome, waits, requests } = await during('conflict', 3, work)
    expect(outcome).toEqual(done)
    expect([waits, requests]).toEqual([[1, 2, 3], 4])
  })

  test.each(writes)('is given up on after seven waits (%#)', async (work) => {
    const { outcome, requests } = await during('conflict', 1_000, work)
    expect(outcome).toMatchObject(told)
    expect(requests).toBe(8)
  })
})

describe.each(['hotPartition', 'throttled', 'accountLimit'] as const)('%s', (mood) => {
  test.each(Object.entries(works))('lets a %s be done once, after a wait', async (_, [work, done]) => {
    const { outcome, waits, requests } = await during(mood, 2, work)
    expect(outcome).toEqual(done)
    // Refused whole each time, so the last request is the only one that did anything.
    expect([waits, requests]).toEqual([[1, 2], 3])
  })

  test.each(Object.entries(works))('ends a %s as unavailable, with the wait, within bounds', async (_, [work]) => {
    const { outcome, waits, requests } = await during(mood, 1_000, work)
    expect(outcome).toMatchObject(told)
    expect(waits.length).toBe(requests - 1)
    expect(requests).toBeLessThanOrEqual(8)
  })
})

describe('a batch read', () => {
  test('of which nothing is read waits and is done', async () => {
    const { outcome, waits } = await during('unprocessed', 3, works['batch read'][0])
    expect([outcome, waits]).toEqual([[], [1, 2, 3]])
  })

  test('of which one key is read at a time goes on with the others, each once', async () => {
    const read = (table: Table) => table.getMany(keys(5).map(({ PK, SK }) => ({ PK, SK })))
    const { outcome, requests } = await during('partial', 4, read)
    expect(outcome).toEqual(keys(4))
    expect(requests).toBe(5)
  })

  test.each(['unprocessed', 'partial'] as const)('that never ends (%s) is given up', async (mood) => {
    const { outcome, requests } = await during(mood, 1_000, (table) => table.getMany(keys(100)))
    expect(outcome).toMatchObject(told)
    expect(requests).toBe(8)
  })
})

test.each(['conflict', 'hotPartition', 'throttled', 'accountLimit'] as const)(
  'a visitor who meets %s reads how long and why, and is answered 503, never 500',
  async (mood) => {
    const busy = await busyTable(mood, 1_000)
    const parts = marketParts()
    const table = dynamoTable('market', busy.client, async () => undefined)
    const visits = { name: 'galleries', endpoints: { startSession: galleries.endpoints.startSession } }
    const start = startSession({ sessions: parts.sessions, throttle: throttle(table, parts.now) })
    const handler = serve(visits, () => ({ startSession: start }), { gate: () => openGate })
    const answer = await handler(httpEvent({ method: 'POST', route: '/api/sessions', body: {} }), lambdaContext())
    await busy.close()
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
    expect(JSON.parse(String(answer.body))).toMatchObject({ error: told })
  },
)
