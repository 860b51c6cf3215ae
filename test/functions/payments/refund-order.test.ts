import { describe, expect, test } from 'vitest'
import { refundKey, refundPlan } from '#functions/payments/refund-order.ts'
import { pence } from '#schema/money.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'

const paid = anOrder({ status: 'completed', chargeId: 'ch_1', totalPence: pence(3_000), itemCount: 2 })
const items = [
  anOrderItem({ orderId: paid.id, line: 1, netPence: pence(1_000) }),
  anOrderItem({ orderId: paid.id, line: 2, netPence: pence(2_000) }),
]

describe('a refund', () => {
  test('gives back everything when nothing is said', () => {
    expect(refundPlan(paid, items, {})).toEqual({ kind: 'refund', amountPence: 3_000, lines: null })
  })

  test('of one line is what was paid for that line', () => {
    expect(refundPlan(paid, items, { lines: [2] })).toEqual({ kind: 'refund', amountPence: 2_000, lines: [2] })
  })

  test('of a line that went back already is refused', () => {
    const [first, second] = items
    const after = [{ ...anOrderItem(first), refundedPence: pence(1_000) }, anOrderItem(second)]
    expect(refundPlan({ ...paid, refundedPence: pence(1_000) }, after, { lines: [1] })).toMatchObject({
      kind: 'refused',
    })
  })

  test.each([0, 3_001, -1])('of %d pence of 3,000 is refused', (amountPence) => {
    expect(refundPlan(paid, items, { amountPence })).toEqual({
      kind: 'refused',
      why: '3000 pence are left to give back.',
    })
  })

  test.each([[[3]], [[1, 3]], [[0]]])('of lines %j that the order does not have is refused', (lines) => {
    expect(refundPlan(paid, items, { lines }).kind).toBe('refused')
  })

  test.each([
    ['a dispute is open', { disputed: true }],
    ['the order was free', { chargeId: null }],
    ['nothing was paid yet', { status: 'processing' as const }],
  ])('is refused while %s', (_, overrides) => {
    expect(refundPlan({ ...paid, ...overrides }, items, {}).kind).toBe('refused')
  })

  test('asked for again is the same request until the first one has arrived, and then another', () => {
    const plan = { amountPence: 500, lines: null }
    expect(refundKey(paid, plan)).toBe(refundKey(anOrder(paid), plan))
    expect(refundKey({ ...paid, refundVersion: paid.refundVersion + 1 }, plan)).not.toBe(refundKey(paid, plan))
  })
})
