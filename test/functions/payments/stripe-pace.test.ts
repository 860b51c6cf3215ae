import { expect, test } from 'vitest'
import { livePayoutProvider } from '#functions/payments/live.ts'
import { payoutWorkers, settlingWorkers, workersCallsPerSecond } from '#functions/payments/stripe-pace.ts'
import { paceStore } from '#functions/shared/pace/pace-store.ts'
import { turnsOf } from '#functions/shared/pace/turns.ts'
import { PayoutId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { virtualTime } from '#test/support/virtual-time.ts'

test.each([
  [25, 17.5, 10],
  [100, 70, 40],
])('of %i calls a second that Stripe takes workers make %d, by %i payouts at once', (limit, pace, workers) => {
  expect(workersCallsPerSecond(limit)).toBe(pace)
  expect(payoutWorkers(limit)).toBe(workers)
})

test.each([
  [25, 20],
  [79, 20],
  [100, 26],
  [1_000, 252],
  // A queue starts no more.
  [5_000, 1_000],
])('of %i calls a second that Stripe takes, %i copies settle payments', (limit, workers) => {
  expect(settlingWorkers(limit)).toBe(workers)
})

test.each([25, 100])('the workers of a Monday use the pace of %i up', async (limit) => {
  const time = virtualTime('2030-01-07T06:00:00.000Z')
  const perSecond = workersCallsPerSecond(limit)
  const paces = paceStore(fakeTable(), time.now)
  const calls = { payouts: 0 }
  const end = time.now().getTime() + 60_000
  const work = async (who: keyof typeof calls, answerMs: number) => {
    const turn = turnsOf({ paces, pace: () => ({ name: 'stripe', perSecond }), now: time.now, wait: time.wait })
    while (time.now().getTime() < end) {
      await turn()
      calls[who]++
      await time.wait(answerMs)
    }
  }
  await time.run(Array.from({ length: payoutWorkers(limit) }, () => work('payouts', 500)))
  expect(calls.payouts).toBeGreaterThan(60 * perSecond * 0.9)
  expect(calls.payouts).toBeLessThanOrEqual(60 * perSecond + payoutWorkers(limit))
})

test('a full payout at the first pace fits into the time that a worker has for a message', () => {
  const secondsEach = payoutWorkers(25) / workersCallsPerSecond(25)
  // Its account is read first.
  expect((limits.payout.transfersPerBatch + 1) * secondsEach * 1_000).toBeLessThan(limits.payout.sendingMs)
})

test('no call to Stripe begins before its turn', async () => {
  const provider = livePayoutProvider(async () => {
    throw new Error('not yet')
  })
  const transfer = {
    orderId: orderIdOf(1),
    payoutId: PayoutId.parse(`pay_${'0'.repeat(26)}`),
    sellerId: userIdOf(1),
    accountId: 'acct_1',
    chargeId: 'ch_1',
    amountPence: pence(1350),
  }
  await expect(provider.createTransfer(transfer, 'key')).rejects.toThrow('not yet')
  await expect(provider.listTransfers({ orderId: orderIdOf(1), accountId: 'acct_1' })).rejects.toThrow('not yet')
  await expect(provider.reverseTransfer({ transferId: 'tr_1', amountPence: pence(1) }, 'key')).rejects.toThrow(
    'not yet',
  )
  await expect(provider.findAccount('acct_1')).rejects.toThrow('not yet')
})
