import { expect, test } from 'vitest'
import { stripeModeStore } from '#functions/payments/stripe-mode-store.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

test('the account and mode at Stripe are written once, under a key of their own, and stay', async () => {
  const table = fakeTable()
  const modes = stripeModeStore(table)
  const first = { isLive: false, accountId: 'acct_1' }

  expect(await modes.find()).toBeUndefined()
  expect(await modes.settle(first)).toEqual(first)
  expect(await modes.settle({ isLive: true, accountId: 'acct_1' })).toEqual(first)

  expect(await modes.find()).toEqual(first)
  expect(table.stored('INSTALLATION#STRIPE', 'MODE')).toEqual({ PK: 'INSTALLATION#STRIPE', SK: 'MODE', ...first })
})
