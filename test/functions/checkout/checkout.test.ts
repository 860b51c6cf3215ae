import { describe, expect, test } from 'vitest'
import { discountStore } from '#functions/orders/discount-store.ts'
import { discountKeys } from '#functions/orders/discount-writes.ts'
import { busy } from '#functions/shared/http/outage.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import { throttleKeys } from '#functions/shared/throttle/throttle.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { pence } from '#schema/money.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { request } from '#test/support/http/request.ts'
import type { Fate, Step } from '#test/support/payments/interrupted.ts'
import { type CheckoutOptions, type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'

const setup = async (pricesPence = [1500], options: Parameters<typeof moneyWorld>[0] = {}) => {
  const world = moneyWorld(options)
  const photos = await world.addSeller(1, pricesPence)
  const create = (...discounts: ReturnType<typeof aDiscount>[]) =>
    Promise.all(discounts.map((each) => discountStore(world.table, async () => 'FIRST-LIGHT').create(each)))
  return { world, photos, create, stripe: world.stripe, clock: world.clock }
}
/** Meets the first call of that name with a fate, and none after. */
const once = (call: string, moment: 'before' | 'after', fate: Fate): Step => {
  let isOver = false
  return async (name, when) => {
    if (isOver || name !== call || when !== moment) return undefined
    isOver = true
    return fate
  }
}

describe('opening an order', () => {
  test('prices it from the server’s own data and says where to pay', async () => {
    const { world, photos, stripe } = await setup([1500, 999])
    const answer = await world.checkout(world.checkoutRequest(photos))
    const order = await world.orderOf(answer.orderId)
    expect(answer).toMatchObject({ kind: 'pay', url: 'https://checkout.test/cs_test_1' })
    expect(order).toMatchObject({
      status: 'awaiting_payment',
      subtotalPence: 2499,
      totalPence: 2499,
      feePence: 250,
      sessionId: 'cs_test_1',
      customerEmail: 'ada@example.com',
    })
    expect(stripe.sessions()).toMatchObject([{ totalPence: 2499, currency: 'gbp', orderId: answer.orderId }])
  })

  test('keeps what each photo was called, cost and where its file lies', async () => {
    const { world, photos } = await setup([1500])
    const { orderId } = await world.checkout(world.checkoutRequest(photos))
    const [line] = (await world.get(world.orderRequest(orderId))).items
    expect(line).toMatchObject({ line: 1, title: 'Photo 1.0', pricePence: 1500, photographerName: 'Iris Calloway' })
    expect(world.table.stored(`ORDER#${orderId}`, 'ITEM#01')).toMatchObject({
      orderId,
      photoId: photos[0],
      photographerId: userIdOf(1),
      pricePence: 1500,
      sharePence: 1350,
      feePence: 150,
      originalVersionId: 'v1',
      originalEtag: 'etag1',
    })
  })

  test('refuses a free photo: its gallery says whether and how often it is downloaded', async () => {
    const { world, photos } = await setup([0, 1500])
    await expect(world.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({
      code: 'items_unavailable',
      details: { unavailable: [photos[0]] },
    })
  })

  test('refuses more than a card takes at once, before anything is stored', async () => {
    const { world, photos, stripe } = await setup([6_000_000, 6_000_000])
    await expect(world.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'total_too_large' })
    const quote = world.quote(request(api.orders.endpoints.quote, { body: { photoIds: photos } }))
    await expect(quote).rejects.toMatchObject({ code: 'total_too_large' })
    expect(stripe.sessions()).toEqual([])
  })

  test('holds a photo’s files while it may be paid, and keeps them for ever once it is', async () => {
    const { world, photos } = await setup([1500, 1500])
    const [bought = photoIdOf(0), other = photoIdOf(0)] = photos
    expect(world.table.stored(`PHOTO#${bought}`, 'PHOTO')).toMatchObject({ isOrdered: false })
    const { orderId } = await world.checkout(world.checkoutRequest([bought]))
    const heldUntil = '2030-03-02T10:00:00.000Z'
    expect(world.table.stored(`PHOTO#${bought}`, 'PHOTO')).toMatchObject({ isOrdered: false, heldUntil })
    world.stripe.pay((await world.orderOf(orderId)).sessionId ?? '')
    await world.deliverAll()
    world.clock.forward({ hours: 1, minutes: 1 })
    await world.finishChores()
    expect(world.table.stored(`PHOTO#${bought}`, 'PHOTO')).toMatchObject({ isOrdered: true })
    expect(world.table.stored(`PHOTO#${other}`, 'PHOTO')).toMatchObject({ isOrdered: false, heldUntil: null })
  })

  test('that is never paid holds them for some weeks, however often it is begun, and another one for as long again', async () => {
    const { world, photos } = await setup([1500])
    const [photo = photoIdOf(0)] = photos
    const until = () => world.table.stored(`PHOTO#${photo}`, 'PHOTO')?.heldUntil
    await world.checkout(world.checkoutRequest(photos, { key: 'attempt-of-day-01' }))
    const first = until()
    world.clock.forward({ hours: 24 * 29 })
    await world.checkout(world.checkoutRequest(photos, { key: 'attempt-of-day-29' }))
    expect(until()).toBe(first)
    world.clock.forward({ hours: 24 * 2 })
    await world.checkout(world.checkoutRequest(photos, { key: 'attempt-of-day-31' }))
    expect(until()).toBe('2030-04-02T10:00:00.000Z')
    await world.finishChores()
    expect(world.table.stored(`PHOTO#${photo}`, 'PHOTO')).toMatchObject({ isOrdered: false })
  })

  test.each([undefined, 'FIRST-LIGHT'])(
    'keeps which words the buyer agreed to and when (code: %s)',
    async (discountCode) => {
      const { world, photos } = await setup([1500])
      const wanted = discountCode === undefined ? {} : { discountCode }
      const { orderId } = await world.checkout(world.checkoutRequest(photos, wanted))
      const { consent, createdAt } = await world.orderOf(orderId)
      expect(consent).toEqual({ version: deliveryConsent.version, at: createdAt })
    },
  )

  test('takes a photo named twice once', async () => {
    const { world, photos } = await setup()
    const { orderId } = await world.checkout(world.checkoutRequest([...photos, ...photos]))
    expect(await world.orderOf(orderId)).toMatchObject({ itemCount: 1, totalPence: 1500 })
  })

  test.each([
    [0, 'cart_empty'],
    [501, 'cart_too_large'],
    [1_000, 'cart_too_large'],
  ])('a cart of %i photos is %s', async (count, code) => {
    const { world, stripe } = await setup()
    const photos = Array.from({ length: count }, (_, index) => photoIdOf(index))
    await expect(world.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code })
    expect(stripe.sessions()).toEqual([])
  })

  test('a cart of 40 photos by 40 photographers is bought in one order', async () => {
    const { world } = await setup()
    const photos = []
    for (let n = 1; n <= 40; n++) photos.push(...(await world.addSeller(n, [100])))
    const orderId = await world.sell(photos)
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed', itemCount: 40, totalPence: 4000 })
    expect(await world.earningsOf(orderId)).toHaveLength(40)
  })

  test.each([
    [1, 'total_too_small'],
    [29, 'total_too_small'],
  ])('a total of %ip is refused before anything is stored', async (price, code) => {
    const { world, photos } = await setup([price])
    await expect(world.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code })
    expect(world.table.all().filter(({ PK }) => String(PK).startsWith('ORDER#'))).toEqual([])
  })

  test('a photo without a title is sold as a photo: Stripe takes no line without a name', async () => {
    const { world } = await setup()
    const untitled = aPhoto({
      id: photoIdOf(1),
      galleryId: galleryIdOf(1),
      photographerId: userIdOf(1),
      title: '',
      pricePence: pence(1500),
    })
    await world.addPhoto(untitled)
    expect(await world.checkout(world.checkoutRequest([untitled.id]))).toMatchObject({ kind: 'pay' })
  })

  test.each([
    [1, 'is refused'],
    [30, 'is refused'],
    [199, 'is refused'],
    [200, 'is taken'],
  ])('where an order starts at £2.00, a total of %ip %s', async (price, outcome) => {
    const { world, photos } = await setup([price], { minimumOrderPence: 200 })
    expect(await world.quote(request(api.orders.endpoints.quote, { body: { photoIds: photos } }))).toMatchObject({
      minimumPence: 200,
    })
    const answer = world.checkout(world.checkoutRequest(photos))
    if (outcome === 'is taken') expect(await answer).toMatchObject({ kind: 'pay' })
    else {
      await expect(answer).rejects.toMatchObject({
        code: 'total_too_small',
        details: { minimumPence: 200 },
        message: 'An order starts at £2.00. Please add another photo.',
      })
      expect(world.table.all().filter(({ PK }) => String(PK).startsWith('ORDER#'))).toEqual([])
    }
  })

  test('what costs nothing is below no minimum', async () => {
    const { world, photos } = await setup([150], { minimumOrderPence: 200 })
    const request = world.checkoutRequest(photos, { discountCode: 'FIRST-LIGHT' })
    expect(await world.checkout(request)).toMatchObject({ kind: 'free' })
  })

  test('a total of 30p is taken', async () => {
    const { world, photos } = await setup([30])
    expect(await world.checkout(world.checkoutRequest(photos))).toMatchObject({ kind: 'pay' })
  })
})

describe('what the buyer saw', () => {
  test.each([
    ['lower', 1],
    ['higher', 9_900],
    ['negative', -1500],
    ['huge', Number.MAX_SAFE_INTEGER],
  ])('a %s price of the client is answered with the server’s, and nothing is opened', async (_, pricePence) => {
    const { world, photos, stripe } = await setup([1500])
    const [photoId = photoIdOf(0)] = photos
    await expect(world.checkout(world.checkoutRequest([{ photoId, pricePence }]))).rejects.toMatchObject({
      code: 'price_changed',
      details: { prices: [{ photoId, pricePence: 1500 }] },
    })
    expect(stripe.sessions()).toEqual([])
  })

  test('on a stage without Stripe nothing is opened for money, and free photos are to be had', async () => {
    const { world, photos, stripe, create } = await setup([1500])
    stripe.account.isSetUp = false
    await expect(world.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.table.all().filter(({ PK }) => String(PK).startsWith('ORDER#'))).toEqual([])

    await create(aDiscount({ percent: 100 }))
    const request = world.checkoutRequest(photos, { discountCode: 'HARBOUR' })
    expect(await world.checkout(request)).toMatchObject({ kind: 'free' })
  })

  test.each([
    ['NaN', Number.NaN],
    ['a fraction', 14.99],
  ])('%s is no price at all', async (_, pricePence) => {
    const { world, photos } = await setup()
    const [photoId = photoIdOf(0)] = photos
    expect(() => world.checkoutRequest([{ photoId, pricePence }])).toThrow(
      /Please enter a whole number|Please check this/,
    )
  })

  test('a photo that is gone, failed or whose gallery ended is named, and nothing is opened', async () => {
    const { world, photos } = await setup()
    await world.addGallery(aGallery({ id: galleryIdOf(6), expiresAt: '2030-01-01T09:59:59.000Z' }))
    await world.addGallery(aGallery({ id: galleryIdOf(7), ownerState: 'closed' }))
    await world.addPhoto(aPhoto({ id: photoIdOf(2), state: 'deleted' }))
    await world.addPhoto(aPhoto({ id: photoIdOf(3), state: 'failed' }))
    await world.addPhoto(aPhoto({ id: photoIdOf(4), original: null }))
    for (const n of [6, 7]) await world.addPhoto(aPhoto({ id: photoIdOf(n), galleryId: galleryIdOf(n) }))
    const gone = [2, 3, 4, 6, 7, 8].map(photoIdOf)
    await expect(world.checkout(world.checkoutRequest([...photos, ...gone]))).rejects.toMatchObject({
      code: 'items_unavailable',
      details: { unavailable: gone },
    })
  })

  test('a photo whose gallery is locked by now is no lost sale: it is named apart, and nothing is opened', async () => {
    const { world, photos, stripe } = await setup()
    await world.addGallery(aGallery({ id: galleryIdOf(5), isPublic: false, accessCode: 'OPENSESAME' }))
    await world.addPhoto(aPhoto({ id: photoIdOf(5), galleryId: galleryIdOf(5) }))
    await expect(world.checkout(world.checkoutRequest([...photos, photoIdOf(5)]))).rejects.toMatchObject({
      code: 'items_locked',
      details: { locked: [photoIdOf(5)] },
    })
    expect(stripe.sessions()).toEqual([])
  })

  test('a price that changes after the order was opened does not change what is paid', async () => {
    const { world, photos, stripe } = await setup([1500])
    const { orderId } = await world.checkout(world.checkoutRequest(photos))
    await world.addPhoto(aPhoto({ id: photos[0] ?? photoIdOf(0), pricePence: pence(9_900), state: 'deleted' }))
    stripe.pay('cs_test_1')
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed', totalPence: 1500 })
  })
})

describe('a discount code', () => {
  test('takes its part off, and the fee is of what is left', async () => {
    const { world, photos, create } = await setup([1500])
    await create(aDiscount({ code: 'THIRD', percent: 33 }))
    const { orderId } = await world.checkout(world.checkoutRequest(photos, { discountCode: 'THIRD' }))
    expect(await world.orderOf(orderId)).toMatchObject({
      subtotalPence: 1500,
      discountPence: 495,
      totalPence: 1005,
      feePence: 101,
    })
  })

  test('of 100% completes the order at once: no call to the card provider, no fee, no balance', async () => {
    const { world, photos, stripe } = await setup([1500])
    const answer = await world.checkout(world.checkoutRequest(photos, { discountCode: 'FIRST-LIGHT' }))
    expect(answer.kind).toBe('free')
    expect(await world.orderOf(answer.orderId)).toMatchObject({ status: 'completed', totalPence: 0, feePence: 0 })
    expect(await world.earningsOf(answer.orderId)).toMatchObject([{ amountPence: 0, chargeId: null }])
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 0, totalEarnedPence: 0, version: 0 })
    expect(stripe.sessions()).toEqual([])
  })

  test.each([
    ['wrong', {}, 'NOT-A-CODE'],
    ['switched off', { isActive: false }, 'HARBOUR'],
    ['expired', { expiresAt: '2030-01-01T10:00:00.000Z' }, 'HARBOUR'],
    ['used up', { maxUses: 2, uses: 2 }, 'HARBOUR'],
  ])('that is %s is invalid_discount_code and nothing more', async (_, overrides, code) => {
    const { world, photos, create } = await setup()
    await create(aDiscount(overrides))
    await expect(world.checkout(world.checkoutRequest(photos, { discountCode: code }))).rejects.toMatchObject({
      code: 'invalid_discount_code',
      details: {},
    })
  })

  test('with one use left serves one of fifty buyers', async () => {
    const { world, photos, create } = await setup()
    await create(aDiscount({ maxUses: 1 }))
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        world.checkout(
          world.checkoutRequest(photos, {
            key: `attempt-0000000${String(n).padStart(2, '0')}`,
            email: `buyer${n}@example.com`,
            discountCode: 'HARBOUR',
          }),
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is free again when its order was never paid', async () => {
    const { world, photos, create, clock } = await setup()
    await create(aDiscount({ percent: 50, maxUses: 1 }))
    const { orderId } = await world.checkout(world.checkoutRequest(photos, { discountCode: 'HARBOUR' }))
    clock.forward({ minutes: 35 })
    await world.reconcile()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'expired' })
    const again = world.checkoutRequest(photos, { key: 'attempt-000000002', discountCode: 'HARBOUR' })
    expect(await world.checkout(again)).toMatchObject({ kind: 'pay' })
  })

  test('is guessed five times in ten minutes; then even a right one has to wait', async () => {
    const { world, photos, create } = await setup([1500], { throttleScale: 1 })
    await create(aDiscount())
    const guess = (discountCode: string) =>
      world.quote(request(api.orders.endpoints.quote, { body: { photoIds: photos, discountCode } }))
    for (let n = 0; n < 5; n++) {
      await expect(guess(`WRONG-${n}`)).rejects.toMatchObject({ code: 'invalid_discount_code' })
    }
    await expect(guess('HARBOUR')).rejects.toMatchObject({ code: 'too_many_requests' })
    world.clock.forward({ minutes: 10 })
    expect((await guess('HARBOUR')).summary).toMatchObject({ totalPence: 0 })
  })

  test('is guessed five times a cart, and twenty times by whoever changes the cart with each', async () => {
    const { world, photos, create } = await setup([100, 100, 100, 100, 100], { throttleScale: 1 })
    await create(aDiscount())
    const said = (discountCode: string, photoIds: readonly string[]) =>
      world
        .quote(request(api.orders.endpoints.quote, { body: { photoIds: [...photoIds], discountCode } }))
        .then(() => 'right')
        .catch(({ code }) => String(code))
    const carts = photos.map((photo) => [photo])
    for (const cart of carts.slice(0, 2)) {
      for (let n = 0; n < 5; n++) expect(await said(`WRONG-${n}`, cart)).toBe('invalid_discount_code')
      expect(await said('HARBOUR', cart)).toBe('too_many_requests')
    }
    expect(await said('HARBOUR', photos)).toBe('right')
    // The same cart in another order is the same cart.
    for (let n = 0; n < 5; n++) await said(`WRONG-${n}`, photos)
    expect(await said('HARBOUR', [...photos].reverse())).toBe('too_many_requests')
    // Those eighteen are the session's; so are two more, whatever is in the cart.
    const rest = await Promise.all(carts.slice(2).map((cart) => said('WRONG', cart)))
    expect(rest.toSorted()).toEqual(['invalid_discount_code', 'invalid_discount_code', 'too_many_requests'])
    const fresh = photos.slice(0, 2)
    world.clock.forward({ minutes: 9, seconds: 59 })
    expect(await said('HARBOUR', fresh)).toBe('too_many_requests')
    world.clock.forward({ seconds: 1 })
    expect(await said('HARBOUR', fresh)).toBe('right')
  })

  test('guessed a hundred times at the same moment is told five answers, and the right one is not among the rest', async () => {
    const { world, photos, create } = await setup([1500], { throttleScale: 1 })
    await create(aDiscount())
    const codes = Array.from({ length: 100 }, (_, n) => (n === 60 ? 'HARBOUR' : `WRONG-${n}`))
    const answers = await Promise.allSettled(
      codes.map((discountCode) =>
        world.quote(request(api.orders.endpoints.quote, { body: { photoIds: photos, discountCode } })),
      ),
    )
    const said = answers.map((each) => (each.status === 'rejected' ? String(each.reason.code) : 'priced'))
    expect(said.filter((code) => code === 'invalid_discount_code')).toHaveLength(5)
    expect(said.filter((code) => code === 'too_many_requests')).toHaveLength(95)
  })

  test('that is right may be asked for as often as a cart changes', async () => {
    const { world, photos, create } = await setup([1500], { throttleScale: 1 })
    await create(aDiscount())
    for (let n = 0; n < 20; n++) {
      const body = { photoIds: photos, discountCode: 'HARBOUR' }
      expect((await world.quote(request(api.orders.endpoints.quote, { body }))).summary).toMatchObject({
        totalPence: 0,
      })
    }
  })

  test('gives away three free orders a day to one mailbox, whatever stands behind its plus sign', async () => {
    const { world, photos } = await setup([1500], { throttleScale: 1 })
    const order = (n: number) => {
      world.clock.forward({ minutes: 10 })
      return world.checkout(
        world.checkoutRequest(photos, {
          key: `attempt-00000000${n}`,
          discountCode: 'FIRST-LIGHT',
          email: `ada+${n}@example.com`,
        }),
      )
    }
    for (const n of [1, 2, 3]) expect(await order(n)).toMatchObject({ kind: 'free' })
    await expect(order(4)).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test('gives away no more than 2,000 free orders a day behind one address, whose people may go on buying', async () => {
    const { world, photos } = await setup([1500], { throttleScale: 1 })
    const address = '198.51.100.9'
    const day = new Date(world.now()).setUTCHours(0, 0, 0, 0) / 1_000
    const window = throttleKeys.window('freeOrdersPerAddress', address, day)
    await world.table.write(put({ ...window, count: 1_999 }, 'always'))
    const order = (n: number, from = address) =>
      world.checkout(
        world.checkoutRequest(photos, {
          key: `attempt-00000000${n}`,
          discountCode: 'FIRST-LIGHT',
          email: `invented${n}@example.com`,
          address: from,
        }),
      )
    expect(await order(1)).toMatchObject({ kind: 'free' })
    await expect(order(2)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('Very many free orders were made on your network today.'),
    })
    expect(await order(3, '198.51.100.10')).toMatchObject({ kind: 'free' })
    expect(await world.checkout(world.checkoutRequest(photos, { key: 'attempt-000000009', address }))).toMatchObject({
      kind: 'pay',
    })
  })
})

describe('a repeated request', () => {
  test('twenty times at once opens one order and one session', async () => {
    const { world, photos, stripe } = await setup()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.checkout(world.checkoutRequest(photos))))
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    expect(stripe.sessions()).toHaveLength(1)
  })

  test('with other content is refused', async () => {
    const { world, photos } = await setup()
    await world.checkout(world.checkoutRequest(photos))
    await expect(
      world.checkout(world.checkoutRequest(photos, { email: 'someone.else@example.com' })),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('with another discount code is refused', async () => {
    const { world, photos } = await setup()
    await world.checkout(world.checkoutRequest(photos))
    await expect(world.checkout(world.checkoutRequest(photos, { discountCode: 'ANOTHER' }))).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
  })

  test('whose first answer was lost on its way from Stripe gets the same session', async () => {
    const { world, photos, stripe } = await setup()
    const cut = world.as(once('stripe.createSession', 'after', 'lost'))
    await expect(cut.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'unavailable' })
    world.clock.forward({ minutes: 5 })
    expect(await world.checkout(world.checkoutRequest(photos))).toMatchObject({
      url: 'https://checkout.test/cs_test_1',
    })
    expect(stripe.sessions()).toHaveLength(1)
  })

  test('whose first answer was lost, and whose session was paid since, leads to the order and not to a dead page', async () => {
    const { world, photos, stripe } = await setup()
    const cut = world.as(once('stripe.createSession', 'after', 'lost'))
    await expect(cut.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'unavailable' })
    stripe.pay('cs_test_1')
    world.takeNews()
    world.clock.forward({ minutes: 5 })
    const { orderId, ...answer } = await world.checkout(world.checkoutRequest(photos))
    expect(answer).not.toMatchObject({ url: 'https://checkout.test/cs_test_1' })
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed', sessionId: 'cs_test_1' })
  })

  test('whose session Stripe will not make gives the use of its code back', async () => {
    const { world, photos, create, stripe } = await setup()
    const code = aDiscount({ code: 'HALF', percent: 50, maxUses: 1 })
    await create(code)
    stripe.refusing.addresses = true
    const wanted = { discountCode: 'HALF', key: 'attempt-refused-01' }
    await expect(world.checkout(world.checkoutRequest(photos, wanted))).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(world.table.stored(`DISCOUNT#${code.codeHash}`, 'META')).toMatchObject({ uses: 0 })
    stripe.refusing.addresses = false
    const again = { discountCode: 'HALF', key: 'attempt-refused-02' }
    expect(await world.checkout(world.checkoutRequest(photos, again))).toMatchObject({ kind: 'pay' })
  })

  test.each(['lost', 'busy'] as const)('after Stripe was %s makes the session then, even much later', async (fate) => {
    const { world, photos, stripe } = await setup()
    const cut = world.as(once('stripe.createSession', 'before', fate))
    await expect(cut.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'unavailable' })
    world.clock.forward({ hours: 3 })
    expect(await world.checkout(world.checkoutRequest(photos))).toMatchObject({ kind: 'pay' })
    expect(stripe.sessions()).toHaveLength(1)
  })

  test('after its session ran out gets a new one, so that two can never both be paid', async () => {
    const { world, photos, stripe } = await setup()
    await world.checkout(world.checkoutRequest(photos))
    world.clock.forward({ minutes: 32 })
    expect(await world.checkout(world.checkoutRequest(photos))).toMatchObject({
      url: 'https://checkout.test/cs_test_2',
    })
    expect(stripe.sessions().map(({ status }) => status)).toEqual(['expired', 'open'])
  })

  test('that reads its session in the last moment does not pass it over: it may be paid in the next', async () => {
    const { world, photos, stripe } = await setup()
    await world.checkout(world.checkoutRequest(photos))
    const slow = world.as(async (call, moment) => {
      if (call !== 'stripe.findSession' || moment !== 'after') return undefined
      stripe.pay('cs_test_1')
      world.clock.forward({ minutes: 32 })
      return undefined
    })
    expect(await slow.checkout(world.checkoutRequest(photos))).toMatchObject({ url: 'https://checkout.test/cs_test_1' })
    expect(stripe.sessions()).toHaveLength(1)
  })

  test('after its session ran out is paid by the new one, whenever the end of the old one is told', async () => {
    const { world, photos, stripe } = await setup()
    await world.checkout(world.checkoutRequest(photos))
    world.clock.forward({ minutes: 32 })
    const { orderId } = await world.checkout(world.checkoutRequest(photos))
    await world.deliverAll()
    expect(stripe.sessions().map(({ status }) => status)).toEqual(['expired', 'open'])
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'awaiting_payment', sessionId: 'cs_test_2' })
    expect(await world.checkout(world.checkoutRequest(photos))).toMatchObject({
      url: 'https://checkout.test/cs_test_2',
    })
  })

  test('whose payment is under way and settles later waits for it, and opens no second page to pay on', async () => {
    const { world, photos, stripe } = await setup()
    await world.checkout(world.checkoutRequest(photos))
    stripe.payLater('cs_test_1')
    world.takeNews()
    const { orderId } = await world.checkout(world.checkoutRequest(photos))
    expect(stripe.sessions()).toHaveLength(1)
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'processing', sessionId: 'cs_test_1' })
  })

  test('of an order that was given up is told to begin anew', async () => {
    const { world, photos } = await setup()
    await world.checkout(world.checkoutRequest(photos))
    world.clock.forward({ minutes: 35 })
    await world.reconcile()
    await expect(world.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'checkout_expired' })
  })

  test('of an order that is paid leads to its page', async () => {
    const { world, photos } = await setup()
    await world.sell(photos)
    expect(await world.checkout(world.checkoutRequest(photos))).toMatchObject({
      url: 'https://darkslide.test/purchase-success?session_id=cs_test_1',
    })
  })
})

describe('what a checkout counts', () => {
  const address = '198.51.100.7'
  /** A browser that may go to the checkout five times in ten minutes, and a mailbox that has three free orders a day. */
  const counting = async () => {
    const made = await setup([1500], { throttleScale: 1 })
    const { world, photos } = made
    const startOfDay = new Date(world.now()).setUTCHours(0, 0, 0, 0) / 1_000
    const { PK, SK } = throttleKeys.window('freeOrdersPerAddress', address, startOfDay)
    let further = 0
    const says = (options: CheckoutOptions) => {
      further += 1
      const request = world.checkoutRequest(photos, { key: `attempt-further-${further}`, address, ...options })
      return world.checkout(request).then(
        ({ kind }) => kind,
        ({ code }) => String(code),
      )
    }
    return {
      ...made,
      /** What further checkouts are answered, one after the other. */
      answers: async (count: number, options: CheckoutOptions) => {
        const said: string[] = []
        for (let n = 0; n < count; n++) said.push(await says(options))
        return said
      },
      freeOrdersOfAddress: () => world.table.stored(PK, SK)?.count,
    }
  }
  /** The operations of a process whose first transactions meet a table that is busy. */
  const busyFor = (world: MoneyWorld, times: number) => {
    let left = times
    return world.as(async (call, moment) => {
      if (call !== 'table.transact' || moment !== 'before' || left === 0) return undefined
      left -= 1
      throw busy('Very many people are here at this moment.')
    })
  }
  const free = { discountCode: 'FIRST-LIGHT' }
  const paid = { session: 'patientbrowser' }

  test('nothing of a free order while the table is busy, however often the browser repeats it', async () => {
    const { world, photos, answers, freeOrdersOfAddress } = await counting()
    const crowded = busyFor(world, 12)
    const request = world.checkoutRequest(photos, { address, ...free })
    for (let n = 0; n < 12; n++) await expect(crowded.checkout(request)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await crowded.checkout(request)).toMatchObject({ kind: 'free' })
    expect(await answers(3, free)).toEqual(['free', 'free', 'too_many_requests'])
    expect(freeOrdersOfAddress()).toBe(3)
  })

  test('nothing of one to be paid while the table is busy', async () => {
    const { world, photos, answers } = await counting()
    const crowded = busyFor(world, 12)
    const request = world.checkoutRequest(photos, paid)
    for (let n = 0; n < 12; n++) await expect(crowded.checkout(request)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await crowded.checkout(request)).toMatchObject({ kind: 'pay' })
    expect(await answers(5, paid)).toEqual(['pay', 'pay', 'pay', 'pay', 'too_many_requests'])
  })

  test('one that is open, once, however often it is repeated while Stripe is busy', async () => {
    const { world, photos, answers } = await counting()
    const busyStripe = world.as(async (call) => (call === 'stripe.createSession' ? 'busy' : undefined))
    const request = world.checkoutRequest(photos, paid)
    for (let n = 0; n < 12; n++)
      await expect(busyStripe.checkout(request)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await answers(5, paid)).toEqual(['pay', 'pay', 'pay', 'pay', 'too_many_requests'])
  })

  test.each([
    ['a free order', free, ['free', 'free', 'too_many_requests']],
    ['one to be paid', paid, ['pay', 'pay', 'pay', 'pay', 'too_many_requests']],
  ])('once of %s that is sent four times at once', async (_, options, further) => {
    const { world, photos, answers } = await counting()
    const request = world.checkoutRequest(photos, { address, ...options })
    const sent = await Promise.all(Array.from({ length: 4 }, () => world.checkout(request)))
    expect(new Set(sent.map(({ orderId }) => orderId)).size).toBe(1)
    expect(await answers(further.length, options)).toEqual(further)
  })

  test.each([
    ['a copy', {}],
    ['another tab', { key: 'attempt-other-tab' }],
  ])('of a mailbox’s third free order once: %s that comes while it is opened is led to it', async (_, other) => {
    const { world, photos, answers } = await counting()
    expect(await answers(2, free)).toEqual(['free', 'free'])
    const third = { session: 'thirdtime', address, ...free }
    let opened: unknown
    const late = world.as(async (_call, moment) => {
      // It has just been looked up whether the request, or another with its cart, came before.
      if (moment === 'after' && opened === undefined) {
        opened = null
        opened = await world.checkout(world.checkoutRequest(photos, third))
      }
      return undefined
    })
    expect(await late.checkout(world.checkoutRequest(photos, { ...third, ...other }))).toEqual(opened)
    expect(opened).toMatchObject({ kind: 'free' })
    expect(await answers(1, free)).toEqual(['too_many_requests'])
  })

  test('nothing of a free order whose code is switched off while it is opened', async () => {
    const { world, photos, create, answers, freeOrdersOfAddress } = await counting()
    const discount = aDiscount()
    await create(discount)
    const turn = (isActive: boolean) =>
      world.table.write(update(discountKeys.discount(discount.codeHash), { set: { isActive }, when: 'present' }))
    const late = world.as(async (call, moment) => {
      if (call === 'table.transact' && moment === 'before') await turn(false)
      return undefined
    })
    for (let n = 0; n < 4; n++) {
      await turn(true)
      const request = world.checkoutRequest(photos, { key: `attempt-too-late-${n}`, address, discountCode: 'HARBOUR' })
      await expect(late.checkout(request)).rejects.toMatchObject({ code: 'invalid_discount_code' })
    }
    expect(freeOrdersOfAddress()).toBe(0)
    expect(await answers(3, free)).toEqual(['free', 'free', 'free'])
  })
})

test('card testing ends at ten checkouts in ten minutes from a browser, five for an email', async () => {
  const { world, photos } = await setup([1500], { throttleScale: 1 })
  const attempt = (n: number, email: string) =>
    world.checkout(
      world.checkoutRequest(photos, { key: `attempt-${String(n).padStart(9, '0')}`, email, session: 'cardtester' }),
    )
  for (let n = 0; n < 5; n++) await attempt(n, 'ada@example.com')
  await expect(attempt(5, 'ada@example.com')).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let n = 6; n < 10; n++) await attempt(n, `buyer${n}@example.com`)
  await expect(attempt(10, 'buyer10@example.com')).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { retryAfterSeconds: expect.any(Number) },
  })
})

test('what one browser is refused is not counted against the buyers beside it', async () => {
  const { world, photos } = await setup([1500], { throttleScale: 1 })
  const attempt = (n: number, session?: string) =>
    world.checkout(
      world.checkoutRequest(photos, {
        key: `attempt-${String(n).padStart(9, '0')}`,
        email: `buyer${n}@example.com`,
        ...(session !== undefined && { session }),
      }),
    )
  await Promise.allSettled(Array.from({ length: 700 }, (_, n) => attempt(n, 'hammering')))
  expect(await attempt(700)).toMatchObject({ kind: 'pay' })
})

test('600 checkouts in ten minutes are taken from one address, each of a buyer of their own', async () => {
  const { world, photos } = await setup([1500], { throttleScale: 1 })
  const buy = (n: number) =>
    world.checkout(
      world.checkoutRequest(photos, { key: `attempt-${String(n).padStart(9, '0')}`, email: 'school@example.com' }),
    )
  for (let n = 0; n < 600; n++) expect(await buy(n)).toMatchObject({ kind: 'pay' })
  await expect(buy(600)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/^Very many people on your network are buying\. Please try again in/),
  })
})

test('a browser without a session of ours is asked to make one before anything is counted or stored', async () => {
  const { world, photos } = await setup([1500], { throttleScale: 1 })
  const before = world.table.all().length
  const { headers, ...rest } = world.checkoutRequest(photos)
  const without = { ...rest, headers: { ...headers, 'x-gallery-session': undefined } }
  await expect(world.checkout(without)).rejects.toMatchObject({ code: 'session_needed' })
  expect(world.table.all()).toHaveLength(before)
})

test('an order opened now is stamped now', async () => {
  const { world, photos } = await setup([1500], { startsAt: '2031-05-05T05:05:05.555Z' })
  const { orderId } = await world.checkout(world.checkoutRequest(photos))
  expect(await world.orderOf(orderId)).toMatchObject({ createdAt: stamp(world.now()) })
})

describe('a cart that reaches a step of its gallery', () => {
  const stepped = async () => {
    const parts = await setup([1500, 1500, 1501])
    await parts.world.setSteps(galleryIdOf(1), [{ from: 3, percent: 20 }])
    return parts
  }

  test('is charged at the step, line by line at the provider, in the shares and in what goes back', async () => {
    const { world, photos, stripe } = await stepped()
    const orderId = await world.sell(photos)
    expect(await world.orderOf(orderId)).toMatchObject({
      status: 'completed',
      subtotalPence: 4501,
      offerPence: 900,
      discountPence: 900,
      totalPence: 3601,
      feePence: 360,
    })
    expect(stripe.sessions()).toMatchObject([{ totalPence: 3601 }])
    expect(world.table.stored(`ORDER#${orderId}`, 'ITEM#03')).toMatchObject({
      pricePence: 1501,
      stepPercent: 20,
      offerPence: 300,
      netPence: 1201,
    })
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 3241 })
    const { items } = await world.get(world.orderRequest(orderId))
    expect(items.map(({ netPence }) => netPence)).toEqual([1200, 1200, 1201])
    const [session] = stripe.sessions()
    stripe.refund(session?.charge?.id ?? '', 1201, { lines: [3] })
    await world.deliverAll()
    const after = await world.get(world.orderRequest(orderId))
    expect(after.items.map(({ isRefunded }) => isRefunded)).toEqual([false, false, true])
  })

  test('is not charged at a total that the buyer did not see', async () => {
    const { world, photos, stripe } = await stepped()
    const asked = world.checkoutRequest(photos)
    const wanted = (seenTotalPence: number) => ({ ...asked, body: { ...asked.body, seenTotalPence } })
    await world.setSteps(galleryIdOf(1), [])
    await expect(world.checkout(wanted(3601))).rejects.toMatchObject({ code: 'price_changed' })
    expect(stripe.sessions()).toEqual([])
    expect(await world.checkout(wanted(4501))).toMatchObject({ kind: 'pay' })
  })

  test('sent again after the gallery changed its steps is another order', async () => {
    const { world, photos } = await stepped()
    const session = 'anon_1700000000000_thisbrowser'
    const first = await world.checkout(world.checkoutRequest(photos, { session }))
    const same = await world.checkout(world.checkoutRequest(photos, { session, key: 'attempt-000000002' }))
    expect(same).toEqual(first)
    await world.setSteps(galleryIdOf(1), [{ from: 3, percent: 30 }])
    const other = await world.checkout(world.checkoutRequest(photos, { session, key: 'attempt-000000003' }))
    expect(other).not.toMatchObject({ orderId: first.orderId })
    expect(await world.orderOf(other.orderId)).toMatchObject({ totalPence: 3151 })
  })
})
