import { expect, test } from 'vitest'
import { handOutOpenOrders, reconcileOrder } from '#functions/books/reconcile.ts'
import { paymentsBusy } from '#functions/payments/busy-payments.ts'
import { placeStore } from '#functions/shared/table/place-store.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { BooksPart } from '#schema/events/books.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { anOrder } from '#test/support/builders/order.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { at } from '#test/support/time.ts'

const now = () => at('2030-01-01T10:00:00.000Z')

/** Open orders of a shard, two on a page. */
const setup = (inShard: Record<number, number>, most: number) => {
  const handedOut: string[] = []
  const run = handOutOpenOrders({
    orders: {
      listOpen: async (shard, { after }) => {
        const from = Number(after?.from ?? 0)
        const all = Array.from({ length: inShard[shard] ?? 0 }, (_, n) => orderIdOf(1_000 * shard + n))
        const next = from + 2 < all.length ? { from: from + 2 } : undefined
        return { orderIds: all.slice(from, from + 2), next }
      },
    },
    places: placeStore(fakeTable()),
    send: async (queue, messages) => {
      expect(queue).toBe('RECONCILE_QUEUE_URL')
      for (const message of messages) {
        const part = BooksPart.parse(message)
        if (part.kind === 'order') handedOut.push(part.orderId)
      }
    },
    most: () => most,
    now,
  })
  return { run, handedOut }
}

test('a run hands out every open order of every shard, however many pages of them there are', async () => {
  const { run, handedOut } = setup({ 0: 3, 3: 5, 7: 1 }, 1_000)
  expect(await run()).toEqual({ handedOut: 9 })
  expect(new Set(handedOut).size).toBe(9)
  expect(await run()).toEqual({ handedOut: 9 })
})

test('where there are more than Stripe can be asked for, runs go on where the last one stopped, and begin again', async () => {
  const { run, handedOut } = setup(Object.fromEntries(workShards.map((shard) => [shard, 10])), 4 * workShards.length)
  const counts: number[] = []
  for (let index = 0; index < 3; index++) counts.push((await run()).handedOut)
  expect(counts).toEqual([32, 32, 16])
  expect(new Set(handedOut).size).toBe(80)
  await run()
  expect(handedOut.length).toBe(112)
})

test('a full shard keeps no other one from its part', async () => {
  const { run, handedOut } = setup({ 0: 10_000, 7: 2 }, 16)
  await run()
  expect(handedOut).toContain(orderIdOf(7_000))
  expect(handedOut).toContain(orderIdOf(7_001))
})

test('an order that Stripe has no time for is put off, one that fails is told and looked at by the next run', async () => {
  const errors: string[] = []
  const log = { error: (message: string) => errors.push(message) }
  const orders = {
    find: async () => anOrder({ id: orderIdOf(1), sessionId: 'cs_1' }),
    transact: async () => ({ ok: true }) as const,
  }
  const failing = (error: Error) =>
    reconcileOrder({ orders, converge: () => Promise.reject(error), now, log })(orderIdOf(1))
  await expect(failing(paymentsBusy())).rejects.toMatchObject({ details: { retryAfterSeconds: 2 } })
  expect(errors).toEqual([])
  expect(await failing(new Error('Stripe does not answer.'))).toBe(false)
  expect(errors).toEqual(['order could not be reconciled'])
})
