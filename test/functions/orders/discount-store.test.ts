import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { discountStore } from '#functions/orders/discount-store.ts'
import { discountReturn, discountUse } from '#functions/orders/discount-writes.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { anOrder } from '#test/support/builders/order.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const now = '2030-01-01T10:00:00.000Z'
const setup = async (...discounts: ReturnType<typeof aDiscount>[]) => {
  const table = fakeTable()
  const store = discountStore(table, async () => 'FIRST-LIGHT')
  for (const discount of discounts) await store.create(discount)
  return { table, store }
}
const use = (discount: ReturnType<typeof aDiscount>, n: number) =>
  discountUse(discount, anOrder({ id: orderIdOf(n) }), now)

test('a code is stored under its hash, never as itself', async () => {
  const discount = aDiscount()
  const { table } = await setup(discount)
  expect(table.stored(`DISCOUNT#${discount.codeHash}`, 'META')).toEqual({
    PK: `DISCOUNT#${discount.codeHash}`,
    SK: 'META',
    ...discount,
  })
  expect(table.stored(`DISCOUNT#${discount.codeHash}`, 'META')).toMatchObject({ percent: 100, isActive: true, uses: 0 })
  expect(JSON.stringify(table.all())).not.toContain('HARBOUR')
})

test('the launch code exists from the first time it is entered, at 100%', async () => {
  const { store } = await setup()
  expect(await store.find('FIRST-LIGHT', now)).toMatchObject({ percent: 100, isActive: true, uses: 0 })
})

test('the launch code that was switched off stays off', async () => {
  const { store } = await setup(aDiscount({ code: 'FIRST-LIGHT', isActive: false }))
  expect(await store.find('FIRST-LIGHT', now)).toMatchObject({ isActive: false })
})

test.each(['first-light', ' FIRST-LIGHT ', 'First -Light'])('the code written as %j is the same code', async (code) => {
  const { store } = await setup()
  await store.find('FIRST-LIGHT', now)
  expect(await store.find(code, now)).toMatchObject({ percent: 100 })
  expect(await store.disable(code)).toBe(true)
  expect(await store.find('FIRST-LIGHT', now)).toMatchObject({ isActive: false })
})

test('a code that was kept as it is written, case and all, is still found and switched off', async () => {
  const kept = aDiscount({ codeHash: createHash('sha256').update('Summer26').digest('hex') })
  const { store } = await setup(kept)
  expect(await store.find('Summer26', now)).toEqual(kept)
  expect(await store.disable('Summer26')).toBe(true)
})

test.each(['FIRSTLIGHT', 'FIRST_LIGHT', 'FIRST-LIGHT2', ''])('%j is no code', async (code) => {
  const { store } = await setup()
  expect(await store.find(code, now)).toBeUndefined()
})

test('fifty orders that want the last use get it once', async () => {
  const discount = aDiscount({ maxUses: 3, uses: 2 })
  const { table, store } = await setup(discount)
  const results = await Promise.all(Array.from({ length: 50 }, (_, n) => table.transact(use(discount, n))))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await store.find('HARBOUR', now)).toMatchObject({ uses: 3 })
})

test('a code that was switched off or changed after it was read is refused', async () => {
  const discount = aDiscount()
  const { table: off } = await setup(aDiscount({ isActive: false }))
  const { table: changed } = await setup(aDiscount({ percent: 50 }))
  expect(await off.transact(use(discount, 1))).toMatchObject({ ok: false })
  expect(await changed.transact(use(discount, 1))).toMatchObject({ ok: false })
})

test('a use that is given back can be used again, and is given back once', async () => {
  const discount = aDiscount({ maxUses: 1 })
  const { table } = await setup(discount)
  await table.transact(use(discount, 1))
  expect(await table.transact(discountReturn(discount.codeHash, anOrder({ id: orderIdOf(1) })))).toMatchObject({
    ok: true,
  })
  expect(await table.transact(discountReturn(discount.codeHash, anOrder({ id: orderIdOf(1) })))).toMatchObject({
    ok: false,
  })
  expect(await table.transact(use(discount, 2))).toMatchObject({ ok: true })
})
