import { expect, test } from 'vitest'
import { paidCharge, refusal, type StandIn, standIn } from './stand-in.ts'

const disputeTypes = async ({ stripe }: StandIn) =>
  (await stripe.events.list({ type: 'charge.dispute.*', limit: 100 })).data.map(({ type }) => type.slice(15)).reverse()

const disputeOf = async ({ stripe }: StandIn, id: string) => {
  const found = (await stripe.disputes.list()).data.find((each) => each.id === id)
  if (!found) throw new Error(`There is no dispute ${id}.`)
  return found
}

const disputed = async (local: StandIn, stage: 'warning_needs_response' | 'needs_response' | 'funds_withdrawn') => {
  const { charge } = await paidCharge(local)
  const dispute = await local.control.createDispute({ charge: charge.id, stage })
  return { charge, dispute: await disputeOf(local, dispute.id) }
}

test('an inquiry moves no money, and the charge may still be refunded in part, which settles nothing', async () => {
  const local = await standIn()
  await local.control.topUp({ pence: 1500 })

  const { charge, dispute } = await disputed(local, 'warning_needs_response')

  expect(dispute).toMatchObject({
    status: 'warning_needs_response',
    amount: 1500,
    is_charge_refundable: true,
    balance_transactions: [],
  })
  expect((await local.stripe.charges.retrieve(charge.id)).disputed).toBe(true)
  expect((await local.stripe.refunds.create({ charge: charge.id, amount: 1499 })).status).toBe('succeeded')
  expect(await disputeTypes(local)).toEqual(['created'])
})

test('a full refund settles an inquiry', async () => {
  const local = await standIn()
  await local.control.topUp({ pence: 1500 })
  const { charge, dispute } = await disputed(local, 'warning_needs_response')

  await local.stripe.refunds.create({ charge: charge.id })

  expect(await disputeOf(local, dispute.id)).toMatchObject({
    status: 'warning_closed',
    balance_transactions: [],
  })
  expect(await disputeTypes(local)).toEqual(['created', 'closed'])
})

test('a dispute that was settled with the buyer beforehand has cost the money', async () => {
  const local = await standIn()
  const { dispute } = await disputed(local, 'needs_response')

  await local.control.advanceDispute({ dispute: dispute.id, stage: 'prevented' })

  expect(await disputeOf(local, dispute.id)).toMatchObject({
    status: 'prevented',
    is_charge_refundable: false,
    payment_method_details: { card: { case_type: 'resolution' } },
    balance_transactions: [{ amount: -1500 }],
  })
})

test('a dispute may be won in part: what was given back stands in its balance transactions', async () => {
  const local = await standIn()
  const { dispute } = await disputed(local, 'funds_withdrawn')

  await local.control.advanceDispute({ dispute: dispute.id, stage: 'won', amountPence: 500 })

  const won = await disputeOf(local, dispute.id)
  expect(won.status).toBe('won')
  expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-1500, 500])
})

test('an inquiry can be closed, or grow into a dispute', async () => {
  const local = await standIn()
  const closing = await disputed(local, 'warning_needs_response')
  const growing = await disputed(local, 'warning_needs_response')

  await local.control.advanceDispute({ dispute: closing.dispute.id, stage: 'warning_closed' })
  await local.control.advanceDispute({ dispute: growing.dispute.id, stage: 'funds_withdrawn' })

  expect((await disputeOf(local, closing.dispute.id)).status).toBe('warning_closed')
  expect(await disputeOf(local, growing.dispute.id)).toMatchObject({
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [{ amount: -1500, fee: 2000, net: -3500 }],
  })
  expect(await disputeTypes(local)).toEqual(['created', 'created', 'closed', 'updated', 'funds_withdrawn'])
})

test('a disputed charge cannot be refunded', async () => {
  const local = await standIn()
  const { charge } = await disputed(local, 'needs_response')

  const refused = await refusal(local.stripe.refunds.create({ charge: charge.id }))

  expect(refused).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
})

test('a dispute that is won gives the money back', async () => {
  const local = await standIn()
  const { dispute } = await disputed(local, 'funds_withdrawn')

  await local.control.closeDispute({ dispute: dispute.id, outcome: 'won' })

  const won = await disputeOf(local, dispute.id)
  expect(won.status).toBe('won')
  expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-1500, 1500])
  expect(await disputeTypes(local)).toEqual(['created', 'funds_withdrawn', 'closed', 'funds_reinstated'])
})

test('a dispute that is lost keeps it, and takes it first where it had not', async () => {
  const local = await standIn()
  const { dispute } = await disputed(local, 'needs_response')

  await local.control.closeDispute({ dispute: dispute.id, outcome: 'lost' })

  const lost = await disputeOf(local, dispute.id)
  expect(lost.status).toBe('lost')
  expect(lost.balance_transactions.map(({ amount }) => amount)).toEqual([-1500])
  expect(await disputeTypes(local)).toEqual(['created', 'funds_withdrawn', 'closed'])
})

test('money is taken once, however often the bank says so', async () => {
  const local = await standIn()
  const { dispute } = await disputed(local, 'funds_withdrawn')

  await local.control.advanceDispute({ dispute: dispute.id, stage: 'funds_withdrawn' })
  await local.control.closeDispute({ dispute: dispute.id, outcome: 'lost' })

  const lost = await disputeOf(local, dispute.id)
  expect(lost.balance_transactions.map(({ amount }) => amount)).toEqual([-1500])
})

test('part of it may be given back, and never more than was taken', async () => {
  const local = await standIn()
  const { dispute } = await disputed(local, 'funds_withdrawn')
  const reinstate = (amountPence: number) =>
    local.control.advanceDispute({ dispute: dispute.id, stage: 'funds_reinstated', amountPence })

  await reinstate(600)
  await reinstate(2000)

  const shown = await disputeOf(local, dispute.id)
  expect(shown.balance_transactions.map(({ amount }) => amount)).toEqual([-1500, 600, 900])
})

test('a part of a charge can be disputed, and disputes are found by their charge', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  await paidCharge(local)

  const { id } = await local.control.createDispute({ charge: charge.id, amountPence: 400, stage: 'needs_response' })

  const found = await local.stripe.disputes.list({ charge: charge.id })
  expect(found.data).toMatchObject([{ id, amount: 400, charge: charge.id }])
})
