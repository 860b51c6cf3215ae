import { expect, test } from 'vitest'
import { DAY, keptAtStripe, onboardedAccount, paidCharge, refusal, type StandIn, standIn } from './stand-in.ts'

const schedule = (local: StandIn, payouts: object) => local.stripe.balanceSettings.update({ payments: { payouts } })

const paidOut = async ({ stripe }: StandIn, stripeAccount?: string) => {
  const { data } = await stripe.payouts.list({}, stripeAccount === undefined ? {} : { stripeAccount })
  return data.map(({ amount, automatic }) => ({ amount, automatic }))
}

test('an account pays out daily until it is told otherwise, and says so', async () => {
  const local = await standIn()

  const { payments } = await local.stripe.balanceSettings.retrieve()

  expect(payments.payouts).toMatchObject({
    schedule: { interval: 'daily' },
    minimum_balance_by_currency: null,
    status: 'enabled',
  })
})

test('the platform pays itself out on the day on which its money settles, and nothing is left', async () => {
  const local = await standIn()
  await paidCharge(local)

  await local.advance(2 * DAY)
  const early = await paidOut(local)
  await local.advance(DAY)

  expect(early).toEqual([])
  expect(await paidOut(local)).toEqual([{ amount: 1457, automatic: true }])
  expect((await local.stripe.balance.retrieve()).available[0]?.amount).toBe(0)
})

test('a connected account pays itself out too, once a day, and not before it is set up', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  const { id } = await onboardedAccount(local)
  const transfer = { amount: 1350, currency: 'gbp', destination: id, source_transaction: charge.id }
  await local.stripe.transfers.create(transfer)
  await local.control.completeOnboarding({ account: id, outcome: 'pending' })

  await local.advance(4 * DAY)
  const stopped = await paidOut(local, id)
  await local.control.completeOnboarding({ account: id })
  await local.advance(DAY)
  await local.advance(60_000)

  expect(stopped).toEqual([])
  expect(await paidOut(local, id)).toEqual([{ amount: 1350, automatic: true }])
})

test('manual keeps everything there', async () => {
  const local = await standIn()
  await keptAtStripe(local)
  await paidCharge(local)

  for (let day = 0; day < 10; day++) await local.advance(DAY)

  expect(await paidOut(local)).toEqual([])
  expect((await local.stripe.balance.retrieve()).available[0]?.amount).toBe(1457)
})

test('a least balance stays, and an empty one takes it off again', async () => {
  const local = await standIn()
  await schedule(local, { minimum_balance_by_currency: { gbp: 1000 } })
  await paidCharge(local)

  await local.advance(3 * DAY)
  const kept = (await local.stripe.balance.retrieve()).available[0]?.amount
  const { payments } = await schedule(local, { minimum_balance_by_currency: '' })
  await local.advance(DAY)

  expect(kept).toBe(1000)
  expect(payments.payouts?.minimum_balance_by_currency).toBeNull()
  expect(await paidOut(local)).toEqual([
    { amount: 1000, automatic: true },
    { amount: 457, automatic: true },
  ])
})

test('weekly and monthly pay on their days alone, on the last of a short month for the 31st', async () => {
  // 1 January 2030 is a Tuesday.
  const local = await standIn()
  await local.control.topUp({ pence: 100 })
  await schedule(local, { schedule: { interval: 'weekly', weekly_payout_days: ['friday'] } })
  await local.advance(2 * DAY)
  const thursday = await paidOut(local)
  await local.advance(DAY)
  const friday = await paidOut(local)
  await local.control.topUp({ pence: 200 })
  await schedule(local, { schedule: { interval: 'monthly', monthly_payout_days: [31] } })
  await local.advance(27 * DAY)
  const january = await paidOut(local)
  await local.control.topUp({ pence: 300 })
  await local.advance(28 * DAY)
  const february = await paidOut(local)

  expect([thursday, friday, january, february].map((list) => list.map(({ amount }) => amount))).toEqual([
    [],
    [100],
    [200, 100],
    [300, 200, 100],
  ])
})

test.each([
  [{ schedule: { interval: 'yearly' } }, 'payments[payouts][schedule][interval]'],
  [{ schedule: { interval: 'weekly' } }, 'payments[payouts][schedule]'],
  [{ schedule: { interval: 'manual', weekly_payout_days: ['monday'] } }, 'payments[payouts][schedule]'],
  [{ minimum_balance_by_currency: { usd: 1 } }, 'payments[payouts][minimum_balance_by_currency][usd]'],
])('settings of %j are refused and change nothing', async (payouts, param) => {
  const local = await standIn()

  expect(await refusal(schedule(local, payouts))).toMatchObject({ statusCode: 400, param })
  expect((await local.stripe.balanceSettings.retrieve()).payments.payouts?.schedule).toEqual({ interval: 'daily' })
})
