import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Pence, pence, sumPence } from '#schema/money.ts'
import { PriceSteps } from '#schema/offers.ts'
import {
  type GalleryOffer,
  isNearWhole,
  nextStep,
  type PriceCode,
  type PriceLine,
  priceCart,
  priceTogether,
} from '#schema/pricing.ts'
import { upgradePence } from '#schema/web-size.ts'
import { total } from '#test/support/model/pence.ts'
import { type Asked, askedOfGallery, costsOf, feesOf, shelfOf } from '#test/support/model/prices.ts'

const numRuns = 10_000
/** Small ones as well: there a penny of rounding is much. */
const price = fc
  .oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 13, max: 5_000 }), fc.constant(1_500))
  .map(pence)
const places = [0, 1, 2, 3] as const
/** Two galleries are photographer A's. */
const galleries = ['a1', 'a2', 'b1', 'c1'] as const
/** What a line costs: an Original, its Web size, or what the Original costs beside a Web size that was bought. */
const sold = fc.oneof(
  { weight: 3, arbitrary: price.map((pricePence) => ({ pricePence })) },
  { weight: 2, arbitrary: fc.tuple(price, price).map(([a, b]) => ({ pricePence: pence(Math.min(a, b)) })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(price, price)
      .map(([original, web]) => ({ pricePence: upgradePence(original, web), isUpgrade: true })),
  },
)
const line = fc.record({ of: sold, place: fc.constantFrom(...places) }).map(
  ({ of, place }): PriceLine => ({
    ...of,
    galleryId: galleries[place],
    photographerId: galleries[place].slice(0, 1),
  }),
)
const photosOf = (most: number) => fc.array(line, { minLength: 1, maxLength: most })
/**
 * Of some galleries somebody asked for the whole: beside upgrades it is the only line of its gallery, at a price of its own.
 */
const cart = (most: number) =>
  fc
    .tuple(
      photosOf(most),
      fc.array(fc.option(fc.record({ pricePence: price, photos: fc.integer({ min: 1, max: 9 }) }), { freq: 4 }), {
        minLength: 4,
        maxLength: 4,
      }),
    )
    .map(([lines, found]) => {
      const wholes = new Map<string, { pricePence: Pence; photos: number }>(
        galleries.flatMap((name, place) => {
          const whole = found[place]
          return whole ? [[name, whole]] : []
        }),
      )
      return [
        ...lines.filter(({ galleryId, isUpgrade }) => isUpgrade || !wholes.has(galleryId)),
        ...[...wholes].map(
          ([name, whole]): PriceLine => ({ ...whole, galleryId: name, photographerId: name.slice(0, 1) }),
        ),
      ]
    })

const steps = fc
  .uniqueArray(fc.record({ from: fc.integer({ min: 2, max: 8 }), percent: fc.integer({ min: 1, max: 90 }) }), {
    maxLength: 5,
    selector: ({ from }) => from,
  })
  .map((some) => some.toSorted((a, b) => a.from - b.from))
/** Of fewer photos than the cart has, too: one of them was deleted a moment ago. */
const whole = fc.record({ pricePence: price, photos: fc.integer({ min: 1, max: 40 }) })
const offer = fc.record({ steps, whole: fc.option(whole, { nil: undefined }) })
const offers = fc
  .tuple(offer, offer, offer, offer)
  .map((four) => new Map<string, GalleryOffer>(galleries.map((name, index) => [name, four[index] ?? { steps: [] }])))
const code = fc.record({
  off: fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((percent) => ({ kind: 'percent', percent }) as const),
    price.map((amountPence) => ({ kind: 'amount', amountPence }) as const),
    fc.integer({ min: 1, max: 12 }).map((photos) => ({ kind: 'included', photos }) as const),
  ),
  photographerId: fc.constantFrom(null, 'a', 'b'),
  galleryId: fc.constantFrom(null, null, 'a1', 'c1'),
  minimumPence: fc.oneof(fc.constant(pence(0)), price),
})
const maybeCode = fc.option(code, { nil: undefined })

const isWhole = (lines: readonly PriceLine[], gallery: string) =>
  lines.some(({ galleryId, photos }) => galleryId === gallery && photos !== undefined)
/** The offers as a checkout gives them: none for a gallery that was asked for as a whole. */
const forCart = (lines: readonly PriceLine[], on: ReadonlyMap<string, GalleryOffer>) =>
  new Map([...on].filter(([galleryId]) => !isWhole(lines, galleryId)))

/** The same question in the model's words. */
const toModel = (
  lines: readonly PriceLine[],
  on: ReadonlyMap<string, GalleryOffer>,
  by: PriceCode | undefined,
): Asked => ({
  lines: lines.map(({ pricePence, galleryId, photographerId, isUpgrade, photos }) => ({
    seller: photographerId,
    gallery: galleryId,
    pricePence,
    isUpgrade,
    photos,
  })),
  // What was asked for as a whole has the price of the whole already.
  offers: new Map(
    [...forCart(lines, on)].map(([name, { steps, whole: all }]) => [
      name,
      { steps, whole: all && { pence: all.pricePence, photos: all.photos } },
    ]),
  ),
  code: by && {
    off:
      by.off.kind === 'percent'
        ? { percent: by.off.percent }
        : by.off.kind === 'amount'
          ? { pence: by.off.amountPence }
          : { photos: by.off.photos },
    seller: by.photographerId,
    gallery: by.galleryId,
    leastPence: by.minimumPence,
  },
})

describe('the price of a cart', () => {
  test('in 10,000 carts is the one of a model that tries every way and shares no sum with it', () => {
    fc.assert(
      fc.property(cart(10), offers, maybeCode, (lines, on, by) => {
        const priced = priceCart(lines, on, by)
        const model = costsOf(toModel(lines, on, by))
        expect(priced.lines.map(({ places, netPence }) => [places, netPence])).toEqual(
          model.map(({ places, net }) => [places, net]),
        )
        expect(priced.lines.map(({ feePence }) => feePence)).toEqual(feesOf(model.map(({ net }) => net)))
        expect(priced.lines.map((each) => each.pricePence - each.offerPence)).toEqual(
          model.map(({ offered, net }) => Math.max(offered, net)),
        )
      }),
      { numRuns },
    )
  })

  test('is the cheapest of all combinations, in carts of up to 6 photos of all kinds and of whole galleries', () => {
    fc.assert(
      fc.property(cart(6), offers, maybeCode, (lines, on, by) => {
        expect(priceCart(lines, on, by).totalPence).toBe(cheapestByForce(toModel(lines, on, by)))
      }),
      { numRuns: 1_500 },
    )
  })

  test('in its parts sums to the whole: lines, galleries, photographers, and the fee of the total', () => {
    fc.assert(
      fc.property(cart(20), offers, maybeCode, (lines, on, by) => {
        const priced = priceCart(lines, on, by)
        for (const parts of [
          priced.lines,
          [...priced.galleries.values()].map(asLine),
          [...priced.photographers.values()].map(asLine),
        ]) {
          expect(sumPence(parts.map(({ pricePence }) => pricePence))).toBe(priced.subtotalPence)
          expect(sumPence(parts.map(({ offerPence }) => offerPence))).toBe(priced.offerPence)
          expect(sumPence(parts.map(({ codePence }) => codePence))).toBe(priced.codePence)
          expect(sumPence(parts.map(({ netPence }) => netPence))).toBe(priced.totalPence)
          expect(sumPence(parts.map(({ feePence }) => feePence))).toBe(priced.feePence)
          expect(sumPence(parts.map(({ sharePence }) => sharePence))).toBe(priced.earningsPence)
        }
        expect(priced.discountPence).toBe(priced.offerPence + priced.codePence)
        expect(priced.subtotalPence - priced.discountPence).toBe(priced.totalPence)
        expect(priced.earningsPence + priced.feePence).toBe(priced.totalPence)
        expect(priced.feePence).toBe(Math.floor((priced.totalPence + 5) / 10))
      }),
      { numRuns: 3_000 },
    )
  })

  test('is never below nothing and never above the list price, line by line', () => {
    fc.assert(
      fc.property(cart(20), offers, maybeCode, (lines, on, by) => {
        for (const { pricePence, offerPence, codePence, netPence, feePence, sharePence } of priceCart(lines, on, by)
          .lines) {
          for (const part of [offerPence, codePence, netPence, feePence, sharePence])
            expect(part).toBeGreaterThanOrEqual(0)
          expect(netPence).toBeLessThanOrEqual(pricePence)
          expect(feePence).toBeLessThanOrEqual(netPence)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  test('is never raised by one more offer: a step, a price for the whole, a code', () => {
    const more = fc.record({ from: fc.integer({ min: 2, max: 8 }), percent: fc.integer({ min: 1, max: 90 }) })
    fc.assert(
      fc.property(
        cart(14),
        offers,
        maybeCode,
        more,
        fc.constantFrom(...galleries),
        price,
        (lines, on, by, step, name, all) => {
          const before = priceCart(lines, on, by).totalPence
          const old = on.get(name) ?? { steps: [] }
          const stepped = new Map(on).set(name, { ...old, steps: [...old.steps, step] })
          const cheaper = {
            pricePence: pence(Math.min(all, old.whole?.pricePence ?? all)),
            photos: old.whole?.photos ?? 12,
          }
          expect(priceCart(lines, stepped, by).totalPence).toBeLessThanOrEqual(before)
          expect(
            priceCart(lines, new Map(on).set(name, { ...old, whole: cheaper }), by).totalPence,
          ).toBeLessThanOrEqual(before)
          expect(before).toBeLessThanOrEqual(priceCart(lines, on).totalPence)
        },
      ),
      { numRuns: 2_500 },
    )
  })

  test('of others’ photos stays as it is, whatever one photographer offers; their fee moves by rounding alone', () => {
    fc.assert(
      fc.property(cart(14), offers, code, offer, (lines, on, by, other) => {
        const theirs = new Map(on).set('a1', other)
        const before = priceCart(lines, on)
        const after = priceCart(lines, theirs, { ...by, photographerId: 'a', galleryId: null })
        const isTheirs = ({ places: [first = 0] }: { places: readonly number[] }) =>
          lines[first]?.photographerId !== 'a'
        const others = after.lines.filter(isTheirs)
        const were = before.lines.filter(isTheirs)
        expect(others.map(({ places, netPence }) => [places, netPence])).toEqual(
          were.map(({ places, netPence }) => [places, netPence]),
        )
        for (const [index, is] of others.entries()) {
          const was = were[index]
          // The order's fee is a tenth within half a penny, and a line's part of it is exact within less than one: each fee
          // is less than a penny and a half from a tenth, so two of them are less than three apart.
          for (const line of [was, is])
            expect(Math.abs(10 * (line?.feePence ?? 0) - (line?.netPence ?? 0))).toBeLessThan(15)
          expect(Math.abs(is.feePence - (was?.feePence ?? 0))).toBeLessThanOrEqual(2)
        }
      }),
      {
        numRuns: 2_500,
        // Two pence apart: found by chance.
        examples: [
          [
            [
              ...[318, 9, 7, 10].map((each) => ({ pricePence: pence(each), galleryId: 'a1', photographerId: 'a' })),
              { pricePence: pence(1_500), galleryId: 'b1', photographerId: 'b' },
            ],
            new Map(),
            { off: { kind: 'percent', percent: 70 }, photographerId: null, galleryId: null, minimumPence: pence(0) },
            { steps: [{ from: 2, percent: 76 }], whole: undefined },
          ],
        ],
      },
    )
  })

  test('needs no gallery’s offer and no code', () => {
    expect(priceCart([])).toMatchObject({ totalPence: 0, feePence: 0, lines: [], code: 'none' })
    const [one] = priceCart([{ pricePence: pence(1_500), galleryId: 'a1', photographerId: 'a' }]).lines
    expect(one).toMatchObject({ netPence: 1_500, discountPence: 0, feePence: 150, sharePence: 1_350 })
  })

  test('of 500 photos with 250 included is worked out at once', () => {
    const many = Array.from({ length: 500 }, (_, n) => ({
      pricePence: pence(100 + n),
      galleryId: galleries[n % 4] ?? 'a1',
      photographerId: 'a',
    }))
    const by = {
      off: { kind: 'included', photos: 250 },
      photographerId: null,
      galleryId: null,
      minimumPence: pence(0),
    } as const
    expect(priceCart(many, new Map(), by).lines.filter(({ netPence }) => netPence === 0)).toHaveLength(250)
  })
})

describe('photos of one gallery together', () => {
  test('cost what a cart of them costs, as photos or as the whole', () => {
    const prices = fc.array(price, { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(prices, offer, (pricesPence, of) => {
        const lines = pricesPence.map((each) => ({ pricePence: each, galleryId: 'a1', photographerId: 'a' }))
        const cart = priceCart(lines, new Map([['a1', of]]))
        const together = priceTogether(pricesPence, of)
        expect(together.pence).toBe(cart.totalPence)
        expect(together.isWhole).toBe(cart.galleries.get('a1')?.offer === 'whole')
      }),
      { numRuns: 5_000 },
    )
  })

  test('are near the whole where that costs half as much again or less, and are no gift', () => {
    expect([
      isNearWhole(2_000, 3_000),
      isNearWhole(1_999, 3_000),
      isNearWhole(3_000, 2_000),
      isNearWhole(0, 0),
      isNearWhole(1, 1),
    ]).toEqual([true, false, true, false, true])
  })
})

describe('an upgrade', () => {
  const line = (each: number, isUpgrade = false): PriceLine => ({
    pricePence: pence(each),
    galleryId: 'a1',
    photographerId: 'a',
    isUpgrade,
  })
  const on = new Map([['a1', { steps: [{ from: 2, percent: 50 }] }]])

  test('costs the difference, and never less than nothing', () => {
    expect([upgradePence(pence(1_500), pence(600)), upgradePence(pence(600), pence(600))]).toEqual([900, 0])
    expect(upgradePence(pence(500), pence(600))).toBe(0)
  })
  test('is no photo of the steps, which leave its price', () => {
    const nets = (...lines: PriceLine[]) => priceCart(lines, on).lines.map(({ netPence }) => netPence)
    expect(nets(line(1_000), line(900, true))).toEqual([1_000, 900])
    expect(nets(line(1_000), line(900, true), line(600))).toEqual([500, 900, 300])
    expect(priceCart([line(900, true)], on).galleries.get('a1')).toMatchObject({ percent: 0, offer: 'none' })
  })
  test('is lowered by a code, and included like a photo of its price', () => {
    const by = (off: PriceCode['off']) => ({ off, photographerId: null, galleryId: null, minimumPence: pence(0) })
    const lines = [line(1_000), line(900, true), line(1_000)]
    expect(priceCart(lines, on, by({ kind: 'percent', percent: 100 })).totalPence).toBe(0)
    const included = priceCart(lines, on, by({ kind: 'included', photos: 1 }))
    expect(included.lines.map(({ netPence }) => netPence)).toEqual([500, 0, 500])
  })
})

describe('a code', () => {
  const lines = (...prices: number[]) =>
    prices.map(
      (each, n): PriceLine => ({
        pricePence: pence(each),
        galleryId: n === 0 ? 'b1' : 'a1',
        photographerId: n === 0 ? 'b' : 'a',
      }),
    )
  const of = (off: PriceCode['off'], change: Partial<PriceCode> = {}): PriceCode => ({
    off,
    photographerId: 'a',
    galleryId: null,
    minimumPence: pence(0),
    ...change,
  })
  const netsOf = (by: PriceCode, on?: ReadonlyMap<string, GalleryOffer>) =>
    priceCart(lines(1_000, 1_000, 500, 2_000), on, by).lines.map(({ netPence }) => netPence)

  test('of a percentage takes it of its photographer’s photos', () => {
    expect(netsOf(of({ kind: 'percent', percent: 50 }))).toEqual([1_000, 500, 250, 1_000])
  })
  test('of a sum takes it off their photos together, and nothing that they do not cost', () => {
    expect(netsOf(of({ kind: 'amount', amountPence: pence(700) }))).toEqual([1_000, 800, 400, 1_600])
    expect(netsOf(of({ kind: 'amount', amountPence: pence(9_999) }))).toEqual([1_000, 0, 0, 0])
  })
  test('of photos includes the dearest', () => {
    expect(netsOf(of({ kind: 'included', photos: 2 }))).toEqual([1_000, 0, 500, 0])
    expect(netsOf(of({ kind: 'included', photos: 20 }))).toEqual([1_000, 0, 0, 0])
  })
  test('comes after the gallery’s own offer', () => {
    const half = new Map([['a1', { steps: [{ from: 3, percent: 50 }] }]])
    expect(netsOf(of({ kind: 'percent', percent: 50 }), half)).toEqual([1_000, 250, 125, 500])
  })
  test('whose minimum its photos do not reach, before any offer, takes nothing and says so', () => {
    const by = of({ kind: 'percent', percent: 50 }, { minimumPence: pence(3_501) })
    expect(priceCart(lines(9_000, 1_000, 500, 2_000), undefined, by)).toMatchObject({ code: 'short', codePence: 0 })
    expect(priceCart(lines(0, 1_000, 501, 2_000), undefined, by)).toMatchObject({ code: 'applied', codePence: 1_751 })
  })
  test('of a gallery that is not in the cart takes nothing and says so', () => {
    const by = of({ kind: 'percent', percent: 50 }, { galleryId: 'a2' })
    expect(priceCart(lines(1, 2), undefined, by)).toMatchObject({ code: 'elsewhere', codePence: 0 })
  })
})

describe('the next step', () => {
  const some = [
    { from: 3, percent: 20 },
    { from: 5, percent: 30 },
  ]
  test('says how many more photos at which price take how much more off', () => {
    expect(nextStep([pence(1_500)], some, pence(1_500))).toEqual({
      more: 2,
      percent: 20,
      eachPence: 1_500,
      morePence: 900,
    })
    expect(nextStep([1_500, 1_500, 1_500].map(pence), some, pence(1_500))).toMatchObject({
      more: 2,
      percent: 30,
      morePence: 1_350,
    })
  })
  test('is none above the last, and without any', () => {
    expect(
      nextStep(
        Array.from({ length: 5 }, () => pence(1)),
        some,
        pence(1),
      ),
    ).toBeUndefined()
    expect(nextStep([pence(1)], [], pence(1))).toBeUndefined()
  })
})

describe('steps', () => {
  test.each([
    ['none', []],
    ['five', [2, 3, 4, 5, 6].map((from) => ({ from, percent: from }))],
  ])('are valid: %s', (_, given) => {
    expect(PriceSteps.safeParse(given).success).toBe(true)
  })
  test.each([
    ['six', [2, 3, 4, 5, 6, 7].map((from) => ({ from, percent: from }))],
    ['from one photo', [{ from: 1, percent: 10 }]],
    ['from more than a cart holds', [{ from: 501, percent: 10 }]],
    ['of nothing', [{ from: 2, percent: 0 }]],
    ['of nearly everything', [{ from: 2, percent: 91 }]],
    ['of part of a per cent', [{ from: 2, percent: 1.5 }]],
    [
      'that begin together',
      [
        { from: 3, percent: 10 },
        { from: 3, percent: 20 },
      ],
    ],
    [
      'of which the later takes less',
      [
        { from: 3, percent: 20 },
        { from: 4, percent: 10 },
      ],
    ],
    [
      'of which the later takes the same',
      [
        { from: 3, percent: 20 },
        { from: 4, percent: 20 },
      ],
    ],
    [
      'in the wrong order',
      [
        { from: 5, percent: 20 },
        { from: 3, percent: 30 },
      ],
    ],
  ])('are refused: %s', (_, given) => {
    expect(PriceSteps.safeParse(given).success).toBe(false)
  })
})

type SumsOfGroup = {
  subtotalPence: number
  offerPence: number
  codePence: number
  totalPence: number
  feePence: number
  earningsPence: number
}
const asLine = ({ subtotalPence, totalPence, earningsPence, ...rest }: SumsOfGroup) => ({
  ...rest,
  pricePence: subtotalPence,
  netPence: totalPence,
  sharePence: earningsPence,
})

/** A gallery, or the upgrades of one, and a way to sell what was asked for of it. */
type Trial = { places: readonly number[]; pence: number; photos?: number | undefined }

/**
 * What there is to ask for, each worked out on its own: every offer of every gallery, with every set of its photos included.
 * Of a whole gallery every number of photos but all is, and something stays to be paid.
 */
const cheapestByForce = ({ lines, offers: on, code: by }: Asked): number => {
  const listOf = (places: Iterable<number>) => total([...places].map((place) => lines[place]?.pricePence ?? 0))
  const trials = [...new Set(lines.map(shelfOf))].map((name): Trial[] => {
    const places = lines.flatMap((each, place) => (shelfOf(each) === name ? [place] : []))
    const own = lines.filter((each) => shelfOf(each) === name)
    const [{ photos } = {}] = own
    if (photos !== undefined) return [{ places, pence: listOf(places), photos }]
    const { steps: some, whole: all } = on.get(name) ?? { steps: [] }
    const alone = askedOfGallery(own, { steps: some }).map((amount): Trial => ({ places, pence: amount }))
    // What costs more than its photos is no offer.
    const isOffer = all && all.pence <= Math.min(...alone.map((each) => each.pence))
    return [...alone, ...(isOffer ? [{ places, pence: all.pence, photos: Math.max(all.photos, own.length) }] : [])]
  })
  const isInScope = ({ places: [first = 0] }: Trial) => {
    const { seller, gallery } = lines[first] ?? {}
    return by !== undefined && (by.seller ?? seller) === seller && (by.gallery ?? gallery) === gallery
  }
  const halfUp = (over: number, under: number) => Math.floor((2 * over + under) / (2 * under))
  /** What it costs with so many photos included, by their number: the least of all sets of them. */
  const withIncluded = ({ places, pence: all, photos }: Trial): number[] => {
    if (photos !== undefined)
      return Array.from({ length: photos }, (_, n) => Math.max(all > 0 ? 1 : 0, halfUp(all * (photos - n), photos)))
    const list = listOf(places)
    const least = Array.from({ length: places.length + 1 }, () => Number.POSITIVE_INFINITY)
    for (let set = 0; set < 2 ** places.length; set++) {
      const taken = places.filter((_, bit) => (set >> bit) & 1)
      const cost = list === 0 ? 0 : halfUp(all * (list - listOf(taken)), list)
      least[taken.length] = Math.min(least[taken.length] ?? cost, cost)
    }
    return least
  }

  let cheapest = Number.POSITIVE_INFINITY
  for (const combination of product(trials)) {
    const scope = combination.filter(isInScope)
    const everything = total(combination.map((each) => each.pence))
    cheapest = Math.min(cheapest, everything)
    if (by === undefined || listOf(scope.flatMap(({ places }) => places)) < by.leastPence) continue
    const inScope = total(scope.map((each) => each.pence))
    if ('photos' in by.off) {
      const left = scope
        .map(withIncluded)
        .reduce(leastOfBoth, [0])
        .slice(0, by.off.photos + 1)
      cheapest = Math.min(cheapest, everything - inScope + Math.min(...left))
    } else {
      const off = 'percent' in by.off ? halfUp(inScope * by.off.percent, 100) : Math.min(by.off.pence, inScope)
      cheapest = Math.min(cheapest, everything - off)
    }
  }
  return cheapest
}

/** The least that two galleries cost together with so many photos included, however they are shared out. */
const leastOfBoth = (one: readonly number[], other: readonly number[]): number[] => {
  const least: number[] = []
  for (const [a, first] of one.entries())
    for (const [b, second] of other.entries())
      least[a + b] = Math.min(least[a + b] ?? Number.POSITIVE_INFINITY, first + second)
  return least
}

const product = <T>(choices: readonly (readonly T[])[]): T[][] =>
  choices.reduce<T[][]>((all, some) => all.flatMap((each) => some.map((one) => [...each, one])), [[]])
