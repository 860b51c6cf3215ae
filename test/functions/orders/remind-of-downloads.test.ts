import { expect, test } from 'vitest'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { fetchedStore, reminderPut } from '#functions/orders/fetched-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { orderPuts } from '#functions/orders/order-writes.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { pence } from '#schema/money.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const setup = async (overrides: Partial<Order> = {}, items: readonly OrderItem[] = [anOrderItem()]) => {
  const parts = marketParts()
  const order = anOrder({ status: 'completed', sessionId: 'cs_1', ...overrides })
  await orderStore(parts.table).transact([...orderPuts(order, items), reminderPut(order.id, parts.now())])
  const jobs = finishChores(parts)
  return {
    fetched: fetchedStore(parts.table),
    now: parts.now,
    again: () => orderStore(parts.table).transact([reminderPut(order.id, parts.now())]),
    runJobs: async (at: string) => {
      parts.setTime(at)
      await jobs()
    },
    mails: () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
  }
}
const due = '2030-01-15T10:00:01.000Z'

test('a buyer who fetched nothing in fourteen days is told once, however often the job comes to it', async () => {
  const { runJobs, again, mails } = await setup()
  await runJobs('2030-01-15T09:59:59.000Z')
  expect(mails()).toEqual([])
  await runJobs(due)
  await again()
  await runJobs('2030-02-15T10:00:00.000Z')
  expect(mails()).toMatchObject([
    { template: 'downloads-waiting', to: anOrder().customerEmail, data: { photos: anOrder().itemCount } },
  ])
})

test('who fetched one file is not', async () => {
  const { fetched, now, runJobs, mails } = await setup()
  await fetched.note(orderIdOf(1), now())
  await fetched.note(orderIdOf(1), now())
  await runJobs(due)
  expect(mails()).toEqual([])
})

test.each([
  ['was not completed', { status: 'review' }],
  ['went back as a whole', { totalPence: pence(1_500), refundedPence: pence(1_500) }],
  ['is disputed', { disputed: true }],
] as const)('nor is the buyer of an order that %s', async (_, overrides) => {
  const { runJobs, mails } = await setup(overrides)
  await runJobs(due)
  expect(mails()).toEqual([])
})

const item = (line: number, refundedPence = 0) =>
  anOrderItem({ line, fileCount: 2, netPence: pence(1_500), refundedPence: pence(refundedPence) })

test('photos whose money went back are not counted', async () => {
  const { runJobs, mails } = await setup({ totalPence: pence(3_000), refundedPence: pence(1_500) }, [
    item(1, 1_500),
    item(2),
  ])
  await runJobs(due)
  expect(mails()).toMatchObject([{ data: { photos: 2 } }])
})

test('an order of which no photo is left to fetch is not told of', async () => {
  const { runJobs, mails } = await setup({ totalPence: pence(2_000), refundedPence: pence(1_500) }, [item(1, 1_500)])
  await runJobs(due)
  expect(mails()).toEqual([])
})
