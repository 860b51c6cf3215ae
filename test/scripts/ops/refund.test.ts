import { expect, test } from 'vitest'
import { orderStore } from '#functions/orders/order-store.ts'
import { orderKeys } from '#functions/orders/order-writes.ts'
import { refundStore } from '#functions/payments/refund-store.ts'
import { update } from '#functions/shared/table/writes.ts'
import { OrderId } from '#schema/ids.ts'
import { photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { type Fate, interruptedChange, noInterruption, type Step } from '#test/support/payments/interrupted.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'
import { giveBack } from '../../../scripts/ops/refund.ts'

/** An order of £15 and £20 whose photographer was paid, and what an operator types about it. */
const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500, 2000])
  await world.openAccount(userIdOf(1))
  const orderId = OrderId.parse(await world.sell(photos))
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.weeklyPayouts()
  await world.deliverAll()
  /** @returns what is said. */
  const type = async (asked: Partial<Parameters<ReturnType<typeof giveBack>>[0]>, step: Step = noInterruption) => {
    const said: string[] = []
    const give = giveBack({
      orders: orderStore(world.table),
      refunds: refundStore(world.table),
      payments: world.stripe.payments,
      refund: interruptedChange('stripe.refund', step, world.stripe.giveBack),
      convergeCharge: world.as(step).convergeCharge,
      booksFollow: world.as(step).convergeChargeBooks,
      where: 'dev',
      say: (line) => said.push(line),
    })
    return give({ orderId, wanted: {}, isApplied: true, ...asked }).then(
      () => said.join(' '),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  }
  const given = () => world.stripe.refunds().map(({ amountPence }) => amountPence)
  return { world, photos, type, given }
}

const fate = (call: string, moment: 'before' | 'after', what: Fate, times = Infinity): Step => {
  let left = times
  return async (name, when) => (name === call && when === moment && left-- > 0 ? what : undefined)
}

const five = { wanted: { amountPence: 500 }, afterPence: 0 }

test('an amount whose reversal Stripe has no time for is said to be given back, and the same line gives nothing more', async () => {
  const { world, type, given } = await setup()
  const said = await type(five, fate('stripe.reverseTransfer', 'before', 'busy'))
  expect(said).toMatch(/^Gave back £5\.00 of DS-\w+: re_1\. The books/)
  expect(await type(five)).toMatch(/£5\.00 .* was given back already: re_1/)
  expect(given()).toEqual([500])
  await world.deliverAll()
  expect(await world.balanceOf(userIdOf(1))).toMatchObject({ reversedPence: 450 })
  expect(violationsAtRest(world)).toEqual([])
})

test('an amount whose answer is lost is asked for again by the command itself', async () => {
  const { type, given } = await setup()
  expect(await type(five, fate('stripe.refund', 'after', 'lost', 1))).toMatch(/^Gave back £5\.00 of DS-\w+: re_1\.$/)
  expect(given()).toEqual([500])
})

test('an amount without an answer is given once, also when its news come before the same line again', async () => {
  const { world, type, given } = await setup()
  expect(await type(five, fate('stripe.refund', 'after', 'lost'))).toMatch(/The same command again is safe/)
  await world.deliverAll()
  expect(await type(five)).toMatch(/was given back already: re_1/)
  expect(given()).toEqual([500])
})

test('the same line is harmless for ever: after a day, after another refund, and after its own came back', async () => {
  const { world, type, given } = await setup()
  await type(five)
  world.clock.forward({ hours: 30 })
  await type({ wanted: { amountPence: 300 }, afterPence: 500 })
  world.stripe.endRefund('re_1', 'failed')
  await world.deliverAll()
  world.clock.forward({ hours: 30 })
  expect(await type(five)).toMatch(/was given back already: re_1, which came back/)
  expect(given()).toEqual([500, 300])
})

test('an amount needs to know what was given back before, which is said', async () => {
  const { type, given } = await setup()
  const again = { wanted: { amountPence: 500 }, isApplied: false }
  expect(await type(again)).toMatch(/^Would give back £5\.00 of DS-\w+ on dev\. Say --after 0 --apply to do it\.$/)
  expect(await type({ ...again, isApplied: true })).toMatch(/^Say --after 0/)
  await type(five)
  expect(await type(again)).toMatch(/£5\.00 was given back before.* Say --after 500 --apply/)
  expect(await type({ wanted: { amountPence: 400 }, afterPence: 0 })).toMatch(/come to 500 pence, not 0/)
  expect(await type({ wanted: { amountPence: 500 }, afterPence: 500 })).toMatch(/^Gave back £5\.00 of DS-\w+: re_2/)
  expect(given()).toEqual([500, 500])
})

test('a line of the order without an answer is given once, though a bank asks about the order meanwhile', async () => {
  const { world, type, given } = await setup()
  const line = { wanted: { lines: [1] } }
  await type(line, fate('stripe.refund', 'after', 'lost'))
  world.stripe.dispute('ch_1', 'inquiry', 2000)
  expect(await type(line)).toMatch(/Nothing is left to give back of these lines/)
  expect(given()).toEqual([1500])
  await world.deliverAll()
  expect(violationsAtRest(world)).toEqual([])
})

test('what books that cannot follow Stripe would decide is not done', async () => {
  const { type, given } = await setup()
  expect(await type({}, fate('stripe.findCharge', 'before', 'lost'))).toMatch(/nothing was given back/i)
  expect(given()).toEqual([])
  expect(await type({})).toMatch(/^Gave back £35\.00/)
})

test('another amount is given back while the reversal of an earlier one waits, and both are asked back', async () => {
  const { world, type, given } = await setup()
  const silent = fate('stripe.reverseTransfer', 'before', 'lost')
  await type(five, silent)
  const said = await type({ wanted: { amountPence: 300 }, afterPence: 500 }, silent)
  expect(said).toMatch(/^Gave back £3\.00 of DS-\w+: re_2\. The books/)
  expect(given()).toEqual([500, 300])
  await world.deliverAll()
  expect(await world.balanceOf(userIdOf(1))).toMatchObject({ reversedPence: 720, availablePence: 0 })
  expect(violationsAtRest(world)).toEqual([])
})

test('an order under review that was given back whole frees its upgrade, though Stripe gives nothing more', async () => {
  const { world, photos, type, given } = await setup()
  const [photoId = photoIdOf(0)] = photos
  await world.setPrices(photoId, { webPence: 600 })
  const web = OrderId.parse(await world.sell([{ photoId, size: 'web' }], { key: 'attempt-of-web-size' }))
  const open = (n: number) =>
    world.checkout(
      world.checkoutRequest([{ photoId, upgradeOf: { orderId: web, line: 1 } }], { key: `attempt-upgrade-${n}` }),
    )
  const orderId = OrderId.parse((await open(1)).orderId)
  const { sessionId } = await world.orderOf(orderId)
  world.stripe.pay(sessionId ?? '')
  world.stripe.alter(sessionId ?? '', { totalPence: 899 })
  await world.deliverAll()
  const { chargeId } = await world.orderOf(orderId)
  world.stripe.refund(chargeId ?? '', 900)
  await world.deliverAll()
  // As an earlier release left it.
  const held = { upgradedBy: { orderId, line: 1 } }
  await world.table.write(update(orderKeys.item(web, 1), { set: held, when: 'present' }))
  await expect(open(2)).rejects.toMatchObject({ code: 'items_unavailable' })
  expect(await type({ orderId })).toMatch(/^Stripe refuses: charge_already_refunded/)
  expect(given()).toEqual([900])
  expect(await open(3)).toMatchObject({ kind: 'pay' })
})
