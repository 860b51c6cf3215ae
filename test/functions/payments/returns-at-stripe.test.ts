import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { stripePayments } from '#functions/payments/stripe-payments.ts'
import { paidCharge, standIn } from '#test/local/stripe/stand-in.ts'

const site = { siteUrl: () => 'https://darkslide.test', stage: () => 'test', isLive: async () => false }
const setup = async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  const payments = stripePayments(async () => local.stripe, site)
  const history = async () => {
    const found = await payments.findCharge(charge.id)
    if (!found) throw new Error('There is no such charge.')
    return found
  }
  return { ...local, charge, history }
}

describe('what Stripe says of a charge', () => {
  test('is read to the end, however many refunds it has', async () => {
    const { stripe, charge, history } = await setup()
    for (let n = 0; n < 120; n++) await stripe.refunds.create({ charge: charge.id, amount: 10 })
    const { refunds } = await history()
    expect(refunds).toHaveLength(120)
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(120)
  })

  test.each([
    ['1,2', [1, 2]],
    ['1, 2', [1, 2]],
    [' 2 ', [2]],
    ['first photo', 'unreadable'],
    ['1;2', 'unreadable'],
  ])('names the lines %j of a refund as %j', async (lines, read) => {
    const { stripe, charge, history } = await setup()
    await stripe.refunds.create({ charge: charge.id, amount: 10, metadata: { lines } })
    expect((await history()).refunds).toMatchObject([{ lines: read }])
  })

  test('of a dispute is what the bank took and gave back, also when a win is in part', async () => {
    const { control, charge, history } = await setup()
    const { id: dispute } = await control.createDispute({ charge: charge.id, stage: 'warning_needs_response' })
    expect((await history()).disputes).toMatchObject([{ stage: 'inquiry', outPence: 0, entries: 0 }])
    await control.advanceDispute({ dispute, stage: 'funds_withdrawn' })
    expect((await history()).disputes).toMatchObject([{ stage: 'withdrawn', outPence: 1500, entries: 1 }])
    await control.advanceDispute({ dispute, stage: 'won', amountPence: 600 })
    expect((await history()).disputes).toMatchObject([{ stage: 'won', outPence: 900, entries: 2 }])
  })
})

/** A dispute as Stripe tells it, in states that the stand-in does not reach. */
const aDispute = (status: string, ...amounts: number[]) => ({
  id: 'dp_1',
  amount: 1500,
  status,
  created: 1_900_000_000,
  balance_transactions: amounts.map((amount) => ({ amount })),
})
const aRefund = (status: string | null) => ({ id: 're_1', amount: 500, status, metadata: {}, created: 1_900_000_000 })

type ReturnsTold = { disputes?: ReturnType<typeof aDispute>[]; refunds?: ReturnType<typeof aRefund>[] }
const told = async ({ disputes = [], refunds = [] }: ReturnsTold) => {
  const { stripe } = await standIn()
  const list = (data: unknown[]) => Object.assign(Promise.resolve({ data }), { autoPagingToArray: async () => data })
  const answering: Pick<Stripe, 'charges' | 'refunds' | 'disputes'> = Object.assign(Object.create(stripe), {
    charges: { retrieve: async () => ({ id: 'ch_1', metadata: {} }) },
    refunds: { list: () => list(refunds) },
    disputes: { list: () => list(disputes) },
  })
  return stripePayments(async () => Object.assign(stripe, answering), site).findCharge('ch_1')
}

test.each([
  ['won, before anything came back', aDispute('won', -1500), { stage: 'withdrawn', outPence: 1500 }],
  ['won, without a withdrawal', aDispute('won'), { stage: 'won', outPence: 0 }],
  [
    'under review, of a payment refunded in part',
    aDispute('under_review', -1500, 500),
    { stage: 'withdrawn', outPence: 1000 },
  ],
  [
    'prevented, and the buyer paid back by the network',
    aDispute('prevented', -1500),
    { stage: 'inquiry_closed', outPence: 1500 },
  ],
  ['prevented, and nothing taken', aDispute('prevented'), { stage: 'inquiry_closed', outPence: 0 }],
  ['lost, and appealed', aDispute('appeal_needs_response', -1500), { stage: 'lost', outPence: 1500 }],
  ['lost, and the appeal under review', aDispute('appeal_under_review', -1500), { stage: 'lost', outPence: 1500 }],
])('a dispute that is %s', async (_, dispute, expected) => {
  expect(await told({ disputes: [dispute] })).toMatchObject({ disputes: [expected] })
})

/** https://docs.stripe.com/api/refunds/object, `status`; a refund that somebody cancelled never reaches the buyer. */
test.each([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  [null, 'pending'],
])('a refund whose status is %j counts as %s', async (status, expected) => {
  expect(await told({ refunds: [aRefund(status)] })).toMatchObject({ refunds: [{ status: expected }] })
})
