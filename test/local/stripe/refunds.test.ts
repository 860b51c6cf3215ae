import { expect, test } from 'vitest'
import { DAY, keptAtStripe, paidCharge, refusal, type StandIn, standIn } from './stand-in.ts'

const refundOf = async ({ stripe }: StandIn, id: string) => {
  const found = (await stripe.refunds.list()).data.find((each) => each.id === id)
  if (!found) throw new Error(`There is no refund ${id}.`)
  return found
}

const movedBy = async ({ stripe }: StandIn, id: string) =>
  (await stripe.balanceTransactions.list({ limit: 100 })).data.filter(({ source }) => source === id)

test('a refund without an amount gives everything back and marks the charge', async () => {
  const local = await standIn()
  await local.control.topUp({ pence: 1500 })
  const { charge, intent } = await paidCharge(local)

  const refund = await local.stripe.refunds.create({
    charge: charge.id,
    reason: 'requested_by_customer',
    metadata: { items: 'photo-1' },
  })

  expect(refund).toMatchObject({
    object: 'refund',
    amount: 1500,
    charge: charge.id,
    payment_intent: intent.id,
    status: 'succeeded',
    reason: 'requested_by_customer',
    metadata: { items: 'photo-1' },
  })
  expect(await local.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 1500, refunded: true })
  expect(await movedBy(local, refund.id)).toMatchObject([{ amount: -1500, fee: 0, net: -1500, type: 'refund' }])
})

test('partial refunds add up', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)

  await local.stripe.refunds.create({ charge: charge.id, amount: 500 })
  await local.stripe.refunds.create({ charge: charge.id, amount: 400 })

  expect(await local.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 900, refunded: false })
  const { data } = await local.stripe.refunds.list({ charge: charge.id })
  expect(data.map(({ amount }) => amount)).toEqual([400, 500])
})

test('a refund tells of itself and of the charge', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)

  await local.stripe.refunds.create({ charge: charge.id, amount: 500 })

  const [last, before] = (await local.stripe.events.list({ limit: 2 })).data
  expect([before?.type, last?.type]).toEqual(['refund.created', 'charge.refunded'])
  expect(last?.data.object).toMatchObject({ id: charge.id, amount_refunded: 500 })
  expect(last?.data.previous_attributes).toEqual({ amount_refunded: 0 })
})

test('more than the charge, more than is left, and again after everything are each refused', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  const refund = (amount?: number) => local.stripe.refunds.create({ charge: charge.id, ...(amount ? { amount } : {}) })

  const tooMuch = await refusal(refund(1501))
  await refund(1000)
  const moreThanLeft = await refusal(refund(501))
  await refund()
  const again = await refusal(refund())

  expect(tooMuch).toMatchObject({
    param: 'amount',
    message: 'Refund amount (£15.01) is greater than charge amount (£15.00)',
  })
  expect(moreThanLeft.message).toBe('Refund amount (£5.01) is greater than unrefunded amount on charge (£5.00)')
  expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  expect((await local.stripe.charges.retrieve(charge.id)).amount_refunded).toBe(1500)
})

test.each([
  ['an unknown charge', { charge: 'ch_nope' }, { code: 'resource_missing', param: 'charge' }],
  ['nothing named', {}, { type: 'StripeInvalidRequestError' }],
  ['an amount of nothing', { charge: 'ch_nope', amount: 0 }, { code: 'parameter_invalid_integer', param: 'amount' }],
])('a refund of %s is refused', async (_what, params, expected) => {
  const local = await standIn()

  expect(await refusal(local.stripe.refunds.create(params))).toMatchObject({ statusCode: 400, ...expected })
})

test('a refund that the bank sends back returns the money, and the charge may be refunded again', async () => {
  const local = await standIn()
  await local.control.topUp({ pence: 1500 })
  const { charge } = await paidCharge(local)
  const refund = await local.stripe.refunds.create({ charge: charge.id })

  await local.control.failRefund({ refund: refund.id })

  expect(await refundOf(local, refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  expect(await local.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 0, refunded: false })
  const moved = await movedBy(local, refund.id)
  expect(moved.map(({ type, amount }) => [type, amount])).toEqual([
    ['refund_failure', 1500],
    ['refund', -1500],
  ])
  expect((await local.stripe.events.list({ types: ['refund.failed', 'charge.refund.updated'] })).data).toHaveLength(2)
  expect((await local.stripe.refunds.create({ charge: charge.id })).status).toBe('succeeded')
})

test('without the money in its available balance a refund waits, is told, and has moved nothing', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)

  const refund = await local.stripe.refunds.create({ charge: charge.id, amount: 1000 })

  expect(refund).toMatchObject({
    status: 'pending',
    pending_reason: 'insufficient_funds',
    balance_transaction: null,
  })
  expect(await movedBy(local, refund.id)).toEqual([])
  expect(await local.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 1000 })
})

test('waiting refunds go when money comes, the oldest first, each as a whole', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  const first = await local.stripe.refunds.create({ charge: charge.id, amount: 1000 })
  const second = await local.stripe.refunds.create({ charge: charge.id, amount: 100 })
  const states = async () => Promise.all([first, second].map(async ({ id }) => (await refundOf(local, id)).status))

  await local.control.topUp({ pence: 999 })
  const before = await states()
  await local.control.topUp({ pence: 1 })
  const after = await states()

  expect([before, after]).toEqual([
    ['pending', 'pending'],
    ['succeeded', 'pending'],
  ])
  expect((await local.stripe.events.list({ type: 'refund.updated' })).data).toMatchObject([
    { data: { object: { id: first.id, status: 'succeeded' }, previous_attributes: { status: 'pending' } } },
  ])
})

test('a waiting refund goes when the charges of other buyers settle', async () => {
  const local = await standIn()
  await keptAtStripe(local)
  const { charge } = await paidCharge(local)
  await paidCharge(local)
  const { id } = await local.stripe.refunds.create({ charge: charge.id })

  await local.advance(3 * DAY)

  expect(await refundOf(local, id)).toMatchObject({ status: 'succeeded' })
})

test('a refund that waits when the bank takes the money itself fails, and returns nothing', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  const { id } = await local.stripe.refunds.create({ charge: charge.id, amount: 400 })

  await local.control.createDispute({ charge: charge.id, stage: 'funds_withdrawn' })

  expect(await refundOf(local, id)).toMatchObject({
    status: 'failed',
    failure_reason: 'charge_for_pending_refund_disputed',
  })
  expect(await movedBy(local, id)).toEqual([])
  expect((await local.stripe.charges.retrieve(charge.id)).amount_refunded).toBe(0)
})
