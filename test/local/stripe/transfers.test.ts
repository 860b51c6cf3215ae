import { expect, test } from 'vitest'
import { DAY, keptAtStripe, onboardedAccount, paidCharge, refusal, type StandIn, standIn } from './stand-in.ts'

const sold = async (local: StandIn, more: Parameters<typeof paidCharge>[1] = {}) => {
  await keptAtStripe(local)
  const { charge } = await paidCharge(local, more)
  const account = await onboardedAccount(local)
  await keptAtStripe(local, account.id)
  const transfer = (amount: number, more: object = {}) =>
    local.stripe.transfers.create({
      amount,
      currency: 'gbp',
      destination: account.id,
      source_transaction: charge.id,
      metadata: { payout_id: 'p1' },
      ...more,
    })
  return { charge, account, transfer }
}

/** A test card whose money may be used at once (https://docs.stripe.com/testing#available-balance). */
const SETTLES_AT_ONCE = '4000000000000077'

const balanceOf = async ({ stripe }: StandIn, account?: string) => {
  const { available, pending } = await stripe.balance.retrieve({}, account ? { stripeAccount: account } : {})
  return { available: available[0]?.amount, pending: pending[0]?.amount }
}

test("a transfer of an unsettled charge is made at once, in the charge's group, and settles when the charge does", async () => {
  const local = await standIn()
  const { charge, account, transfer } = await sold(local)

  const made = await transfer(1350)
  const before = await balanceOf(local, account.id)
  await local.advance(3 * DAY)
  const after = await balanceOf(local, account.id)

  expect(made).toMatchObject({
    object: 'transfer',
    amount: 1350,
    amount_reversed: 0,
    destination: account.id,
    source_transaction: charge.id,
    transfer_group: 'order-1',
    metadata: { payout_id: 'p1' },
    reversals: { data: [] },
  })
  expect(before).toEqual({ available: 0, pending: 1350 })
  expect(after).toEqual({ available: 1350, pending: 0 })
  expect(await balanceOf(local)).toEqual({ available: 1500 - 43 - 1350, pending: 0 })
})

test('the transfers of a charge never exceed it, and a reversal makes room again', async () => {
  const local = await standIn()
  await local.control.topUp({ pence: 1500 })
  const { transfer } = await sold(local, { card: SETTLES_AT_ONCE })

  const first = await transfer(1000)
  const refused = await refusal(transfer(501))
  await local.stripe.transfers.createReversal(first.id, { amount: 1 })
  const fits = await transfer(501)

  expect(refused).toMatchObject({ statusCode: 400, param: 'amount' })
  expect(fits.amount).toBe(501)
})

test('transfers are found by their group and by their destination', async () => {
  const local = await standIn()
  const { account, transfer } = await sold(local)
  const other = await onboardedAccount(local)
  const mine = await transfer(100)
  const theirs = await transfer(100, { destination: other.id })

  const both = await local.stripe.transfers.list({ transfer_group: 'order-1' })
  const one = await local.stripe.transfers.list({ transfer_group: 'order-1', destination: account.id })

  expect(both.data.map(({ id }) => id)).toEqual([theirs.id, mine.id])
  expect(one.data.map(({ id }) => id)).toEqual([mine.id])
})

test.each([
  ['an unknown account', { destination: 'acct_nope' }, { code: 'resource_missing', param: 'destination' }],
  ['an unknown charge', { source_transaction: 'ch_nope' }, { code: 'resource_missing', param: 'source_transaction' }],
  ['another group', { transfer_group: 'order-2' }, { param: 'transfer_group' }],
  ['another currency', { currency: 'usd' }, { param: 'currency' }],
])('a transfer with %s is refused', async (_what, more, expected) => {
  const local = await standIn()
  const { transfer } = await sold(local)

  expect(await refusal(transfer(100, more))).toMatchObject({ statusCode: 400, ...expected })
})

test('an account without the capability is refused', async () => {
  const local = await standIn()
  const { account, transfer } = await sold(local)
  await local.control.completeOnboarding({ account: account.id, outcome: 'pending' })

  expect(await refusal(transfer(100))).toMatchObject({
    statusCode: 400,
    code: 'insufficient_capabilities_for_transfer',
  })
})

test('without a charge behind it, a transfer needs money that has settled', async () => {
  const local = await standIn()
  const { transfer } = await sold(local)

  const early = await refusal(transfer(100, { source_transaction: undefined }))
  await local.advance(3 * DAY)
  const later = await transfer(100, { source_transaction: undefined, transfer_group: 'bonus' })

  expect(early).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
  expect(later).toMatchObject({ source_transaction: null, transfer_group: 'bonus' })
})

test('a transfer is reversed in parts, never by more than is left', async () => {
  const local = await standIn()
  const { account, transfer } = await sold(local, { card: SETTLES_AT_ONCE })
  const { id } = await transfer(1350)

  const part = await local.stripe.transfers.createReversal(id, { amount: 500 })
  const tooMuch = await refusal(local.stripe.transfers.createReversal(id, { amount: 851 }))
  await local.stripe.transfers.createReversal(id)
  const again = await refusal(local.stripe.transfers.createReversal(id))

  expect(part).toMatchObject({ object: 'transfer_reversal', amount: 500, transfer: id })
  expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' })
  expect(again).toMatchObject({ statusCode: 400, message: `Transfer ${id} has already been reversed.` })
  const shown = await local.stripe.transfers.retrieve(id)
  expect(shown).toMatchObject({ amount_reversed: 1350, reversed: true })
  expect(shown.reversals.data.map(({ amount }) => amount)).toEqual([850, 500])
  expect((await balanceOf(local, account.id)).available).toBe(0)
  expect((await local.stripe.events.list({ type: 'transfer.reversed' })).data).toHaveLength(2)
})

test('a charge that has settled spares the platform nothing: its available balance must cover the transfer', async () => {
  const local = await standIn()
  const { transfer } = await sold(local)
  await local.advance(3.3 * DAY)
  await local.stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval: 'daily' } } } })
  await local.advance(DAY)

  const refused = await refusal(transfer(1350))
  await local.control.topUp({ pence: 1350 })

  expect(refused).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
  expect((await transfer(1350)).amount).toBe(1350)
  expect(await balanceOf(local)).toEqual({ available: 0, pending: 0 })
})

test('a fee that is larger than the share of the platform leaves too little for the transfer once it has settled', async () => {
  const local = await standIn()
  const { transfer } = await sold(local, { pence: 100 })
  await local.advance(3 * DAY)

  expect(await refusal(transfer(90))).toMatchObject({ code: 'balance_insufficient' })
  expect((await transfer(78)).amount).toBe(78)
})

test('money that has not settled cannot be taken back', async () => {
  const local = await standIn()
  const { transfer } = await sold(local)
  const { id } = await transfer(1350)

  const early = await refusal(local.stripe.transfers.createReversal(id))
  await local.advance(3 * DAY)

  expect(early).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
  expect((await local.stripe.transfers.createReversal(id)).amount).toBe(1350)
})

test('money that has left for the bank cannot be taken back', async () => {
  const local = await standIn()
  const { account, transfer } = await sold(local)
  const { id } = await transfer(1350)
  await local.advance(3 * DAY)
  await local.control.payOut({ account: account.id })

  const refused = await refusal(local.stripe.transfers.createReversal(id))

  expect(refused).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
  expect((await local.stripe.transfers.retrieve(id)).amount_reversed).toBe(0)
})

test('a stock of charges and accounts is there at once and silently: each charge can be sent on, once', async () => {
  const local = await standIn()
  const { charges, accounts } = await local.control.stock({
    charges: [
      { amountPence: 1500, transferGroup: 'order-1' },
      { amountPence: 2000, transferGroup: 'order-2' },
    ],
    accounts: [{ email: 'iris@example.com', metadata: { user_id: 'u1' } }],
  })
  const send = (charge = '', amount = 0) =>
    local.stripe.transfers.create({
      amount,
      currency: 'gbp',
      destination: accounts[0] ?? '',
      source_transaction: charge,
    })

  const made = await send(charges[1], 1800)

  expect(made).toMatchObject({ amount: 1800, transfer_group: 'order-2', destination: accounts[0] })
  expect(await refusal(send(charges[1], 201))).toMatchObject({ param: 'amount' })
  expect(await local.stripe.accounts.retrieve(accounts[0] ?? '')).toMatchObject({
    email: 'iris@example.com',
    details_submitted: true,
    capabilities: { transfers: 'active' },
  })
  const { data: events } = await local.stripe.events.list({ limit: 100 })
  expect(events.map(({ type }) => type)).toEqual(['transfer.created'])
})
