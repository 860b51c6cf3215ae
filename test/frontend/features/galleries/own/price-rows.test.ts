import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Offers, odditiesOf, priceGroupsOf } from '#frontend/features/galleries/own/price-rows.ts'
import { pence } from '#schema/money.ts'
import { askedOfGallery, feesOf } from '#test/support/model/prices.ts'

const offers = fc.record({
  eachPence: fc.integer({ min: 1, max: 5_000 }).map(pence),
  webPence: fc.option(fc.integer({ min: 1, max: 5_000 }).map(pence), { nil: undefined }),
  wholePence: fc.option(fc.integer({ min: 1, max: 30_000 }).map(pence), { nil: undefined }),
  steps: fc.constantFrom(
    [],
    [{ from: 3, percent: 10 }],
    [2, 4, 9, 30].map((from, n) => ({ from, percent: 7 + n * 9 })),
  ),
  photoCount: fc.integer({ min: 0, max: 40 }),
})

const inModel = ({ wholePence, photoCount, steps }: Offers) => ({
  steps,
  whole: wholePence === undefined ? undefined : { pence: wholePence, photos: photoCount },
})

describe('the price list of a gallery', () => {
  test('asks of each number of photos what the rules ask of a cart, and keeps a tenth of it', () => {
    fc.assert(
      fc.property(offers, (given) => {
        for (const { sold, rows } of priceGroupsOf(given)) {
          const each = { original: given.eachPence, web: given.webPence, whole: undefined }[sold]
          for (const row of rows) {
            const lines = Array.from({ length: row.count }, () => ({
              seller: 'one',
              gallery: 'one',
              pricePence: each ?? 0,
            }))
            const asked =
              sold === 'whole' ? (given.wholePence ?? 0) : Math.min(...askedOfGallery(lines, inModel(given)))
            expect(row.paysPence).toBe(asked)
            expect(row.getsPence).toBe(asked - (feesOf([asked])[0] ?? 0))
          }
        }
      }),
    )
  })

  test('is of one, three, five, what steps begin with and all', () => {
    const steps = [
      { from: 4, percent: 10 },
      { from: 100, percent: 20 },
    ]
    const counts = (photoCount: number) =>
      priceGroupsOf({ eachPence: pence(1_500), steps, photoCount })[0]?.rows.map(({ count }) => count)
    expect(counts(40)).toEqual([1, 3, 4, 5, 40])
    expect(counts(120)).toEqual([1, 3, 4, 5, 100, 120])
    // An empty gallery shows what it would be; a cart holds 500.
    expect(counts(0)).toEqual([1, 3, 4, 5, 100])
    // Nobody buys more than there are.
    expect(counts(1)).toEqual([1])
    expect(counts(2)).toEqual([1, 2])
    expect(counts(4)).toEqual([1, 3, 4])
    expect(counts(60_000)).toEqual([1, 3, 4, 5, 100, 500])
  })

  test('has the whole gallery beside its photos, and says where fewer get it', () => {
    const [original, whole, ...none] = priceGroupsOf({
      eachPence: pence(1_500),
      steps: [],
      wholePence: pence(6_000),
      photoCount: 40,
    })
    expect(none).toEqual([])
    expect(original?.rows.map(({ count, offer, paysPence }) => [count, offer, paysPence])).toEqual([
      [1, 'none', 1_500],
      [3, 'none', 4_500],
      [5, 'whole', 6_000],
    ])
    expect(whole).toMatchObject({
      sold: 'whole',
      rows: [{ count: 40, isAll: true, paysPence: 6_000, getsPence: 5_400 }],
    })
  })

  test('of nothing has no whole gallery', () => {
    const groups = priceGroupsOf({ eachPence: pence(1_500), steps: [], wholePence: pence(6_000), photoCount: 0 })
    expect(groups.map(({ sold }) => sold)).toEqual(['original'])
  })

  test('names a step that makes more photos cheaper than fewer, and a whole gallery that is dearer than its photos', () => {
    const given = { eachPence: pence(1_000), steps: [{ from: 3, percent: 50 }], photoCount: 10 }
    expect(odditiesOf(given)).toEqual([{ kind: 'cliff', from: 3 }])
    expect(odditiesOf({ ...given, steps: [], wholePence: pence(10_001) })).toEqual([
      { kind: 'dear_whole', togetherPence: 10_000 },
    ])
    expect(odditiesOf({ ...given, steps: [], wholePence: pence(10_000) })).toEqual([])
    // Nobody can put more than 500 into a cart to compare.
    expect(odditiesOf({ ...given, steps: [], wholePence: pence(900_000), photoCount: 600 })).toEqual([])
  })
})
