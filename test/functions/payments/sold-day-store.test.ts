import { expect, test } from 'vitest'
import { soldDayStore } from '#functions/payments/sold-day-store.ts'
import { photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { noSales } from '#test/support/builders/sold-day.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const seller = userIdOf(1)

const setup = () => {
  const { table } = marketParts({ startsAt: '2030-06-15T12:00:00.000Z' })
  return { table, soldDays: soldDayStore(table) }
}

test('the sums of a day lie under the seller and the day, and go after 400 days', async () => {
  const { soldDays, table } = setup()
  const photos = [
    {
      photoId: photoIdOf(1),
      soldCount: 2,
      revenuePence: 3_000,
      earningsPence: 2_700,
      lastSoldAt: Date.parse('2030-06-10T10:00:00.000Z'),
    },
  ]
  await soldDays.keep(seller, { day: '2030-06-10', ...noSales, orderCount: 2, photos }, 0)
  expect(table.all()).toEqual([
    {
      PK: `SOLD#${seller}`,
      SK: 'PHOTOS#2030-06-10#000',
      day: '2030-06-10',
      part: 0,
      madeOf: 0,
      photos: `${photoIdOf(1)},2,2700,36000000,3000`,
      layout: 2,
      ttl: Date.parse('2031-07-15') / 1_000,
    },
    {
      PK: `SOLD#${seller}`,
      SK: 'DAY#2030-06-10',
      day: '2030-06-10',
      ...noSales,
      orderCount: 2,
      madeOf: 0,
      parts: 1,
      layout: 2,
      ttl: Date.parse('2031-07-15') / 1_000,
    },
  ])
})

test('the photos of a day are more than an item holds: they come in parts, and a part of another making is not believed', async () => {
  const world = setup()
  const many = Array.from({ length: 10_001 }, (_, n) => ({
    photoId: photoIdOf(n),
    soldCount: 1,
    revenuePence: 100,
    earningsPence: 90,
    lastSoldAt: Date.parse('2030-06-10T23:59:59.999Z'),
  }))
  const span = { from: '2030-06-09', to: '2030-06-11' }
  await world.soldDays.keep(seller, { day: '2030-06-10', ...noSales, photos: many }, 0)
  expect((await world.soldDays.list(seller, span)).get('2030-06-10')?.photos).toEqual(many)
  const parts = world.table.all().filter(({ SK }) => String(SK).startsWith('PHOTOS#2030-06-10'))
  expect(parts.map(({ SK }) => SK)).toEqual(['PHOTOS#2030-06-10#000', 'PHOTOS#2030-06-10#001', 'PHOTOS#2030-06-10#002'])
  expect(Math.max(...parts.map((part) => JSON.stringify(part).length))).toBeLessThan(400_000)
  const [first] = parts
  if (first)
    await world.table.write({
      kind: 'put',
      item: { ...first, PK: `SOLD#${seller}`, SK: String(first.SK), madeOf: 7 },
      when: 'always',
    })
  expect((await world.soldDays.list(seller, span)).has('2030-06-10')).toBe(false)
})

test('a day that the last release kept knows of photos the shares alone: it is not kept, nor is one with a part of its own', async () => {
  const { soldDays, table } = setup()
  const photos = [
    {
      photoId: photoIdOf(1),
      soldCount: 1,
      revenuePence: 1_500,
      earningsPence: 1_350,
      lastSoldAt: Date.parse('2030-06-10'),
    },
  ]
  const span = { from: '2030-06-10', to: '2030-06-10' }
  await soldDays.keep(seller, { day: '2030-06-10', ...noSales, photos }, 0)
  expect((await soldDays.list(seller, span)).get('2030-06-10')?.photos).toEqual(photos)

  const [part, head] = table.all()
  const before = async ({ layout, ...item }: Record<string, unknown> = {}) => {
    expect(layout).toBe(2)
    await table.write({ kind: 'put', item: { ...item, PK: `SOLD#${seller}`, SK: String(item.SK) }, when: 'always' })
  }
  await before({ ...part, photos: `${photoIdOf(1)},1,1350,0` })
  expect((await soldDays.list(seller, span)).size).toBe(0)
  await before(head)
  expect((await soldDays.listKept(seller, span)).size).toBe(0)
})
