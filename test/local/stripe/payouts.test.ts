import { expect, test } from 'vitest'
import { DAY, keptAtStripe, onboardedAccount, paidCharge, standIn, webhookReceiver } from './stand-in.ts'

const setup = async () => {
  const hooks = await webhookReceiver()
  const local = await standIn({ webhooks: hooks.endpoints })
  const { charge } = await paidCharge(local, { card: '4000000000000077' })
  const { id: account } = await onboardedAccount(local)
  await keptAtStripe(local, account)
  await local.stripe.transfers.create({
    amount: 1350,
    currency: 'gbp',
    destination: account,
    source_transaction: charge.id,
  })
  const payoutTypes = async () => {
    await local.control.tick({})
    return hooks.received
      .filter(({ event, endpoint }) => event.account === account && endpoint === 'connect')
      .map(({ event }) => event.type)
      .filter((type) => type.startsWith('payout.'))
  }
  return { local, account, payoutTypes }
}

test('a payout takes what is available to the bank, and arrives two days later', async () => {
  const { local, account, payoutTypes } = await setup()

  const sent = await local.control.payOut({ account })
  await local.advance(2 * DAY)

  expect(sent).toMatchObject({ object: 'payout', amount: 1350, automatic: true })
  const [arrived] = (await local.stripe.payouts.list({}, { stripeAccount: account })).data
  expect(arrived).toMatchObject({ id: sent.id, status: 'paid' })
  expect((await payoutTypes()).sort()).toEqual(['payout.created', 'payout.paid'])
})

test('a payout that the bank sends back after it was paid returns the money to the account', async () => {
  const { local, account, payoutTypes } = await setup()
  const { id } = await local.control.payOut({ account })

  await local.control.arrivePayout({ payout: id })
  await local.control.failPayout({ payout: id })

  const [failed] = (await local.stripe.payouts.list({}, { stripeAccount: account })).data
  expect(failed).toMatchObject({ id, status: 'failed', failure_code: 'account_closed' })
  const { available } = await local.stripe.balance.retrieve({}, { stripeAccount: account })
  expect(available[0]?.amount).toBe(1350)
  expect((await payoutTypes()).sort()).toEqual(['payout.created', 'payout.failed', 'payout.paid'])
})

test("one account's payouts are not the other's, nor the platform's", async () => {
  const { local, account } = await setup()
  const { id: other } = await onboardedAccount(local)
  const { id } = await local.control.payOut({ account })

  expect((await local.stripe.payouts.list({}, { stripeAccount: other })).data).toEqual([])
  expect((await local.stripe.payouts.list()).data).toEqual([])
  expect((await local.stripe.payouts.list({}, { stripeAccount: account })).data.map((payout) => payout.id)).toEqual([
    id,
  ])
})

test('a payout that is cancelled before it arrives returns the money, and says when', async () => {
  const { local, account, payoutTypes } = await setup()
  const { id } = await local.control.payOut({ account })

  await local.control.cancelPayout({ payout: id })
  await local.advance(2 * DAY)

  const [cancelled] = (
    await local.stripe.payouts.list({ expand: ['data.failure_balance_transaction'] }, { stripeAccount: account })
  ).data
  expect(cancelled).toMatchObject({
    status: 'canceled',
    failure_balance_transaction: { type: 'payout_cancel', amount: 1350, created: local.seconds() - (2 * DAY) / 1_000 },
  })
  expect((await payoutTypes()).sort()).toEqual(['payout.canceled', 'payout.created'])
})

test('a payout that is back already does not fail again, and one that arrived is not cancelled', async () => {
  const { local, account, payoutTypes } = await setup()
  const { id } = await local.control.payOut({ account })
  await local.control.arrivePayout({ payout: id })
  await local.control.cancelPayout({ payout: id })
  await local.control.failPayout({ payout: id })
  await local.control.failPayout({ payout: id })

  const { available } = await local.stripe.balance.retrieve({}, { stripeAccount: account })
  expect(available[0]?.amount).toBe(1350)
  expect((await payoutTypes()).sort()).toEqual(['payout.created', 'payout.failed', 'payout.paid'])
})

test('the bank of an account sends back what is out, or what there is; where nothing is, that is said', async () => {
  const { local, account, payoutTypes } = await setup()
  const { id: empty } = await onboardedAccount(local)

  const failed = await local.control.failBankPayout({ account })
  const arrived = await local.control.arriveBankPayout({ account })
  const again = await local.control.failBankPayout({ account })

  expect([failed.status, arrived.id === again.id, again.status]).toEqual(['failed', true, 'failed'])
  expect((await payoutTypes()).filter((type) => type === 'payout.failed')).toHaveLength(2)
  await expect(local.control.failBankPayout({ account: empty })).rejects.toThrow('nothing to pay out')
})

test('the operator sends to its bank what the platform has, and no more', async () => {
  const local = await standIn({})
  await local.control.topUp({ pence: 5_000 })

  await expect(local.control.withdraw({ pence: 5_001 })).rejects.toThrow('Only 5000')
  const sent = await local.control.withdraw({ pence: 3_000 })

  expect(sent).toMatchObject({ object: 'payout', amount: 3_000, automatic: false })
  expect((await local.stripe.payouts.list()).data.map(({ id }) => id)).toEqual([sent.id])
  expect((await local.stripe.balance.retrieve()).available[0]?.amount).toBe(2_000)
})
