import { expect, test } from 'vitest'
import { stripePlatform } from '#functions/payments/stripe-platform.ts'
import { keptAtStripe, paidCharge, standIn } from '#test/local/stripe/stand-in.ts'
import { availableSale } from '#test/support/payments/available-sale.ts'

const dayMs = 86_400_000

/** A photographer has to get £13.50, and enough for it lies at Stripe. */
const setup = async () => {
  const { world, seller, photos } = await availableSale()
  world.alarms.splice(0)
  const account = world.stripe.platformAccount
  account.availablePence = 100_000
  const alarms = () => world.alarms.splice(0).map(({ message }) => message)
  return { world, seller, photos, account, alarms }
}

test('what is safe to withdraw is what is available less what photographers and buyers get and a reserve', async () => {
  const { world, photos } = await setup()
  await world.sell(photos, { key: 'attempt-000000002' })
  world.stripe.refund('ch_2', 300, { status: 'pending' })
  await world.deliverAll()
  expect(await world.platformBalance()).toEqual({
    availablePence: 100_000,
    owedPence: 1350 + 1080,
    refundsPence: 300,
    reservePence: 20_000,
    safePence: 100_000 - 2430 - 300 - 20_000,
  })
})

test('money that is set aside for a payout is owed; what was paid is not', async () => {
  const { world, account } = await setup()
  world.stripe.purse.isEmpty = true
  await world.weeklyPayouts()
  await world.deliverAll()
  expect(await world.platformBalance()).toMatchObject({ owedPence: 1350 })
  world.stripe.purse.isEmpty = false
  world.clock.forward({ minutes: 61 })
  await world.sweepPayouts()
  await world.deliverAll()
  account.availablePence = 19_999
  expect(await world.platformBalance()).toMatchObject({ owedPence: 0, safePence: 0 })
})

test('money that a bank only asks about is owed: it goes to the photographer when the bank lets it stand', async () => {
  const { world, seller } = await setup()
  world.stripe.dispute('ch_1', 'inquiry')
  await world.deliverAll()
  expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 0, heldPence: 1350 })
  expect(await world.platformBalance()).toMatchObject({ owedPence: 1350 })
})

test('the debt of one photographer pays no other', async () => {
  const { world } = await setup()
  await world.weeklyPayouts()
  await world.deliverAll()
  world.stripe.purse.isEmpty = true
  world.stripe.refund('ch_1', 1500)
  await world.deliverAll()
  await world.sell(await world.addSeller(2, [1000]), { key: 'attempt-000000002' })
  expect(await world.platformBalance()).toMatchObject({ owedPence: 900 })
})

test('a schedule that lets money leave is an alarm; a minimum that covers everything is none', async () => {
  const { world, account, alarms } = await setup()
  await world.checkPlatform()
  expect(alarms()).toEqual([])
  account.isManual = false
  await world.checkPlatform()
  expect(alarms()).toEqual(['the payout schedule is not manual'])
  account.minimumPence = 21_349
  await world.checkPlatform()
  expect(alarms()).toEqual(['the payout schedule is not manual'])
  account.minimumPence = 21_350
  await world.checkPlatform()
  expect(alarms()).toEqual([])
})

test('a balance below zero is an alarm', async () => {
  const { world, account, alarms } = await setup()
  account.availablePence = -1
  await world.compareDaily()
  expect(alarms()).toContain('the platform is below zero')
})

test('money of its own that nobody fetched for 75 days is an alarm until some is sent to the bank', async () => {
  const { world, account, alarms } = await setup()
  world.clock.forward({ hours: 72 * 24 })
  await world.checkPlatform()
  expect(alarms()).toEqual([])
  world.clock.forward({ hours: 24 })
  await world.checkPlatform()
  expect(alarms()).toEqual(['money lies at Stripe for too long'])
  account.availablePence = 21_350
  await world.checkPlatform()
  expect(alarms()).toEqual([])
  account.availablePence = 21_351
  account.lastPayoutAt = world.clock.now()
  await world.checkPlatform()
  expect(alarms()).toEqual([])
})

test('a night that cannot ask for the balance says so, and looks at everything else', async () => {
  const { world, alarms } = await setup()
  const deaf = world.as(async (call, moment) =>
    call === 'stripe.availablePence' && moment === 'before' ? 'lost' : undefined,
  )
  await expect(deaf.compareDaily()).rejects.toMatchObject({ code: 'unavailable' })
  expect(alarms()).toEqual(['a nightly comparison failed'])
})

test('over the wire: schedule, minimum, balance, and since when nothing left', async () => {
  const local = await standIn()
  const platform = stripePlatform(async () => local.stripe)
  const now = () => new Date(local.seconds() * 1_000)
  const since = (days: number) => platform.hasLainSince(new Date(now().getTime() - days * dayMs))

  expect(await platform.payoutSchedule()).toEqual({ isManual: false, minimumPence: 0 })
  const payouts = { minimum_balance_by_currency: { gbp: 5000 } }
  await local.stripe.balanceSettings.update({ payments: { payouts } })
  expect(await platform.payoutSchedule()).toEqual({ isManual: false, minimumPence: 5000 })
  await keptAtStripe(local)
  expect(await platform.payoutSchedule()).toMatchObject({ isManual: true })

  expect([await platform.availablePence(), await since(0)]).toEqual([0, false])
  await paidCharge(local, { pence: 2000 })
  await local.advance(10 * dayMs)
  const { available } = await local.stripe.balance.retrieve()
  expect(await platform.availablePence()).toBe(available[0]?.amount)
  expect([await since(9), await since(11)]).toEqual([true, false])
  await local.stripe.balanceSettings.update({
    payments: { payouts: { minimum_balance_by_currency: { gbp: 500 }, schedule: { interval: 'daily' } } },
  })
  await local.advance(dayMs)
  expect([await platform.availablePence(), await since(10)]).toEqual([500, false])
})
