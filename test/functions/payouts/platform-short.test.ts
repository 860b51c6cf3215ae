import { describe, expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { PayoutId } from '#schema/ids.ts'
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

describe('a sale of which the buyer has money back while its payout waits for the platform', () => {
  /** Nothing of it may be sent once there is money. */
  const expectKept = async ({ world, stripe, seller, sweep, ask }: Awaited<ReturnType<typeof setup>>) => {
    expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 0, openPayoutId: null, isDelayed: false })
    expect((await ask()).notice ?? '').not.toContain('could not be sent')
    stripe.purse.isEmpty = false
    await sweep(61)
    expect(stripe.transfers()).toEqual([])
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    expect(world.mails.filter(({ subject }) => subject.includes('£13.50'))).toEqual([])
    expect(violationsAtRest(world)).toEqual([])
  }

  test('is not sent, and nobody is told of a payout that failed', async () => {
    const given = await setup()
    given.stripe.refund('ch_1', 1500)
    await given.world.deliverAll()
    await given.sweep(5)
    await expectKept(given)
  })

  test('is not sent either where that came within the last minutes before the next try', async () => {
    const given = await setup()
    given.world.clock.forward({ minutes: 59 })
    given.stripe.dispute('ch_1', 'withdrawn')
    await given.world.deliverAll()
    await given.sweep(2)
    await expectKept(given)
  })

  test('is held where the bank only asks, and goes with the next payout when it has its answer', async () => {
    const given = await setup()
    const { world, stripe, seller, sweep } = given
    const inquiry = stripe.dispute('ch_1', 'inquiry')
    await world.deliverAll()
    await sweep(5)
    expect(await world.balanceOf(seller)).toMatchObject({ heldPence: 1350, availablePence: 0 })
    await expectKept(given)
    stripe.moveDispute(inquiry, 'inquiry_closed')
    world.clock.forward({ hours: 7 * 24 })
    await world.deliverAll()
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(stripe.transfers()).toMatchObject([{ amountPence: 1350 }])
  })

  test('is sent with what is left of it by the next payout', async () => {
    const { world, stripe, seller, sweep } = await setup()
    stripe.refund('ch_1', 500)
    await world.deliverAll()
    await sweep(5)
    expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 0, availablePence: 900 })
    stripe.purse.isEmpty = false
    await world.requestPayout(world.payoutRequest(seller))
    await world.deliverAll()
    expect(stripe.transfers()).toMatchObject([{ amountPence: 900, reversedPence: 0 }])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is not given back while a try has no answer: the same key tells what became of it', async () => {
    const { world, stripe, sweep } = await setup()
    stripe.purse.isEmpty = false
    world.clock.forward({ minutes: 61 })
    await world.sweepPayouts()
    const silent = world.as(async (call, moment) =>
      call === 'stripe.createTransfer' && moment === 'after' ? 'lost' : undefined,
    )
    for (const task of world.queued.splice(0)) await silent.handle(task)
    stripe.refund('ch_1', 1500)
    await world.deliverAll()
    await sweep(5)
    expect(stripe.transfers()).toMatchObject([{ amountPence: 1350, reversedPence: 1350 }])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('leaves the others waiting, counts in no sum of what was sent, and is marked as not sent', async () => {
    const { world, photos, seller } = await availableSale()
    await world.sell(photos, { key: 'attempt-of-another', email: 'bob@example.com' })
    world.clock.forward({ hours: 48 })
    await world.runRelease()
    world.stripe.purse.isEmpty = true
    await world.weeklyPayouts()
    await world.deliverAll()
    world.stripe.refund('ch_1', 1500)
    await world.deliverAll()
    const sweep = async (minutes: number) => {
      world.clock.forward({ minutes })
      await world.sweepPayouts()
      await world.deliverAll()
    }
    await sweep(5)
    expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 1350, isDelayed: true })
    world.stripe.purse.isEmpty = false
    await sweep(61)
    expect(world.stripe.transfers()).toMatchObject([{ chargeId: 'ch_2', amountPence: 1350 }])
    const [payout] = world.payoutsOf(seller)
    expect(payout).toMatchObject({ state: 'partially_sent', sentPence: 1350 })
    const params = { payoutId: PayoutId.parse(payout?.id) }
    const { sales } = await world.payout(request(api.payouts.endpoints.getPayout, { caller: seller, params }))
    expect(sales.map(({ isUnsent }) => isUnsent)).toEqual([true, false])
    expect(await world.balanceOf(seller)).toMatchObject({ unsentPence: 0, openPayoutId: null, availablePence: 0 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is ended by one of two workers, never by one while the other sends it', async () => {
    const { world, stripe, seller } = await setup()
    stripe.purse.isEmpty = false
    world.clock.forward({ minutes: 61 })
    await world.sweepPayouts()
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nothing is resumed.')
    // The refund and another worker come while the first one asks Stripe.
    let isFirst = true
    const slow = world.as(async (call, moment) => {
      if (call !== 'stripe.createTransfer' || moment !== 'before' || !isFirst) return undefined
      isFirst = false
      stripe.refund('ch_1', 1500)
      await world.deliverAll()
      await world.handle(task).catch(() => {})
      return undefined
    })
    await slow.handle(task).catch(() => {})
    await world.deliverAll()
    expect(stripe.transfers()).toHaveLength(1)
    expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 0, availablePence: 0, paidPence: 0 })
    expect(violationsAtRest(world)).toEqual([])
  })
})
