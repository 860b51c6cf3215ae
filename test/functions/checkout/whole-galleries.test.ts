import { describe, expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { photoView } from '#functions/galleries/gallery-views.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { photoKeys } from '#functions/galleries/photo-writes.ts'
import { discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { orderKeys } from '#functions/orders/order-writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { PhotoView } from '#schema/api/views.ts'
import { type GalleryId, OrderId, type PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import type { CodeOff } from '#schema/offers.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { request } from '#test/support/http/request.ts'
import { type CheckoutOptions, type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { pointsOf, runWithFault } from '#test/support/sim/fault-at.ts'
import { violationsAtRest, violationsNow } from '#test/support/sim/money-checks.ts'

const gallery = galleryIdOf(1)

/** A gallery of so many photos at £10.00, all of them for `wholePence`. */
const setup = async (count = 12, wholePence: number | null = 5_000) => {
  const world = moneyWorld()
  const photos = await world.addSeller(
    1,
    Array.from({ length: count }, () => 1_000),
  )
  await world.setWhole(gallery, wholePence)
  const quote = (photoIds: PhotoId[], galleryIds: GalleryId[] = [], discountCode?: string) =>
    world.quote(
      request(api.orders.endpoints.quote, {
        body: { photoIds, galleryIds, ...(discountCode !== undefined && { discountCode }) },
      }),
    )
  const buy = async (options: Parameters<MoneyWorld['sell']>[1] = {}, own: PhotoId[] = []) =>
    OrderId.parse(await world.sell(own, { galleries: [{ galleryId: gallery }], ...options }))
  const addCode = async (off: CodeOff) => {
    const codeHash = ownCodeHashOf(userIdOf(1), 'SUMMER10')
    await discountStore(world.table, async () => 'FIRST-LIGHT').create(
      aDiscount({ codeHash, percent: 0, photographerId: userIdOf(1), off }),
    )
  }
  const addPhoto = async (n: number, overrides: Parameters<typeof aPhoto>[0] = {}) => {
    const photo = aPhoto({ id: photoIdOf(9_000 + n), galleryId: gallery, photographerId: userIdOf(1), ...overrides })
    await world.addPhoto(photo)
    await world.setWhole(gallery, wholePence)
    return photo.id
  }
  return { world, photos, quote, buy, addCode, addPhoto }
}

const filesOf = async (world: MoneyWorld, orderId: OrderId, line = 1) => {
  const store = orderFileStore(world.table)
  const files: { number: number; photoId: PhotoId }[] = []
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<typeof store.page>> = await store.page({ orderId, line }, from)
    files.push(...page.files.map(({ number, file }) => ({ number, photoId: file.photoId })))
    from = page.next
  }
  return files
}

describe('a quote', () => {
  test('of a gallery that was asked for as a whole is one line at its price', async () => {
    const { quote } = await setup()
    expect(await quote([], [gallery])).toMatchObject({
      lines: [],
      wholes: [{ galleryId: gallery, photoCount: 12, pricePence: 5_000, netPence: 5_000, isSwitched: false }],
      summary: { subtotalPence: 5_000, totalPence: 5_000 },
    })
  })

  test.each([
    [4, false, 4_000],
    [5, true, 5_000],
    [6, true, 5_000],
    [12, true, 5_000],
  ])('of %i photos at £10 of a gallery for £50 switches: %s', async (count, isSwitched, totalPence) => {
    const { quote, photos } = await setup()
    const answer = await quote(photos.slice(0, count))
    expect(answer.summary.totalPence).toBe(totalPence)
    expect(answer.wholes.map((whole) => [whole.isSwitched, whole.photoIds])).toEqual(
      isSwitched ? [[true, photos.slice(0, count)]] : [],
    )
    expect(answer.lines).toHaveLength(isSwitched ? 0 : count)
  })

  test('counts photos of a gallery that was asked for as a whole in it', async () => {
    const { quote, photos } = await setup()
    const answer = await quote(photos.slice(0, 2), [gallery])
    expect(answer).toMatchObject({
      lines: [],
      wholes: [{ photoIds: photos.slice(0, 2) }],
      summary: { totalPence: 5_000 },
    })
  })

  describe('of photos near the price of the whole', () => {
    const near = (morePence: number) => [
      {
        galleryId: gallery,
        galleryTitle: 'The Ridge',
        photographerName: 'Iris Calloway',
        photoCount: 12,
        wholePence: 4_500,
        morePence,
      },
    ]

    test.each([
      ['two thirds of it', 3, near(1_500)],
      ['less than two thirds', 2, []],
      ['nearly it', 4, near(500)],
      ['as much, as which they are sold already', 5, []],
    ])('says what all cost more: %s', async (_, count, said) => {
      const { quote, photos } = await setup(12, 4_500)
      expect((await quote(photos.slice(0, count))).near).toEqual(said)
    })

    test('says nothing of a gallery that is not sold as a whole, has no more photos, or is in the cart as a whole', async () => {
      const alone = await setup(12, null)
      expect((await alone.quote(alone.photos.slice(0, 4))).near).toEqual([])
      const all = await setup(4, 4_500)
      expect((await all.quote(all.photos)).near).toEqual([])
      const asked = await setup(12, 4_500)
      expect((await asked.quote(asked.photos.slice(0, 4), [gallery])).near).toEqual([])
    })

    test('says nothing where all that cost something are chosen, whatever is free beside them', async () => {
      const { world, quote, photos, addPhoto } = await setup(4, 4_500)
      await addPhoto(1, { pricePence: pence(0) })
      expect((await quote(photos)).near).toEqual([])
      expect((await quote(photos.slice(0, 3))).near).toMatchObject([{ photoCount: 5, morePence: 1_500 }])
      await world.addPhoto(aPhoto({ id: photoIdOf(9_002), galleryId: gallery, photographerId: userIdOf(1) }))
      await world.setWhole(gallery, 4_500)
      expect((await quote(photos)).near).toMatchObject([{ photoCount: 6, morePence: 500 }])
    })

    test.each([
      [{ kind: 'percent', percent: 50 } as const, 4, [250]],
      [{ kind: 'amount', amountPence: pence(1_000) } as const, 4, [500]],
      // Three for £30 less the dearest are £20; of the whole an eleventh twelfth is £41.25, which is no longer near.
      [{ kind: 'included', photos: 1 } as const, 3, []],
      [{ kind: 'included', photos: 1 } as const, 4, [1_125]],
      [{ kind: 'percent', percent: 100 } as const, 4, []],
    ])('counts a code of %j', async (off, count, more) => {
      const { quote, photos, addCode } = await setup(12, 4_500)
      await addCode(off)
      const { near: said = [] } = await quote(photos.slice(0, count), [], 'SUMMER10')
      expect(said.map(({ morePence }) => morePence)).toEqual(more)
    })

    test('promises nothing where the code would not hold for the whole', async () => {
      const { world, quote, photos } = await setup(12, 3_000)
      await world.setSteps(gallery, [{ from: 4, percent: 50 }])
      const codeHash = ownCodeHashOf(userIdOf(1), 'SUMMER10')
      const off = { kind: 'percent', percent: 10 } as const
      await discountStore(world.table, async () => 'FIRST-LIGHT').create(
        aDiscount({ codeHash, percent: 0, photographerId: userIdOf(1), off, minimumPence: pence(4_000) }),
      )
      expect((await quote(photos.slice(0, 4))).near).toMatchObject([{ morePence: 1_000 }])
      const answer = await quote(photos.slice(0, 4), [], 'SUMMER10')
      expect(answer).toMatchObject({ near: [], summary: { totalPence: 1_800 } })
    })
  })

  test.each([
    [{ kind: 'percent', percent: 10 } as const, 4_500],
    [{ kind: 'amount', amountPence: pence(1_200) } as const, 3_800],
    [{ kind: 'included', photos: 3 } as const, 3_750],
    [{ kind: 'included', photos: 11 } as const, 417],
    [{ kind: 'included', photos: 12 } as const, 417],
    [{ kind: 'included', photos: 40 } as const, 417],
  ])('of the whole with a code of %j costs %i', async (off, totalPence) => {
    const { quote, addCode } = await setup()
    await addCode(off)
    expect((await quote([], [gallery], 'SUMMER10')).summary.totalPence).toBe(totalPence)
  })

  test.each([
    ['of four photos with all four included costs the part of one', 4, 5_000, 4, 1_250],
    ['of one photo costs what it costs without the code', 1, 5_000, 1, 5_000],
    ['of which one part is less than half a penny costs a penny', 12, 5, 12, 1],
    ['of which several parts are less than half a penny costs a penny', 12, 2, 10, 1],
  ])('of the whole %s', async (_, count, wholePence, photosIncluded, totalPence) => {
    const { quote, addCode } = await setup(count, wholePence)
    await addCode({ kind: 'included', photos: photosIncluded })
    expect(await quote([], [gallery], 'SUMMER10')).toMatchObject({
      wholes: [{ netPence: totalPence }],
      summary: { totalPence },
    })
  })

  test('that switched costs at least a penny, however little its part is', async () => {
    const { quote, photos, addCode } = await setup(12, 2)
    await addCode({ kind: 'included', photos: 10 })
    expect(await quote(photos.slice(0, 11), [], 'SUMMER10')).toMatchObject({ wholes: [{ netPence: 1 }], lines: [] })
  })

  test('that switched is never dearer than its photos with a code that includes some of them', async () => {
    const { quote, photos, addCode, world } = await setup(6, 5_500)
    await addCode({ kind: 'included', photos: 5 })
    const switched = (await quote(photos, [], 'SUMMER10')).summary.totalPence
    await world.setWhole(gallery, null)
    expect(switched).toBeLessThanOrEqual((await quote(photos, [], 'SUMMER10')).summary.totalPence)
  })

  test.each<[string, [number, number], number, number, boolean[]]>([
    ['of which all are included stay: they alone are free', [5, 5_000], 5, 0, []],
    ['of which more would be included stay', [5, 5_000], 40, 0, []],
    ['that are all there is stay, where all are included', [12, 5_000], 12, 0, []],
    ['stay where the others cost less than their part of the whole', [6, 5_000], 4, 2_000, []],
    ['become the whole that costs less than the others', [12, 5_000], 3, 3_750, [true]],
    ['become the whole that costs as much as the others', [6, 4_800], 2, 4_000, [true]],
    ['stay where the whole costs a penny more than the others', [6, 4_801], 2, 4_000, []],
  ])('of chosen photos %s', async (_, [count, wholePence], photosIncluded, totalPence, wholes) => {
    const { quote, photos, addCode } = await setup(12, wholePence)
    await addCode({ kind: 'included', photos: photosIncluded })
    const answer = await quote(photos.slice(0, count), [], 'SUMMER10')
    expect(answer.summary.totalPence).toBe(totalPence)
    expect(answer.wholes.map(({ isSwitched }) => isSwitched)).toEqual(wholes)
    expect(answer.lines).toHaveLength(wholes.length === 0 ? count : 0)
  })

  test('that switched costs with a code what it costs when it is asked for', async () => {
    for (const off of [
      { kind: 'percent', percent: 33 } as const,
      { kind: 'amount', amountPence: pence(1_234) } as const,
      { kind: 'included', photos: 3 } as const,
    ]) {
      const { quote, photos, addCode } = await setup()
      await addCode(off)
      const switched = await quote(photos, [], 'SUMMER10')
      const asked = await quote([], [gallery], 'SUMMER10')
      expect(switched.wholes).toMatchObject([{ isSwitched: true, netPence: asked.summary.totalPence }])
    }
  })

  test.each([
    ['no price for the whole', null, 12],
    ['a price of nothing', 0, 12],
  ])('names a gallery with %s as unavailable', async (_, wholePence, count) => {
    const { quote } = await setup(count, wholePence)
    expect(await quote([], [gallery, galleryIdOf(99)])).toMatchObject({
      wholes: [],
      unavailableGalleries: [gallery, galleryIdOf(99)],
    })
  })

  test('does not sell a gallery of more photos than fit', async () => {
    const { quote, world } = await setup()
    await world.table.write(
      update({ PK: `GALLERY#${gallery}`, SK: 'GALLERY' }, { set: { photoCount: 2_001 }, when: 'present' }),
    )
    expect(await quote([], [gallery])).toMatchObject({ unavailableGalleries: [gallery] })
  })
})

test('whole galleries of more photos than one order holds are refused, by the quote too', async () => {
  const { world, quote } = await setup()
  for (const n of [2, 3]) await world.addSeller(n, [1_000])
  for (const n of [1, 2, 3]) {
    await world.setWhole(galleryIdOf(n), 5_000)
    const key = { PK: `GALLERY#${galleryIdOf(n)}`, SK: 'GALLERY' }
    await world.table.write(update(key, { set: { photoCount: 1_999 }, when: 'present' }))
  }
  const all = [1, 2, 3].map(galleryIdOf)
  await expect(quote([], all)).rejects.toMatchObject({ code: 'wholes_too_large' })
  const asked = world.checkoutRequest([], { galleries: all.map((galleryId) => ({ galleryId })) })
  await expect(world.checkout(asked)).rejects.toMatchObject({ code: 'wholes_too_large' })
})

describe('a whole gallery', () => {
  test('is one line with its money, and a file for each photo', async () => {
    const { world, photos, buy } = await setup(120, 5_000)
    const orderId = await buy()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed', itemCount: 1, totalPence: 5_000 })
    expect(await world.linesOf(orderId)).toMatchObject([
      {
        line: 1,
        kind: 'gallery',
        fileCount: 120,
        netPence: 5_000,
        sharePence: 4_500,
        title: expect.stringMatching(/^Whole gallery: /),
      },
    ])
    const files = await filesOf(world, orderId)
    expect(new Set(files.map(({ photoId }) => photoId))).toEqual(new Set(photos))
    expect(files.map(({ number }) => number)).toEqual(Array.from({ length: 120 }, (_, at) => at + 1))
    expect(await world.earningsOf(orderId)).toMatchObject([
      { amountPence: 4_500, photos: [{ photoId: gallery, title: expect.stringMatching(/^Whole gallery: /) }] },
    ])
    world.clock.forward({ hours: 1, minutes: 1 })
    await world.finishChores()
    for (const id of photos) expect(world.table.stored(`PHOTO#${id}`, 'PHOTO')).toMatchObject({ isOrdered: true })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is shown with its files in pages, each of which can be downloaded by its number', async () => {
    const { world, buy } = await setup(60)
    const orderId = await buy()
    const [line] = (await world.get(world.orderRequest(orderId))).items
    expect(line).toMatchObject({ kind: 'gallery', fileCount: 60, growsUntil: '2030-01-31T10:00:00.000Z' })
    const page = (from: number, ofLine = 1) =>
      world.files(request(api.orders.endpoints.files, { params: { orderId, line: ofLine }, query: { from } }))
    const first = await page(0)
    expect(first.files).toHaveLength(50)
    const second = await page(first.next ?? -1)
    expect(second.files.map(({ number }) => number)).toEqual(Array.from({ length: 10 }, (_, at) => 51 + at))
    await expect(page(0, 2)).rejects.toMatchObject({ code: 'not_purchased' })
    const download = (file?: number) =>
      world.download(
        request(api.orders.endpoints.download, {
          params: { orderId, line: 1 },
          body: { size: 'original', ...(file !== undefined && { file }) },
        }),
      )
    expect(await download(57)).toMatchObject({ url: expect.stringContaining(second.files[6]?.photoId ?? '-') })
    for (const file of [undefined, 61, 100_000])
      await expect(download(file)).rejects.toMatchObject({ code: 'not_purchased' })
  })

  test('of an ordinary line no file has a number', async () => {
    const { world, photos } = await setup(12, null)
    const orderId = OrderId.parse(await world.sell(photos.slice(0, 1)))
    const download = request(api.orders.endpoints.download, {
      params: { orderId, line: 1 },
      body: { size: 'original', file: 1 },
    })
    await expect(world.download(download)).rejects.toMatchObject({ code: 'not_purchased' })
  })

  test('that nobody paid for lists none of its files', async () => {
    const { world } = await setup()
    const { orderId } = await world.checkout(world.checkoutRequest([], { galleries: [{ galleryId: gallery }] }))
    const asked = request(api.orders.endpoints.files, { params: { orderId, line: 1 }, query: { from: 0 } })
    await expect(world.files(asked)).rejects.toMatchObject({ code: 'not_purchased' })
  })

  test('whose price went back opens none of its files', async () => {
    const { world, buy } = await setup()
    const orderId = await buy()
    world.stripe.refund('ch_1', 5_000, { lines: [1] })
    await world.deliverAll()
    const params = { orderId, line: 1 }
    await expect(
      world.files(request(api.orders.endpoints.files, { params, query: { from: 0 } })),
    ).rejects.toMatchObject({ code: 'not_purchased' })
    const download = request(api.orders.endpoints.download, { params, body: { size: 'original', file: 1 } })
    await expect(world.download(download)).rejects.toMatchObject({ code: 'not_purchased' })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('stays when its photos and the gallery are gone', async () => {
    const { world, photos, buy } = await setup()
    const orderId = await buy()
    for (const id of photos)
      await world.table.write(update(photoKeys.photo(id), { set: { state: 'deleted' }, when: 'present' }))
    await world.table.write({ kind: 'delete', key: { PK: `GALLERY#${gallery}`, SK: 'GALLERY' }, when: 'always' })
    expect(await filesOf(world, orderId)).toHaveLength(12)
    const download = request(api.orders.endpoints.download, {
      params: { orderId, line: 1 },
      body: { size: 'original', file: 3 },
    })
    expect(await world.download(download)).toMatchObject({ url: expect.any(String) })
  })

  test('costs nothing with a code for everything, and is complete at once', async () => {
    const { world } = await setup()
    const answer = await world.checkout(
      world.checkoutRequest([], { galleries: [{ galleryId: gallery }], discountCode: 'FIRST-LIGHT' }),
    )
    expect(answer.kind).toBe('free')
    expect(await filesOf(world, OrderId.parse(answer.orderId))).toHaveLength(12)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('and other galleries’ photos are one order', async () => {
    const { world, buy } = await setup()
    const others = await world.addSeller(2, [700, 800])
    const orderId = await buy({}, others)
    expect(await world.orderOf(orderId)).toMatchObject({ itemCount: 3, totalPence: 6_500 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('that the cart switched to is sold like one that was asked for', async () => {
    const { world, photos } = await setup()
    const orderId = OrderId.parse(await world.sell(photos.slice(0, 7)))
    expect(await world.linesOf(orderId)).toMatchObject([{ kind: 'gallery', netPence: 5_000, fileCount: 12 }])
    expect(violationsAtRest(world)).toEqual([])
  })
})

describe('a code that takes nothing off a whole gallery', () => {
  const codeOf = async (world: MoneyWorld) =>
    discountStore(world.table, async () => '').findByHash(ownCodeHashOf(userIdOf(1), 'SUMMER10'))
  const withCode = async () => {
    const made = await setup(1, 900)
    await made.addCode({ kind: 'included', photos: 1 })
    const send = (options: CheckoutOptions = {}) =>
      made.world.checkout(
        made.world.checkoutRequest([], {
          ...{ galleries: [{ galleryId: gallery }], discountCode: 'SUMMER10', session: 'browserofone00000001' },
          ...options,
        }),
      )
    return { ...made, send }
  }

  test('is not used by its order, which costs what it costs without', async () => {
    const { world, send } = await withCode()
    const { orderId } = await send()
    const before = { totalPence: 900, discountPence: 0, discountCodeHash: null, discountOwnerId: null }
    expect(await world.orderOf(orderId)).toMatchObject(before)
    expect(await codeOf(world)).toMatchObject({ uses: 0, soldPence: 0 })
    world.stripe.pay((await world.orderOf(orderId)).sessionId ?? '')
    await world.deliverAll()
    expect((await world.orderOf(orderId)).status).toBe('completed')
    expect(await codeOf(world)).toMatchObject({ uses: 0, soldPence: 0 })
    expect(violationsNow(world)).toEqual([])
  })

  test('is not used by an order that is given up, which gives nothing back', async () => {
    const { world, send } = await withCode()
    const { orderId } = await send()
    world.clock.forward({ hours: 25 })
    world.stripe.tick()
    await world.reconcile()
    await world.deliverAll()
    expect((await world.orderOf(orderId)).status).toBe('expired')
    expect(await codeOf(world)).toMatchObject({ uses: 0 })
  })

  test('takes its part once there are more photos, and nobody who saw that price is led to the dearer order', async () => {
    const { world, quote, addPhoto, send } = await withCode()
    const before = await send({ key: 'attempt-of-one-photo', seenTotalPence: 900 })
    await addPhoto(1)
    const { summary } = await quote([], [gallery], 'SUMMER10')
    const { totalPence } = summary
    expect(totalPence).toBe(450)
    const after = await send({ key: 'attempt-of-two-photos', seenTotalPence: totalPence })
    expect(after.orderId).not.toBe(before.orderId)
    expect(await world.orderOf(after.orderId)).toMatchObject({ totalPence: 450 })
    expect(await codeOf(world)).toMatchObject({ uses: 1 })
    expect(violationsNow(world)).toEqual([])
  })

  test('is not used where photos are included that cost less than half a penny', async () => {
    const world = moneyWorld()
    const photos = await world.addSeller(1, [1, 1, 1, 1, 1])
    const dear = await world.addSeller(2, [900])
    await world.table.write(
      update(galleryKeys.gallery(gallery), { set: { priceSteps: [{ from: 2, percent: 80 }] }, when: 'present' }),
    )
    const codeHash = ownCodeHashOf(userIdOf(1), 'SUMMER10')
    const off: CodeOff = { kind: 'included', photos: 1 }
    const own = { codeHash, percent: 0, photographerId: userIdOf(1), off }
    await discountStore(world.table, async () => '').create(aDiscount(own))
    const send = world.checkoutRequest([...photos, ...dear], { discountCode: 'SUMMER10' })
    const { orderId } = await world.checkout(send)
    expect(await world.orderOf(orderId)).toMatchObject({ totalPence: 901, discountPence: 4, discountCodeHash: null })
    expect(await codeOf(world)).toMatchObject({ uses: 0 })
    expect(violationsNow(world)).toEqual([])
  })

  test('takes its part once there are more photos, but who has just paid without it is not asked to pay twice', async () => {
    const { world, addPhoto, send } = await withCode()
    const before = await send({ key: 'attempt-of-one-photo', seenTotalPence: 900 })
    await addPhoto(1)
    // Stripe's news of it is on the way.
    world.stripe.pay((await world.orderOf(before.orderId)).sessionId ?? '')
    const after = await send({ key: 'attempt-of-two-photos', seenTotalPence: 450 })
    expect(after.orderId).toBe(before.orderId)
    expect(await world.orderOf(before.orderId)).toMatchObject({ status: 'completed', totalPence: 900 })
    expect(world.stripe.sessions()).toHaveLength(1)
    expect(await codeOf(world)).toMatchObject({ uses: 0 })
  })
})

describe('Web sizes beside a whole gallery', () => {
  const withWeb = async () => {
    const set = await setup()
    for (const id of set.photos) await set.world.setPrices(id, { webPence: 600 })
    const web = (photoId: PhotoId) => ({ photoId, size: 'web' as const })
    const quoted = (items: readonly (PhotoId | ReturnType<typeof web>)[], galleryIds: GalleryId[] = []) =>
      set.world.quote(
        request(api.orders.endpoints.quote, {
          body: { items: items.map((item) => (typeof item === 'string' ? { photoId: item } : item)), galleryIds },
        }),
      )
    return { ...set, web, quoted }
  }

  test.each([
    [8, false, 4_800],
    [9, true, 5_000],
  ])(
    '%i of them at £6 of a gallery for £50 switch: %s, and then each is had as Original',
    async (count, isSwitched, totalPence) => {
      const { world, photos, web, quoted } = await withWeb()
      const chosen = photos.slice(0, count).map(web)
      const answer = await quoted(chosen)
      expect(answer.summary.totalPence).toBe(totalPence)
      expect(answer.wholes.map((whole) => whole.isSwitched)).toEqual(isSwitched ? [true] : [])
      const orderId = OrderId.parse(await world.sell(chosen))
      expect(await world.orderOf(orderId)).toMatchObject({ totalPence, itemCount: isSwitched ? 1 : count })
      const original = request(api.orders.endpoints.download, {
        params: { orderId, line: 1 },
        body: { size: 'original', ...(isSwitched && { file: 2 }) },
      })
      if (isSwitched) expect(await world.download(original)).toMatchObject({ url: expect.stringContaining('original') })
      else await expect(world.download(original)).rejects.toMatchObject({ code: 'not_purchased' })
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test('inside one are told with what they cost alone, so that a price that the browser saw can be mended', async () => {
    const { world, photos, web, quoted } = await withWeb()
    const [one = photoIdOf(0), two = photoIdOf(0)] = photos
    const { lines, inside } = await quoted([web(one), two], [gallery])
    expect([lines, inside]).toMatchObject([
      [],
      [
        { photoId: one, size: 'web', pricePence: 600 },
        { photoId: two, size: 'original', pricePence: 1_000 },
      ],
    ])
    const stale = world.checkoutRequest([{ photoId: two, pricePence: 900 }], { galleries: [{ galleryId: gallery }] })
    await expect(world.checkout(stale)).rejects.toMatchObject({ code: 'price_changed' })
  })

  test('that were bought before are upgraded beside the whole, neither counted nor in it', async () => {
    const { world, photos, web } = await withWeb()
    const [one = photoIdOf(0)] = photos
    const bought = OrderId.parse(await world.sell([web(one)], { key: 'attempt-of-the-web-1' }))
    const upgrade = { photoId: one, upgradeOf: { orderId: bought, line: 1 } }
    const { lines, wholes, summary } = await world.quote(
      request(api.orders.endpoints.quote, { body: { items: [upgrade], galleryIds: [gallery] } }),
    )
    expect(lines).toMatchObject([{ photoId: one, isUpgrade: true, pricePence: 400, netPence: 400 }])
    expect([wholes.map(({ photoIds }) => photoIds), summary.totalPence]).toEqual([[[]], 5_400])
    const orderId = await world.sell([upgrade], { galleries: [{ galleryId: gallery }] })
    expect(await world.linesOf(OrderId.parse(orderId))).toMatchObject([
      { kind: 'photo', upgradeOf: { orderId: bought, line: 1 }, netPence: 400 },
      { kind: 'gallery', upgradeOf: null, netPence: 5_000, fileCount: 12 },
    ])
    expect(violationsAtRest(world)).toEqual([])
    // With the upgrade they would cost more than the whole; alone they do not.
    await world.setWhole(gallery, 4_200)
    const [other = photoIdOf(0)] = photos.slice(5)
    const again = OrderId.parse(await world.sell([web(other)], { key: 'attempt-of-the-web-2' }))
    const { wholes: none } = await world.quote(
      request(api.orders.endpoints.quote, {
        body: {
          items: [
            ...photos.slice(1, 5).map((photoId) => ({ photoId })),
            { photoId: other, upgradeOf: { orderId: again, line: 1 } },
          ],
        },
      }),
    )
    expect(none).toEqual([])
  })
})

describe('what a browser says of a whole gallery', () => {
  test.each([
    ['lower', 1],
    ['higher', 9_900],
    ['negative', -5_000],
  ])('a %s price is answered with the server’s, and nothing is opened', async (_, pricePence) => {
    const { world } = await setup()
    const forged = world.checkoutRequest([], { galleries: [{ galleryId: gallery, pricePence }] })
    await expect(world.checkout(forged)).rejects.toMatchObject({
      code: 'price_changed',
      details: { wholes: [{ galleryId: gallery, pricePence: 5_000 }] },
    })
    expect(world.stripe.sessions()).toEqual([])
  })

  test('an unknown gallery, one that is not sold so and one that is closed are refused', async () => {
    const { world } = await setup(12, null)
    for (const galleryId of [gallery, galleryIdOf(99)]) {
      const asked = world.checkoutRequest([], { galleries: [{ galleryId }] })
      await expect(world.checkout(asked)).rejects.toMatchObject({
        code: 'items_unavailable',
        details: { unavailableGalleries: [galleryId] },
      })
    }
  })

  test('a price that changes between quote and checkout is refused', async () => {
    const { world } = await setup()
    await world.setWhole(gallery, 6_000)
    const asked = world.checkoutRequest([], { galleries: [{ galleryId: gallery, pricePence: 5_000 }] })
    await expect(world.checkout(asked)).rejects.toMatchObject({ code: 'price_changed' })
  })

  test('the same from two tabs is one order, and with another price another', async () => {
    const { world } = await setup()
    const tab = (key: string) =>
      world.checkout(
        world.checkoutRequest([], { key, session: 'anon_1700000000000_twotabs1', galleries: [{ galleryId: gallery }] }),
      )
    const first = await tab('attempt-of-tab-0001')
    expect(await tab('attempt-of-tab-0002')).toEqual(first)
    await world.setWhole(gallery, 6_000)
    expect((await tab('attempt-of-tab-0003')).orderId).not.toBe(first.orderId)
  })

  test('a key that comes again with another gallery is refused', async () => {
    const { world } = await setup()
    await world.checkout(world.checkoutRequest([], { galleries: [{ galleryId: gallery }] }))
    const other = world.checkoutRequest([], { galleries: [{ galleryId: galleryIdOf(2) }] })
    await expect(world.checkout(other)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })
})

describe('what is added to a gallery after it was bought', () => {
  const nextHour = async (world: MoneyWorld, hours = 1) => {
    world.clock.forward({ hours, minutes: 1 })
    await world.finishChores()
  }

  test('is the buyer’s within 30 days, once, and no longer', async () => {
    const { world, buy, addPhoto } = await setup()
    const orderId = await buy()
    const added = await addPhoto(1)
    await nextHour(world)
    await nextHour(world)
    const files = await filesOf(world, orderId)
    expect(files.map(({ photoId }) => photoId)).toContain(added)
    expect(files).toHaveLength(13)
    expect(await world.linesOf(orderId)).toMatchObject([{ fileCount: 13 }])
    expect(world.table.stored(`PHOTO#${added}`, 'PHOTO')).toMatchObject({ isOrdered: true })
    for (let day = 0; day < 30; day++) await nextHour(world, 24)
    await addPhoto(2)
    for (let day = 0; day < 3; day++) await nextHour(world, 24)
    expect(await filesOf(world, orderId)).toHaveLength(13)
    expect(world.table.all().filter(({ PK }) => String(PK).startsWith('CHORE#'))).toEqual([])
  })

  test('is the buyer’s until the line has 2,000 photos, and what is theirs stays', async () => {
    const { world, buy, addPhoto } = await setup()
    const orderId = await buy()
    const before = await filesOf(world, orderId)
    const { wholePhotos } = limits.gallery
    await world.table.write(
      update(orderKeys.item(OrderId.parse(orderId), 1), { set: { fileCount: wholePhotos - 2 }, when: 'present' }),
    )
    for (const n of [1, 2, 3]) await addPhoto(n)
    await nextHour(world)
    expect(await world.linesOf(orderId)).toMatchObject([{ fileCount: wholePhotos }])
    await addPhoto(4)
    await nextHour(world)
    for (let day = 0; day < 31; day++) await nextHour(world, 24)
    expect(await world.linesOf(orderId)).toMatchObject([{ fileCount: wholePhotos }])
    const files = await filesOf(world, orderId)
    expect(files.slice(0, before.length)).toEqual(before)
    expect(files).toHaveLength(before.length + 2)
  })

  test('is not, where it came after the 30 days and the last look is late', async () => {
    const { world, buy, addPhoto } = await setup()
    const orderId = await buy()
    world.clock.forward({ hours: 29 * 24 })
    const [inTime, late] = [await addPhoto(1, { createdAt: world.now().toISOString() }), photoIdOf(9_002)]
    world.clock.forward({ hours: 2 * 24 })
    await addPhoto(2, { createdAt: world.now().toISOString() })
    await nextHour(world)
    const files = (await filesOf(world, orderId)).map(({ photoId }) => photoId)
    expect([files.length, files.includes(inTime), files.includes(late)]).toEqual([13, true, false])
  })

  test('is not, where its photographer excepted it; who buys later has it', async () => {
    const { world, buy, addPhoto } = await setup()
    const orderId = await buy()
    const excepted = await addPhoto(1, { isExcepted: true })
    await nextHour(world)
    expect((await filesOf(world, orderId)).map(({ photoId }) => photoId)).not.toContain(excepted)
    const later = await buy({ key: 'attempt-of-another', email: 'bob@example.com' })
    expect((await filesOf(world, later)).map(({ photoId }) => photoId)).toContain(excepted)
  })

  /** A photo that was granted then, and is being drawn. */
  const addPending = (world: MoneyWorld, n: number, overrides: Parameters<typeof aPendingPhoto>[0]) =>
    world.addPhoto(
      aPendingPhoto({ id: photoIdOf(9_000 + n), galleryId: gallery, photographerId: userIdOf(1), ...overrides }),
    )

  test('is, though it was excepted, where it was on its way when the gallery was bought', async () => {
    const { world, buy, addPhoto } = await setup()
    const before = { isExcepted: true, createdAt: world.now().toISOString() }
    await addPending(world, 1, before)
    world.clock.forward({ seconds: 30 })
    const orderId = await buy()
    const inTime = await addPhoto(1, before)
    world.clock.forward({ seconds: 1 })
    const late = await addPhoto(2, { isExcepted: true, createdAt: world.now().toISOString() })
    expect(await filesOf(world, orderId)).toHaveLength(12)
    await nextHour(world)
    const files = (await filesOf(world, orderId)).map(({ photoId }) => photoId)
    expect([files.length, files.includes(inTime), files.includes(late)]).toEqual([13, true, false])
  })

  test('is, though it was excepted, where it came between the opening of the order and its payment', async () => {
    const { world, addPhoto } = await setup()
    const asked = world.checkoutRequest([], { galleries: [{ galleryId: gallery }] })
    const { orderId } = await world.checkout(asked)
    world.clock.forward({ minutes: 5 })
    const inTime = await addPhoto(1, { isExcepted: true, createdAt: world.now().toISOString() })
    world.clock.forward({ minutes: 20 })
    const { sessionId } = await world.orderOf(orderId)
    world.stripe.pay(sessionId ?? '')
    await world.deliverAll()
    world.clock.forward({ seconds: 1 })
    const late = await addPhoto(2, { isExcepted: true, createdAt: world.now().toISOString() })
    await nextHour(world)
    const files = (await filesOf(world, OrderId.parse(orderId))).map(({ photoId }) => photoId)
    expect([files.length, files.includes(inTime), files.includes(late)]).toEqual([13, true, false])
  })

  test('stays the buyer’s where it is excepted afterwards, also while it is drawn; what was put up later is not theirs', async () => {
    const { world, photos: sold, buy, addPhoto } = await setup()
    const photos = photoStore(world.table, undefined, world.now)
    const except = async (id: PhotoId) => {
      const photo = await photos.getOwn(id, userIdOf(1))
      return photos.save(photo, { isExcepted: true }, { version: photo.version })
    }
    const createdAt = world.now().toISOString()
    await addPending(world, 1, { createdAt })
    world.clock.forward({ seconds: 30 })
    const orderId = await buy()
    const [there, drawn] = [sold[0] ?? photoIdOf(0), photoIdOf(9_001)]
    await except(there)
    const { isExcepted } = await except(drawn)
    await addPhoto(1, { createdAt, isExcepted })
    world.clock.forward({ seconds: 1 })
    const late = await addPhoto(2, { createdAt: world.now().toISOString() })
    await except(late)
    await nextHour(world)
    const files = (await filesOf(world, orderId)).map(({ photoId }) => photoId)
    expect([there, drawn, late].map((id) => files.includes(id))).toEqual([true, true, false])
  })

  test('is the buyer’s within the hour where its exception is lifted, and not where that is taken back before', async () => {
    const { world, buy, addPhoto } = await setup()
    const photos = photoStore(world.table, undefined, world.now)
    const except = async (id: PhotoId, isExcepted: boolean) => {
      const photo = await photos.getOwn(id, userIdOf(1))
      await photos.save(photo, { isExcepted }, { version: photo.version })
    }
    const orderId = await buy()
    world.clock.forward({ minutes: 1 })
    const came = { isExcepted: true, createdAt: world.now().toISOString() }
    const [lifted, again] = [await addPhoto(1, came), await addPhoto(2, came)]
    await nextHour(world)
    await nextHour(world)
    expect(await filesOf(world, orderId)).toHaveLength(12)
    await except(lifted, false)
    await except(again, false)
    await except(again, true)
    await nextHour(world)
    const files = (await filesOf(world, orderId)).map(({ photoId }) => photoId)
    expect([files.includes(lifted), files.includes(again)]).toEqual([true, false])
  })

  /** A switch of a photo's form, and what any visitor of its gallery is told of the photo from then on. */
  const exceptIn = (world: MoneyWorld) => {
    const store = photoStore(world.table, undefined, world.now)
    const told = async (id: PhotoId) => {
      const photo = await store.getOwn(id, userIdOf(1))
      const view = await photoView({ picture: async () => null }, aGallery({ id: gallery }), photo)
      return PhotoView.pick({ isExcepted: true, sharedAt: true }).parse(view)
    }
    return async (id: PhotoId, isExcepted: boolean) => {
      const photo = await store.getOwn(id, userIdOf(1))
      await store.save(photo, { isExcepted }, { version: photo.version })
      return told(id)
    }
  }

  test('stays the buyer’s, and is told as theirs, where it is excepted when they have it already', async () => {
    const { world, buy, addPhoto } = await setup()
    const except = exceptIn(world)
    const orderId = await buy()
    world.clock.forward({ hours: 24 })
    const late = await addPhoto(1, { createdAt: world.now().toISOString() })
    await nextHour(world)
    await nextHour(world)
    const [neverOut, atOnce] = [photoIdOf(9_002), photoIdOf(9_003)]
    await addPending(world, 2, { createdAt: world.now().toISOString() })
    world.clock.forward({ hours: 5 })
    await addPhoto(3, { createdAt: world.now().toISOString() })
    // Who has none of them is told so: one is still being drawn, and one was excepted before the hourly look.
    expect([await except(late, true), await except(neverOut, true), await except(atOnce, true)]).toEqual([
      {},
      { isExcepted: true },
      { isExcepted: true },
    ])
    await nextHour(world)
    const files = (await filesOf(world, orderId)).map(({ photoId }) => photoId)
    expect([late, atOnce].map((id) => files.includes(id))).toEqual([true, false])
    // Lifted again, it is as if nothing had been said; the others came to earlier buyers at that moment.
    expect([await except(late, false), await except(atOnce, false)]).toEqual([
      {},
      { sharedAt: world.now().toISOString() },
    ])
  })

  test('stays the buyer’s, and is told as theirs, where it is excepted in its first hour, but after the look that gave it', async () => {
    const { world, buy, addPhoto } = await setup()
    const orderId = await buy()
    await nextHour(world)
    world.clock.forward({ minutes: 50 })
    const photo = await addPhoto(1, { createdAt: world.now().toISOString() })
    world.clock.forward({ minutes: 11 })
    await world.finishChores()
    expect(await filesOf(world, orderId)).toHaveLength(13)
    world.clock.forward({ minutes: 5 })
    expect(await exceptIn(world)(photo, true)).toEqual({})
  })

  test('whose exception was lifted and is back a moment later is kept from earlier buyers still, and is theirs an hour on', async () => {
    const { world, buy, addPhoto } = await setup()
    const except = exceptIn(world)
    const orderId = await buy()
    world.clock.forward({ minutes: 1 })
    const kept = await addPhoto(1, { isExcepted: true, createdAt: world.now().toISOString() })
    await world.sell([kept], { key: 'attempt-of-another', email: 'bob@example.com' })
    await nextHour(world)
    await except(kept, false)
    expect(await except(kept, true)).toMatchObject({ isExcepted: true })
    await nextHour(world)
    expect(await filesOf(world, orderId)).toHaveLength(12)
    const { sharedAt } = await except(kept, false)
    await nextHour(world)
    expect(await filesOf(world, orderId)).toHaveLength(13)
    expect(await except(kept, true)).toEqual({ sharedAt })
  })

  test('whose exception is lifted after the 30 days is not theirs, also where the last look is late', async () => {
    const { world, buy, addPhoto } = await setup()
    const except = exceptIn(world)
    const orderId = await buy()
    world.clock.forward({ hours: 1 })
    const [inTime, late] = [
      await addPhoto(1, { isExcepted: true, createdAt: world.now().toISOString() }),
      await addPhoto(2, { isExcepted: true, createdAt: world.now().toISOString() }),
    ]
    world.clock.forward({ hours: 29 * 24 })
    await except(inTime, false)
    world.clock.forward({ hours: 2 * 24 })
    expect(await except(late, false)).toEqual({ sharedAt: world.now().toISOString() })
    await nextHour(world)
    const files = (await filesOf(world, orderId)).map(({ photoId }) => photoId)
    expect([files.includes(inTime), files.includes(late)]).toEqual([true, false])
  })

  test('is shown to nobody whose price went back', async () => {
    const { world, buy, addPhoto } = await setup()
    const orderId = await buy()
    world.stripe.refund('ch_1', 5_000)
    await world.deliverAll()
    await addPhoto(1)
    await nextHour(world)
    const params = { orderId, line: 1 }
    for (const ask of [
      () => world.files(request(api.orders.endpoints.files, { params, query: { from: 0 } })),
      () => world.download(request(api.orders.endpoints.download, { params, body: { size: 'original', file: 13 } })),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'not_purchased' })
  })

  test.each(['a refund that comes back', 'a dispute that is won'])(
    'is the buyer’s again with %s, however long after the 30 days',
    async (what) => {
      const { world, buy, addPhoto } = await setup()
      const orderId = await buy()
      const refund = what.includes('refund') ? world.stripe.refund('ch_1', 5_000) : undefined
      const dispute = refund === undefined ? world.stripe.dispute('ch_1', 'withdrawn') : ''
      if (refund === undefined) world.stripe.moveDispute(dispute, 'lost')
      await world.deliverAll()
      const added = await addPhoto(1)
      for (let day = 0; day < 33; day++) await nextHour(world, 24)
      if (refund === undefined) world.stripe.moveDispute(dispute, 'won')
      else world.stripe.endRefund(refund, 'failed')
      await world.deliverAll()
      const files = await filesOf(world, orderId)
      expect(files.map(({ photoId }) => photoId)).toContain(added)
      expect(files).toHaveLength(13)
    },
  )

  const waitingLooks = (world: MoneyWorld) =>
    world.table
      .all()
      .filter(({ PK }) => /^CHORE#grow-/.test(String(PK)))
      .map(({ kind, workSort }) => `${kind} ${workSort}`)
      .toSorted()

  test('is looked for once an hour for all who bought the gallery, and in their orders where something came', async () => {
    const { world, buy, addPhoto } = await setup()
    const orders = [await buy(), await buy({ key: 'attempt-of-another', email: 'bob@example.com' })]
    await nextHour(world)
    for (let hour = 0; hour < 240; hour++) await nextHour(world)
    const ends = '2030-01-31T10:00:00.000Z'
    const next = new Date(world.now().getTime() + 3_600_000).toISOString()
    expect(waitingLooks(world)).toEqual([`grow-order ${ends}`, `grow-order ${ends}`, `grow-wholes ${next}`])
    const added = await addPhoto(1)
    await nextHour(world)
    for (const order of orders)
      expect((await filesOf(world, order)).map(({ photoId }) => photoId)).toEqual(expect.arrayContaining([added]))
  })

  test('is looked for every hour where the gallery is closed for a while, so that nothing is missed', async () => {
    const { world, buy, addPhoto } = await setup()
    const orderId = await buy()
    await nextHour(world)
    await addPhoto(1)
    const takedown = { at: '2030-01-01T11:00:00.000Z', reason: 'A report.' }
    const key = galleryKeys.gallery(gallery)
    await world.table.write(update(key, { set: { takedown }, when: 'present' }))
    for (let hour = 0; hour < 3; hour++) await nextHour(world)
    expect(await filesOf(world, orderId)).toHaveLength(12)
    await world.table.write(update(key, { set: { takedown: null }, when: 'present' }))
    await nextHour(world)
    await nextHour(world)
    expect(await filesOf(world, orderId)).toHaveLength(13)
  })

  /** Lets something happen at one point of the chores of an hour. @returns whether there was such a point. */
  const duringChores = async (world: MoneyWorld, point: number, happen: () => Promise<unknown>): Promise<boolean> => {
    let met = 0
    await world
      .as(async () => {
        if (met++ === point) await happen()
        return undefined
      })
      .finishChores()
    return met > point
  }

  test('is not missed, whenever in a look it comes', { timeout: 60_000 }, async () => {
    let isMore = true
    for (let point = 0; isMore; point++) {
      const { world, buy, addPhoto } = await setup()
      const orderId = await buy()
      world.clock.forward({ hours: 1, minutes: 1 })
      isMore = await duringChores(world, point, () => addPhoto(1))
      if (!isMore) expect(point).toBeGreaterThan(10)
      if (isMore) {
        await nextHour(world)
        await nextHour(world)
        expect(await filesOf(world, orderId), `at ${point}`).toHaveLength(13)
      }
    }
  })

  /** The last look for one buyer, the gallery's own, which finds that buyer gone, and the first for another are due at once. */
  const boughtAtTheEnd = async () => {
    const { world, buy, addPhoto } = await setup()
    await buy()
    await nextHour(world)
    for (let day = 0; day < 29; day++) await nextHour(world, 24)
    world.clock.forward({ hours: 22 })
    const orderId = await buy({ key: 'attempt-of-another', email: 'bob@example.com' })
    world.clock.forward({ hours: 1, minutes: 1 })
    const due = waitingLooks(world).filter((look) => (look.split(' ')[1] ?? '') <= world.now().toISOString())
    expect(due).toHaveLength(3)
    return { world, addPhoto, orderId }
  }

  test('is not missed by who buys as the looks for the last buyer end', { timeout: 60_000 }, async () => {
    let isMore = true
    for (let point = 0; isMore; point++) {
      const { world, addPhoto, orderId } = await boughtAtTheEnd()
      isMore = await duringChores(world, point, () => world.finishChores())
      await addPhoto(1)
      await nextHour(world)
      await nextHour(world)
      expect(await filesOf(world, orderId), `at ${point}`).toHaveLength(13)
    }
  })

  test('is looked for, wherever a look that found the last buyer gone breaks off', { timeout: 60_000 }, async () => {
    let isMore = true
    for (let point = 0; isMore; point++) {
      const { world, addPhoto, orderId } = await boughtAtTheEnd()
      // Another run looks at the new order before one write of this run, which comes no further than that.
      let writes = 0
      const broken = Promise.withResolvers<'broken'>()
      const run = world
        .as(async (call, moment) => {
          if (call !== 'table.write' || moment !== 'before') return undefined
          if (writes === point) await world.finishChores()
          if (writes++ <= point) return undefined
          broken.resolve('broken')
          return broken.promise.then(() => new Promise(() => {}))
        })
        .finishChores()
      isMore = (await Promise.race([run, broken.promise])) === 'broken'
      await addPhoto(1)
      for (let hour = 0; hour < 3; hour++) await nextHour(world)
      expect(await filesOf(world, orderId), `at ${point}`).toHaveLength(13)
    }
  })

  test('comes once, whatever breaks on the way', { timeout: 60_000 }, async () => {
    const begun = async () => {
      const set = await setup(20)
      const orderId = await set.buy()
      for (let n = 0; n < 60; n++) await set.addPhoto(n)
      set.world.clock.forward({ hours: 1, minutes: 1 })
      return { ...set, orderId }
    }
    const calm = await begun()
    const points = await pointsOf((step) => calm.world.as(step).finishChores())
    expect(await filesOf(calm.world, calm.orderId)).toHaveLength(80)
    for (let point = 0; point < points; point += 4) {
      const { world, orderId } = await begun()
      await runWithFault({ point, fault: 'crash' }, (step) => world.as(step).finishChores())
      expect(violationsNow(world)).toEqual([])
      await nextHour(world, 7)
      await nextHour(world, 7)
      const files = await filesOf(world, orderId)
      expect([files.length, new Set(files.map(({ photoId }) => photoId)).size], `at ${point}`).toEqual([80, 80])
      expect(await world.linesOf(orderId)).toMatchObject([{ fileCount: 80 }])
    }
  })
})

test('a checkout of a large gallery that breaks off at any point leaves an order with all of its files, or nothing', {
  timeout: 60_000,
}, async () => {
  const prepared = async () => {
    const set = await setup(120)
    const others = await set.world.addSeller(
      2,
      Array.from({ length: 98 }, () => 100),
    )
    for (const id of [...set.photos, ...others])
      await set.world.table.write(update(photoKeys.photo(id), { set: { isOrdered: true }, when: 'present' }))
    return { world: set.world, asked: set.world.checkoutRequest(others, { galleries: [{ galleryId: gallery }] }) }
  }
  const first = await prepared()
  const points = await pointsOf((step) => first.world.as(step).checkout(first.asked))
  expect(points).toBeGreaterThan(12)
  for (let point = 0; point < points; point++) {
    const { world, asked } = await prepared()
    await runWithFault({ point, fault: 'crash' }, (step) => world.as(step).checkout(asked))
    world.clock.forward({ hours: 1, minutes: 1 })
    await world.finishChores()
    const rows = world.table.all().filter(({ PK }) => String(PK).startsWith('ORDER#'))
    const count = (begin: string) => rows.filter(({ SK }) => String(SK).startsWith(begin)).length
    expect([count('META'), count('ITEM#'), count('FILE#')], `at ${point}`).toEqual(
      count('META') === 0 ? [0, 0, 0] : [1, 99, 3],
    )
  }
})
