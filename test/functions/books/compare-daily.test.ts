import { expect, test } from 'vitest'
import { update } from '#functions/shared/table/writes.ts'
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
