import { describe, expect, test } from 'vitest'
import { refundKey, refundPlan } from '#functions/payments/refund-order.ts'
import { stripeRefund } from '#functions/payments/stripe-refund.ts'
import type { Dispute } from '#schema/entities/refund.ts'
import { pence } from '#schema/money.ts'
import { paidCharge, standIn } from '#test/local/stripe/stand-in.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'

const paid = anOrder({ status: 'completed', chargeId: 'ch_1', totalPence: pence(3_000), itemCount: 2 })
const items = [
  anOrderItem({ orderId: paid.id, line: 1, netPence: pence(1_000) }),
  anOrderItem({ orderId: paid.id, line: 2, netPence: pence(2_000) }),
]

describe('a refund', () => {
  test('gives back everything when nothing is said', () => {
    expect(refundPlan(paid, { items, disputes: [] }, {})).toEqual({ kind: 'refund', amountPence: 3_000, lines: null })
  })

  test('of one line is what was paid for that line', () => {
    expect(refundPlan(paid, { items, disputes: [] }, { lines: [2] })).toEqual({
      kind: 'refund',
      amountPence: 2_000,
      lines: [2],
    })
  })

  test('of a line that went back already is refused', () => {
    const [first, second] = items
    const after = [{ ...anOrderItem(first), refundedPence: pence(1_000) }, anOrderItem(second)]
    expect(
      refundPlan({ ...paid, refundedPence: pence(1_000) }, { items: after, disputes: [] }, { lines: [1] }),
    ).toMatchObject({
      kind: 'refused',
    })
  })

  test.each([0, 3_001, -1])('of %d pence of 3,000 is refused', (amountPence) => {
    expect(refundPlan(paid, { items, disputes: [] }, { amountPence })).toEqual({
      kind: 'refused',
      why: '3000 pence are left to give back.',
    })
  })

  test('of what a lost dispute took is refused: the bank has given that back', () => {
    const [first, second] = items
    const after = [{ ...anOrderItem(first), lostPence: pence(1_000) }, anOrderItem(second)]
    const plan = (wanted: Parameters<typeof refundPlan>[2]) =>
      refundPlan({ ...paid, lostPence: pence(1_000) }, { items: after, disputes: [{ stage: 'lost' }] }, wanted)
    expect(plan({})).toEqual({ kind: 'refund', amountPence: 2_000, lines: null })
    expect(plan({ amountPence: 2_001 })).toEqual({ kind: 'refused', why: '2000 pence are left to give back.' })
    expect(plan({ lines: [1] })).toMatchObject({ kind: 'refused' })
  })

  test.each([[[3]], [[1, 3]], [[0]]])('of lines %j that the order does not have is refused', (lines) => {
    expect(refundPlan(paid, { items, disputes: [] }, { lines }).kind).toBe('refused')
  })

  test.each([
    ['the order was free', { chargeId: null }],
    ['nothing was paid yet', { status: 'processing' as const }],
  ])('is refused while %s', (_, overrides) => {
    expect(refundPlan({ ...paid, ...overrides }, { items, disputes: [] }, {}).kind).toBe('refused')
  })

  test('is refused while a bank has taken the money, and not while it only asks', () => {
    const inStage = (stage: Dispute['stage']) =>
      refundPlan({ ...paid, disputed: true }, { items, disputes: [{ stage }] }, {})
    expect(inStage('withdrawn')).toMatchObject({ kind: 'refused', why: expect.stringContaining('pay twice') })
    expect(inStage('inquiry')).toEqual({ kind: 'refund', amountPence: 3_000, lines: null })
    expect(inStage('won')).toEqual({ kind: 'refund', amountPence: 3_000, lines: null })
  })

  test('of an order under review is all that was taken, whatever its total', () => {
    const order = anOrder({ ...paid, status: 'review' })
    expect(refundPlan(order, { items, disputes: [] }, {})).toEqual({ kind: 'refund', amountPence: null, lines: null })
    for (const wanted of [{ lines: [1] }, { amountPence: 500 }]) {
      expect(refundPlan(order, { items, disputes: [] }, wanted)).toEqual({
        kind: 'refused',
        why: 'An order under review is given back whole.',
      })
    }
  })

  test('without an amount is what Stripe has left of the payment', async () => {
    const local = await standIn()
    const { charge } = await paidCharge(local)
    const give = stripeRefund(async () => local.stripe)
    const rest = { chargeId: charge.id, amountPence: null, lines: null }
    expect(await give({ ...rest, amountPence: 400 }, 'refund:1')).toMatchObject({ kind: 'done' })
    expect(await give(rest, 'refund:2')).toMatchObject({ kind: 'done' })
    expect(await local.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 1500, refunded: true })
    expect(await give(rest, 'refund:3')).toEqual({ kind: 'refused', code: 'charge_already_refunded' })
  })

  test('asked for again is the same request until another one was made, whatever else became of the order', () => {
    const plan = { amountPence: 500, lines: null }
    expect(refundKey(paid.id, plan, 300)).toBe(`refund:${paid.id}:after:300:500:all`)
    expect(refundKey(paid.id, plan, 800)).not.toBe(refundKey(paid.id, plan, 300))
    expect(refundKey(paid.id, { ...plan, lines: [1] }, 300)).not.toBe(refundKey(paid.id, plan, 300))
  })
})
