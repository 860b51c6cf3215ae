import { expect, test } from 'vitest'
import { refuseOtherMode } from '#functions/payments/stripe-client.ts'
import { stripeModeStore } from '#functions/payments/stripe-mode-store.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const setup = async (isLive?: boolean) => {
  const modes = stripeModeStore(fakeTable())
  if (isLive !== undefined) await modes.settle({ isLive, accountId: 'acct_1' })
  const alarms: string[] = []
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void alarms.push(message) }
  return { alarms, use: (key: string) => refuseOtherMode(key, { modes, log }) }
}

test.each([
  [true, 'sk_test_1'],
  [true, 'rk_test_1'],
  [false, 'sk_live_1'],
  [false, 'rk_live_1'],
])('a stage whose mode is live: %s refuses %s with an alarm before anything is asked', async (isLive, key) => {
  const { alarms, use } = await setup(isLive)
  await expect(use(key)).rejects.toMatchObject({ code: 'unavailable' })
  expect(alarms).toEqual(['the key of Stripe is of the other mode'])
})

test.each([
  [true, 'rk_live_1'],
  [false, 'sk_test_1'],
  [undefined, 'sk_live_1'],
])('a stage whose mode is live: %s takes %s', async (isLive, key) => {
  const { alarms, use } = await setup(isLive)
  await use(key)
  expect(alarms).toEqual([])
})
