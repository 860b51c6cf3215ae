import { expect, test } from 'vitest'
import { reconcileOrders, reconcileRun } from '#functions/books/reconcile.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { anOrder } from '#test/support/builders/order.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

test('overdue work is told of also when open orders take all the time that a run has', async () => {
  const done: string[] = []
  const run = reconcileRun({
    checkOverdueWork: async () => done.push('looked for overdue work'),
    reconcile: () => new Promise(() => {}),
    log,
  })
  void run()
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(['looked for overdue work'])
})

test('orders are reconciled also when the look for overdue work fails, which the run then says', async () => {
  const done: string[] = []
  const run = reconcileRun({
    checkOverdueWork: async () => {
      throw new Error('The table did not answer.')
    },
    reconcile: async () => {
      done.push('reconciled')
      return { looked: 1 }
    },
    log,
  })
  await expect(run()).rejects.toThrow('The table did not answer.')
  expect(done).toEqual(['reconciled'])
})

test('each run begins at another shard, and every shard has its turn', async () => {
  const { clock, now } = moneyWorld()
  const firsts = new Set<number>()
  for (const _ of workShards) {
    const asked: number[] = []
    const orders = {
      listOpen: async (shard: number) => {
        asked.push(shard)
        return { orderIds: [], next: undefined }
      },
      find: async () => undefined,
      transact: async () => ({ ok: true }) as const,
    }
    await reconcileOrders({ orders, converge: async () => undefined, now, log })()
    expect(asked.toSorted()).toEqual([...workShards].toSorted())
    firsts.add(asked[0] ?? -1)
    clock.forward({ minutes: 5 })
  }
  expect(firsts.size).toBe(workShards.length)
})

test('a run looks at every open order of a shard, however many pages of them there are', async () => {
  const { now } = moneyWorld()
  const ids = [orderIdOf(1), orderIdOf(2), orderIdOf(3)]
  const orders: Parameters<typeof reconcileOrders>[0]['orders'] = {
    listOpen: async (shard, { after }) => {
      const page = Number(after?.page ?? 0)
      if (shard !== 0) return { orderIds: [], next: undefined }
      return { orderIds: ids.slice(page, page + 1), next: page + 1 < ids.length ? { page: page + 1 } : undefined }
    },
    find: async (id) => anOrder({ id, sessionId: `cs_of_${id}` }),
    transact: async () => ({ ok: true }),
  }
  const converged: string[] = []
  const converge = async (sessionId: string) => converged.push(sessionId)
  expect(await reconcileOrders({ orders, converge, now, log })()).toEqual({ looked: 3, failed: 0 })
  expect(converged).toEqual(ids.map((id) => `cs_of_${id}`))
})
