import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnedOf } from '#functions/payments/returned-money.ts'
import { Refund } from '#schema/entities/refund.ts'
import { pence } from '#schema/money.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

/** Two photos of £10. */
const items = [1, 2].map((line) => ({ line, netPence: pence(1000) }))
const at = (hour: number) => `2030-01-02T${String(hour).padStart(2, '0')}:00:00.000Z`
const aRefund = (id: string, amountPence: number, change: Partial<Refund> = {}) =>
  Refund.parse({
    id,
    orderId: orderIdOf(1),
    amountPence,
    status: 'succeeded',
    lines: null,
    createdAt: at(1),
    ...change,
  })
const refundedBy = (...refunds: Refund[]) => {
  const { refundedPence } = returnedOf(items, { refunds, disputes: [] })
  return items.map(({ line }) => refundedPence.get(line) ?? 0)
}

describe('refunds are taken in the order they were made, each over what was left:', () => {
  const general = aRefund('re_general', 1000)
  test.each([
    [
      'one over all, then one of a line',
      [general, aRefund('re_line', 500, { lines: [1], createdAt: at(2) })],
      [1000, 500],
    ],
    [
      'one of a line, then one over all',
      [aRefund('re_line', 500, { lines: [1], createdAt: at(0) }), general],
      [833, 667],
    ],
    [
      'more for a line than it has left',
      [general, aRefund('re_line', 700, { lines: [1], createdAt: at(2) })],
      [1000, 700],
    ],
    ['two in one second, by their ids', [general, aRefund('re_a', 500, { lines: [1] })], [833, 667]],
    [
      'one that failed keeps its place, so that it gives back what it took and nothing else',
      [aRefund('re_0', 1000, { lines: [1], status: 'failed', createdAt: at(0) }), general],
      [0, 1000],
    ],
    [
      'one that failed and is made again is for the same line, though the other has more left',
      [
        aRefund('re_0', 1000, { lines: [1], status: 'failed', createdAt: at(0) }),
        aRefund('re_1', 1000, { lines: [1], createdAt: at(1) }),
      ],
      [1000, 0],
    ],
    [
      'everything, after everything failed',
      [
        aRefund('re_0', 2000, { status: 'failed', createdAt: at(0) }),
        aRefund('re_1', 500, { lines: [2], createdAt: at(1) }),
        aRefund('re_2', 1500, { createdAt: at(2) }),
      ],
      [1000, 1000],
    ],
  ])('%s', (_, refunds, expected) => {
    expect(refundedBy(...refunds)).toEqual(expected)
    expect(refundedBy(...refunds.toReversed())).toEqual(expected)
  })
})

test('of any refunds, a later one lowers nothing that went back of any line, and none has more back than was paid', () => {
  const anyRefund = fc.record({
    amountPence: fc.integer({ min: 1, max: 1200 }),
    lines: fc.constantFrom<number[] | null>(null, [1], [2], [1, 2]),
  })
  fc.assert(
    fc.property(fc.array(anyRefund, { minLength: 1, maxLength: 6 }), (list) => {
      const made = list.map(({ amountPence, lines }, n) => aRefund(`re_${n}`, amountPence, { lines, createdAt: at(n) }))
      const before = refundedBy(...made.slice(0, -1))
      const after = refundedBy(...made)
      const refunded = list.reduce((sum, { amountPence }) => sum + amountPence, 0)
      expect(after.reduce((sum, each) => sum + each, 0)).toBe(Math.min(refunded, 2000))
      for (const [index, each] of after.entries()) {
        expect(each).toBeGreaterThanOrEqual(before[index] ?? 0)
        expect(each).toBeLessThanOrEqual(1000)
      }
    }),
  )
})

/** Of refunds whose names cover their amount: one that names too little is for its lines again once they have room. */
test('a refund that fails gives back what it took, from whom it took it, however many there are', () => {
  const anyRefund = fc.record({
    amountPence: fc.integer({ min: 1, max: 900 }),
    lines: fc.constantFrom<number[] | null>(null, [1], [2], [1, 2]),
  })
  fc.assert(
    fc.property(fc.array(anyRefund, { minLength: 2, maxLength: 5 }), fc.nat(4), (list, chosen) => {
      fc.pre(list.reduce((sum, { amountPence }) => sum + amountPence, 0) <= 2000)
      const made = list.map(({ amountPence, lines }, n) => aRefund(`re_${n}`, amountPence, { lines, createdAt: at(n) }))
      const failing = chosen % made.length
      const took = (upTo: number) => {
        const [before, after] = [refundedBy(...made.slice(0, upTo)), refundedBy(...made.slice(0, upTo + 1))]
        return after.map((each, index) => each - (before[index] ?? 0))
      }
      const isCovered = made.every(
        ({ lines }, n) => lines === null || took(n).every((amount, index) => amount === 0 || lines.includes(index + 1)),
      )
      fc.pre(isCovered)
      const failed = made.map((refund, n) => (n === failing ? { ...refund, status: 'failed' as const } : refund))
      const whole = refundedBy(...made)
      expect(refundedBy(...failed)).toEqual(whole.map((each, index) => each - (took(failing)[index] ?? 0)))
    }),
  )
})

test('a refund of one photographer that fails after another was refunded takes nothing of the other', async () => {
  const world = moneyWorld()
  const photos = [...(await world.addSeller(1, [1000])), ...(await world.addSeller(2, [1000]))]
  await world.sell(photos)
  const named = world.stripe.refund('ch_1', 1000, { lines: [1], status: 'pending' }) ?? ''
  world.stripe.refund('ch_1', 1000)
  await world.deliverAll()
  world.stripe.endRefund(named, 'failed')
  await world.deliverAll()
  expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 900, reversedPence: 0 })
  expect(await world.balanceOf(userIdOf(2))).toMatchObject({ pendingPence: 0, reversedPence: 900 })
  expect(violationsAtRest(world)).toEqual([])
})

test('a later refund of one photographer’s photo moves nothing of an earlier one to another photographer', async () => {
  const world = moneyWorld()
  const photos = [...(await world.addSeller(1, [1000])), ...(await world.addSeller(2, [1000]))]
  const orderId = await world.sell(photos)
  const reversed = async () =>
    Object.fromEntries(
      (await world.earningsOf(orderId)).map(({ sellerId, reversedPence }) => [sellerId, reversedPence]),
    )
  world.stripe.refund('ch_1', 1000)
  await world.deliverAll()
  expect(await reversed()).toEqual({ [userIdOf(1)]: 450, [userIdOf(2)]: 450 })
  world.clock.forward({ hours: 1 })
  world.stripe.refund('ch_1', 500, { lines: [1] })
  await world.deliverAll()
  expect(await reversed()).toEqual({ [userIdOf(1)]: 900, [userIdOf(2)]: 450 })
  expect(violationsAtRest(world)).toEqual([])
})
