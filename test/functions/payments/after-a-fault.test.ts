import { expect, test } from 'vitest'
import { userIdOf } from '#test/support/builders/ids.ts'
import { availableSale } from '#test/support/payments/available-sale.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { twoSalesOnMonday } from '#test/support/payments/two-sales.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)

/** A sale that was paid out, and then refunded in part: Stripe has told so, and nobody has heard it yet. */
const refundedAfterPayout = async () => {
  const { world } = await availableSale()
  await world.weeklyPayouts()
  await world.deliverAll()
  const refundId = world.stripe.refund('ch_1', 500)
  const [refund] = world.takeNews()
  if (!refund) throw new Error('Stripe said nothing.')
  return { world, refund, refundId }
}

test('a payout line with two transfers at Stripe stays open, and somebody is told', async () => {
  const world = moneyWorld()
  const photos = [...(await world.addSeller(1, [999])), ...(await world.addSeller(2, [1500]))]
  await world.openAccount(seller)
  await world.sell(photos)
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.requestPayout(world.payoutRequest(seller))
  const [task] = world.queued.splice(0)
  if (!task) throw new Error('Nobody is paid.')
  const silent = world.as(async (call, moment) =>
    call === 'stripe.createTransfer' && moment === 'before' ? 'lost' : undefined,
  )
  await expect(silent.handle(task)).rejects.toMatchObject({ code: 'unavailable' })
  const [payout] = world.payoutsOf(seller)
  const [orderId] = payout?.orderIds ?? []
  if (!payout || !orderId) throw new Error('Nothing was set aside.')
  const { id: payoutId, accountId, amountPence } = payout
  for (const key of ['one', 'two']) {
    const line = { orderId, payoutId, sellerId: seller, accountId, chargeId: 'ch_1', amountPence }
    expect(await world.stripe.provider.createTransfer(line, key)).toMatchObject({ kind: 'done' })
  }
  world.clock.forward({ hours: 25 })
  await expect(world.handle(task)).rejects.toMatchObject({ code: 'unavailable' })
  expect(world.alarms.map(({ message }) => message)).toContain('one payout line has two transfers')
  expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 899, paidPence: 0 })
})

test('a transfer that an operator reverses in full is taken off once, however often it is told', async () => {
  const { world } = await availableSale()
  await world.weeklyPayouts()
  await world.deliverAll()
  world.stripe.reverseByHand('tr_1', 1350)
  const news = world.takeNews()
  for (const message of [...news, ...news, ...news]) await world.handle(message)
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 0, availablePence: 1350 })
  expect(violationsAtRest(world)).toEqual([])
})

test('a reversal that gets no answer keeps no other photographer’s share from being taken back', async () => {
  const world = moneyWorld()
  const other = userIdOf(2)
  const photos = [...(await world.addSeller(1, [1000])), ...(await world.addSeller(2, [1000]))]
  await world.openAccount(seller)
  await world.sell(photos)
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.weeklyPayouts()
  await world.deliverAll()
  const silent = world.as(async (call, moment) =>
    call === 'stripe.reverseTransfer' && moment === 'before' ? 'lost' : undefined,
  )
  world.stripe.refund('ch_1', 2000)
  for (const message of world.takeNews()) {
    await expect(silent.handle(message)).rejects.toMatchObject({ code: 'unavailable' })
  }
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 900, availablePence: -900 })
  expect(await world.balanceOf(other)).toMatchObject({ availablePence: 0, reversedPence: 900 })
  await world.openAccount(other)
  await expect(world.requestPayout(world.payoutRequest(other))).rejects.toMatchObject({ code: 'no_balance' })
  await world.compareReturns()
  expect(violationsAtRest(world)).toEqual([])
})

test('a reversal that gets no answer keeps no other photographer’s transfer from being reversed', async () => {
  const world = moneyWorld()
  const photos = [...(await world.addSeller(1, [1000])), ...(await world.addSeller(2, [1000]))]
  for (const n of [1, 2]) await world.openAccount(userIdOf(n))
  await world.sell(photos)
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.weeklyPayouts()
  await world.deliverAll()
  world.stripe.refund('ch_1', 2000)
  const [message] = world.takeNews()
  if (!message) throw new Error('Stripe said nothing.')
  let reversals = 0
  const silentOnce = world.as(async (call, moment) =>
    call === 'stripe.reverseTransfer' && moment === 'before' && ++reversals === 1 ? 'lost' : undefined,
  )
  await expect(silentOnce.handle(message)).rejects.toMatchObject({ code: 'unavailable' })
  expect(
    world.stripe
      .transfers()
      .map(({ reversedPence }) => reversedPence)
      .toSorted(),
  ).toEqual([0, 900])
  await world.handle(message)
  expect(violationsAtRest(world)).toEqual([])
})

test('a week whose run was skipped is paid by the next run, with all that gathered', async () => {
  const { world, photos } = await availableSale()
  world.clock.forward({ hours: 24 * 7 })
  await world.sell(photos, { key: 'attempt-000000002' })
  world.clock.forward({ hours: 24 * 7 })
  await world.runRelease()
  await world.weeklyPayouts()
  await world.weeklyPayouts()
  await world.deliverAll()
  expect(world.payoutsOf(seller).map(({ amountPence }) => amountPence)).toEqual([2700])
})

test('a table that forgot the last hours learns again from Stripe what was paid, refunded and disputed', async () => {
  const { world, photos } = await availableSale()
  await world.checkout(world.checkoutRequest(photos, { key: 'attempt-000000002' }))
  await world.checkout(world.checkoutRequest(photos, { key: 'attempt-000000003' }))
  const before = world.table.all()
  world.stripe.pay('cs_test_2')
  world.stripe.pay('cs_test_3')
  await world.deliverAll()
  world.stripe.refund('ch_2', 700)
  world.stripe.moveDispute(world.stripe.dispute('ch_3'), 'lost')
  await world.deliverAll()
  const present = await world.balanceOf(seller)

  for (const { PK, SK } of world.table.all()) {
    await world.table.write({ kind: 'delete', key: { PK: String(PK), SK: String(SK) }, when: 'always' })
  }
  for (const item of before) {
    const key = { PK: String(item.PK), SK: String(item.SK) }
    await world.table.write({ kind: 'put', item: { ...item, ...key }, when: 'always' })
  }
  expect(await world.balanceOf(seller)).not.toMatchObject({ totalEarnedPence: present.totalEarnedPence })
  await world.compareSessions()
  await world.compareReturns()
  const { version: rewritten, ...again } = await world.balanceOf(seller)
  const { version: since, ...expected } = present
  expect(again).toEqual(expected)
  expect(violationsAtRest(world)).toEqual([])
})

test('a reversal whose answer was lost is looked up once its key may be forgotten, and never made a second time', async () => {
  const { world } = await availableSale()
  await world.weeklyPayouts()
  await world.deliverAll()
  const deaf = world.as(async (call, moment) =>
    call === 'stripe.reverseTransfer' && moment === 'after' ? 'lost' : undefined,
  )
  world.stripe.refund('ch_1', 500)
  const [told] = world.takeNews()
  if (!told) throw new Error('Nothing was told.')
  await expect(deaf.handle(told)).rejects.toMatchObject({ code: 'unavailable' })
  // The news of the reversal itself is lost as well. Stripe keeps an answer for 24 hours.
  world.takeNews()
  world.clock.forward({ hours: 24, minutes: 10 })
  await world.handle(told)
  expect(world.stripe.transfers()).toMatchObject([{ amountPence: 1350, reversedPence: 450 }])
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 900, availablePence: 0, reversedPence: 450 })
})

test('news of a reversal by hand end no reversal of ours that is under way: it is not asked for twice', async () => {
  const { world, refund } = await refundedAfterPayout()
  let asked = 0
  // The request is on its way when somebody takes 100p back by hand, and another worker hears of that.
  const slow = world.as(async (call, moment) => {
    if (call !== 'stripe.reverseTransfer' || moment !== 'before' || ++asked > 1) return undefined
    world.stripe.reverseByHand('tr_1', 100)
    await world.deliverAll()
    return undefined
  })
  await slow.handle(refund)
  await world.deliverAll()
  expect(world.stripe.transfers()).toMatchObject([{ amountPence: 1350, reversedPence: 550 }])
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 800, availablePence: 100, reversedPence: 450 })
  // Ours repaid the debt, so the 100p were taken beyond it: they do not go out again on Monday.
  expect((await world.balanceOf(seller)).payoutHold).not.toBeNull()
  expect(world.alarms.map(({ message }) => message)).toEqual(['a transfer was taken back by hand'])
  expect(violationsAtRest(world)).toEqual([])
})

test('what was taken by hand beside a reversal that is refused is held as soon as nothing is owed', async () => {
  const { world, refund, refundId } = await refundedAfterPayout()
  // The debt goes, since its refund failed, while ours is on its way; somebody takes 400p, and ours is refused.
  let asked = 0
  const silent = world.as(async (call) => (call === 'stripe.reverseTransfer' ? 'lost' : undefined))
  const slow = world.as(async (call, moment) => {
    if (call !== 'stripe.reverseTransfer' || moment !== 'before' || ++asked > 1) return undefined
    world.stripe.endRefund(refundId ?? '', 'failed')
    world.stripe.reverseByHand('tr_1', 400)
    world.stripe.purse.isEmpty = true
    for (const message of world.takeNews()) await silent.handle(message).catch(() => undefined)
    return undefined
  })
  await slow.handle(refund)
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 950, availablePence: 400 })
  expect((await world.balanceOf(seller)).payoutHold).not.toBeNull()
  expect(violationsAtRest(world)).toEqual([])
})

test('what somebody took back by hand beyond a debt is held, although a reversal of ours for it is under way', async () => {
  const { world, refund } = await refundedAfterPayout()
  const silent = world.as(async (call, moment) =>
    call === 'stripe.reverseTransfer' && moment === 'before' ? 'lost' : undefined,
  )
  await expect(silent.handle(refund)).rejects.toMatchObject({ code: 'unavailable' })
  world.stripe.reverseByHand('tr_1', 600)
  await world.deliverAll()
  expect(await world.balanceOf(seller)).toMatchObject({
    availablePence: 600,
    payoutHold: { heldAt: '2030-01-03T10:00:00.000Z' },
  })
  expect(world.alarms).toHaveLength(1)
})

test('a reversal that was refused is another request the next time, which Stripe does not answer as before', async () => {
  const { world } = await availableSale()
  await world.weeklyPayouts()
  await world.deliverAll()
  world.stripe.purse.isEmpty = true
  world.stripe.refund('ch_1', 500)
  await world.deliverAll()
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 1350, availablePence: -450 })
  world.stripe.purse.isEmpty = false
  await world.compareReturns()
  expect(world.stripe.transfers()).toMatchObject([{ reversedPence: 450 }])
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 900, availablePence: 0 })
  expect(violationsAtRest(world)).toEqual([])
})

test('a reversal that gets no answer keeps no other sale of the payout from being sent', async () => {
  const { world, task } = await twoSalesOnMonday()
  let isFirst = true
  const silent = world.as(async (call, moment) => {
    if (call === 'stripe.reverseTransfer' && moment === 'before') return 'lost'
    if (call !== 'stripe.createTransfer' || moment !== 'before' || !isFirst) return undefined
    isFirst = false
    // The refund comes while its transfer is on the way.
    world.stripe.refund('ch_1', 1500)
    await world.deliverAll()
    return undefined
  })
  await silent.handle(task)
  expect(world.stripe.transfers()).toHaveLength(2)
  expect(await world.balanceOf(seller)).toMatchObject({ openPayoutId: null, reservedPence: 0, availablePence: -1350 })
  await world.deliverAll()
  expect(world.stripe.transfers()).toMatchObject([{ reversedPence: 1350 }, { reversedPence: 0 }])
  expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 1350, availablePence: 0 })
  expect(violationsAtRest(world)).toEqual([])
})
