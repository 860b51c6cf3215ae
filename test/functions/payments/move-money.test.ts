import { expect, test } from 'vitest'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { journalStore } from '#functions/payments/journal-store.ts'
import { moveMoney } from '#functions/payments/move-money.ts'
import { SignedPence } from '#schema/money.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const sellerId = userIdOf(1)
const facts = { sellerId, at: '2030-01-03T10:00:00.000Z', payoutId: null }
const first = anEarning()
const second = anEarning({ orderId: orderIdOf(2) })

const setup = async () => {
  const table = fakeTable()
  for (const earning of [first, second]) await table.write(earningPut(earning))
  await table.write(balanceAdd(sellerId, { add: { pendingPence: 2700, totalEarnedPence: 2700 } }))
  const read = async () => ({
    shares: await Promise.all([first, second].map((share) => earningStore(table).find(share))),
    balance: await balanceStore(table).get(sellerId),
    entries: (await journalStore(table).listOfSeller(sellerId)).entries,
  })
  return { table, read }
}

test('shares, balance and journal tell the same of a move', async () => {
  const { table, read } = await setup()
  const shares = [
    { earning: first, change: { add: { pendingPence: -1350, availablePence: 1350 } } },
    { earning: second, change: { add: { pendingPence: -1000, availablePence: 1000 } } },
  ]
  await table.transact(moveMoney({ ...facts, id: 'release:1', cause: 'release', shares, balance: { isPayable: true } }))
  const { shares: after, balance, entries } = await read()
  expect(after.map((share) => share?.availablePence)).toEqual([1350, 1000])
  expect(balance).toMatchObject({ pendingPence: 350, availablePence: 2350, version: 2 })
  expect(entries).toEqual([
    {
      id: 'release:1',
      at: '2030-01-03T10:00:00.000Z',
      cause: 'release',
      orderIds: [orderIdOf(1), orderIdOf(2)],
      payoutId: null,
      legs: [
        { account: `seller:${sellerId}:pending`, amountPence: -2350 },
        { account: `seller:${sellerId}:available`, amountPence: 2350 },
      ],
    },
  ])
})

test('legs that do not balance are written nowhere', () => {
  const shares = [{ earning: first, change: { add: { pendingPence: -1350, availablePence: 1349 } } }]
  expect(() => moveMoney({ ...facts, id: 'release:1', cause: 'release', shares })).toThrow('do not balance')
})

test('money that comes from outside stands against the legs of the share', async () => {
  const { table, read } = await setup()
  const shares = [{ earning: first, change: { add: { pendingPence: -500 } } }]
  const against = [{ account: 'stripe', amountPence: SignedPence.parse(500) }]
  await table.transact(moveMoney({ ...facts, id: 'refund:1', cause: 'refund', shares, against }))
  expect((await read()).entries.map(({ legs }) => legs)).toEqual([
    [{ account: `seller:${sellerId}:pending`, amountPence: -500 }, ...against],
  ])
})

test('a change that moves nothing has no entry', async () => {
  const { table, read } = await setup()
  const shares = [{ earning: first, change: { add: { pendingPence: 0 }, set: { frozen: true } } }]
  await table.transact(moveMoney({ ...facts, id: 'freeze:1', cause: 'freeze', shares }))
  const { shares: after, entries } = await read()
  expect(after[0]).toMatchObject({ frozen: true, version: 1 })
  expect(entries).toEqual([])
})
