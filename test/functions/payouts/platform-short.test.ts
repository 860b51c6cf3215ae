import { expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { request } from '#test/support/http/request.ts'
import { availableSale } from '#test/support/payments/available-sale.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

/** £13.50 that was to be paid on Monday, while the platform's balance at Stripe was paid out to its bank. */
const setup = async () => {
  const { world, seller } = await availableSale()
  world.stripe.purse.isEmpty = true
  await world.weeklyPayouts()
  await world.deliverAll()
  const sweep = async (minutes: number) => {
    world.clock.forward({ minutes })
    await world.sweepPayouts()
    await world.deliverAll()
  }
  const alarms = () => world.alarms.filter(({ message }) => message === 'the platform cannot pay its photographers')
  const ask = () => world.balance(request(api.payouts.endpoints.balance, { caller: seller }))
  return { world, stripe: world.stripe, seller, sweep, alarms, ask }
}

test('what the platform cannot cover stays set aside: no mail of failure, an alarm, and why on the page', async () => {
  const { world, seller, alarms, ask } = await setup()
  expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 1350, availablePence: 0, isDelayed: true })
  expect(alarms()).toHaveLength(1)
  expect((await ask()).notice).toMatch(/^A payout of £13\.50 is delayed on our side\. It is safe/)
  for (let run = 0; run < 3; run++) await world.sendOutbox()
  expect(world.mails.filter(({ subject }) => subject.includes('£13.50'))).toEqual([])
})

test('it is tried once an hour, each time with a key of its own, and sent once there is money', async () => {
  const { world, stripe, seller, sweep, alarms, ask } = await setup()
  for (let n = 0; n < 11; n++) await sweep(5)
  expect(alarms()).toHaveLength(1)
  await sweep(5)
  expect(alarms()).toHaveLength(2)
  stripe.purse.isEmpty = false
  await sweep(30)
  expect(stripe.transfers()).toEqual([])
  await sweep(30)
  expect(stripe.transfers()).toMatchObject([{ amountPence: 1350 }])
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 1350, openPayoutId: null, isDelayed: false })
  expect((await ask()).notice).toBeNull()
  expect(violationsAtRest(world)).toEqual([])
})

test('it is still kept after days, and never given up for want of an answer', async () => {
  const { world, stripe, seller, sweep } = await setup()
  for (let hour = 0; hour < 60; hour++) await sweep(60)
  expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 1350, availablePence: 0 })
  stripe.purse.isEmpty = false
  await sweep(61)
  expect(stripe.transfers()).toMatchObject([{ amountPence: 1350 }])
  expect(violationsAtRest(world)).toEqual([])
})

test('two workers that hear the same refusal count it once, so that no key is passed over', async () => {
  const { world, seller } = await setup()
  world.clock.forward({ minutes: 61 })
  await world.sweepPayouts()
  const [task] = world.queued.splice(0)
  if (!task) throw new Error('Nothing is resumed.')
  await Promise.all([world.handle(task), world.handle(task)])
  const [payout] = world.payoutsOf(seller)
  const [share] = await world.earningsOf(payout?.orderIds[0] ?? '')
  expect(share?.lines).toMatchObject([{ state: 'reserved', short: { tries: 2 } }])
})

test('a sweep that finds a payout still without an answer ends its message: nothing is laid aside as failed', async () => {
  const { world, seller } = await availableSale()
  const silent = world.as(async (call, moment) =>
    call === 'stripe.createTransfer' && moment === 'before' ? 'lost' : undefined,
  )
  await world.weeklyPayouts()
  for (const task of world.queued.splice(0)) await silent.handle(task).catch(() => {})
  world.clock.forward({ minutes: 5 })
  await world.sweepPayouts()
  for (const task of world.queued.splice(0)) await expect(silent.handle(task)).resolves.toBeUndefined()
  expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 1350 })
})
