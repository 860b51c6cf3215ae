import { expect, test } from 'vitest'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { buyersBack, eraseBuyer, erasedBuyers } from '#functions/orders/erased-buyers.ts'
import { forgetBuyer, forgetBuyerAgain } from '#functions/orders/forget-buyer.ts'
import { giveUpOrder } from '#functions/orders/give-up-order.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { orderMove, orderPuts } from '#functions/orders/order-writes.ts'
import type { Order } from '#schema/entities/order.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const forgotten = { customerName: '', customerEmail: '' }
const known = { customerName: anOrder().customerName, customerEmail: anOrder().customerEmail }

const setup = async (overrides: Partial<Order> = {}) => {
  const parts = marketParts()
  const orders = orderStore(parts.table)
  const order = anOrder(overrides)
  await orders.transact(orderPuts(order, [anOrderItem()]))
  return {
    giveUp: (status: 'failed' | 'expired') => giveUpOrder({ orders, now: parts.now }, order, status),
    pay: () => orders.transact([orderMove(order, 'completed', { paidAt: '2030-01-20T10:00:00.000Z' })]),
    runJobs: async (at: string) => {
      parts.setTime(at)
      await finishChores(parts)()
    },
    forget: () => forgetBuyer({ orders })(order.id),
    now: () => orders.get(order.id),
    before: order,
    all: () => JSON.stringify(parts.table.all()),
  }
}

test.each(['failed', 'expired'] as const)(
  'who opened an order that %s is forgotten after sixty days, and no earlier',
  async (status) => {
    const world = await setup()
    await world.giveUp(status)
    await world.runJobs('2030-03-02T09:59:59.000Z')
    expect(await world.now()).toMatchObject(known)
    await world.runJobs('2030-03-02T10:00:01.000Z')
    expect(await world.now()).toEqual({ ...world.before, status, ...forgotten })
    expect(world.all()).not.toContain(known.customerName)
    expect(world.all()).not.toContain(known.customerEmail)
  },
)

test('an order that was paid after it was given up keeps its buyer', async () => {
  const world = await setup()
  await world.giveUp('expired')
  await world.pay()
  await world.runJobs('2030-03-03T10:00:00.000Z')
  expect(await world.now()).toMatchObject({ status: 'completed', ...known })
})

test('a buyer who asks is forgotten: what was bought stays', async () => {
  const world = await setup({ status: 'completed', paidAt: '2030-01-01T10:00:00.000Z' })
  expect(await world.forget()).toBe(true)
  expect(await world.now()).toEqual({ ...world.before, ...forgotten })
  expect(await world.forget()).toBe(true)
})

test.each(['awaiting_payment', 'processing'] as const)('nobody is forgotten whose order is %s', async (status) => {
  const world = await setup({ status })
  expect(await world.forget()).toBe(false)
  expect(await world.now()).toEqual(world.before)
})

test('an order that is not there is not made by forgetting its buyer', async () => {
  const parts = marketParts()
  expect(await forgetBuyer({ orders: orderStore(parts.table) })(orderIdOf(9))).toBe(false)
  expect(parts.table.all()).toEqual([])
})

test('a table that was restored from before names its buyers again, and is told of them by the list outside it', async () => {
  const { files, ...before } = marketParts()
  const [here, restored] = [orderStore(before.table), orderStore(marketParts().table)]
  const buyers = erasedBuyers(files)
  const order = anOrder({ status: 'completed', paidAt: '2030-01-01T10:00:00.000Z' })
  await here.transact(orderPuts(order, [anOrderItem()]))
  // It was open at that moment.
  await restored.transact(orderPuts(anOrder(), [anOrderItem()]))
  await restored.transact(orderPuts(anOrder({ ...order, id: orderIdOf(2) }), []))
  expect(await eraseBuyer({ buyers, orders: here })(order.id)).toBe(true)
  expect(await buyersBack({ buyers, orders: here })).toEqual([])
  expect(await buyersBack({ buyers, orders: restored })).toEqual([order.id])
  await forgetBuyerAgain({ orders: restored })(order.id)
  expect(await buyersBack({ buyers, orders: restored })).toEqual([])
})
