import { describe, expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { photoKeys } from '#functions/galleries/photo-writes.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { OrderId, type PhotoId } from '#schema/ids.ts'
import { galleryIdOf, orderIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { type MoneyWorld, moneyWorld, type Wanted } from '#test/support/payments/money-world.ts'
import { violationsNow } from '#test/support/sim/money-checks.ts'

const sessionOf = async (world: MoneyWorld, orderId: string) => (await world.orderOf(orderId)).sessionId ?? ''

/** Ada has bought photo 1 as Web size for £6.00 while its Original cost £15.00. */
const setup = async () => {
  const world = moneyWorld()
  const [photo = photoIdOf(0), other = photoIdOf(0)] = await world.addSeller(1, [1_500, 1_500])
  for (const photoId of [photo, other]) await world.setPrices(photoId, { webPence: 600 })
  const web = await world.sell([{ photoId: photo, size: 'web' }])
  const upgrade = (orderId: string = web, line = 1, photoId: PhotoId = photo): Wanted => ({
    photoId,
    upgradeOf: { orderId: OrderId.parse(orderId), line },
  })
  const open = (n: number, items: Wanted[] = [upgrade()]) =>
    world.checkout(world.checkoutRequest(items, { key: `attempt-upgrade-${n}`, session: `browser${n}0000000000` }))
  const buy = async (n: number, items?: Wanted[]) => {
    const { orderId } = await open(n, items)
    world.stripe.pay(await sessionOf(world, orderId))
    await world.deliverAll()
    return orderId
  }
  const line = async (orderId: string = web) => {
    const [first] = (await world.get(world.orderRequest(orderId))).items
    if (!first) throw new Error('no line')
    return first
  }
  const download = (orderId: string, size: 'original' | 'web' = 'original') =>
    world.download(world.downloadRequest(orderId, 1, size))
  const giveUp = async (orderId: string) => {
    const sessionId = await sessionOf(world, orderId)
    world.stripe.payLater(sessionId)
    world.stripe.settleLater(sessionId, false)
    await world.deliverAll()
    return sessionId
  }
  /** Gives the price of an order back. */
  const refund = async (orderId: string, amountPence: number) => {
    const { chargeId } = await world.orderOf(orderId)
    world.stripe.refund(chargeId ?? '', amountPence)
    await world.deliverAll()
  }
  return { world, photo, other, web, upgrade, open, buy, line, download, giveUp, refund }
}

describe('the upgrade of a bought Web size', () => {
  test('costs the Original’s present price less what was asked for the Web size', async () => {
    const { world, photo, line, upgrade } = await setup()
    expect((await line()).upgrade).toEqual({ state: 'offered', pricePence: 900 })
    await world.setPrices(photo, { pricePence: 2_000, webPence: 1_000 })
    expect((await line()).upgrade).toEqual({ state: 'offered', pricePence: 1_400 })
    const { lines } = await world.quote(world.quoteRequest([upgrade()]))
    expect(lines).toMatchObject([{ size: 'original', isUpgrade: true, pricePence: 1_400 }])
    // Where the Original has become cheaper than the Web size was, nothing is left to pay, and nothing given back.
    await world.setPrices(photo, { pricePence: 400 })
    expect((await line()).upgrade).toEqual({ state: 'offered', pricePence: 0 })
  })

  test('brings the Original on both orders, once for each line', async () => {
    const { world, web, open, buy, line, download } = await setup()
    const orderId = await buy(1)
    expect(await world.orderOf(orderId)).toMatchObject({ totalPence: 900, feePence: 90, status: 'completed' })
    expect(await line(orderId)).toMatchObject({ as: 'upgrade', hasOriginal: true, upgrade: null })
    expect(await line()).toMatchObject({ as: 'web', hasOriginal: true, upgrade: { state: 'done' } })
    for (const id of [web, orderId]) for (const size of ['original', 'web'] as const) await download(id, size)
    await expect(open(2)).rejects.toMatchObject({ code: 'items_unavailable' })
    await world.sendOutbox()
    expect(world.mails.map(({ text }) => text).join()).toContain('Photo 1.\u20600 (Original, as an upgrade)')
    expect(violationsNow(world)).toEqual([])
  })

  test('that costs nothing is complete at once', async () => {
    const { world, photo, open, line } = await setup()
    await world.setPrices(photo, { pricePence: 500 })
    const answer = await open(1)
    expect(answer.kind).toBe('free')
    expect(await line()).toMatchObject({ hasOriginal: true, upgrade: { state: 'done' } })
    await expect(open(2)).rejects.toMatchObject({ code: 'items_unavailable' })
  })

  test('is not downloaded before it is paid', async () => {
    const { open, line, download } = await setup()
    const { orderId } = await open(1)
    expect(await line()).toMatchObject({ hasOriginal: false, upgrade: { state: 'under_way' } })
    await expect(download(orderId)).rejects.toMatchObject({ code: 'not_purchased' })
    const [first] = await Promise.allSettled([download((await setup()).web)])
    expect(first).toMatchObject({ status: 'rejected' })
  })

  test('takes no part in the steps of its gallery, and a code takes its part of it', async () => {
    const { world, other, upgrade } = await setup()
    await world.setSteps(galleryIdOf(1), [{ from: 2, percent: 50 }])
    const items = [upgrade(), { photoId: other }]
    const plain = await world.quote(world.quoteRequest(items))
    expect(plain.lines.map(({ netPence }) => netPence)).toEqual([900, 1_500])
    expect(plain.offers).toMatchObject([{ percent: 0, savedPence: 0 }])
    const free = await world.quote(world.quoteRequest(items, 'FIRST-LIGHT'))
    expect(free.summary).toMatchObject({ subtotalPence: 2_400, totalPence: 0 })
  })
})

/** A gallery that asks for something again, or for nobody. */
const locks = [
  ['its private gallery asks for its code', { accessCode: 'SECRET-CODE', isPublic: false }],
  ['its private gallery is its owner’s alone, but for a review that is over', { isPublic: false }],
] satisfies [string, Partial<Gallery>][]

describe.each(locks)('where %s', (_, set) => {
  const locked = async () => {
    const made = await setup()
    const { PK, SK } = galleryKeys.gallery(galleryIdOf(1))
    const before = made.world.table.stored(PK, SK)
    await made.world.table.write(put({ ...before, ...set, PK, SK }, 'always'))
    return made
  }

  test('the order opens what it bought, on any device', async () => {
    const { world, photo, line, upgrade, buy, download } = await locked()
    expect((await line()).upgrade).toEqual({ state: 'offered', pricePence: 900 })
    expect(await world.quote(world.quoteRequest([upgrade()]))).toMatchObject({
      lines: [{ photoId: photo, isUpgrade: true, pricePence: 900 }],
      locked: [],
      unavailable: [],
    })
    await download(await buy(1))
    expect(violationsNow(world)).toEqual([])
  })

  test('it opens nothing else of the gallery', async () => {
    const { world, web, photo, other, upgrade } = await locked()
    const asked: Wanted[][] = [
      [{ photoId: photo }],
      [{ photoId: other }],
      [upgrade(web, 1, other)],
      [upgrade(web, 2)],
      [upgrade(orderIdOf(99))],
    ]
    for (const items of asked) expect((await world.quote(world.quoteRequest(items))).lines).toEqual([])
  })

  test('a photo that is free by now is downloaded in the gallery, which stays closed', async () => {
    const { world, photo, upgrade } = await locked()
    await world.setPrices(photo, { pricePence: 0 })
    const { free, unavailable } = await world.quote(world.quoteRequest([upgrade()]))
    expect({ free, unavailable }).toEqual({ free: [], unavailable: [photo] })
  })

  test('what was refunded opens nothing', async () => {
    const { world, web, upgrade, refund } = await locked()
    await refund(web, 600)
    expect((await world.quote(world.quoteRequest([upgrade()]))).lines).toEqual([])
  })
})

describe('an upgrade is refused', () => {
  test.each<[string, (made: Awaited<ReturnType<typeof setup>>) => Promise<Wanted>]>([
    ['of an order that nobody knows', async ({ upgrade }) => upgrade(orderIdOf(99))],
    ['of a line that is not there', async ({ upgrade, web }) => upgrade(web, 2)],
    ['of another photo than was bought', async ({ upgrade, web, other }) => upgrade(web, 1, other)],
    [
      'of an Original',
      async ({ upgrade, world, photo }) => upgrade(await world.sell([photo], { key: 'attempt-orig-0001' })),
    ],
    [
      'of an order that was not paid',
      async ({ upgrade, world, photo }) => {
        const wanted: Wanted[] = [{ photoId: photo, size: 'web' }]
        return upgrade((await world.checkout(world.checkoutRequest(wanted, { key: 'attempt-unpaid-1' }))).orderId)
      },
    ],
    [
      'whose Web size was refunded',
      async ({ upgrade, refund, web }) => {
        await refund(web, 600)
        return upgrade()
      },
    ],
    [
      'whose payment a bank asks for',
      async ({ upgrade, world, web }) => {
        world.stripe.dispute((await world.orderOf(web)).chargeId ?? '')
        await world.deliverAll()
        return upgrade()
      },
    ],
    [
      'of a photo that was deleted',
      async ({ upgrade, world, photo }) => {
        await world.table.write(update(photoKeys.photo(photo), { set: { state: 'deleted' }, when: 'present' }))
        return upgrade()
      },
    ],
    [
      'of a photo that is free by now',
      async ({ upgrade, world, photo }) => {
        await world.setPrices(photo, { pricePence: 0 })
        return upgrade()
      },
    ],
    [
      'of a gallery that was deleted',
      async ({ upgrade, world }) => {
        const set = { deletedAt: '2030-01-01T09:00:00.000Z' }
        await world.table.write(update(galleryKeys.gallery(galleryIdOf(1)), { set, when: 'present' }))
        return upgrade()
      },
    ],
    [
      'of a gallery that was taken down',
      async ({ upgrade, world }) => {
        const set = { takedown: { reason: 'A rule.', at: '2030-01-01T09:00:00.000Z' } }
        await world.table.write(update(galleryKeys.gallery(galleryIdOf(1)), { set, when: 'present' }))
        return upgrade()
      },
    ],
    [
      'of a gallery that has expired',
      async ({ upgrade, world }) => {
        const set = { expiresAt: '2030-01-01T09:00:00.000Z' }
        await world.table.write(update(galleryKeys.gallery(galleryIdOf(1)), { set, when: 'present' }))
        return upgrade()
      },
    ],
  ])('%s', async (_, wantedOf) => {
    const made = await setup()
    const wanted = await wantedOf(made)
    const before = made.world.stripe.sessions().length
    expect((await made.world.quote(made.world.quoteRequest([wanted]))).unavailable).toEqual([wanted.photoId])
    await expect(made.open(9, [wanted])).rejects.toMatchObject({ code: 'items_unavailable' })
    expect(made.world.stripe.sessions()).toHaveLength(before)
  })

  test('at another price than it has', async () => {
    const { open, upgrade } = await setup()
    for (const pricePence of [0, 1, 600, 1_500]) {
      await expect(open(1, [{ ...upgrade(), pricePence }])).rejects.toMatchObject({
        code: 'price_changed',
        details: { prices: [{ size: 'original', pricePence: 900 }] },
      })
    }
    await expect(open(1, [{ ...upgrade(), size: 'web' }])).rejects.toMatchObject({ code: 'price_changed' })
  })

  test('of more than 20 photos in one order', async () => {
    const { world } = await setup()
    const many = Array.from(
      { length: 21 },
      (_, n): Wanted => ({
        photoId: photoIdOf(n),
        upgradeOf: { orderId: orderIdOf(1), line: 1 },
      }),
    )
    await expect(world.quote(world.quoteRequest(many))).rejects.toMatchObject({ code: 'too_many_upgrades' })
  })

  test.each<[string, object]>([
    ['a photo that was deleted', { state: 'deleted' }],
    ['a photo that was taken down', { state: 'taken_down' }],
    ['a photo that is free', { pricePence: 0 }],
  ])('on the page of the order, for %s', async (_, set) => {
    const { world, photo, line, download, web } = await setup()
    await world.table.write(update(photoKeys.photo(photo), { set: { ...set }, when: 'present' }))
    expect((await line()).upgrade).toMatchObject({ state: 'not_for_sale' })
    await download(web, 'web')
  })
})

describe('one upgrade of a line', () => {
  test('is held by the order that is being paid; the same cart goes on with it, another one is refused', async () => {
    const { world, other, upgrade } = await setup()
    const session = 'browserofada000001'
    const open = (key: string, items: Wanted[] = [upgrade()]) =>
      world.checkout(world.checkoutRequest(items, { key, session }))
    const first = await open('attempt-first-00001')
    expect(await open('attempt-again-00001')).toMatchObject({ orderId: first.orderId })
    expect((await world.quote(world.quoteRequest([upgrade()]))).lines).toHaveLength(1)
    const larger = open('attempt-more-000001', [upgrade(), { photoId: other }])
    await expect(larger).rejects.toMatchObject({ code: 'upgrade_under_way' })
  })

  test('of two tabs at once is one order’s, and the other takes no money', async () => {
    const { world, open } = await setup()
    const all = await Promise.allSettled([1, 2, 3, 4].map((n) => open(n)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of all)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'upgrade_under_way' })
    expect(world.stripe.sessions()).toHaveLength(2)
  })

  test('that goes back between the look at it and the opening is not sold', async () => {
    const { world, refund, web, upgrade } = await setup()
    let isFirst = true
    const late = world.as(async (call, moment) => {
      if (call !== 'table.transact' || moment !== 'before' || !isFirst) return undefined
      isFirst = false
      await refund(web, 600)
      return undefined
    })
    const opened = late.checkout(world.checkoutRequest([upgrade()], { key: 'attempt-late-00001' }))
    await expect(opened).rejects.toMatchObject({ code: 'upgrade_under_way' })
    expect(world.stripe.sessions()).toHaveLength(1)
  })

  test('is free again when its order is given up', async () => {
    const { world, open, giveUp, buy, line } = await setup()
    const { orderId } = await open(1)
    await giveUp(orderId)
    expect((await line()).upgrade).toEqual({ state: 'offered', pricePence: 900 })
    await buy(2)
    expect((await line()).upgrade).toMatchObject({ state: 'done' })
    expect(world.alarms).toEqual([])
  })

  test('is free again when its payment page has run out, or was never made', async () => {
    const { world, open, line, upgrade } = await setup()
    const { orderId } = await open(1)
    world.stripe.alter(await sessionOf(world, orderId), { status: 'expired' })
    await world.converge(await sessionOf(world, orderId))
    expect((await line()).upgrade).toMatchObject({ state: 'offered' })
    const cut = world.as(async (call) => (call === 'stripe.createSession' ? 'lost' : undefined))
    const request = world.checkoutRequest([upgrade()], { key: 'attempt-cut-000001', session: 'browser90000000000' })
    await expect(cut.checkout(request)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await line()).upgrade).toMatchObject({ state: 'under_way' })
    world.clock.forward({ hours: 30 })
    await world.reconcile()
    expect((await line()).upgrade).toMatchObject({ state: 'offered' })
  })

  test('is taken again by an order that was given up and is paid after all', async () => {
    const { world, open, giveUp, line } = await setup()
    const { orderId } = await open(1)
    world.stripe.settleLater(await giveUp(orderId), true)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    expect(await line()).toMatchObject({ hasOriginal: true, upgrade: { state: 'done' } })
    await expect(open(2)).rejects.toMatchObject({ code: 'items_unavailable' })
    expect(world.alarms).toEqual([])
  })

  test('is free again when its order went to review and was given back whole, and not before', async () => {
    const { world, open, buy, line, download } = await setup()
    const { orderId } = await open(1)
    const sessionId = await sessionOf(world, orderId)
    world.stripe.pay(sessionId)
    world.stripe.alter(sessionId, { totalPence: 899 })
    await world.deliverAll()
    expect((await world.orderOf(orderId)).status).toBe('review')
    await expect(open(2)).rejects.toMatchObject({ code: 'items_unavailable' })
    world.stripe.refund('ch_2', 899)
    await world.deliverAll()
    await expect(open(3)).rejects.toMatchObject({ code: 'items_unavailable' })
    world.stripe.refund('ch_2', 1)
    await world.deliverAll()
    expect((await line()).upgrade).toMatchObject({ state: 'offered' })
    const again = await buy(4)
    expect(await line()).toMatchObject({ hasOriginal: true, upgrade: { state: 'done' } })
    await download(again)
    // Heard of again, it takes nothing from the order that has it now.
    await world.convergeCharge('ch_2')
    await download(again)
    expect(violationsNow(world)).toEqual([])
  })

  test('that another order has bought since is told to somebody: both have the Original, one is given back', async () => {
    const { world, web, open, giveUp, buy, download, refund } = await setup()
    const { orderId } = await open(1)
    const sessionId = await giveUp(orderId)
    const second = await buy(2)
    world.stripe.settleLater(sessionId, true)
    await world.deliverAll()
    expect(world.alarms).toMatchObject([{ message: 'an upgrade was paid for twice', fields: { line: 1 } }])
    for (const id of [web, orderId, second]) await download(id)
    await refund(orderId, 900)
    await expect(download(orderId)).rejects.toMatchObject({ code: 'not_purchased' })
    for (const id of [web, second]) await download(id)
    expect(violationsNow(world)).toEqual([])
  })

  test('is its order’s, whatever comes between the look at it and its completion', async () => {
    const { world, open, line, buy } = await setup()
    const { orderId } = await open(1)
    const sessionId = await sessionOf(world, orderId)
    world.stripe.payLater(sessionId)
    world.stripe.settleLater(sessionId, true)
    world.takeNews()
    let isFirst = true
    const late = world.as(async (call, moment) => {
      if (call !== 'table.transact' || moment !== 'before' || !isFirst) return undefined
      isFirst = false
      world.stripe.alter(sessionId, { isPaid: false, hasPaymentFailed: true })
      await world.converge(sessionId)
      await buy(2)
      world.stripe.alter(sessionId, { isPaid: true, hasPaymentFailed: false })
      return undefined
    })
    await late.converge(sessionId)
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    expect(world.alarms).toMatchObject([{ message: 'an upgrade was paid for twice' }])
    expect(await line()).toMatchObject({ upgrade: { state: 'done' } })
  })
})

describe('what goes back', () => {
  test('of an upgrade leaves the Web size, for good', async () => {
    const { web, buy, line, download, refund, open } = await setup()
    const orderId = await buy(1)
    await refund(orderId, 900)
    expect(await line()).toMatchObject({ hasOriginal: false, hasWebSize: true, upgrade: { state: 'over' } })
    expect(await line(orderId)).toMatchObject({ isRefunded: true, hasOriginal: false })
    await download(web, 'web')
    for (const id of [web, orderId]) await expect(download(id)).rejects.toMatchObject({ code: 'not_purchased' })
    await expect(open(2)).rejects.toMatchObject({ code: 'items_unavailable' })
  })

  test('of a part of an upgrade leaves the Original', async () => {
    const { web, buy, download, refund } = await setup()
    const orderId = await buy(1)
    await refund(orderId, 899)
    for (const id of [web, orderId]) await download(id)
  })

  test('of the Web size takes the upgrade with it: nobody keeps an Original for the difference alone', async () => {
    const { web, buy, line, download, refund } = await setup()
    const orderId = await buy(1)
    await refund(web, 600)
    for (const id of [web, orderId])
      for (const size of ['original', 'web'] as const)
        await expect(download(id, size)).rejects.toMatchObject({ code: 'not_purchased' })
    expect(await line(orderId)).toMatchObject({ isRefunded: false, hasOriginal: false, hasWebSize: false })
  })

  const forNothing = 'an upgrade is paid for whose Web size went back'
  const numberOf = async (world: MoneyWorld, orderId: string) => (await world.orderOf(orderId)).number

  test('of an order of which 51 photos were upgraded one by one is booked, and its page says so', async () => {
    const world = moneyWorld()
    const photos = await world.addSeller(1, Array<number>(51).fill(1_500))
    for (const photoId of photos) await world.setPrices(photoId, { webPence: 600 })
    const web = await world.sell(photos.map((photoId) => ({ photoId, size: 'web' })))
    const [first] = photos
    for (const [at, photoId] of photos.entries()) {
      // Each for nothing but the first.
      if (photoId !== first) await world.setPrices(photoId, { pricePence: 500 })
      const wanted = { photoId, upgradeOf: { orderId: OrderId.parse(web), line: at + 1 } }
      await world.sell([wanted], { key: `attempt-upgrade-of-${at}` })
    }
    const page = async () => (await world.get(world.orderRequest(web))).items
    expect((await page()).map(({ upgrade }) => upgrade?.state)).toEqual(photos.map(() => 'done'))
    const { chargeId } = await world.orderOf(web)
    world.stripe.refund(chargeId ?? '', 51 * 600)
    await world.deliverAll()
    expect(await world.orderOf(web)).toMatchObject({ refundedPence: 51 * 600 })
    expect((await page()).every(({ isRefunded, hasOriginal }) => isRefunded && !hasOriginal)).toBe(true)
    expect(world.alarms.map(({ message }) => message)).toEqual([forNothing])
    expect(violationsNow(world)).toEqual([])
  })

  test('of the Web size while its upgrade is being paid is told to somebody, who gives the upgrade back', async () => {
    const { world, web, open, download, refund } = await setup()
    const { orderId } = await open(1)
    await refund(web, 600)
    expect(world.alarms).toEqual([])
    world.stripe.pay(await sessionOf(world, orderId))
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    const orderNumber = await numberOf(world, orderId)
    expect(world.alarms).toMatchObject([{ message: forNothing, fields: { orderNumber, line: 1 } }])
    await expect(download(orderId)).rejects.toMatchObject({ code: 'not_purchased' })
    await refund(orderId, 900)
    for (const id of [web, orderId])
      expect(await world.earningsOf(OrderId.parse(id))).toMatchObject([{ pendingPence: 0, availablePence: 0 }])
    expect(world.alarms).toHaveLength(1)
    expect(violationsNow(world)).toEqual([])
  })

  test('of the Web size between the look at it and the completion of its upgrade is told as well', async () => {
    const { world, web, open, refund } = await setup()
    const { orderId } = await open(1)
    const sessionId = await sessionOf(world, orderId)
    world.stripe.pay(sessionId)
    world.takeNews()
    let isFirst = true
    const late = world.as(async (call, moment) => {
      if (call !== 'table.transact' || moment !== 'before' || !isFirst) return undefined
      isFirst = false
      await refund(web, 600)
      return undefined
    })
    await late.converge(sessionId)
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    expect(world.alarms).toMatchObject([{ message: forNothing, fields: { line: 1 } }])
  })

  test('of the Web size after its upgrade is told once, and leaves the share of the upgrade to the penny', async () => {
    const { world, web, buy, refund } = await setup()
    const orderId = await buy(1)
    await refund(web, 600)
    const orderNumber = await numberOf(world, orderId)
    expect(world.alarms).toMatchObject([{ message: forNothing, fields: { orderNumber, line: 1 } }])
    expect(await world.earningsOf(OrderId.parse(web))).toMatchObject([{ amountPence: 540, reversedPence: 540 }])
    expect(await world.earningsOf(OrderId.parse(orderId))).toMatchObject([{ amountPence: 810, pendingPence: 810 }])
    expect(violationsNow(world)).toEqual([])
  })

  test('of the Web size tells nobody, where its upgrade went back before, was free, or keeps a part', async () => {
    const { world, web, buy, refund } = await setup()
    const orderId = await buy(1)
    await refund(web, 599)
    await refund(orderId, 900)
    await refund(web, 1)
    const free = await setup()
    await free.world.setPrices(free.photo, { pricePence: 500 })
    await free.open(1)
    await free.refund(free.web, 600)
    expect([...world.alarms, ...free.world.alarms]).toEqual([])
  })
})
