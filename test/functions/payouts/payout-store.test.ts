import { expect, test } from 'vitest'
import { payoutStore } from '#functions/payouts/payout-store.ts'
import { payoutPut, weekLockWrite } from '#functions/payouts/payout-writes.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import { Payout } from '#schema/entities/payout.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const payout = Payout.parse({
  id: 'pay_00000000000000000000000001',
  sellerId: userIdOf(1),
  accountId: 'acct_1',
  amountPence: 1350,
  sentPence: 0,
  state: 'reserved',
  trigger: 'weekly',
  week: '2030-W01',
  orderIds: [orderIdOf(1)],
  firstSentAt: null,
  createdAt: '2030-01-07T06:00:00.000Z',
  closedAt: null,
})

test('a payout is one item, listed as open until its end', async () => {
  const table = fakeTable()
  await table.write(payoutPut(payout))
  expect(table.stored('PAYOUT#pay_00000000000000000000000001', 'META')).toEqual({
    PK: 'PAYOUT#pay_00000000000000000000000001',
    SK: 'META',
    workKey: `OPEN#PAYOUT#${shardOf(userIdOf(1))}`,
    workSort: '2030-01-07T06:00:00.000Z',
    ...payout,
  })
})

test('the time of the first transfer stays, however often sending begins', async () => {
  const table = fakeTable()
  const payouts = payoutStore(table)
  await table.write(payoutPut(payout))
  await payouts.beginSending(payout, '2030-01-07T06:00:01.000Z')
  expect(await payouts.beginSending(payout, '2030-01-08T06:00:00.000Z')).toMatchObject({
    state: 'sending',
    firstSentAt: '2030-01-07T06:00:01.000Z',
  })
})

test('a week is locked by its first payout, and open to the next only while the one before was full', async () => {
  const table = fakeTable()
  const payouts = payoutStore(table)
  const lock = (before: Parameters<typeof weekLockWrite>[1], hasMore: boolean) =>
    table.transact(weekLockWrite(payout, before, hasMore))
  expect(await lock(undefined, true)).toEqual({ ok: true })
  expect(await lock(undefined, true)).toMatchObject({ ok: false })
  expect(await lock({ batches: 1, hasMore: true }, false)).toEqual({ ok: true })
  expect(await lock({ batches: 2, hasMore: true }, false)).toMatchObject({ ok: false })
  expect(table.stored('PERIOD#00000000-0000-4000-8000-000000000001#2030-W01', 'LOCK')).toMatchObject({ batches: 2 })
  expect(await payouts.findWeek(userIdOf(1), '2030-W01')).toEqual({ batches: 2, hasMore: false })
})
