import { describe, expect, test } from 'vitest'
import { update } from '#functions/shared/table/writes.ts'
import { BooksPart } from '#schema/events/books.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'

const seller = userIdOf(1)
const keyOf = (n: number) => `attempt-${String(n).padStart(9, '0')}`

/** A photographer with far more sales and entries than are read at once: paid out, available, refunded and in their hold. */
const setup = async () => {
  const world = moneyWorld({ bookSizes: { period: 2, page: 3 } })
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(seller)
  const sell = async (from: number, count: number) => {
    for (let n = from; n < from + count; n++) {
      await world.sell(photos, { key: keyOf(n) })
      world.clock.forward({ minutes: 1 })
    }
  }
  await sell(1, 5)
  world.clock.forward({ hours: 49 })
  await world.runRelease()
  await world.requestPayout(world.payoutRequest(seller))
  await world.deliverAll()
  await sell(6, 4)
  world.clock.forward({ hours: 49 })
  await world.runRelease()
  world.stripe.refund('ch_2', 500)
  world.stripe.refund('ch_7', 500)
  await world.deliverAll()
  await sell(10, 3)
  world.clock.forward({ hours: 2 })
  return { world, photos }
}
const rulesOf = ({ alarms }: MoneyWorld) => alarms.map(({ fields }) => fields?.rule).toSorted()
const addTo = (world: MoneyWorld, PK: unknown, SK: unknown, add: Record<string, number>) =>
  world.table.write(update({ PK: String(PK), SK: String(SK) }, { add, when: 'present' }))
const sharesIn = (world: MoneyWorld) => world.table.all().filter(({ SK }) => String(SK).startsWith('EARN#'))

describe('books longer than one function’s time', () => {
  test('are read on in further parts, none of which reads more than one page or period', async () => {
    const { world } = await setup()
    const reads: number[] = [0]
    const counted = world.as(async (call, moment) => {
      if (call === 'table.query' && moment === 'before') reads[reads.length - 1] = (reads.at(-1) ?? 0) + 1
      return undefined
    })
    const { parts, ...found } = await counted.checkBooksByParts(undefined, async () => void reads.push(0))
    expect(found).toEqual({ checked: 1, wrong: 0, indebted: 0 })
    expect(parts).toBeGreaterThan(8)
    expect(world.alarms).toEqual([])
    // The last one compares: the newest period and what the journal has since.
    expect(Math.max(...reads.slice(1, -2))).toBeLessThanOrEqual(2)
  })

  test.each([
    ['a penny too much in the balance', 'BALANCE', { availablePence: 1 }, ['M10 availablePence', 'M9 availablePence']],
    ['a total that is not what was earned', 'BALANCE', { totalEarnedPence: -1 }, ['M9 total earned']],
  ])('are found wrong by parts as they are in one: %s', async (_, SK, add, rules) => {
    const { world } = await setup()
    await addTo(world, `USER#${seller}`, SK, add)
    expect(await world.checkBooks()).toMatchObject({ wrong: 1 })
    expect(rulesOf(world)).toEqual(rules)
    world.alarms.splice(0)
    expect(await world.checkBooksByParts()).toMatchObject({ checked: 1, wrong: 1 })
    expect(rulesOf(world)).toEqual(rules)
  })

  test('name the share that changed without an entry, whichever period it is in', async () => {
    for (let n = 0; n < 12; n++) {
      const { world } = await setup()
      const share = sharesIn(world).toSorted((a, b) => (String(a.paidAt) < String(b.paidAt) ? -1 : 1))[n]
      await addTo(world, share?.PK, share?.SK, { disputedPence: 7 })
      expect(await world.checkBooksByParts()).toMatchObject({ checked: 1, wrong: 1 })
      expect(rulesOf(world)).toEqual(['M9 disputedPence'])
    }
  })

  test('miss no entry that is gone, wherever it was', async () => {
    const entries = (await setup()).world.table.all().filter(({ PK }) => String(PK).startsWith('LEDGER#'))
    expect(entries.length).toBeGreaterThan(8)
    for (const { PK, SK } of entries) {
      const { world } = await setup()
      await world.table.write({ kind: 'delete', key: { PK: String(PK), SK: String(SK) }, when: 'present' })
      expect(await world.checkBooksByParts()).toMatchObject({ checked: 1, wrong: 1 })
    }
  })

  test('add nothing twice when a part comes twice', async () => {
    const { world } = await setup()
    const first = await world.checkBooksOf(seller, { hasTime: () => false })
    if (first.kind !== 'begun') throw new Error('read whole')
    const again = () => world.checkBooksOf(seller, { hasTime: () => false, begun: first.reading })
    expect(await again()).toEqual(await again())
  })

  test('fit a message after millions of sales', () => {
    const sums = { pendingPence: 0, availablePence: 9e11, heldPence: 0, reservedPence: 0, paidPence: 9e11 }
    const period = {
      from: '2030-01-01T10:00:00.000Z',
      count: 20_000,
      amountPence: 9e11,
      buckets: { ...sums, disputedPence: 9e11, reversedPence: 9e11 },
    }
    const reading = {
      ...{ begunAt: period.from, isAgain: false, isWrong: false, hasAllShares: true, hasWords: true },
      periods: Array.from({ length: 1_000 }, () => period),
      journal: { buckets: period.buckets, available: { pence: 0, negativeSince: null } },
    }
    const part = BooksPart.parse({ kind: 'books', sellerId: seller, reading })
    expect(JSON.stringify(part).length).toBeLessThan(256 * 1024)
  })
})

describe('books that change while they are read by parts', () => {
  const during = async (
    act: (world: MoneyWorld, photos: Awaited<ReturnType<typeof setup>>['photos'], n: number) => Promise<unknown>,
  ) => {
    const { parts } = await (await setup()).world.checkBooksByParts()
    const { world, photos } = await setup()
    let n = 0
    const found = await world.checkBooksByParts(undefined, async () => {
      n++
      if (n < parts) await act(world, photos, n)
      world.clock.forward({ minutes: 10 })
    })
    expect(world.alarms).toEqual([])
    // Nothing had to be read again from its beginning.
    expect(found).toEqual({ checked: 1, wrong: 0, indebted: 0, parts })
    return world
  }

  test('by sales are right', async () => {
    await during((world, photos, n) => world.sell(photos, { key: keyOf(100 + n) }))
  })

  test('by refunds of sales old and new are right', async () => {
    await during(async (world, _, n) => {
      if (n <= 8) world.stripe.refund(`ch_${n + 2}`, 300)
      await world.deliverAll()
    })
  })

  test('by a payout and a release are right', async () => {
    await during(async (world, _, n) => {
      if (n === 3) await world.requestPayout(world.payoutRequest(seller))
      if (n === 5) await world.deliverAll()
      if (n === 6) world.clock.forward({ hours: 48 })
      if (n === 7) await world.runRelease()
    })
  })

  test('by a sale that was paid long ago and heard of late are right, once they are read again', async () => {
    const { world, photos } = await setup()
    const { parts: usual } = await world.checkBooksByParts()
    await world.checkout(world.checkoutRequest(photos, { key: keyOf(200) }))
    world.stripe.pay(world.stripe.sessions().at(-1)?.id ?? '')
    const late = world.takeNews()
    for (let n = 201; n < 206; n++) {
      world.clock.forward({ minutes: 1 })
      await world.sell(photos, { key: keyOf(n) })
    }
    let n = 0
    const found = await world.checkBooksByParts(undefined, async () => {
      if (++n === usual - 1) for (const message of late) await world.handle(message)
    })
    expect(world.alarms).toEqual([])
    expect(found).toMatchObject({ checked: 1, wrong: 0 })
    expect(found.parts).toBeGreaterThan(usual + 8)
  })

  test('are wrong all the same when a change has no entry', async () => {
    const { world, photos } = await setup()
    let n = 0
    const found = await world.checkBooksByParts(undefined, async () => {
      n++
      if (n < 9) await world.sell(photos, { key: keyOf(100 + n) })
      const [share] = sharesIn(world)
      if (n === 2) await addTo(world, share?.PK, share?.SK, { reversedPence: 5 })
    })
    expect(found).toMatchObject({ checked: 1, wrong: 1 })
  })
})

test('an old debt of many sales is asked back in as many parts', async () => {
  const { world } = await setup()
  world.clock.forward({ hours: 24 })
  await world.weeklyPayouts()
  await world.deliverAll()
  world.stripe.purse.isEmpty = true
  for (const n of [1, 3, 4, 5]) world.stripe.refund(`ch_${n}`, 1500)
  await world.deliverAll()
  world.clock.forward({ hours: 24 * 31 })
  const before = await world.balanceOf(seller)
  expect(before.availablePence).toBeLessThan(0)
  expect(await world.checkBooksByParts()).toMatchObject({ checked: 1, wrong: 0, indebted: 1 })
  world.stripe.purse.isEmpty = false
  expect(await world.checkBooksByParts()).toMatchObject({ checked: 1, wrong: 0, indebted: 0 })
  expect((await world.balanceOf(seller)).availablePence).toBeGreaterThanOrEqual(0)
})
