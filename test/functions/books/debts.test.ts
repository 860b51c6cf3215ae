import { describe, expect, test } from 'vitest'
import { availableAfter, nothingAvailable } from '#functions/books/debts.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { availableSale } from '#test/support/payments/available-sale.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)

/** A photographer who was paid £13.50 for a sale that was refunded when nothing was left in their payout account. */
const indebted = async () => {
  const { world, photos } = await availableSale()
  await world.weeklyPayouts()
  await world.deliverAll()
  world.stripe.purse.isEmpty = true
  world.stripe.refund('ch_1', 1500)
  await world.deliverAll()
  world.alarms.splice(0)
  return { world, photos }
}
const days = (count: number) => ({ hours: 24 * count })
const said = ({ alarms }: Awaited<ReturnType<typeof indebted>>['world']) =>
  alarms.filter(({ message }) => message === 'a balance is below zero for too long')

describe('a balance below zero', () => {
  test.each([
    [29, 0],
    [30, 1],
    [31, 1],
  ])('for %i days wakes somebody %i times a night', async (count, times) => {
    const { world } = await indebted()
    world.clock.forward(days(count))
    expect(await world.checkBooks()).toMatchObject({ wrong: 0, indebted: times })
    expect(said(world)).toHaveLength(times)
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: -1350, paidPence: 1350 })
  })

  test('for more than 30 days is asked back once more, and is settled if the account there has it by now', async () => {
    const { world } = await indebted()
    world.clock.forward(days(31))
    world.stripe.purse.isEmpty = false
    expect(await world.checkBooks()).toMatchObject({ indebted: 0 })
    expect(said(world)).toEqual([])
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 0, paidPence: 0, reversedPence: 1350 })
    expect(world.stripe.transfers()).toMatchObject([{ amountPence: 1350, reversedPence: 1350 }])
    await world.deliverAll()
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is asked back under a new key each night, never the one that was refused', async () => {
    const { world } = await indebted()
    world.clock.forward(days(31))
    for (let night = 0; night < 3; night++) {
      await world.checkBooks()
      world.clock.forward(days(1))
    }
    world.stripe.purse.isEmpty = false
    await world.checkBooks()
    expect(world.stripe.transfers()).toMatchObject([{ reversedPence: 1350 }])
  })

  test('is not paid out by request', async () => {
    const { world } = await indebted()
    await expect(world.requestPayout(world.payoutRequest(seller))).rejects.toMatchObject({ code: 'no_balance' })
    expect(world.payoutsOf(seller)).toHaveLength(1)
  })

  test('is not asked back, nor told of, when sales repaid it meanwhile', async () => {
    const { world, photos } = await indebted()
    world.clock.forward(days(20))
    await world.sell(photos, { key: 'attempt-000000002' })
    world.clock.forward(days(20))
    await world.runRelease()
    expect(await world.checkBooks()).toMatchObject({ wrong: 0, indebted: 0 })
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 0 })
  })

  test('waits for the next night when the provider is out of reach, and is told of all the same', async () => {
    const { world } = await indebted()
    world.clock.forward(days(31))
    const silent = world.as(async (call, moment) =>
      call === 'stripe.reverseTransfer' && moment === 'before' ? 'lost' : undefined,
    )
    expect(await silent.checkBooks()).toMatchObject({ indebted: 1 })
    world.stripe.purse.isEmpty = false
    expect(await world.checkBooks()).toMatchObject({ indebted: 0 })
  })
})

test('a debt is as old as the last time the balance went below zero', () => {
  const entry = (day: number, amountPence: number) =>
    JournalEntry.parse({
      id: `e${day}`,
      at: `2030-01-${String(day).padStart(2, '0')}T10:00:00.000Z`,
      cause: 'refund',
      orderIds: [],
      payoutId: null,
      legs: [{ account: `seller:${seller}:available`, amountPence }],
    })
  const negativeSince = (userId: typeof seller, entries: JournalEntry[]) =>
    availableAfter(userId, nothingAvailable, entries).negativeSince
  expect(negativeSince(seller, [entry(1, 20), entry(3, -30), entry(5, -10)])).toBe('2030-01-03T10:00:00.000Z')
  expect(negativeSince(seller, [entry(1, -10), entry(2, 10), entry(3, -5), entry(4, -5)])).toBe(
    '2030-01-03T10:00:00.000Z',
  )
  expect(negativeSince(seller, [entry(1, -10), entry(2, 10)])).toBeNull()
  expect(negativeSince(userIdOf(2), [entry(1, -10)])).toBeNull()
})
