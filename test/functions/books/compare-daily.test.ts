import { expect, test } from 'vitest'
import { pointerPut } from '#functions/orders/pointer-writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { urgent } from '#schema/alarms.ts'
import { OrderId } from '#schema/ids.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import type { Step } from '#test/support/payments/interrupted.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'

const seller = userIdOf(1)

/**
 * A sale that was paid out. Since then two buyers paid and one buyer had money back, Stripe took back part of the
 * transfer, all news of it were lost, and the journal is a penny off the balance.
 */
const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(seller)
  const soldId = await world.sell(photos)
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.weeklyPayouts()
  await world.deliverAll()
  const open = async (key: string) => (await world.checkout(world.checkoutRequest(photos, { key }))).orderId
  const paidIds = [await open('attempt-000000002'), await open('attempt-000000003')]
  for (const id of ['cs_test_2', 'cs_test_3']) world.stripe.pay(id)
  world.stripe.refund('ch_1', 500)
  world.stripe.reverseByHand('tr_1', 100)
  world.takeNews()
  const key = { PK: `USER#${seller}`, SK: 'BALANCE' }
  await world.table.write(update(key, { add: { reversedPence: 1 }, when: 'present' }))
  world.alarms.splice(0)

  /** What of it the night made good or told somebody. */
  const found = async () => {
    const orders = await Promise.all(paidIds.map((id) => world.orderOf(id)))
    const { refundedPence } = await world.orderOf(soldId)
    const [share] = await world.earningsOf(soldId)
    return {
      payments: orders.filter(({ status }) => status === 'completed').length,
      refund: refundedPence === 500,
      reversal: (share?.lines[0]?.reversedPence ?? 0) >= 100,
      books: world.alarms.some(({ message }) => message === 'the books differ'),
    }
  }
  return { world, found }
}
const lostAt =
  (wanted: string): Step =>
  async (call, moment) =>
    call === wanted && moment === 'before' ? 'lost' : undefined

test('a night makes good what was lost, and tells of what it may not decide', async () => {
  const { world, found } = await setup()
  await world.compareDaily()
  expect(await found()).toEqual({ payments: 2, refund: true, reversal: true, books: true })
})

test.each([
  ['stripe.listSessions', { payments: 0, refund: true, reversal: true, books: true }],
  ['stripe.listReturns', { payments: 2, refund: false, reversal: true, books: true }],
  ['stripe.listMadeTransfers', { payments: 2, refund: true, reversal: true, books: true }],
] as const)('a night in which %s gets no answer does everything else, then fails with an alarm', async (call, rest) => {
  const { world, found } = await setup()
  await expect(world.as(lostAt(call)).compareDaily()).rejects.toMatchObject({ code: 'unavailable' })
  expect(await found()).toEqual(rest)
  expect(world.alarms.map(({ message }) => message)).toContain('a nightly comparison failed')
})

test('a paid session that cannot be settled keeps no other from being settled, and is counted', async () => {
  const { world, found } = await setup()
  let looks = 0
  const once: Step = async (call, moment) =>
    call === 'stripe.findSession' && moment === 'before' && ++looks === 1 ? 'lost' : undefined
  expect(await world.as(once).compareSessions()).toEqual({ compared: 3, settled: 1, failed: 1 })
  expect(await found()).toMatchObject({ payments: 1 })
  expect(await world.compareSessions()).toEqual({ compared: 3, settled: 1, failed: 0 })
  expect(await found()).toMatchObject({ payments: 2 })
})

/** An order that is complete, and a second page of it that somebody paid on as well; the news of that are lost. */
const paidTwice = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  const orderId = await world.sell(photos)
  const [first] = world.stripe.sessions()
  if (!first?.charge) throw new Error('Nobody paid.')
  const second = { id: 'cs_second', paymentIntentId: 'pi_second', charge: { ...first.charge, id: 'ch_second' } }
  world.stripe.add({ ...first, ...second })
  world.stripe.tell('checkout.session.completed', 'cs_second')
  world.takeNews()
  await world.table.transact([pointerPut('cs_second', { orderId: OrderId.parse(orderId) })])
  const told = () => world.alarms.filter(({ message }) => message === urgent.paidTwice)
  return { world, told }
}

test('a second payment of an order is told, though its news were lost: by the night until it is given back', async () => {
  const { world, told } = await paidTwice()
  expect(await world.compareSessions()).toEqual({ compared: 2, settled: 1, failed: 0 })
  expect(told()).toMatchObject([{ fields: { chargeId: 'ch_second' } }])
  expect(world.alarms).toHaveLength(1)
  world.stripe.refund('ch_second', 1500)
  await world.deliverAll()
  expect(await world.compareSessions()).toEqual({ compared: 2, settled: 0, failed: 0 })
  expect(world.alarms).toHaveLength(1)
})

test('a second payment of an order is told within minutes, though its news were lost', async () => {
  const { world, told } = await paidTwice()
  world.clock.forward({ minutes: 1 })
  expect(await world.reconcileEnded()).toEqual({ compared: 2, settled: 1, failed: 0 })
  expect(told()).toMatchObject([{ fields: { chargeId: 'ch_second' } }])
})

test('a payment of no order of ours is told by the night until it is given back', async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.sell(photos)
  const [first] = world.stripe.sessions()
  if (!first?.charge) throw new Error('Nobody paid.')
  const orderId = `ord_${'0'.repeat(26)}`
  const charge = { ...first.charge, id: 'ch_stray' }
  world.stripe.add({ ...first, id: 'cs_stray', orderId, paymentIntentId: 'pi_stray', charge })
  expect(await world.compareSessions()).toEqual({ compared: 2, settled: 1, failed: 0 })
  expect(world.alarms.map(({ message }) => message)).toContain(urgent.paidAndNotSettled)
  world.alarms.splice(0)
  world.stripe.refund('ch_stray', 1500)
  world.takeNews()
  expect(await world.compareSessions()).toEqual({ compared: 2, settled: 0, failed: 0 })
  expect(world.alarms).toEqual([])
})
