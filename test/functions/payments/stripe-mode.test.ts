import { expect, test } from 'vitest'
import { isSetUp, refuseOtherMode, refuseWithoutKey } from '#functions/payments/stripe-client.ts'
import { stripeModeStore } from '#functions/payments/stripe-mode-store.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const setup = async (isLive?: boolean) => {
  const modes = stripeModeStore(fakeTable())
  if (isLive !== undefined) await modes.settle({ isLive, accountId: 'acct_1' })
  const alarms: string[] = []
  const said: string[] = []
  const log = {
    info: (message: string) => void said.push(message),
    warn: () => {},
    error: (message: string) => void alarms.push(message),
  }
  return {
    alarms,
    said,
    use: (key: string) => refuseOtherMode(key, { modes, log }),
    need: (key: string) => refuseWithoutKey(key, { modes, log }),
    isSetUp: (key: string) => isSetUp(key, { modes }),
  }
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

/** As lib/data/market-secrets.ts has one generated: letters and digits. */
const generated = 'w9XgYJeQSOCqaqHdDx0aFb3kLmNpRsTuVz1245678Ac'

test('before Stripe is set up what needs it is unavailable, one line says why, and nobody is alarmed', async () => {
  const { alarms, said, need, isSetUp } = await setup()
  expect(await isSetUp(generated)).toBe(false)
  await expect(need(generated)).rejects.toMatchObject({ code: 'unavailable' })
  expect(said).toEqual(['stripe is not set up'])
  expect(alarms).toEqual([])
})

test.each(['sk_test_1', 'rk_live_1'])('a stage that was just given %s has Stripe', async (key) => {
  const { need, isSetUp } = await setup()
  expect(await isSetUp(key)).toBe(true)
  await need(key)
})

test('a stage that was set up and lost its key is not taken for one without Stripe', async () => {
  const { alarms, need, isSetUp } = await setup(true)
  expect(await isSetUp(generated)).toBe(true)
  await expect(need(generated)).rejects.toMatchObject({ code: 'unavailable' })
  expect(alarms).toEqual(['the key of Stripe is gone'])
})
