import { expect, test } from 'vitest'
import { livePayoutProvider } from '#functions/payments/live.ts'
import { inTurn, payoutPace } from '#functions/payouts/stripe-pace.ts'
import { PayoutId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'

/** When one worker began its calls within `forMs`, each answered after `answerMs`. */
const callsOf = async ({
  answerMs,
  forMs = 60_000,
  scale = 1,
}: {
  answerMs: number
  forMs?: number
  scale?: number
}) => {
  let nowMs = 0
  const turn = inTurn({
    nowMs: () => nowMs,
    wait: async (ms) => {
      nowMs += ms
    },
    scale: () => scale,
  })
  const beganMs: number[] = []
  while (nowMs < forMs) {
    await turn()
    beganMs.push(nowMs)
    nowMs += answerMs
  }
  return beganMs
}
/** All workers at once, begun together: the worst moment for Stripe. */
const allWorkers = async (answerMs: number) => {
  const each = await callsOf({ answerMs })
  return each.flatMap((at) => Array.from({ length: payoutPace.workers }, () => at))
}
const mostInOneSecond = (atMs: readonly number[]) =>
  Math.max(...atMs.map((from) => atMs.filter((at) => at >= from && at < from + 1_000).length))

test('seven tenths of what Stripe takes on one endpoint are for payouts, the rest for buyers', () => {
  expect(payoutPace.callsPerSecond).toBe(17.5)
})

test.each([0, 1, 50, 250, 571])(
  'workers whose calls are answered in %i ms stay at that pace together',
  async (answerMs) => {
    const calls = await allWorkers(answerMs)
    expect(calls.length).toBeLessThanOrEqual(60 * payoutPace.callsPerSecond + payoutPace.workers)
    expect(calls.length).toBeGreaterThanOrEqual(60 * payoutPace.callsPerSecond - payoutPace.workers)
    expect(mostInOneSecond(calls)).toBeLessThan(25)
  },
)

test('a worker that waits longer for an answer than for its turn does not wait for both', async () => {
  const calls = await callsOf({ answerMs: 2_000 })
  expect(calls).toEqual(Array.from({ length: 30 }, (_, n) => n * 2_000))
})

test('a pause is not made up for by a burst', async () => {
  let nowMs = 0
  const waits: number[] = []
  const turn = inTurn({
    nowMs: () => nowMs,
    wait: async (ms) => {
      waits.push(ms)
      nowMs += ms
    },
    scale: () => 1,
  })
  await turn()
  nowMs += 3_600_000
  for (let call = 0; call < 3; call++) await turn()
  expect(waits.map(Math.round)).toEqual([571, 571])
})

test('a full payout fits into the time that a worker has for a message', () => {
  const secondsEach = payoutPace.workers / payoutPace.callsPerSecond
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
