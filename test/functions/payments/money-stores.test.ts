import { describe, expect, test } from 'vitest'
import { pointerStore } from '#functions/orders/pointer-store.ts'
import { pointerPut } from '#functions/orders/pointer-writes.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { earningChange, earningPut } from '#functions/payments/earning-writes.ts'
import { bucketLegs, causeId, journalKeys, journalPut } from '#functions/payments/journal-entries.ts'
import { journalStore } from '#functions/payments/journal-store.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import { pence, SumPence } from '#schema/money.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

describe('a share', () => {
  const shard = shardOf(orderIdOf(1))
  const setup = async (earning = anEarning()) => {
    const table = fakeTable()
    await table.write(earningPut(earning))
    return { table, earnings: earningStore(table) }
  }

  test('is one item under its order, found by its seller and by the minute it is due', async () => {
    const { table } = await setup()
    expect(
      table.stored('ORDER#ord_00000000000000000000000000000001', 'EARN#00000000-0000-4000-8000-000000000001'),
    ).toEqual({
      PK: 'ORDER#ord_00000000000000000000000000000001',
      SK: 'EARN#00000000-0000-4000-8000-000000000001',
      sellerKey: 'SELLER#00000000-0000-4000-8000-000000000001',
      sellerSort: '2030-01-01T10:00:00.000Z',
      workKey: `DUE#RELEASE#${shard}`,
      workSort: '2030-01-03T10:00:00.000Z',
      ...anEarning(),
    })
  })

  test('exists once for an order and a seller', async () => {
    const { table } = await setup()
    expect(await table.write(earningPut(anEarning()))).toMatchObject({ ok: false })
  })

  test('is due from its minute on, not before', async () => {
    const { earnings } = await setup()
    expect((await earnings.listDue(shard, { now: '2030-01-03T09:59:59.999Z' })).refs).toEqual([])
    expect((await earnings.listDue(shard, { now: '2030-01-03T10:00:00.000Z' })).refs).toHaveLength(1)
  })

  test('of nothing is never due', async () => {
    const { earnings } = await setup(anEarning({ amountPence: pence(0), pendingPence: SumPence.parse(0) }))
    expect((await earnings.listDue(shard, { now: '2040-01-01T00:00:00.000Z' })).refs).toEqual([])
  })

  test('is not changed by somebody who read an older one', async () => {
    const { table, earnings } = await setup()
    const move = { add: { pendingPence: -1350, availablePence: 1350 } }
    expect(await table.write(earningChange(anEarning(), move))).toMatchObject({ ok: true })
    expect(await table.write(earningChange(anEarning(), move))).toMatchObject({ ok: false })
    expect(await earnings.find({ orderId: orderIdOf(1), sellerId: userIdOf(1) })).toMatchObject({
      pendingPence: 0,
      availablePence: 1350,
      version: 1,
    })
    expect((await earnings.listDue(shard, { now: '2040-01-01T00:00:00.000Z' })).refs).toEqual([])
    expect(await earnings.listPayable(userIdOf(1), 10)).toHaveLength(1)
  })

  test('is listed to its seller newest first', async () => {
    const { table, earnings } = await setup()
    await table.write(earningPut(anEarning({ orderId: orderIdOf(2), paidAt: '2030-02-01T00:00:00.000Z' })))
    await table.write(earningPut(anEarning({ orderId: orderIdOf(3), sellerId: userIdOf(2) })))
    const { earnings: listed } = await earnings.listOfSeller(userIdOf(1))
    expect(listed.map(({ orderId }) => orderId)).toEqual([orderIdOf(2), orderIdOf(1)])
  })
})

describe('a balance', () => {
  test('begins with nothing', async () => {
    expect(await balanceStore(fakeTable()).get(userIdOf(1))).toMatchObject({ availablePence: 0, openPayoutId: null })
  })

  test('is one item beside the profile, made by its first addition', async () => {
    const table = fakeTable()
    await table.write(balanceAdd(userIdOf(1), { add: { pendingPence: 1350, totalEarnedPence: 1350 } }))
    expect(table.stored('USER#00000000-0000-4000-8000-000000000001', 'BALANCE')).toEqual({
      PK: 'USER#00000000-0000-4000-8000-000000000001',
      SK: 'BALANCE',
      userId: userIdOf(1),
      pendingPence: 1350,
      totalEarnedPence: 1350,
      version: 1,
      sellerKey: `EARNING#SELLERS#${shardOf(userIdOf(1))}`,
      sellerSort: userIdOf(1),
    })
  })

  test('is on the list of everybody who ever earned something', async () => {
    const table = fakeTable()
    await table.write(balanceAdd(userIdOf(1), { add: { pendingPence: 1350 } }))
    expect(await balanceStore(table).listEarning(shardOf(userIdOf(1)))).toEqual({ sellerIds: [userIdOf(1)] })
  })

  test('adds up sales that arrive together', async () => {
    const table = fakeTable()
    const sale = balanceAdd(userIdOf(1), { add: { pendingPence: 1350, totalEarnedPence: 1350 } })
    await Promise.all(Array.from({ length: 100 }, () => table.write(sale)))
    expect(await balanceStore(table).get(userIdOf(1))).toMatchObject({ pendingPence: 135_000, version: 100 })
  })
})

describe('the journal', () => {
  const entry = (sellerId = userIdOf(1), amount = 1350) =>
    JournalEntry.parse({
      id: causeId('release', orderIdOf(1)),
      at: '2030-01-03T10:00:00.000Z',
      cause: 'release',
      orderIds: [orderIdOf(1)],
      payoutId: null,
      legs: bucketLegs(sellerId, { pendingPence: -1350, availablePence: amount }),
    })

  test('keeps an entry under its seller by time and cause', async () => {
    const table = fakeTable()
    await table.write(journalPut(journalKeys.ofSeller(userIdOf(1), entry()), entry()))
    expect(table.all()).toEqual([
      {
        PK: 'LEDGER#00000000-0000-4000-8000-000000000001',
        SK: `2030-01-03T10:00:00.000Z#${entry().id}`,
        ...entry(),
      },
    ])
    expect(await journalStore(table).listOfSeller(userIdOf(1))).toEqual({ entries: [entry()] })
  })

  test('never replaces an entry', async () => {
    const table = fakeTable()
    const write = journalPut(journalKeys.ofSeller(userIdOf(1), entry()), entry())
    await table.write(write)
    expect(await table.write(write)).toMatchObject({ ok: false })
  })

  test('takes no entry whose legs do not sum to zero', () => {
    const wrong = entry(userIdOf(1), 1351)
    expect(() => journalPut(journalKeys.ofSeller(userIdOf(1), wrong), wrong)).toThrow('do not balance')
  })
})

describe('a pointer', () => {
  test('leads from an object of Stripe to ours', async () => {
    const table = fakeTable()
    await table.write(pointerPut('cs_1', { orderId: orderIdOf(1) }))
    expect(table.stored('STRIPE#cs_1', 'PTR')).toEqual({ PK: 'STRIPE#cs_1', SK: 'PTR', orderId: orderIdOf(1) })
    expect(await pointerStore(table).find('cs_1')).toEqual({ orderId: orderIdOf(1) })
  })

  test('may be written again, but never to another target', async () => {
    const table = fakeTable()
    await table.write(pointerPut('cs_1', { orderId: orderIdOf(1) }))
    expect(await table.write(pointerPut('cs_1', { orderId: orderIdOf(1) }))).toMatchObject({ ok: true })
    expect(await table.write(pointerPut('cs_1', { orderId: orderIdOf(2) }))).toMatchObject({ ok: false })
  })
})
