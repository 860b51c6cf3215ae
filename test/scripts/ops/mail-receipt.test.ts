import { expect, test } from 'vitest'
import { forgetBuyer } from '#functions/orders/forget-buyer.ts'
import { type OrderStore, orderStore } from '#functions/orders/order-store.ts'
import { orderPuts } from '#functions/orders/order-writes.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import { OrderStatus } from '#schema/entities/order.ts'
import { OrderId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { mailAgain } from '../../../scripts/ops/mail-receipt.ts'

const typed = 'ada@example.com'
const meant = 'ada@example.org'

/** An order whose receipt was sent, and what an operator types about it. */
const setup = async () => {
  const world = moneyWorld()
  const orders = orderStore(world.table)
  const orderId = OrderId.parse(await world.sell(await world.addSeller(1, [1500])))
  for (let run = 0; run < 2; run++) await world.sendOutbox()
  /** @returns what is said. */
  const type = async (asked: Partial<Parameters<ReturnType<typeof mailAgain>>[0]>, store: Partial<OrderStore> = {}) => {
    const said: string[] = []
    const parts = { orders: { ...orders, ...store }, ids: idMaker(world.now, systemRandom), now: world.now }
    const again = mailAgain({ ...parts, siteUrl: world.siteUrl, where: 'dev', say: (line) => said.push(line) })
    return again({ orderId, isApplied: true, ...asked }).then(
      () => said.join(' '),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  }
  const receipts = async () => {
    await world.sendOutbox()
    return world.mails.filter(({ subject }) => subject.startsWith('Your Darkslide order'))
  }
  const all = () => JSON.stringify(world.table.all())
  return { world, orders, orderId, type, receipts, all }
}

test('a receipt is only told of at first, and then goes once more each time that it is asked for, as it was', async () => {
  const { type, receipts, all } = await setup()
  const before = all()
  expect(await type({ isApplied: false })).toMatch(/^Would mail the receipt of DS-\w+ to the order’s address, on dev\./)
  expect(await type({ isApplied: false, to: meant })).toMatch(
    /to the other address, which becomes the order’s, on dev\./,
  )
  expect(all()).toBe(before)

  expect(await type({})).toMatch(/^Mails the receipt of DS-\w+ to the order’s address, within a minute\.$/)
  expect(await receipts()).toHaveLength(2)
  expect(await type({ to: typed })).toMatch(/to the order’s address, within/)
  const [first, ...again] = await receipts()
  expect(again).toHaveLength(2)
  expect(again.map(({ to, text, html }) => ({ to, text, html }))).toEqual(
    again.map(() => ({ to: typed, text: first?.text, html: first?.html })),
  )
})

test('another address has the receipt and whatever comes after it, and goes with the buyer who is forgotten', async () => {
  const { world, orders, orderId, type, receipts, all } = await setup()
  const said = await type({ to: meant })
  expect(said).toMatch(/^Mails the receipt of DS-\w+ to the other address, which becomes the order’s/)
  expect(said).not.toContain('@')
  expect((await receipts()).map(({ to }) => to)).toEqual([typed, meant])
  expect(await orders.get(orderId)).toMatchObject({ customerEmail: meant })
  expect(all()).not.toContain(typed)
  // Whoever got the first receipt opens the same page.
  expect(await world.get(world.orderRequest(orderId))).toMatchObject({ customerEmail: '' })

  expect(await forgetBuyer({ orders })(orderId)).toBe(true)
  await world.sendOutbox()
  expect(all()).not.toContain(meant)
})

test.each(OrderStatus.options.filter((status) => status !== 'completed'))(
  'an order that is %s has no receipt',
  async (status) => {
    const { orders, type, receipts } = await setup()
    const order = anOrder({ id: orderIdOf(7), status })
    await orders.transact(orderPuts(order, [anOrderItem({ orderId: order.id })]))
    expect(await type({ orderId: order.id, to: meant })).toBe(
      `${order.number} is ${status}: only a complete order has a receipt.`,
    )
    expect(await orders.get(order.id)).toEqual(order)
    expect(await receipts()).toHaveLength(1)
  },
)

test.each([
  [{ refundedPence: pence(1500) }, /^All of DS-\w+ was given back/],
  [{ refundedPence: pence(500), lostPence: pence(1000) }, /^All of DS-\w+ was given back/],
  [{ disputed: true }, /^A dispute about DS-\w+ is open/],
])('an order of which %o has none that would be true', async (change, refusal) => {
  const { orders, orderId, type, receipts } = await setup()
  const order = await orders.get(orderId)
  const get = async () => ({ ...order, ...change })
  expect(await type({ to: meant }, { get })).toMatch(refusal)
  expect(await receipts()).toHaveLength(1)
})

test('an operator is told what went back of an order, before its receipt lists all of it', async () => {
  const { orders, orderId, type } = await setup()
  const order = await orders.get(orderId)
  const get = async () => ({ ...order, refundedPence: pence(500) })
  expect(await type({ isApplied: false }, { get })).toContain(
    ' £5.00 of it went back, and it lists all that was bought.',
  )
})

test('who was erased is written to no more, and gets no other address', async () => {
  const { orders, orderId, type, receipts, all } = await setup()
  await forgetBuyer({ orders })(orderId)
  expect(await type({})).toMatch(/^Nobody is named in DS-\w+/)
  expect(await type({ to: meant })).toMatch(/^Nobody is named in DS-\w+/)
  expect(all()).not.toContain(meant)
  expect(await receipts()).toHaveLength(1)
})

test.each([{ to: meant }, {}])('who is erased at that very moment is not written to either', async (asked) => {
  const { orders, type, receipts, all } = await setup()
  const items = async (id: OrderId) => {
    await forgetBuyer({ orders })(id)
    return orders.items(id)
  }
  expect(await type(asked, { items })).toMatch(/has changed meanwhile, so nothing was mailed/)
  expect(all()).not.toContain(meant)
  expect(all()).not.toContain(typed)
  expect(await receipts()).toHaveLength(1)
})
