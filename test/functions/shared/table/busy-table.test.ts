import { expect, test } from 'vitest'
import { dynamoTable } from '#functions/shared/table/table.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { put, remove, update } from '#functions/shared/table/writes.ts'
import { busyTable, type Mood } from '#test/support/table/busy-table.ts'

const key = { PK: 'A', SK: 'B' }
const during = async (mood: Mood, times: number, work: (table: Table) => Promise<unknown>) => {
  const busy = await busyTable(mood, times)
  const waits: number[] = []
  const table = dynamoTable('market', busy.client, async (attempt) => void waits.push(attempt))
  const outcome = await work(table).catch((error: unknown) => error)
  await busy.close()
  return { outcome, waits, requests: busy.requests() }
}
const works: [string, Mood, (table: Table) => Promise<unknown>, unknown][] = [
  ['a put', 'conflict', (table) => table.write(put(key, 'absent')), { ok: true }],
  ['an update', 'conflict', (table) => table.write(update(key, { add: { n: 1 }, when: 'always' })), { ok: true }],
  ['a deletion', 'conflict', (table) => table.write(remove(key, 'present')), { ok: true }],
  ['a transaction', 'conflict', (table) => table.transact([put(key, 'absent')]), { ok: true }],
  ['a throttled transaction', 'throttledTransaction', (table) => table.transact([put(key, 'absent')]), { ok: true }],
  ['a batch read', 'unprocessed', (table) => table.getMany([key]), []],
]

test.each(works)('%s that meets a busy table waits and is done', async (_, mood, work, done) => {
  const { outcome, waits, requests } = await during(mood, 3, work)
  expect(outcome).toEqual(Array.isArray(done) ? done : expect.objectContaining({ ok: true }))
  expect([waits, requests]).toEqual([[1, 2, 3], 4])
})

test.each(works)('%s gives up as unavailable when it stays busy', async (_, mood, work) => {
  const { outcome, requests } = await during(mood, 1_000, work)
  expect(outcome).toMatchObject({ code: 'unavailable' })
  expect(requests).toBe(8)
})
