import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartReader } from '#functions/checkout/cart.ts'
import { pricedFor } from '#functions/checkout/code-of-buyer.ts'
import { nearWholes } from '#functions/checkout/near-wholes.ts'
import { cheapestOf, type Priced, type PricedChoice, priceOffers, shownOf } from '#functions/checkout/price-offers.ts'
import type { CartAsk } from '#schema/api/orders.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import type { CodeOff, PriceSteps } from '#schema/offers.ts'
import type { BoughtLine } from '#schema/web-size.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { total } from '#test/support/model/pence.ts'
import type { AskedLine, Code, Offers } from '#test/support/model/prices.ts'
import { priced } from '#test/support/model/sale.ts'

// From what a browser sends to the lines of the order: the real cart and prices, beside a model that knows the rules alone.

const galleries = [1, 2, 3, 4] as const
/** The first two galleries are one photographer's. */
const sellerOf = (gallery: number) => userIdOf(Math.max(2, gallery))

const price = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 10, max: 3_000 }), fc.constant(1_500))
const steps: fc.Arbitrary<PriceSteps> = fc.constantFrom<PriceSteps[]>(
  [],
  [{ from: 2, percent: 10 }],
  [
    { from: 2, percent: 15 },
    { from: 3, percent: 34 },
    { from: 5, percent: 90 },
  ],
  [{ from: 4, percent: 50 }],
)
type Ask = 'nothing' | 'original' | 'web' | 'upgrade'
const ask: fc.Arbitrary<Ask> = fc.constantFrom('nothing', 'original', 'original', 'web', 'web', 'upgrade')
const photo = fc.record({
  pricePence: price,
  webPence: fc.option(
    price.map((each) => Math.max(1, each)),
    { freq: 3 },
  ),
  /** What was asked for the Web size when it was bought. */
  boughtPence: price,
  ask,
})
const gallery = fc.record({
  photos: fc.array(photo, { minLength: 1, maxLength: 6 }),
  steps,
  wholePence: fc.option(fc.oneof(price, fc.integer({ min: 1, max: 9_000 })), { freq: 3 }),
  isAskedWhole: fc.integer({ min: 1, max: 6 }).map((n) => n === 1),
})
const shop = fc.tuple(gallery, gallery, gallery, gallery)
type Shop = typeof shop extends fc.Arbitrary<infer T> ? T : never

const off = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((percent): CodeOff => ({ kind: 'percent', percent })),
  fc.integer({ min: 1, max: 4_000 }).map((amount): CodeOff => ({ kind: 'amount', amountPence: pence(amount) })),
  fc.integer({ min: 1, max: 9 }).map((photos): CodeOff => ({ kind: 'included', photos })),
)
const code = fc.record({
  off,
  /** Of which photographer; 0 is the installation's, which is for everybody. */
  owner: fc.constantFrom<number[]>(0, 2, 2, 3),
  ofGallery: fc.constantFrom(null, null, 1, 3),
  minimum: fc.oneof(fc.constant(0), price),
})
type AnyCode = typeof code extends fc.Arbitrary<infer T> ? T : never
const codes = fc.uniqueArray(code, { maxLength: 2, selector: ({ owner }) => owner })

const idOf = (gallery: number, place: number): PhotoId => photoIdOf(gallery * 100 + place)
const boughtAs = (gallery: number, place: number): BoughtLine => ({ orderId: orderIdOf(gallery), line: place + 1 })

/** The shop as it is stored, and the cart as a browser sends it. */
const stored = (shops: Shop) => {
  const all = galleries.map((n, index) => ({ n, id: galleryIdOf(n), of: shops[index] }))
  const photos = all.flatMap(({ n, id, of }) =>
    (of?.photos ?? []).map(({ pricePence, webPence }, place) =>
      aPhoto({
        id: idOf(n, place),
        galleryId: id,
        photographerId: sellerOf(n),
        pricePence: pence(pricePence),
        webPence: webPence === null ? null : pence(webPence),
        webKey: 'web',
      }),
    ),
  )
  const kept = all.map(({ n, id, of }) =>
    aGallery({
      id,
      photographerId: sellerOf(n),
      priceSteps: of?.steps ?? [],
      wholePence: of?.wholePence == null ? null : pence(of.wholePence),
      photoCount: of?.photos.length ?? 0,
    }),
  )
  const bought = all.flatMap(({ n, of }) =>
    (of?.photos ?? []).map(({ boughtPence }, place) => ({
      order: anOrder({ id: orderIdOf(n), status: 'completed' }),
      item: anOrderItem({
        ...boughtAs(n, place),
        photoId: idOf(n, place),
        size: 'web',
        pricePence: pence(boughtPence),
        netPence: pence(1),
      }),
    })),
  )
  const items = all.flatMap(({ n, of }) =>
    (of?.photos ?? []).flatMap(({ ask: size }, place): CartAsk[] => {
      if (size === 'nothing') return []
      const photoId = idOf(n, place)
      return size === 'upgrade' ? [{ photoId, size: 'original', upgradeOf: boughtAs(n, place) }] : [{ photoId, size }]
    }),
  )
  const galleryIds = all.flatMap(({ id, of }): GalleryId[] => (of?.isAskedWhole ? [id] : []))
  const readCart = cartReader({
    photos: { getMany: async (ids) => photos.filter(({ id }) => ids.includes(id)) },
    galleries: { getMany: async (ids) => kept.filter(({ id }) => ids.includes(id)) },
    access: { buyerStateOf: async () => 'open' },
    orders: {
      bought: async (lines) =>
        bought.filter(({ item }) => lines.some((line) => line.orderId === item.orderId && line.line === item.line)),
      find: async () => undefined,
    },
    now: () => new Date('2030-01-01T10:00:00.000Z'),
  })
  return readCart({ items, galleryIds }, { grants: [], caller: undefined })
}

/** What the rules say of it, in the model's words. */
const inModel = (shops: Shop, by: AnyCode | undefined) => {
  const lines: AskedLine[] = []
  const wholes: AskedLine[] = []
  const offers = new Map<string, Offers>()
  for (const [index, of] of shops.entries()) {
    const n = index + 1
    const [seller, gallery] = [String(sellerOf(n)), String(galleryIdOf(n))]
    const isWholeSold = of.wholePence !== null && of.wholePence > 0
    const whole = isWholeSold ? { pence: of.wholePence ?? 0, photos: of.photos.length } : undefined
    const isAsked = whole !== undefined && of.isAskedWhole
    if (isAsked) wholes.push({ seller, gallery, pricePence: whole.pence, photos: whole.photos })
    else offers.set(gallery, { steps: of.steps, whole })
    for (const { ask: size, pricePence, webPence, boughtPence } of of.photos) {
      // What is free is downloaded without an order.
      if (size === 'nothing' || pricePence === 0) continue
      if (size === 'upgrade')
        lines.push({ seller, gallery, pricePence: Math.max(0, pricePence - boughtPence), isUpgrade: true })
      else if (!isAsked) {
        const isWeb = size === 'web' && webPence !== null && webPence < pricePence
        lines.push({ seller, gallery, pricePence: isWeb ? webPence : pricePence })
      }
    }
  }
  return { lines: [...lines, ...wholes], offers, code: by && codeInModel(by) }
}

const codeInModel = ({ off: what, owner, ofGallery, minimum }: AnyCode): Code => ({
  off:
    what.kind === 'percent'
      ? { percent: what.percent }
      : what.kind === 'amount'
        ? { pence: what.amountPence }
        : { photos: what.photos },
  seller: owner === 0 ? null : String(userIdOf(owner)),
  gallery: ofGallery === null ? null : String(galleryIdOf(ofGallery)),
  leastPence: minimum,
})

const discountOf = ({ off: what, owner, ofGallery, minimum }: AnyCode): Discount =>
  aDiscount({
    percent: what.kind === 'percent' ? what.percent : 0,
    off: what,
    photographerId: owner === 0 ? null : userIdOf(owner),
    galleryId: ofGallery === null ? null : galleryIdOf(ofGallery),
    minimumPence: pence(minimum),
  })

const pricedOr = (work: () => { priced: PricedChoice }): PricedChoice | undefined => {
  try {
    return work().priced
  } catch {
    return undefined
  }
}

test('10,000 carts of photos in both sizes, upgrades and whole galleries are sold as the model says, line by line', async () => {
  const seen = { switched: 0, asked: 0, web: 0, upgrades: 0, included: 0, kept: 0 }
  await fc.assert(
    fc.asyncProperty(shop, codes, async (shops, tried) => {
      const cart = await stored(shops)
      const model = (by: AnyCode | undefined) => priced(inModel(shops, by))
      const netOf = (lines: ReturnType<typeof model>) => total(lines.map(({ netPence }) => netPence))
      const isFor = (by: AnyCode) => {
        const { lines } = inModel(shops, by)
        const { seller, gallery, leastPence } = codeInModel(by)
        const scope = lines.filter(
          (line) => (seller ?? line.seller) === line.seller && (gallery ?? line.gallery) === line.gallery,
        )
        return scope.length > 0 && total(scope.map(({ pricePence }) => pricePence)) >= leastPence
      }
      const fitting = tried.filter(isFor)
      const answer = pricedOr(() => cheapestOf(cart, tried.map(discountOf)))
      const { lines } = inModel(shops, undefined)
      // A code for none of these photos is refused, and not left out.
      if (tried.length > 0 && fitting.length === 0 && lines.length > 0) {
        expect(answer).toBeUndefined()
        return
      }
      const best = fitting.toSorted((a, b) => netOf(model(a)) - netOf(model(b)))[0]
      const expected = model(best)
      const sold = answer?.sold ?? []
      expect(sold.map(({ kind, priced: { netPence, feePence } }) => [kind === 'gallery', netPence, feePence])).toEqual(
        expected.map(({ offer, netPence, feePence }) => [offer === 'whole', netPence, feePence]),
      )
      for (const { priced: line } of sold)
        expect(line.pricePence - line.offerPence - line.codePence).toBe(line.netPence)

      const isWhole = sold.filter(({ kind }) => kind === 'gallery')
      seen.switched += isWhole.filter((each) => each.kind === 'gallery' && each.isSwitched).length
      seen.asked += cart.wholes.length
      seen.web += sold.filter((each) => each.kind === 'photo' && each.offer.size === 'web').length
      seen.upgrades += sold.filter((each) => each.kind === 'photo' && each.offer.upgraded).length
      const isIncluded = best?.off.kind === 'included'
      seen.included += isIncluded ? isWhole.length : 0
      const withoutCode = isIncluded ? model(undefined).filter(({ offer }) => offer === 'whole').length : 0
      seen.kept += Math.max(0, withoutCode - isWhole.length)
    }),
    { numRuns: 10_000 },
  )
  // Each kind often enough, galleries that stay photos because of their code among them.
  for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(300)
})

const tryPriced = (work: () => Priced | undefined) => {
  try {
    return { priced: work() }
  } catch (thrown) {
    return { refused: thrown instanceof AppError ? thrown.code : String(thrown) }
  }
}
/** The same cart once the whole of one gallery was taken: of its photos only upgrades are asked for beside it. */
const withWhole = (shops: Shop, id: GalleryId): Shop => {
  const of = <G extends Shop[number]>(each: G, n: number): G =>
    galleryIdOf(n) === id
      ? {
          ...each,
          isAskedWhole: true,
          photos: each.photos.map((one) => (one.ask === 'upgrade' ? one : { ...one, ask: 'nothing' as const })),
        }
      : each
  return [of(shops[0], 1), of(shops[1], 2), of(shops[2], 3), of(shops[3], 4)]
}

test('what a whole gallery near its photos costs more is what the cart with it costs more, in 3,000 carts', async () => {
  const seen = { near: 0, withCode: 0, beside: 0 }
  await fc.assert(
    fc.asyncProperty(shop, codes, async (shops, tried) => {
      const cart = await stored(shops)
      const discounts = tried.map(discountOf)
      const shown = tryPriced(() => shownOf(cart, discounts)).priced
      if (!shown) return
      for (const { gallery: near, wholePence, morePence } of nearWholes(cart, shown.priced, discounts)) {
        const then = shownOf(await stored(withWhole(shops, near.id)), discounts)
        expect(then.priced.totalPence).toBe(shown.priced.totalPence + morePence)
        const lines = shown.priced.sold.filter((line) => line.kind === 'photo' && line.offer.gallery.id === near.id)
        const chosen = lines.filter((line) => line.kind === 'photo' && line.offer.upgraded === undefined)
        const paid = total(chosen.map((line) => line.priced.netPence))
        expect(2 * morePence).toBeLessThanOrEqual(paid)
        expect(near.photoCount).toBeGreaterThan(lines.length)
        expect(cart.wholes.map((whole) => whole.gallery.id)).not.toContain(near.id)
        seen.near++
        seen.withCode += morePence < wholePence - paid || shown.isCheaper ? 1 : 0
        seen.beside += shown.priced.sold.length > lines.length ? 1 : 0
      }
    }),
    { numRuns: 3_000 },
  )
  // With a code it is near in about one cart of thirty: far fewer would mean that none is tried.
  for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(30)
})

const client = fc.constantFrom(null, 'ada@example.com', 'hannah@example.com')
/** Of three photographers, as the installation's comes before them all. */
const codesOfClients = fc.uniqueArray(
  fc.tuple(
    code.map((each) => ({ ...each, ofGallery: null })),
    fc.constantFrom(2, 3, 4),
    client,
  ),
  { minLength: 1, maxLength: 3, selector: ([, owner]) => owner },
)
const buyers = ['ada@example.com', 'hannah@example.com', 'bo@example.com']
const minimumPence = pence(30)
/** What is sold, and for how much. */
const sale = ({ priced: { sold, totalPence } }: Priced) => ({
  inside: sold
    .map((line) => (line.kind === 'gallery' ? line.gallery.id : `${line.offer.photo.id} ${line.offer.size}`))
    .toSorted()
    .join(),
  totalPence,
})

test('of codes of clients nobody is charged more than the cart shows, or for anything else, and each as little as they may', async () => {
  const seen = { asShown: 0, forLess: 0, refused: 0, otherContents: 0, hidden: 0 }
  await fc.assert(
    fc.asyncProperty(shop, codesOfClients, async (shops, tried) => {
      const cart = await stored(shops)
      if (cart.offers.length + cart.wholes.length === 0) return
      const discounts = tried.map(
        ([each, owner, clientEmail]): Discount => ({ ...discountOf({ ...each, owner }), clientEmail }),
      )
      const shown = tryPriced(() => shownOf(cart, discounts)).priced
      if (!shown) return
      const each = discounts.flatMap((discount) => {
        const { priced: by } = tryPriced(() => cheapestOf(cart, [discount]))
        return by ? [{ ...sale(by), discount }] : []
      })
      const [alone, total] = [priceOffers(cart, undefined).totalPence, shown.priced.totalPence]
      const ofClients = each.filter(({ discount }) => discount.clientEmail !== null)
      if (ofClients.some(({ totalPence }) => totalPence < alone) && each.length > ofClients.length && total === alone)
        seen.hidden += ofClients.every(({ totalPence }) => totalPence < alone) ? 1 : 0
      for (const email of buyers) {
        const isTheirs = ({ clientEmail }: Discount) => clientEmail === null || clientEmail === email
        const mine = each.filter(({ discount }) => isTheirs(discount))
        const answer = tryPriced(() => pricedFor(cart, discounts, { email, seenPence: total, minimumPence }))
        const same = mine.filter(
          ({ inside, totalPence }) =>
            inside === sale(shown).inside && totalPence <= total && (totalPence === 0 || totalPence >= minimumPence),
        )
        const isShownTheirs = shown.discount !== undefined && isTheirs(shown.discount)
        const least = Math.min(...same.map(({ totalPence }) => totalPence), ...(isShownTheirs ? [total] : []))
        if (mine.some(({ inside, totalPence }) => totalPence < least && inside !== sale(shown).inside))
          seen.otherContents++
        if (least === Number.POSITIVE_INFINITY) {
          const isForOthers = mine.length > 0 || !discounts.some(isTheirs)
          expect(isForOthers ? ['code_for_another'] : ['code_minimum', 'code_for_others']).toContain(answer.refused)
          seen.refused++
          continue
        }
        if (!answer.priced)
          throw new Error(`the total that is shown is refused: ${answer.refused ?? 'as another price'}`)
        expect(sale(answer.priced)).toEqual({ inside: sale(shown).inside, totalPence: least })
        if (answer.priced.discount) expect(isTheirs(answer.priced.discount)).toBe(true)
        if (least === total) seen.asShown++
        else seen.forLess++
      }
    }),
    { numRuns: 5_000 },
  )
  const { hidden, ...often } = seen
  expect(hidden, 'shown without a client’s code that takes something off').toBe(0)
  for (const [kind, count] of Object.entries(often)) expect(count, kind).toBeGreaterThan(20)
})
