import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getSalesAnalytics } from '#functions/analytics/get-sales-analytics.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { keepDays } from '#functions/payments/kept-days.ts'
import { lateSale, moveMoney } from '#functions/payments/move-money.ts'
import { soldDayStore } from '#functions/payments/sold-day-store.ts'
import { api } from '#schema/api/all.ts'
import type { AnalyticsWindow } from '#schema/api/analytics.ts'
import { type Earning, SoldOffer } from '#schema/entities/earning.ts'
import { pence, SumPence } from '#schema/money.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { noSales } from '#test/support/builders/sold-day.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const sales = api.analytics.endpoints.sales
const seller = userIdOf(1)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const startsAt = '2030-06-15T12:00:00.000Z'
const start = Date.parse(startsAt)

/** A photographer whose window is answered by sums of days as soon as it holds more than three sales. */
const setup = () => {
  const parts = marketParts({ startsAt })
  const earnings = earningStore(parts.table)
  const soldDays = soldDayStore(parts.table)
  const discounts = { listOf: async () => [] }
  const all = { ...parts, earnings, soldDays, discounts, downloads: downloadStore(parts.table) }
  const lazily = { ...all, soldDays: async () => soldDays }
  const ask = async (window: AnalyticsWindow, mostRead = 3, patienceMs = 8_000) =>
    sales.response.parse(
      await getSalesAnalytics(lazily, { mostRead, patienceMs })(request(sales, { query: { window }, caller: seller })),
    )
  const queries = () => parts.requests.filter((name) => name === 'query').length
  return {
    ...all,
    ask,
    night: (hasTime = () => true) => keepDays(all)(seller, hasTime),
    sell: async (sale: Earning) => {
      const late = lateSale([sale], new Date(sale.paidAt), parts.now())
      if (late.length > 0) await parts.table.transact(late)
      await parts.table.write(earningPut(sale))
    },
    /** @param part Of the share, that all refunds together take. */
    refund: async (sale: Earning, part: number) => {
      const earning = await earnings.find({ orderId: sale.orderId, sellerId: seller })
      if (!earning) throw new Error('There is no such share.')
      const target = Math.floor(earning.amountPence * part)
      const change = target - earning.reversedPence
      if (change === 0) return
      const returnedPence = Math.floor(earning.grossPence * part)
      let left = returnedPence
      const offers = earning.soldBy?.offers.map((offer) => {
        const returned = Math.min(left, offer.grossPence)
        left -= returned
        return { ...offer, returnedPence: pence(returned) }
      })
      const soldBy = earning.soldBy && offers ? { ...earning.soldBy, offers } : null
      const { ok } = await parts.table.transact(
        moveMoney({
          sellerId: seller,
          id: `refund:${sale.orderId}:${earning.version}`,
          cause: 'refund',
          at: parts.now().toISOString(),
          payoutId: null,
          shares: [
            {
              earning,
              change: { add: { pendingPence: -change, reversedPence: change }, set: { returnedPence, soldBy } },
            },
          ],
        }),
      )
      expect(ok).toBe(true)
    },
    /** Queries that one asking takes. */
    queriesOf: async (asking: () => Promise<unknown>) => {
      const before = queries()
      await asking()
      return queries() - before
    },
  }
}

/** @param ago Milliseconds before the test's beginning. */
const sale = (
  n: number,
  ago: number,
  shares: readonly number[] = [1_350],
  firstPhoto = n,
  code: string | null | undefined = undefined,
): Earning => {
  const amountPence = pence(shares.reduce((sum, share) => sum + share, 0))
  return anEarning({
    orderId: orderIdOf(n),
    orderNumber: `DS-${n}`,
    paidAt: new Date(start - ago).toISOString(),
    grossPence: pence(amountPence + 150),
    amountPence,
    pendingPence: SumPence.parse(amountPence),
    soldBy:
      code === undefined
        ? null
        : {
            code,
            offers: shares.map((share, index) => ({
              offer: SoldOffer.options[index] ?? 'alone',
              grossPence: pence(share + (index === 0 ? 150 : 0)),
              amountPence: pence(share),
              returnedPence: pence(0),
            })),
          },
    photos: shares.map((share, index) => ({
      photoId: photoIdOf(firstPhoto + index),
      title: `Photo ${firstPhoto + index} of DS-${n}`,
      as: 'original',
      netPence: pence(share + (index === 0 ? 150 : 0)),
      sharePence: pence(share),
    })),
  })
}

/** What the answer must say, by the simplest arithmetic over the shares as they are stored. */
const modelOf = (stored: readonly Earning[], window: AnalyticsWindow, now: Date) => {
  const from = new Date(now)
  if (window === 'week') from.setTime(now.getTime() - 7 * dayMs)
  else from.setUTCMonth(now.getUTCMonth() - (window === 'month' ? 1 : 12))
  const inside = stored.filter(({ paidAt }) => Date.parse(paidAt) >= from.getTime() && Date.parse(paidAt) <= +now)
  const total = (amount: (each: Earning) => number) => inside.reduce((sum, each) => sum + amount(each), 0)
  const length = window === 'year' ? 'yyyy-mm'.length : 'yyyy-mm-dd'.length
  const dates = new Map<string, { revenuePence: number; earningsPence: number; orderCount: number }>()
  const sold = new Map<string, number>()
  for (const each of inside) {
    const date = each.paidAt.slice(0, length)
    const bar = dates.get(date) ?? { revenuePence: 0, earningsPence: 0, orderCount: 0 }
    bar.revenuePence += each.grossPence - each.returnedPence
    bar.earningsPence += each.amountPence - each.reversedPence
    bar.orderCount += 1
    dates.set(date, bar)
    if (each.returnedPence < each.grossPence)
      for (const { photoId } of each.photos) sold.set(photoId, (sold.get(photoId) ?? 0) + 1)
  }
  const codes = new Map<string, { paidPence: number; returnedPence: number; earningsPence: number }>()
  const offers = new Map<string, { paidPence: number; returnedPence: number }>()
  for (const { soldBy, ...each } of inside) {
    const code = soldBy === null ? 'earlier' : soldBy.code === null ? 'none' : soldBy.code === 'site' ? 'site' : 'own'
    const ofCode = codes.get(code) ?? { paidPence: 0, returnedPence: 0, earningsPence: 0 }
    ofCode.paidPence += each.grossPence
    ofCode.returnedPence += each.returnedPence
    ofCode.earningsPence += each.amountPence - each.reversedPence
    codes.set(code, ofCode)
    for (const { offer, grossPence, returnedPence } of soldBy?.offers ?? [{ offer: 'earlier', ...each }]) {
      const ofOffer = offers.get(offer) ?? { paidPence: 0, returnedPence: 0 }
      ofOffer.paidPence += grossPence
      ofOffer.returnedPence += returnedPence
      offers.set(offer, ofOffer)
    }
  }
  return {
    codes,
    offers,
    revenuePence: total((each) => each.grossPence - each.returnedPence),
    earningsPence: total((each) => each.amountPence - each.reversedPence),
    orderCount: inside.length,
    bars: dates,
    orders: new Map(
      inside.map(({ orderNumber, ...each }) => [
        orderNumber,
        {
          revenuePence: each.grossPence - each.returnedPence,
          earningsPence: each.amountPence - each.reversedPence,
        },
      ]),
    ),
    counts: [...sold.values()].toSorted((a, b) => b - a).slice(0, 5),
    sold,
  }
}

const anEvent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      ago: fc.integer({ min: 0, max: 40 * 24 }),
      ms: fc.integer({ min: 0, max: hourMs - 1 }),
      shares: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 3 }),
      photo: fc.integer({ min: 1, max: 9 }),
      code: fc.constantFrom(undefined, null, 'site', 'a'.repeat(64), 'b'.repeat(64)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: fc.nat(),
      part: fc.constantFrom(0, 0.3, 0.5, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      window: fc.constantFrom<AnalyticsWindow>('week', 'month', 'year'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('night' as const) }) },
)

test('whatever was sold, refunded, kept and asked before, the sums by day are the sums of the sales to the penny', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 8, maxLength: 40 }), async (events) => {
      const world = setup()
      const sold: Earning[] = []
      let elapsed = 0
      for (const event of events) {
        if (event.kind === 'sell') {
          const each = sale(sold.length + 1, event.ago * hourMs - event.ms, event.shares, event.photo, event.code)
          if (Date.parse(each.paidAt) > start + elapsed) continue
          await world.sell(each)
          sold.push(each)
        }
        const refunded = event.kind === 'refund' && sold[event.which % sold.length]
        if (refunded) await world.refund(refunded, event.part)
        if (event.kind === 'wait') {
          elapsed += event.hours * hourMs
          world.setTime(new Date(start + elapsed).toISOString())
        }
        if (event.kind === 'night') await world.night()
        if (event.kind === 'ask') await world.ask(event.window)
      }
      const stored = (await world.earnings.listOfSeller(seller)).earnings
      for (const window of ['week', 'month', 'year'] as const) {
        const [bySums, one] = [await world.ask(window), await world.ask(window, 1_000)]
        expect(bySums).toEqual(one)
        const model = modelOf(stored, window, world.now())
        const { revenuePence, earningsPence, orderCount, bars } = model
        expect(bySums).toMatchObject({ revenuePence, earningsPence, orderCount })
        for (const { date, ...bar } of bySums.series)
          expect(bar).toEqual(
            bars.get(window === 'year' ? date.slice(0, 7) : date) ?? {
              revenuePence: 0,
              earningsPence: 0,
              orderCount: 0,
            },
          )
        for (const list of [bySums.byOffer, bySums.byCode]) {
          const whole = (name: 'revenuePence' | 'earningsPence') => list.reduce((sum, each) => sum + each[name], 0)
          expect([whole('revenuePence'), whole('earningsPence')]).toEqual([revenuePence, earningsPence])
          for (const each of list) expect(each.revenuePence).toBe(each.paidPence - each.returnedPence)
        }
        for (const { offer, paidPence, returnedPence } of bySums.byOffer)
          expect({ paidPence, returnedPence }).toEqual(model.offers.get(offer))
        for (const kind of ['own', 'site', 'none', 'earlier'] as const) {
          const rows = bySums.byCode.filter((row) => row.kind === kind)
          const of = (name: 'paidPence' | 'returnedPence' | 'earningsPence') =>
            rows.reduce((sum, row) => sum + row[name], 0)
          const known = model.codes.get(kind) ?? { paidPence: 0, returnedPence: 0, earningsPence: 0 }
          expect([of('paidPence'), of('returnedPence'), of('earningsPence')]).toEqual(Object.values(known))
        }
        expect(bySums.topPhotos.map(({ soldCount }) => soldCount)).toEqual(model.counts)
        for (const { photoId, soldCount } of bySums.topPhotos) expect(model.sold.get(photoId)).toBe(soldCount)
        expect(bySums.recentOrders).toHaveLength(Math.min(5, orderCount))
        for (const order of bySums.recentOrders) expect(order).toMatchObject(model.orders.get(order.orderNumber) ?? {})
        if (model.sold.size > bySums.topPhotos.length) continue
        const brought = (name: 'revenuePence' | 'earningsPence') =>
          bySums.topPhotos.reduce((sum, each) => sum + (each[name] ?? Number.NaN), 0)
        expect([brought('revenuePence'), brought('earningsPence')]).toEqual([revenuePence, earningsPence])
      }
    }),
    { numRuns: 60 },
  )
})

describe('sums of a day', () => {
  const busy = async () => {
    const world = setup()
    const made = Array.from({ length: 30 }, (_, n) => sale(n + 1, n * 12 * hourMs, [1_000], 1 + (n % 7)))
    for (const each of made) await world.sell(each)
    world.setTime(new Date(start + 2 * hourMs).toISOString())
    return { world, made }
  }

  test('are made by the first who asks, and read by the next: two days, a list of sums and one of photos remain', async () => {
    const { world } = await busy()
    const [first, second] = [
      await world.queriesOf(() => world.ask('month')),
      await world.queriesOf(() => world.ask('month')),
    ]
    expect(first).toBeGreaterThan(30)
    // Sales until they are too many, two days, sums, photos, downloads, galleries; and the titles of five photos.
    expect(second).toBeLessThanOrEqual(7 + 5)
  })

  test('are made by the night, so that nobody waits; what it has no time for, the next night makes', async () => {
    const { world } = await busy()
    let days = 0
    expect(await world.night(() => days++ < 100)).toBe(100)
    expect(await world.night()).toBe(365 + 1 - 100 - 1)
    expect(await world.night()).toBe(0)
    expect(await world.queriesOf(() => world.ask('year'))).toBeLessThanOrEqual(7 + 5 + 12)
  })

  test('are made over several askings where there are too many at once, and the first is told to come again', async () => {
    const { world } = await busy()
    const slow = {
      ...world.earnings,
      listOfSeller: async (...asked: Parameters<typeof world.earnings.listOfSeller>) => {
        world.setTime(new Date(world.now().getTime() + 700).toISOString())
        return world.earnings.listOfSeller(...asked)
      },
    }
    const bounds = { mostRead: 3, patienceMs: 8_000 }
    const ask = () =>
      getSalesAnalytics(
        { ...world, earnings: slow, soldDays: async () => world.soldDays },
        bounds,
      )(request(sales, { query: { window: 'month' }, caller: seller }))
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } })
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await ask()).toMatchObject({ orderCount: 30 })
  })

  test('are thrown away by a refund, and kept again an hour later', async () => {
    const { world, made } = await busy()
    await world.night()
    const kept = () => world.soldDays.listKept(seller, { from: '2030-06-10', to: '2030-06-10' })
    expect([...(await kept())]).toEqual(['2030-06-10'])
    const refunded = made.find(({ paidAt }) => paidAt.startsWith('2030-06-10'))
    if (refunded) await world.refund(refunded, 0.5)
    expect([...(await kept())]).toEqual([])
    expect(await world.ask('month')).toMatchObject({ earningsPence: 30_000 - 500 })
    expect([...(await kept())]).toEqual([])
    world.setTime(new Date(world.now().getTime() + hourMs).toISOString())
    expect(await world.ask('month')).toMatchObject({ earningsPence: 30_000 - 500 })
    expect([...(await kept())]).toEqual(['2030-06-10'])
  })

  test('that were made before a refund came are not kept after it', async () => {
    const { world, made } = await busy()
    const [day] = await world.soldDays.list(seller, { from: '2030-06-10', to: '2030-06-10' })
    expect(day).toBeUndefined()
    const sum = { day: '2030-06-10', ...noSales, photos: [] }
    const refunded = made.find(({ paidAt }) => paidAt.startsWith('2030-06-10'))
    if (refunded) await world.refund(refunded, 0.5)
    await world.soldDays.keep(seller, sum, 0)
    expect([...(await world.soldDays.listKept(seller, { from: '2030-06-10', to: '2030-06-10' }))]).toEqual([])
  })
})
