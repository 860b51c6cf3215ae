import { expect, test } from 'vitest'
import { reconcileOrders, reconcileRun } from '#functions/books/reconcile.ts'
import { workShards } from '#functions/shared/table/shards.ts'
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
