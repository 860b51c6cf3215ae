import { expect, test } from 'vitest'
import { compareDaily } from '#functions/books/compare-daily.ts'
import { goThrough } from '#functions/books/list-part.ts'
import { BooksPart } from '#schema/events/books.ts'
import type { UserId } from '#schema/ids.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { at } from '#test/support/time.ts'

const plan = async (inShard: Record<number, UserId[][]>) => {
  const parts: BooksPart[] = []
  const sums = await compareDaily({
    balances: {
      listEarning: async (shard, after) => {
        const page = Number(after?.page ?? 0)
        const pages = inShard[shard] ?? []
        return { sellerIds: pages[page] ?? [], next: page + 1 < pages.length ? { page: page + 1 } : undefined }
      },
    },
    send: async (queue, messages) => {
      expect(queue).toBe('COMPARISONS_QUEUE_URL')
      parts.push(...messages.map((message) => BooksPart.parse(message)))
    },
    now: () => at('2030-01-15T03:30:00.000Z'),
  })()
  return { parts, sums }
}

test('a night is handed out by parts: every day of Stripe’s lists, and the books of every seller in twenty-fives', async () => {
  const sellers = Array.from({ length: 61 }, (_, n) => userIdOf(n))
  const { parts, sums } = await plan({ 2: [sellers.slice(0, 30), sellers.slice(30, 60)], 7: [sellers.slice(60)] })
  expect(sums).toEqual({ parts: 38, sellers: 61 })
  const books = parts.flatMap((part) => (part.kind === 'sellers' ? [part.sellerIds] : []))
  expect(books.map((part) => part.length).toSorted((a, b) => b - a)).toEqual([25, 25, 5, 5, 1])
  expect(books.flat().toSorted()).toEqual(sellers.toSorted())
  const counts = [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, own]) => [kind, own.length])
  expect(Object.fromEntries(counts)).toEqual({
    sessions: 3,
    returns: 14,
    transfers: 14,
    refunds: 1,
    platform: 1,
    sellers: 5,
  })
})

test('the days of a list leave no moment between them', async () => {
  const { parts } = await plan({})
  const days = parts
    .flatMap((part) => (part.kind === 'transfers' ? [part] : []))
    .toSorted((a, b) => (a.since < b.since ? -1 : 1))
  for (const [index, { until }] of days.entries()) {
    if (index + 1 < days.length) expect(until).toBe(days[index + 1]?.since)
  }
  expect(days[0]?.since).toBe('2030-01-01T03:30:00.000Z')
  expect(days.at(-1)?.until).toBe('2030-01-16T03:30:00.000Z')
})

test('a list longer than the time goes on from its page, and every page is looked at once', async () => {
  const pages = [[1], [2], [3], [4], [5]]
  const looked: number[] = []
  let messages = 0
  let after: string | undefined
  do {
    messages++
    let left = 2
    const part = { period: { since: at('2030-01-01T00:00:00.000Z') }, after, hasTime: () => --left > 0 }
    const { next } = await goThrough(
      part,
      async (place) => {
        const index = Number(place ?? 0)
        return { list: pages[index] ?? [], ...(index + 1 < pages.length && { next: String(index + 1) }) }
      },
      async ({ list }) => {
        looked.push(...list)
      },
    )
    after = next
  } while (after !== undefined)
  expect(looked).toEqual([1, 2, 3, 4, 5])
  expect(messages).toBe(3)
})

test('a transfer that a night saw at Stripe is not asked for again, one that it did not see is asked for once', async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(userIdOf(1))
  await world.sell(photos)
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.weeklyPayouts()
  await world.deliverAll()
  const counts = async () => {
    let asked = 0
    const counted = world.as(async (call, moment) => {
      if (call === 'stripe.findTransfer' && moment === 'before') asked++
      return undefined
    })
    // The two weeks begin later than the sale was noted.
    world.clock.forward({ hours: 1 })
    await counted.compareDaily()
    return asked
  }
  expect(await counts()).toBe(0)
  expect(await counts()).toBe(0)
  expect(world.alarms).toEqual([])
})
