import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getSalesAnalytics } from '#functions/analytics/get-sales-analytics.ts'
import { earningsOfAll, revenueOfAll, seriesOf, topPhotos, windowStart } from '#functions/analytics/sales-rules.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { soldDayStore } from '#functions/payments/sold-day-store.ts'
import { daysOf } from '#functions/payments/sold-days.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import type { AnalyticsWindow } from '#schema/api/analytics.ts'
import type { Earning, SoldBy } from '#schema/entities/earning.ts'
import { pence, ratioOf, SumPence } from '#schema/money.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const sales = api.analytics.endpoints.sales

const setup = async (...earnings: Earning[]) => {
  const parts = marketParts({ startsAt: '2030-06-15T12:00:00.000Z' })
  for (const earning of earnings) await parts.table.write(earningPut(earning))
  const downloads = downloadStore(parts.table)
  const discounts = discountStore(parts.table, async () => '')
  const ask = async (window?: AnalyticsWindow, caller = userIdOf(1)) =>
    sales.response.parse(
      await getSalesAnalytics({
        ...parts,
        earnings: earningStore(parts.table),
        soldDays: async () => soldDayStore(parts.table),
        downloads,
        discounts,
      })(request(sales, { query: window === undefined ? {} : { window }, caller })),
    )
  return { ...parts, downloads, discounts, ask }
}

const sale = (n: number, paidAt: string, overrides: Partial<Earning> = {}) =>
  anEarning({ orderId: orderIdOf(n), orderNumber: `DS-${n}`, paidAt, ...overrides })

const held = (amount: number) => SumPence.parse(amount)

const photo = (n: number, sharePence: number, netPence = sharePence) => ({
  photoId: photoIdOf(n),
  title: `Photo ${n}`,
  as: 'original' as const,
  netPence: pence(netPence),
  sharePence: pence(sharePence),
})

test('whoever has sold nothing sees zeroes and an empty chart of the month', async () => {
  const { ask } = await setup()
  const answer = await ask()
  expect(answer).toMatchObject({
    window: 'month',
    from: '2030-05-15T12:00:00.000Z',
    to: '2030-06-15T12:00:00.000Z',
    revenuePence: 0,
    earningsPence: 0,
    orderCount: 0,
    photoCount: 0,
    downloadCount: 0,
    recentOrders: [],
    topPhotos: [],
  })
  expect(answer.series).toHaveLength(32)
})

test.each([
  ['week', '2030-06-08T12:00:00.000Z', '2030-06-08T11:59:59.999Z'],
  ['month', '2030-05-15T12:00:00.000Z', '2030-05-15T11:59:59.999Z'],
  ['year', '2029-06-15T12:00:00.000Z', '2029-06-15T11:59:59.999Z'],
] as const)('a %s takes in what was paid since %s and nothing before', async (window, first, before) => {
  const { ask } = await setup(sale(1, first), sale(2, before), sale(3, '2030-06-15T11:00:00.000Z'))
  expect(await ask(window)).toMatchObject({ orderCount: 2, revenuePence: 3_000, earningsPence: 2_700 })
})

test('a sale that another machine’s clock puts ahead of ours waits for its time', async () => {
  const { ask } = await setup(sale(1, '2030-06-15T12:00:00.001Z'))
  expect(await ask('week')).toMatchObject({ orderCount: 0, revenuePence: 0 })
})

test('the sales of others count for nobody else', async () => {
  const { ask } = await setup(sale(1, '2030-06-15T11:00:00.000Z', { sellerId: userIdOf(2) }))
  expect(await ask('week')).toMatchObject({ orderCount: 0, revenuePence: 0 })
  expect(await ask('week', userIdOf(2))).toMatchObject({ orderCount: 1, revenuePence: 1_500, earningsPence: 1_350 })
})

test('refunds are taken off, in whole and in part', async () => {
  const refunded = { pendingPence: held(0), reversedPence: held(1350), returnedPence: pence(1500) }
  const partly = { pendingPence: held(1000), reversedPence: held(350), returnedPence: pence(389) }
  const { ask } = await setup(
    sale(1, '2030-06-15T11:00:00.000Z', refunded),
    sale(2, '2030-06-15T10:00:00.000Z', partly),
  )
  const { earningsPence, recentOrders, topPhotos: top } = await ask('week')
  expect(earningsPence).toBe(1_000)
  expect(recentOrders).toMatchObject([
    { orderNumber: 'DS-1', revenuePence: 0, earningsPence: 0, isRefunded: true },
    { orderNumber: 'DS-2', revenuePence: 1_111, earningsPence: 1_000, isRefunded: false },
  ])
  expect(top).toMatchObject([{ soldCount: 1, revenuePence: 1_111, earningsPence: 1_000 }])
})

test('a share of before, which knows only that it was reversed, is a sale that was refunded', async () => {
  const { ask } = await setup(
    sale(1, '2030-06-15T11:00:00.000Z', { pendingPence: held(0), reversedPence: held(1350), returnedPence: pence(0) }),
  )
  expect(await ask('week')).toMatchObject({ recentOrders: [{ earningsPence: 0, isRefunded: true }], topPhotos: [] })
})

test('a free order is an order that brought nothing', async () => {
  const free = {
    amountPence: pence(0),
    grossPence: pence(0),
    feePence: pence(0),
    pendingPence: held(0),
    chargeId: null,
  }
  const { ask } = await setup(sale(1, '2030-06-15T11:00:00.000Z', { ...free, photos: [photo(1, 0)] }))
  expect(await ask('week')).toMatchObject({
    orderCount: 1,
    earningsPence: 0,
    recentOrders: [{ isRefunded: false }],
    topPhotos: [{ soldCount: 1, revenuePence: 0 }],
  })
})

test('a sale stands in both lists with what was paid for it, as in the revenue above them, and the share beside it', async () => {
  const { ask } = await setup(
    sale(1, '2030-06-15T11:00:00.000Z', {
      grossPence: pence(5_500),
      amountPence: pence(4_950),
      photos: [photo(1, 4_950, 5_500)],
    }),
  )
  const { revenuePence, earningsPence, recentOrders, topPhotos: top } = await ask('week')
  expect([revenuePence, earningsPence]).toEqual([5_500, 4_950])
  expect(recentOrders).toMatchObject([{ revenuePence, earningsPence }])
  expect(top).toMatchObject([{ revenuePence, earningsPence }])
})

test('the latest five orders and the five photos that sold most are named', async () => {
  const many = Array.from({ length: 8 }, (_, n) =>
    sale(n + 1, `2030-06-0${n + 1}T10:00:00.000Z`, { photos: [photo(n % 6, 1_350)] }),
  )
  const { ask } = await setup(...many)
  const { recentOrders, topPhotos: top } = await ask('month')
  expect(recentOrders.map(({ orderNumber }) => orderNumber)).toEqual(['DS-8', 'DS-7', 'DS-6', 'DS-5', 'DS-4'])
  expect(top).toHaveLength(5)
  expect(top.slice(0, 2).map(({ title }) => title)).toEqual(expect.arrayContaining(['Photo 0', 'Photo 1']))
})

test('the photos of all galleries and the downloads of the window are counted', async () => {
  const { ask, profiles, galleries, downloads } = await setup()
  await profiles.create(aProfile())
  const saving = { at: new Date(0), owner: profileUnchanged(aProfile()) }
  await galleries.create(aGallery({ id: galleryIdOf(1), photoCount: 3 }), saving)
  await galleries.create(aGallery({ id: galleryIdOf(2), photoCount: 4, isPublic: false }), saving)
  await downloads.showDay(userIdOf(1), '2030-06-14', 1)
  await downloads.showDay(userIdOf(1), '2030-04-14', 1)
  expect(await ask('week')).toMatchObject({ photoCount: 7, downloadCount: 1 })
  expect(await ask('year')).toMatchObject({ photoCount: 7, downloadCount: 2 })
})

test('a photo that sold is shown with its picture, as long as it is there', async () => {
  const { ask, profiles, galleries, photos } = await setup(
    sale(1, '2030-06-15T11:00:00.000Z', { photos: [photo(1, 700), photo(2, 650)] }),
  )
  await profiles.create(aProfile())
  await galleries.create(aGallery(), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  await photos.create(aPhoto({ id: photoIdOf(1) }))
  const { topPhotos: top } = await ask('week')
  expect(top.map(({ title, picture }) => [title, picture !== null])).toEqual([
    ['Photo 1', true],
    ['Photo 2', false],
  ])
})

test('an answer names nothing of the buyer', async () => {
  const { ask } = await setup(sale(1, '2030-06-15T11:00:00.000Z'))
  expect(JSON.stringify(await ask('week'))).not.toContain('ord_')
})

test('a month that has no such day begins on its last day', () => {
  expect(windowStart('month', new Date('2030-03-31T10:00:00.000Z')).toISOString()).toBe('2030-02-28T10:00:00.000Z')
})

const window = fc.constantFrom<AnalyticsWindow>('week', 'month', 'year')
const now = fc.date({ min: new Date('2028-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })

test('the bars of the chart always sum to the revenue and the orders', () => {
  const someSales = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 10_000 })))
  fc.assert(
    fc.property(window, now, someSales, (kind, to, list) => {
      const from = windowStart(kind, to).getTime()
      const sold = list.map(([share, amount], n) =>
        sale(n, new Date(from + share * (to.getTime() - from)).toISOString(), { amountPence: pence(amount) }),
      )
      const series = seriesOf(daysOf(sold), kind, to)
      expect(series.reduce((sum, { earningsPence }) => sum + earningsPence, 0)).toBe(earningsOfAll(sold))
      expect(series.reduce((sum, { revenuePence }) => sum + revenuePence, 0)).toBe(revenueOfAll(sold))
      expect(series.reduce((sum, { orderCount }) => sum + orderCount, 0)).toBe(sold.length)
    }),
    { numRuns: 300 },
  )
})

test('what five photos brought is the revenue and the earnings, whatever was refunded', () => {
  const line = fc.record({
    paid: fc.integer({ min: 0, max: 5_000 }),
    fee: fc.double({ min: 0, max: 0.1, noNaN: true }),
  })
  const lines = fc.array(line, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(fc.tuple(lines, fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 6 }), (orders) => {
      const sold = orders.map(([paid, part], n) => {
        const photos = paid.map((each, index) => photo(index, each.paid - Math.floor(each.paid * each.fee), each.paid))
        const gross = photos.reduce((sum, { netPence }) => sum + netPence, 0)
        const amount = photos.reduce((sum, { sharePence }) => sum + sharePence, 0)
        const returned = Math.floor(gross * part)
        return sale(n, '2030-06-15T11:00:00.000Z', {
          grossPence: pence(gross),
          amountPence: pence(amount),
          returnedPence: pence(returned),
          reversedPence: held(gross === 0 ? 0 : ratioOf(amount, returned, gross)),
          photos,
        })
      })
      const top = topPhotos(daysOf(sold))
      const brought = (name: 'revenuePence' | 'earningsPence') => top.reduce((sum, each) => sum + each[name], 0)
      expect(top.every(({ revenuePence, earningsPence }) => revenuePence >= 0 && earningsPence >= 0)).toBe(true)
      expect(brought('revenuePence')).toBe(revenueOfAll(sold))
      expect(brought('earningsPence')).toBe(earningsOfAll(sold))
    }),
    { numRuns: 300 },
  )
})

test('revenue is what buyers paid less what was given back, and the earnings stand beside it', async () => {
  const { ask } = await setup(
    sale(1, '2030-06-14T12:00:00.000Z', { grossPence: pence(5_500), amountPence: pence(4_950) }),
    sale(2, '2030-06-14T13:00:00.000Z', { returnedPence: pence(500), reversedPence: held(450) }),
  )
  expect(await ask('week')).toMatchObject({ revenuePence: 6_500, earningsPence: 4_950 + 1_350 - 450 })
})

const soldBy = (
  code: string | null,
  ...offers: readonly (readonly ['alone' | 'steps' | 'whole', number, number])[]
) => ({
  code,
  offers: offers.map(([offer, gross, returned]) => ({
    offer,
    grossPence: pence(gross),
    amountPence: pence(gross - Math.round(gross / 10)),
    returnedPence: pence(returned),
  })),
})
const shareOf = (sold: SoldBy, reversed = 0): Partial<Earning> => {
  const of = (name: 'grossPence' | 'amountPence' | 'returnedPence') =>
    pence(sold.offers.reduce((sum, each) => sum + each[name], 0))
  return {
    soldBy: sold,
    grossPence: of('grossPence'),
    amountPence: of('amountPence'),
    returnedPence: of('returnedPence'),
    reversedPence: held(reversed),
  }
}

test('what was sold by each offer and code is told apart, refunds taken off where they belong', async () => {
  const ownHash = ownCodeHashOf(userIdOf(1), 'SUMMER 10')
  const { ask, discounts } = await setup(
    sale(1, '2030-06-14T12:00:00.000Z', shareOf(soldBy(null, ['alone', 1_000, 0], ['steps', 2_000, 500]), 450)),
    sale(2, '2030-06-14T13:00:00.000Z', shareOf(soldBy(ownHash, ['steps', 3_000, 3_000]), 2_700)),
    sale(3, '2030-06-14T14:00:00.000Z', shareOf(soldBy('site', ['whole', 4_000, 0]))),
    sale(4, '2030-06-14T15:00:00.000Z'),
  )
  await discounts.makeOwn(
    { ...aDiscount({ codeHash: ownHash, photographerId: userIdOf(1) }), code: 'Summer 10' },
    userIdOf(1),
  )
  const { byOffer, byCode, revenuePence } = await ask('week')
  expect(revenuePence).toBe(1_000 + 1_500 + 0 + 4_000 + 1_500)
  const sums = (paidPence: number, returnedPence: number, earningsPence: number, orderCount = 1) => ({
    ...{ orderCount, paidPence, returnedPence, revenuePence: paidPence - returnedPence, earningsPence },
  })
  expect(byOffer).toEqual([
    { offer: 'alone', ...sums(1_000, 0, 900) },
    { offer: 'steps', ...sums(5_000, 3_500, 1_350, 2) },
    { offer: 'whole', ...sums(4_000, 0, 3_600) },
    { offer: 'earlier', ...sums(1_500, 0, 1_350) },
  ])
  expect(byCode).toEqual([
    { kind: 'own', code: 'Summer 10', ...sums(3_000, 3_000, 0) },
    { kind: 'site', code: null, ...sums(4_000, 0, 3_600) },
    { kind: 'none', code: null, ...sums(3_000, 500, 2_250) },
    { kind: 'earlier', code: null, ...sums(1_500, 0, 1_350) },
  ])
})

test('a code that stands in a share and belongs to somebody else is never called by its word', async () => {
  const theirs = ownCodeHashOf(userIdOf(2), 'SECRET')
  const { ask, discounts } = await setup(
    sale(1, '2030-06-14T12:00:00.000Z', shareOf(soldBy(theirs, ['alone', 1_000, 0]))),
  )
  await discounts.makeOwn(
    { ...aDiscount({ codeHash: theirs, photographerId: userIdOf(2) }), code: 'SECRET' },
    userIdOf(2),
  )
  const answer = await ask('week')
  expect(answer.byCode).toMatchObject([{ kind: 'own', code: null, paidPence: 1_000 }])
  expect(JSON.stringify(answer)).not.toContain('SECRET')
  expect(JSON.stringify(answer)).not.toContain(theirs)
})
