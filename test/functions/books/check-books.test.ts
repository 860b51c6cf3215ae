import { describe, expect, test } from 'vitest'
import { ChoreKind, chorePut } from '#functions/chores/chore-writes.ts'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import type { Step } from '#test/support/payments/interrupted.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'

const seller = userIdOf(1)

/** A photographer with one share paid out, one available after part of it was refunded, and one in its hold. */
const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(seller)
  await world.sell(photos, { key: 'attempt-000000001' })
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.requestPayout(world.payoutRequest(seller))
  await world.deliverAll()
  await world.sell(photos, { key: 'attempt-000000002' })
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  world.stripe.refund('ch_2', 500)
  await world.deliverAll()
  await world.sell(photos, { key: 'attempt-000000003' })
  return { world, photos }
}

describe('the books', () => {
  test('of an honest history are right', async () => {
    const { world } = await setup()
    expect(await world.checkBooks()).toEqual({ checked: 1, wrong: 0, indebted: 0 })
    expect((await world.checkBooksOf(seller)).violations).toEqual([])
  })

  test.each([
    ['a penny too much in the balance', 'BALANCE', { availablePence: 1 }],
    ['a penny too little in the balance', 'BALANCE', { pendingPence: -1 }],
  ])('with %s are reported', async (_, SK, add) => {
    const { world } = await setup()
    await world.table.write(update({ PK: `USER#${seller}`, SK }, { add, when: 'present' }))
    expect(await world.checkBooks()).toEqual({ checked: 1, wrong: 1, indebted: 0 })
    expect(world.alarms[0]).toMatchObject({ message: 'the books differ', fields: { sellerId: seller } })
  })

  test('with a share that changed without an entry are reported', async () => {
    const { world } = await setup()
    const share = world.table
      .all()
      .find(({ SK, availablePence }) => String(SK).startsWith('EARN#') && availablePence === 900)
    await world.table.write(
      update(
        { PK: String(share?.PK), SK: String(share?.SK) },
        { add: { availablePence: 100, reversedPence: -100 }, when: 'present' },
      ),
    )
    expect((await world.checkBooksOf(seller)).violations.map(({ rule }) => rule)).toEqual([
      'M9 availablePence',
      'M9 reversedPence',
    ])
  })

  test('with an entry that is missing are reported', async () => {
    const { world } = await setup()
    const entry = world.table.all().find(({ cause }) => cause === 'release')
    await world.table.write({ kind: 'delete', key: { PK: String(entry?.PK), SK: String(entry?.SK) }, when: 'present' })
    expect((await world.checkBooksOf(seller)).violations.map(({ rule }) => rule)).toEqual([
      'M10 pendingPence',
      'M10 availablePence',
    ])
  })
})

describe('whose books are checked', () => {
  test.each([
    ['whose money is all in its hold', async () => {}],
    [
      'whose money is all paid out',
      async (world: MoneyWorld) => {
        world.clock.forward({ hours: 48 })
        await world.runRelease()
        await world.openAccount(userIdOf(2))
        await world.weeklyPayouts()
        await world.deliverAll()
      },
    ],
    [
      'whose sale was refunded',
      async (world: MoneyWorld) => {
        world.stripe.refund('ch_1', 999)
        await world.deliverAll()
      },
    ],
  ] as const)('is also the photographer %s', async (_, live) => {
    const world = moneyWorld()
    await world.sell(await world.addSeller(2, [999]))
    await live(world)
    expect(await world.checkBooks()).toEqual({ checked: 1, wrong: 0, indebted: 0 })
    await world.table.write(
      update({ PK: `USER#${userIdOf(2)}`, SK: 'BALANCE' }, { add: { paidPence: 1 }, when: 'present' }),
    )
    expect(await world.checkBooks()).toMatchObject({ checked: 1, wrong: 1 })
  })

  test('are more than fit one page of a list, each once', async () => {
    const world = moneyWorld()
    const people = Array.from({ length: 1_100 }, (_, n) => userIdOf(n + 10))
    for (const each of people) await world.table.transact([balanceAdd(each, { add: { pendingPence: 0 } })])
    expect(await world.checkBooks()).toEqual({ checked: 1_100, wrong: 0, indebted: 0 })
  })

  test('a sale that comes between the readings is no difference', async () => {
    const { world, photos } = await setup()
    let isOver = false
    const between: Step = async (call, moment) => {
      if (!isOver && call === 'table.query' && moment === 'after') {
        isOver = true
        await world.sell(photos, { key: 'attempt-000000009' })
      }
      return undefined
    }
    expect(await world.as(between).checkBooks()).toMatchObject({ wrong: 0 })
    expect(isOver).toBe(true)
  })
})

describe('what waits too long', () => {
  test('is nothing while everything runs', async () => {
    const { world } = await setup()
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    await world.finishChores()
    expect(await world.checkOverdueWork()).toEqual({ orders: 0, holds: 0, payouts: 0, mails: 0, chores: 0 })
    expect(world.alarms).toEqual([])
  })

  test('is counted by kind, with one alarm', async () => {
    const { world, photos } = await setup()
    await world.checkout(world.checkoutRequest(photos, { key: 'attempt-000000009' }))
    await world.requestPayout(world.payoutRequest(seller))
    world.clock.forward({ hours: 49 })
    expect(await world.checkOverdueWork()).toMatchObject({ orders: 1, holds: 1, payouts: 1, mails: expect.any(Number) })
    expect(world.alarms).toMatchObject([{ message: 'work is overdue', fields: { holds: 1 } }])
  })

  test.each([
    ['read-numbers', 15],
    ['price-photos', 15],
    ['grow-order', 15],
    ['keep-files', 60],
    ['not-made-yet', 15],
  ])('is a chore, such as %s, after %i minutes', async (kind, minutes) => {
    const world = moneyWorld()
    const dueAt = world.now().toISOString()
    const { item } = chorePut({
      kind: kind === 'not-made-yet' ? 'read-numbers' : ChoreKind.parse(kind),
      subject: 'any',
      dueAt,
    })
    await world.table.write({ kind: 'put', item: { ...item, kind }, when: 'absent' })
    world.clock.forward({ minutes: minutes - 1 })
    expect(await world.checkOverdueWork()).toMatchObject({ chores: 0 })
    expect(world.alarms).toEqual([])
    world.clock.forward({ minutes: 2 })
    expect(await world.checkOverdueWork()).toMatchObject({ chores: 1 })
    expect(world.alarms).toMatchObject([{ message: 'work is overdue', fields: { chores: 1 } }])
  })
})
