import { describe, expect, test } from 'vitest'
import { cartReader } from '#functions/checkout/cart.ts'
import { quoteCart } from '#functions/checkout/quote-cart.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { stepsInReach } from '#functions/galleries/steps-in-reach.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { api } from '#schema/api/all.ts'
import { paintOf } from '#schema/brand-paint.ts'
import { OrderId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { aBrand } from '#test/support/builders/brand.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const setup = async (pricesPence: readonly number[]) => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, pricesPence)
  const quote = (
    photoIds: readonly string[],
    extra: { discountCode?: string; grants?: string[] } = {},
    caller?: number,
  ) =>
    world.quote(
      request(api.orders.endpoints.quote, {
        body: { photoIds: [...photoIds], ...extra },
        ...(caller !== undefined && { caller: userIdOf(caller) }),
      }),
    )
  return { world, photos, quote }
}

test('a cart is priced with its five sums', async () => {
  const { photos, quote } = await setup([1500, 999])
  expect((await quote(photos)).summary).toMatchObject({
    subtotalPence: 2499,
    discountPence: 0,
    discountPercent: 0,
    feePence: 250,
    earningsPence: 2249,
    totalPence: 2499,
  })
})

test('a photo that is kept from earlier buyers of its whole gallery says since when, and is priced as any other', async () => {
  const { world, photos, quote } = await setup([1500])
  const createdAt = '2030-01-01T09:00:00.000Z'
  const kept = aPhoto({ id: photoIdOf(77), isExcepted: true, createdAt })
  const late = aPhoto({ id: photoIdOf(78), isExcepted: true, isExceptedLate: true, createdAt })
  await world.addPhoto(kept)
  await world.addPhoto(late)
  const { lines } = await quote([...photos, kept.id, late.id])
  expect(lines.map(({ exceptedSince, netPence }) => [exceptedSince, netPence])).toEqual([
    [undefined, 1500],
    [createdAt, 1500],
    [undefined, 1500],
  ])
})

test('an empty cart is worth nothing', async () => {
  const { quote } = await setup([])
  expect(await quote([])).toMatchObject({ lines: [], unavailable: [], summary: { totalPence: 0, feePence: 0 } })
})

test('what is not for sale any more is named, and the rest is priced', async () => {
  const { photos, quote } = await setup([1500])
  expect(await quote([photoIdOf(9), ...photos])).toMatchObject({
    unavailable: [photoIdOf(9)],
    lines: [{ title: 'Photo 1.0' }],
    summary: { totalPence: 1500 },
  })
})

test('a photo that is free now is no lost sale where its gallery lets it be downloaded', async () => {
  const { world, photos, quote } = await setup([0, 1500])
  expect(await quote(photos)).toMatchObject({
    unavailable: [photos[0]],
    free: [photos[0]],
    lines: [{ photoId: photos[1] }],
  })

  await world.addGallery(aGallery({ id: galleryIdOf(2), clientCanDownload: false }))
  await world.addPhoto(aPhoto({ id: photoIdOf(21), galleryId: galleryIdOf(2), pricePence: pence(0) }))
  expect(await quote([photoIdOf(21)])).toMatchObject({ unavailable: [photoIdOf(21)], free: [] })

  await world.addGallery(aGallery({ id: galleryIdOf(3), downloadLimit: 1, downloadCount: 1 }))
  await world.addPhoto(aPhoto({ id: photoIdOf(31), galleryId: galleryIdOf(3), pricePence: pence(0) }))
  expect(await quote([photoIdOf(31)])).toMatchObject({ unavailable: [photoIdOf(31)], free: [] })
})

test('a photo of a locked gallery is for sale to who has its grant, and to its owner', async () => {
  const { world, quote } = await setup([])
  const gallery = aGallery({
    id: galleryIdOf(2),
    photographerId: userIdOf(2),
    isPublic: false,
    accessCode: 'OPENSESAME',
  })
  await world.addGallery(gallery)
  await world.addPhoto(aPhoto({ id: photoIdOf(2), galleryId: gallery.id, photographerId: userIdOf(2) }))
  const { grant } = await galleryAccess({ signer: world.signer, now: world.now, isReviewOpen: async () => true }).grant(
    gallery,
    'visitor',
  )

  expect(await quote([photoIdOf(2)])).toMatchObject({ locked: [photoIdOf(2)], unavailable: [], lines: [] })
  expect((await quote([photoIdOf(2)], { grants: [grant] })).lines).toHaveLength(1)
  expect((await quote([photoIdOf(2)], {}, 2)).lines).toHaveLength(1)
  expect((await quote([photoIdOf(2)], {}, 3)).locked).toEqual([photoIdOf(2)])
  world.clock.forward({ hours: 13 })
  expect(await quote([photoIdOf(2)], { grants: [grant] })).toMatchObject({ locked: [photoIdOf(2)], unavailable: [] })
})

test('of a locked gallery nobody learns which photos are for sale at which price, and what is gone stays gone', async () => {
  const { world, quote } = await setup([])
  await world.addGallery(aGallery({ isPublic: false, accessCode: 'OPENSESAME' }))
  await world.addPhoto(aPhoto({ id: photoIdOf(1), pricePence: pence(0) }))
  await world.addPhoto(aPhoto({ id: photoIdOf(2), state: 'deleted' }))
  await world.addPhoto(aPhoto({ id: photoIdOf(3), state: 'failed' }))

  expect(await quote([1, 2, 3, 4].map(photoIdOf))).toEqual({
    brand: null,
    lines: [],
    inside: [],
    wholes: [],
    unavailableGalleries: [],
    lockedGalleries: [],
    offers: [],
    near: [],
    locked: [photoIdOf(1)],
    unavailable: [2, 3, 4].map(photoIdOf),
    free: [],
    summary: expect.objectContaining({ totalPence: 0 }),
    minimumPence: 30,
  })
})

describe('a private gallery that asks for nothing, as one that is reviewed by a link', () => {
  const gallery = aGallery({ isPublic: false, accessVersion: 2 })
  const reviewed = async (change: Partial<typeof gallery> = {}) => {
    const { world, quote } = await setup([])
    await world.addGallery({ ...gallery, ...change })
    await world.addPhoto(aPhoto())
    const access = galleryAccess({ signer: world.signer, now: world.now, isReviewOpen: async () => true })
    const grantFor = async (seen: typeof gallery) => (await access.grant(seen, 'visitor')).grant
    return { world, grantFor, quote: (...grants: string[]) => quote([photoIdOf(1)], { grants }) }
  }
  const locked = { lines: [], locked: [photoIdOf(1)], unavailable: [] }
  const unavailable = { lines: [], locked: [], unavailable: [photoIdOf(1)] }

  test('is locked to whom it was open, and unknown to all others', async () => {
    const { world, grantFor, quote } = await reviewed()
    const grant = await grantFor(gallery)
    const other = await grantFor({ ...gallery, id: galleryIdOf(2) })
    expect((await quote(grant)).lines).toHaveLength(1)
    world.clock.forward({ hours: 13 })
    expect(await quote(grant)).toMatchObject(locked)
    for (const grants of [[], [other], [`${grant}x`], ['']]) expect(await quote(...grants)).toMatchObject(unavailable)
  })

  test('is locked to whom it was open before its settings changed: it opens for them by the link again', async () => {
    const { grantFor, quote } = await reviewed()
    expect(await quote(await grantFor({ ...gallery, accessVersion: 1 }))).toMatchObject(locked)
  })

  test.each([
    ['that has expired', { expiresAt: '2030-01-01T09:59:59.000Z' }],
    ['of a closed account', { ownerState: 'closed' }],
  ] as const)('%s is for sale to nobody any more', async (_, change) => {
    const { grantFor, quote } = await reviewed(change)
    expect(await quote(await grantFor(gallery))).toMatchObject(unavailable)
  })
})

test('the picture of a photo whose mark is still being made is not shown clean', async () => {
  const { world, quote } = await setup([])
  await world.addGallery(aGallery({ watermarkEnabled: true, watermarkText: 'Iris' }))
  await world.addPhoto(aPhoto())
  expect((await quote([photoIdOf(1)])).lines).toMatchObject([{ picture: null }])
})

describe('a gallery with steps', () => {
  const steps = [
    { from: 3, percent: 20 },
    { from: 5, percent: 30 },
  ]
  /** Of which those at `pricesPence` are in the cart, and the others cost as much as it says, or nothing. */
  const stepped = async (pricesPence: readonly number[], photoCount: number, othersPence = 1500) => {
    const parts = await setup(pricesPence)
    await parts.world.addGallery(aGallery({ priceSteps: steps, photoCount }))
    for (let n = pricesPence.length; n < photoCount; n += 1)
      await parts.world.addPhoto(aPhoto({ id: photoIdOf(5_000 + n), pricePence: pence(othersPence) }))
    return parts
  }

  test('says how many more photos save how much, at the lowest price that the cart knows', async () => {
    const { photos, quote } = await stepped([1500, 2000], 67)
    expect((await quote(photos)).offers).toEqual([
      {
        galleryId: galleryIdOf(1),
        galleryTitle: 'The Ridge',
        percent: 0,
        savedPence: 0,
        next: { more: 1, percent: 20, eachPence: 1500, morePence: 1000 },
      },
    ])
  })

  test('takes off what its photos reach, line by line, and says what the next step brings', async () => {
    const { photos, quote } = await stepped([1500, 1500, 1501], 67)
    const { lines, offers, summary } = await quote(photos)
    expect(offers).toMatchObject([{ percent: 20, savedPence: 900, next: { more: 2, percent: 30, morePence: 1350 } }])
    expect(lines.map(({ pricePence, netPence }) => [pricePence, netPence])).toEqual([
      [1500, 1200],
      [1500, 1200],
      [1501, 1201],
    ])
    expect(summary).toMatchObject({
      subtotalPence: 4501,
      offerPence: 900,
      discountPence: 0,
      totalPence: 3601,
      feePence: 360,
      earningsPence: 3241,
    })
  })

  test('promises no step for which it has too few photos', async () => {
    const { photos, quote } = await stepped([1500, 1500, 1500], 4)
    expect((await quote(photos)).offers).toMatchObject([{ percent: 20, next: null }])
  })

  test('promises no step for which too few of its photos cost something', async () => {
    const { photos, quote } = await stepped([1500, 1500, 1500], 67, 0)
    expect((await quote(photos)).offers).toMatchObject([{ percent: 20, next: null }])
  })

  test('counts no photo that is in the cart as an upgrade among those that can be chosen', async () => {
    const { world, photos, quote } = await stepped([1500, 1500, 1500], 3)
    expect((await quote(photos.slice(0, 2))).offers).toMatchObject([{ next: { more: 1 } }])
    const [upgraded = photoIdOf(1), first = photoIdOf(2)] = photos
    await world.setPrices(upgraded, { webPence: 500 })
    const order = OrderId.parse(await world.sell([{ photoId: upgraded, size: 'web' }]))
    const items = [{ photoId: upgraded, upgradeOf: { orderId: order, line: 1 } }, { photoId: first }]
    const { offers } = await world.quote(request(api.orders.endpoints.quote, { body: { items } }))
    expect(offers).toMatchObject([{ percent: 0, next: null }])
  })

  test('says steps before anything is chosen as far as its photos that cost something reach', async () => {
    const { world } = await stepped([1500, 1500, 1500], 67, 0)
    const store = photoStore(world.table)
    const gallery = aGallery({ priceSteps: steps, photoCount: 67 })
    expect(await stepsInReach(store, gallery)).toEqual(steps.slice(0, 1))
    expect(await stepsInReach(store, { ...gallery, priceSteps: [] })).toEqual([])
    // A row from before prices were kept beside it: all of its photos count.
    expect(await stepsInReach(store, { ...gallery, layout: 3 })).toEqual(steps)
    await world.addPhoto(aPhoto({ id: photoIdOf(8_001) }))
    await world.addPhoto(aPhoto({ id: photoIdOf(8_002) }))
    expect(await stepsInReach(store, gallery)).toEqual(steps)
  })

  test('counts its own photos alone', async () => {
    const { world, photos, quote } = await stepped([1500, 1500], 67)
    const others = await world.addSeller(2, [1500, 1500])
    const { offers, summary } = await quote([...photos, ...others])
    expect(offers).toMatchObject([{ galleryId: galleryIdOf(1), percent: 0, next: { more: 1 } }])
    expect(summary).toMatchObject({ offerPence: 0, totalPence: 6000 })
  })

  test('comes before a code, which counts what is left', async () => {
    const { photos, quote } = await stepped([1500, 1500, 1500], 67)
    const { summary } = await quote(photos, { discountCode: 'first-light' })
    expect(summary).toMatchObject({ offerPence: 900, discountPence: 3600, discountPercent: 100, totalPence: 0 })
  })
})

test('the brand of a cart is that of the photographer whose photos all of them are', async () => {
  const brand = aBrand()
  const { world, photos, quote } = await setup([1500, 1500])
  expect((await quote(photos)).brand).toBeNull()
  await world.addGallery(aGallery({ brand }))
  expect((await quote(photos)).brand).toEqual(paintOf(brand))
  const others = await world.addSeller(2, [1500])
  expect((await quote([...photos, ...others])).brand).toBeNull()
  expect((await quote([])).brand).toBeNull()
})

describe('pricing carts', () => {
  const many = Array.from({ length: 500 }, (_, n) => photoIdOf(50_000 + n))
  const limited = (photoIds = many) => {
    const world = moneyWorld({ throttleScale: 1 })
    return (person?: string, address = '198.51.100.7') =>
      world.quote(
        request(api.orders.endpoints.quote, {
          headers: { 'x-gallery-session': person && sessionOf(person) },
          body: { photoIds },
          address,
        }),
      )
  }
  const times = async (count: number, ask: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < count; n++) await ask(n)
  }

  test('of 500 photos is done twice a second for a browser, which then reads why and how long', async () => {
    const quote = limited()
    await times(120, () => quote('one'))
    await expect(quote('one')).rejects.toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/^Your cart was priced very often\. Please try again in \d+ seconds\.$/),
    })
    expect(await quote('another')).toMatchObject({ lines: [] })
  })

  test('of 500 photos is done for 300 people behind one address, four times a minute each, and no more', async () => {
    const quote = limited()
    await times(1_200, (n) => quote(`person${n % 300}`))
    await expect(quote('somebody else')).rejects.toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('Very many large carts are being priced on your network.'),
    })
    expect(await quote('somebody else', '198.51.100.8')).toMatchObject({ lines: [] })
  })

  test('counts who comes without a session as one', async () => {
    const quote = limited()
    await times(120, () => quote())
    await expect(quote()).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await quote('one')).toMatchObject({ lines: [] })
  })

  test('counts an empty cart too', async () => {
    const world = moneyWorld({ throttleScale: 1 })
    await world.quote(request(api.orders.endpoints.quote, { body: {} }))
    expect(world.table.all().filter(({ PK }) => String(PK).startsWith('THROTTLE#'))).toMatchObject([
      { count: 1 },
      { count: 1 },
    ])
  })

  test('reads photos as they were a moment ago, and galleries as they stand', async () => {
    const [old, gallery] = [aPhoto({ pricePence: pence(1_500) }), aGallery()]
    const quote = quoteCart({
      photos: { countPaid: async () => 0 },
      readCart: cartReader({
        now: () => new Date(0),
        photos: {
          getMany: async (_, { consistent = true } = {}) => [consistent ? { ...old, pricePence: pence(1) } : old],
        },
        galleries: { getMany: async () => [gallery] },
        access: { buyerStateOf: async () => 'open' },
        orders: { bought: async () => [], find: async () => undefined },
      }),
      readCode: async () => [],
      sessions: { subjectOf: async () => 'SESSION#one' },
      throttle: throttle(fakeTable(), () => new Date(0)),
      links: fakeMediaLinks(),
      minimumOrder: () => pence(30),
      tellOfCart: async () => {},
    })
    const answer = await quote(request(api.orders.endpoints.quote, { body: { photoIds: [old.id] } }))
    expect(answer.summary).toMatchObject({ totalPence: 1_500 })
  })
})
