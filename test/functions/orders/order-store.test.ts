import { describe, expect, test } from 'vitest'
import { orderStore } from '#functions/orders/order-store.ts'
import { linePuts, orderMove, orderPuts, orderRefundWrites } from '#functions/orders/order-writes.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const setup = async (order = anOrder(), items = [anOrderItem()]) => {
  const table = fakeTable()
  await table.transact(orderPuts(order, items))
  return { table, orders: orderStore(table) }
}
const shard = shardOf(orderIdOf(1))

describe('the stored order', () => {
  test('is one item under its secret id, listed as open while it awaits payment', async () => {
    const { table } = await setup()
    expect(table.stored('ORDER#ord_00000000000000000000000000000001', 'META')).toEqual({
      PK: 'ORDER#ord_00000000000000000000000000000001',
      SK: 'META',
      workKey: `OPEN#ORDER#${shard}`,
      workSort: '2030-01-01T10:00:00.000Z',
      ...anOrder(),
    })
    expect(table.stored('ORDER#ord_00000000000000000000000000000001', 'META')).toMatchObject({
      id: 'ord_00000000000000000000000000000001',
      customerName: 'Ada Buyer',
      customerEmail: 'ada@example.com',
      totalPence: 1_500,
      status: 'awaiting_payment',
      createdAt: '2030-01-01T10:00:00.000Z',
    })
  })

  test('is found among others by its id, once, and what is not there is left out', async () => {
    const { orders } = await setup()
    expect(await orders.findAll([orderIdOf(1), orderIdOf(9), orderIdOf(1)])).toEqual([anOrder()])
    expect(await orders.findAll([])).toEqual([])
  })

  test('has its lines beside it, numbered so that they sort', async () => {
    const { table, orders } = await setup(anOrder({ itemCount: 11 }), [
      anOrderItem({ line: 11 }),
      anOrderItem({ line: 2 }),
    ])
    expect(table.stored('ORDER#ord_00000000000000000000000000000001', 'ITEM#02')).toMatchObject({ line: 2 })
    expect((await orders.items(orderIdOf(1))).map(({ line }) => line)).toEqual([2, 11])
  })

  test.each([
    [1, 'ITEM#01'],
    [99, 'ITEM#99'],
    [100, 'ITEM#A100'],
    [500, 'ITEM#A500'],
  ])('has line %i under %s', async (line, SK) => {
    const { table, orders } = await setup(anOrder(), [anOrderItem({ line })])
    expect(table.stored('ORDER#ord_00000000000000000000000000000001', SK)).toMatchObject({ line })
    expect(await orders.item(orderIdOf(1), line)).toMatchObject({ line })
  })

  test('has five hundred lines in order', async () => {
    const { table, orders } = await setup(anOrder(), [])
    const numbers = Array.from({ length: 500 }, (_, at) => at + 1)
    for (const put of linePuts(numbers.map((line) => anOrderItem({ line })))) await table.write(put)
    expect((await orders.items(orderIdOf(1))).map(({ line }) => line)).toEqual(numbers)
  })

  test('leaves the list of open orders when it is settled', async () => {
    const { table, orders } = await setup()
    await table.write(orderMove(anOrder(), 'completed', { paidAt: '2030-01-01T10:05:00.000Z' }))
    expect(await orders.listOpen(shard, { before: '2031-01-01T00:00:00.000Z' })).toEqual({ orderIds: [] })
    expect(await orders.get(orderIdOf(1))).toMatchObject({ status: 'completed', paidAt: '2030-01-01T10:05:00.000Z' })
  })
})

describe('moving an order', () => {
  test('never leaves completed', async () => {
    const { table } = await setup(anOrder({ status: 'completed' }))
    const results = await Promise.all(
      (['processing', 'failed', 'expired', 'review', 'completed'] as const).map((status) =>
        table.write(orderMove(anOrder(), status, {})),
      ),
    )
    expect(results.map(({ ok }) => ok)).toEqual([false, false, false, false, false])
  })

  test('a late payment completes an expired order', async () => {
    const { table } = await setup(anOrder({ status: 'expired' }))
    expect(await table.write(orderMove(anOrder(), 'completed', {}))).toMatchObject({ ok: true })
  })

  test('is refused at another total than the one opened', async () => {
    const { table } = await setup()
    expect(await table.write(orderMove(anOrder({ totalPence: anOrder().feePence }), 'completed', {}))).toMatchObject({
      ok: false,
    })
  })
})

test('two requests that begin the next attempt together begin one', async () => {
  const { orders } = await setup(anOrder({ sessionId: 'cs_1', sessionUrl: 'https://pay.test/1' }))
  const order = await orders.get(orderIdOf(1))
  const [first, second] = await Promise.all([
    orders.nextAttempt(order, '2030-01-01T11:00:00.000Z'),
    orders.nextAttempt(order, '2030-01-01T11:00:01.000Z'),
  ])
  expect(first).toMatchObject({ sessionAttempt: 2, sessionId: null })
  expect(second).toEqual(first)
})

test.each([
  ['in the same second', '2030-01-01T10:00:00.700Z', '2030-01-01T10:00:01.000Z'],
  ['by a clock that is behind', '2030-01-01T09:59:58.000Z', '2030-01-01T10:00:01.000Z'],
  ['later', '2030-01-01T10:00:02.500Z', '2030-01-01T10:00:02.500Z'],
])('the next attempt that begins %s begins in a later second than the one before', async (_, at, startsAt) => {
  const { orders } = await setup(anOrder({ sessionId: 'cs_1', sessionUrl: 'https://pay.test/1' }))
  const next = await orders.nextAttempt(await orders.get(orderIdOf(1)), at)
  expect(next).toMatchObject({ sessionAttempt: 2, sessionStartedAt: startsAt })
})

test('a session that was noted meanwhile is not passed over by the next attempt', async () => {
  const { orders } = await setup()
  const order = await orders.get(orderIdOf(1))
  await orders.attachSession(order, { id: 'cs_1', url: 'https://pay.test/1' })
  expect(await orders.nextAttempt(order, '2030-01-01T11:00:00.000Z')).toMatchObject({
    sessionAttempt: 1,
    sessionId: 'cs_1',
  })
})

test('an unknown order is order_not_found', async () => {
  const { orders } = await setup()
  await expect(orders.get(orderIdOf(2))).rejects.toMatchObject({ code: 'order_not_found' })
})

test('what went back, reckoned from an order that changed since, is refused: the refund version', async () => {
  const { table, orders } = await setup()
  const read = await orders.get(orderIdOf(1))
  const totals = (lostPence: number, disputed: boolean) => ({ refundedPence: 0, lostPence, disputed })
  const first = await table.transact(orderRefundWrites(read, totals(1500, false), []))
  const late = await table.transact(orderRefundWrites(read, totals(0, true), []))
  expect([first.ok, late.ok]).toEqual([true, false])
  expect(await orders.get(orderIdOf(1))).toMatchObject({ lostPence: 1500, disputed: false, refundVersion: 1 })
})
