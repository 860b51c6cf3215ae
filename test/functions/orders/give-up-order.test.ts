import { describe, expect, test } from 'vitest'
import { discountStore } from '#functions/orders/discount-store.ts'
import { discountKeys, discountUse } from '#functions/orders/discount-writes.ts'
import { giveUpOrder } from '#functions/orders/give-up-order.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { orderPut } from '#functions/orders/order-writes.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { anOrder } from '#test/support/builders/order.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const iris = userIdOf(1)
const at = '2030-01-01T10:00:00.000Z'
const ownCode = aDiscount({
  photographerId: iris,
  off: { kind: 'included', photos: 1 },
  percent: 0,
  maxUsesPerEmail: 1,
})

/** Orders that are open, each with its use of a code. */
const setup = async (discount: Discount, orders: number) => {
  const table = fakeTable()
  const store = orderStore(table)
  await discountStore(table, async () => '').create(discount)
  const opened = Array.from({ length: orders }, (_, at) =>
    anOrder({
      id: orderIdOf(at + 1),
      customerEmail: `ada${at + 1}@example.com`,
      discountCodeHash: discount.codeHash,
      discountOwnerId: discount.photographerId,
    }),
  )
  for (const order of opened) await table.transact([orderPut(order), ...discountUse(discount, order, at)])
  const { PK } = discountKeys.discount(discount.codeHash)
  return {
    table,
    orders: opened,
    giveUp: (order = opened[0] ?? anOrder()) =>
      giveUpOrder({ orders: store, now: () => new Date(at) }, order, 'expired'),
    statusOf: async ({ id } = opened[0] ?? anOrder()) => (await store.get(id)).status,
    uses: () => table.stored(PK, 'META')?.uses,
    usesOfMailbox: ({ customerEmail } = opened[0] ?? anOrder()) =>
      table.stored(PK, discountKeys.ofMailbox(discount.codeHash, customerEmail).SK)?.uses,
  }
}

describe('an order that is given up', () => {
  test('gives the use of its code back once, however often and by how many at once it is given up', async () => {
    const world = await setup(ownCode, 2)
    await Promise.all(Array.from({ length: 10 }, () => world.giveUp()))
    await world.giveUp()
    expect(await world.statusOf()).toBe('expired')
    expect(world.uses()).toBe(1)
    expect(world.orders.map(world.usesOfMailbox)).toEqual([0, 1])
  })

  test('brings no count of a mailbox below nothing where an earlier release counted it elsewhere', async () => {
    const world = await setup(ownCode, 1)
    const [order = anOrder()] = world.orders
    await world.table.write(remove(discountKeys.ofMailbox(ownCode.codeHash, order.customerEmail), 'present'))
    expect(await world.giveUp()).toEqual({ ok: true })
    expect(await world.statusOf()).toBe('expired')
    expect(world.uses()).toBe(0)
    expect(world.usesOfMailbox()).toBeUndefined()
  })

  test('brings no count of uses below nothing', async () => {
    const world = await setup(ownCode, 1)
    const counted = { ...discountKeys.discount(ownCode.codeHash), ...ownCode, uses: 0 }
    await world.table.write(put(counted, 'always'))
    expect(await world.giveUp()).toEqual({ ok: true })
    expect(world.uses()).toBe(0)
    expect(world.usesOfMailbox()).toBe(0)
  })

  test('ends its order also where the code went with its photographer’s account', async () => {
    const world = await setup(ownCode, 1)
    await world.table.write(remove(discountKeys.discount(ownCode.codeHash), 'present'))
    expect(await world.giveUp()).toEqual({ ok: true })
    expect(await world.statusOf()).toBe('expired')
    expect(world.uses()).toBeUndefined()
    expect(world.usesOfMailbox()).toBe(0)
  })

  test('is not given up without its use, which another order may have by now', async () => {
    const world = await setup(ownCode, 1)
    const [order = anOrder()] = world.orders
    await world.table.write(remove(discountKeys.use(ownCode.codeHash, order.id), 'present'))
    expect(await world.giveUp()).toMatchObject({ ok: false })
    expect(await world.statusOf()).toBe('awaiting_payment')
    expect(world.uses()).toBe(1)
  })
})
