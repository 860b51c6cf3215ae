import { describe, expect, test } from 'vitest'
import { update } from '#functions/shared/table/writes.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { availableSale } from '#test/support/payments/available-sale.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)

/** A photographer to whom two sales were paid out two days ago. */
const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(seller)
  for (const n of [1, 2]) await world.sell(photos, { key: `attempt-00000000${n}` })
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.weeklyPayouts()
  await world.deliverAll()
  world.clock.forward({ hours: 48 })
  world.alarms.splice(0)
  return world
}
const shareOf = (world: MoneyWorld, transferId: string) => {
  const share = world.table.all().find(({ lines }) => JSON.stringify(lines ?? '').includes(`"${transferId}"`))
  const lines = JSON.parse(JSON.stringify(share?.lines ?? []))
  return { key: { PK: String(share?.PK), SK: String(share?.SK) }, lines }
}
const changeLine = async (world: MoneyWorld, change: object) => {
  const { key, lines } = shareOf(world, 'tr_1')
  await world.table.write(update(key, { set: { lines: [{ ...lines[0], ...change }] }, when: 'present' }))
}

test('transfers of an honest week are all in the books, and the books all at Stripe', async () => {
  const world = await setup()
  const { made, ...found } = await world.compareTransfers()
  expect(found).toEqual({ compared: 2, settled: 0, different: 0 })
  expect(await world.checkBooks(made)).toMatchObject({ wrong: 0 })
})

describe('drift is reported:', () => {
  test.each([
    ['a transfer that no share knows', { payoutId: 'pay_00000000000000000000000000' }, 'not_in_the_books'],
    ['one that was called rejected', { state: 'rejected' }, 'not_in_the_books'],
    ['one of another amount', { amountPence: 1349 }, 'another_amount'],
    ['a share paid by another transfer', { transferId: 'tr_9' }, 'another_transfer_in_the_books'],
    ['more taken back here than there', { reversedPence: 5 }, 'more_reversed_in_the_books'],
  ])('%s', async (_, change, found) => {
    const world = await setup()
    await changeLine(world, change)
    expect(await world.compareTransfers()).toMatchObject({ different: 1 })
    expect(world.alarms).toMatchObject([
      { message: 'a transfer differs from the books', fields: { transferId: 'tr_1', found } },
    ])
  })

  test('a transfer here that Stripe never made', async () => {
    const world = await setup()
    const { made } = await world.compareTransfers()
    const without = async (ids: readonly string[]) => new Set(ids.filter((id) => id !== 'tr_2'))
    expect(await world.checkBooks({ ...made, among: without })).toMatchObject({ checked: 1, wrong: 1 })
    expect(world.alarms).toMatchObject([{ message: 'the books differ', fields: { rule: 'M14 sent' } }])
  })

  test('a share whose lines do not add up to what it calls paid', async () => {
    const world = await setup()
    await changeLine(world, { reversedPence: 5 })
    expect(await world.checkBooks()).toMatchObject({ wrong: 1 })
    expect(world.alarms).toMatchObject([{ fields: { rule: 'M14 lines' } }])
  })

  test('two payouts of a share that call one transfer theirs: the second was never sent', async () => {
    const world = await setup()
    const { key, lines } = shareOf(world, 'tr_1')
    const [line] = lines
    const second = { ...line, payoutId: 'pay_00000000000000000000000000' }
    const set = { lines: [{ ...line, reversedPence: line.amountPence }, second] }
    await world.table.write(update(key, { set, when: 'present' }))
    expect(await world.checkBooks()).toMatchObject({ wrong: 1 })
    expect(world.alarms).toMatchObject([{ fields: { rule: 'M13 transfers' } }])
  })
})

test('a reversal whose news were lost is noted, and its money payable again', async () => {
  const world = await setup()
  await world.stripe.provider.reverseTransfer({ transferId: 'tr_1', amountPence: 400 }, 'by an operator')
  world.takeNews()
  expect(await world.compareTransfers()).toMatchObject({ settled: 1, different: 0 })
  expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 400, paidPence: 2300 })
  expect(violationsAtRest(world)).toEqual([])
  expect(await world.compareTransfers()).toMatchObject({ settled: 0, different: 0 })
})

test('two of them in one page are both counted', async () => {
  const world = await setup()
  world.stripe.reverseByHand('tr_1', 400)
  world.stripe.reverseByHand('tr_2', 300)
  world.takeNews()
  expect(await world.compareTransfers()).toMatchObject({ compared: 2, settled: 2, different: 0 })
})

test('a reversal of a transfer of months ago whose news were lost is noted as well', async () => {
  const world = await setup()
  world.clock.forward({ hours: 24 * 60 })
  world.stripe.reverseByHand('tr_1', 400)
  world.takeNews()
  await world.compareTransfers()
  expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 400, paidPence: 2300 })
  expect(violationsAtRest(world)).toEqual([])
})

test('a transfer whose answer is still to come is no difference', async () => {
  const { world } = await availableSale()
  await world.weeklyPayouts()
  const [task] = world.queued.splice(0)
  if (!task) throw new Error('Nobody is paid.')
  const lossy = world.as(async (call, moment) =>
    call === 'stripe.createTransfer' && moment === 'after' ? 'lost' : undefined,
  )
  await expect(lossy.handle(task)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await world.compareTransfers()).toMatchObject({ compared: 1, different: 0 })
})

test('what happened before the two weeks is left alone', async () => {
  const world = await setup()
  world.clock.forward({ hours: 24 * 15 })
  const { made, ...found } = await world.compareTransfers()
  expect(found).toEqual({ compared: 0, settled: 0, different: 0 })
  expect(await world.checkBooks(made)).toMatchObject({ wrong: 0 })
})
