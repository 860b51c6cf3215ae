import { describe, expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { update } from '#functions/shared/table/writes.ts'
import { pence } from '#schema/money.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { type CheckoutOptions, moneyWorld } from '#test/support/payments/money-world.ts'

const session = 'anon_1700000000000_thisbrowser'
const another = 'anon_1700000000000_otherbrowser'

/** A buyer who has opened an order from one tab, and what a second tab with another key comes to. */
const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500, 999])
  await discountStore(world.table, async () => '').create(aDiscount({ code: 'HALF', percent: 50 }))
  const first = await world.checkout(world.checkoutRequest(photos, { session }))
  let keys = 1
  const again = (options: CheckoutOptions = {}, items = photos) => {
    keys += 1
    const key = `attempt-00000000${keys}`
    return world.checkout(world.checkoutRequest(items, { key, session, ...options }))
  }
  const pay = async () => {
    world.stripe.pay('cs_test_1')
    await world.deliverAll()
  }
  return { world, photos, first, again, pay }
}

describe('the same cart from another tab', () => {
  test('goes on with the order that is open, with the same page to pay on', async () => {
    const { world, first, again } = await setup()
    expect(await again()).toEqual(first)
    expect(world.stripe.sessions()).toHaveLength(1)
  })

  test('is the same in whatever order its photos lie', async () => {
    const { photos, first, again } = await setup()
    expect(await again({}, photos.toReversed())).toEqual(first)
  })

  test('sent again with its key comes to the same order for ever', async () => {
    const { world, first, again, pay } = await setup()
    await again({ key: 'attempt-of-tab-two1' })
    await pay()
    world.clock.forward({ hours: 5 })
    expect(await again({ key: 'attempt-of-tab-two1' })).toMatchObject({ orderId: first.orderId })
  })

  test('that was paid a moment ago leads to what was bought, not to paying again', async () => {
    const { world, first, again, pay } = await setup()
    await pay()
    expect(await again()).toEqual({
      kind: 'pay',
      orderId: first.orderId,
      url: `${world.siteUrl}/purchase-success?session_id=cs_test_1`,
    })
    expect(world.stripe.sessions()).toHaveLength(1)
  })

  test('that was paid a moment ago, long after it was opened, leads to what was bought', async () => {
    const { world, first, again } = await setup()
    world.clock.forward({ hours: 3 })
    await again()
    world.stripe.pay('cs_test_2')
    await world.deliverAll()
    expect(await again()).toMatchObject({ orderId: first.orderId })
    expect(world.stripe.sessions().filter(({ isPaid }) => isPaid)).toHaveLength(1)
    expect(world.stripe.sessions().filter(({ status }) => status === 'open')).toHaveLength(0)
  })

  test('of which a part went back leads to what was bought, as long as each photo is still the buyer’s', async () => {
    const { world, photos, first, again, pay } = await setup()
    await pay()
    world.stripe.refund('ch_1', 100)
    await world.deliverAll()
    expect(await again()).toMatchObject({ orderId: first.orderId })
    world.stripe.refund('ch_1', 959, { lines: [2] })
    await world.deliverAll()
    expect(photos).toHaveLength(2)
    expect((await again()).orderId).not.toBe(first.orderId)
  })

  test('whose bank has yet to pay waits for it', async () => {
    const { world, first, again } = await setup()
    world.stripe.payLater('cs_test_1')
    await world.deliverAll()
    world.clock.forward({ hours: 48 })
    expect(await again()).toMatchObject({ orderId: first.orderId })
  })

  test('whose page to pay on ran out gets a new one of the same order', async () => {
    const { world, first, again } = await setup()
    world.clock.forward({ minutes: 32 })
    expect(await again()).toMatchObject({ orderId: first.orderId, url: 'https://checkout.test/cs_test_2' })
    expect(world.stripe.sessions().filter(({ status }) => status === 'open')).toHaveLength(1)
  })
})

describe('late news that a page to pay on ran out', () => {
  test('while the next one is being made leaves the order open', async () => {
    const { world, photos, first } = await setup()
    world.clock.forward({ minutes: 32 })
    let isFirst = true
    const held = world.as(async (call, when) => {
      if (call !== 'stripe.createSession' || when !== 'before' || !isFirst) return undefined
      isFirst = false
      await world.converge('cs_test_1')
      return undefined
    })
    const again = world.checkoutRequest(photos, { key: 'attempt-of-tab-two1', session })
    expect(await held.checkout(again)).toMatchObject({ orderId: first.orderId, url: 'https://checkout.test/cs_test_2' })
    expect(await world.orderOf(first.orderId)).toMatchObject({ status: 'awaiting_payment', sessionAttempt: 2 })
  })

  test('that was read before the next one was begun leaves it open', async () => {
    const { world, photos, first } = await setup()
    world.clock.forward({ minutes: 32 })
    let isFirst = true
    const late = world.as(async (call, when) => {
      if (call !== 'table.transact' || when !== 'before' || !isFirst) return undefined
      isFirst = false
      await world.checkout(world.checkoutRequest(photos, { key: 'attempt-of-tab-two1', session }))
      return undefined
    })
    await late.converge('cs_test_1')
    expect(await world.orderOf(first.orderId)).toMatchObject({ status: 'awaiting_payment', sessionAttempt: 2 })
    world.stripe.pay('cs_test_2')
    await world.deliverAll()
    expect(await world.orderOf(first.orderId)).toMatchObject({ status: 'completed' })
  })
})

describe('the same cart with another code', () => {
  test('leads to what was bought, where it was paid a moment ago', async () => {
    const { world, first, again, pay } = await setup()
    await pay()
    expect(await again({ discountCode: 'HALF' })).toMatchObject({ orderId: first.orderId })
    expect(await again()).toMatchObject({ orderId: first.orderId })
    expect(world.stripe.sessions()).toHaveLength(1)
  })

  test('leads there before the news of the payment has come', async () => {
    const { world, first, again } = await setup()
    world.stripe.pay('cs_test_1')
    expect(await again({ discountCode: 'HALF' })).toMatchObject({ orderId: first.orderId })
    expect(await world.orderOf(first.orderId)).toMatchObject({ status: 'completed' })
  })

  test('without the code again goes on with the order from before, and takes no second use of the code', async () => {
    const { world, first, again } = await setup()
    const half = await again({ discountCode: 'HALF' })
    expect(await again()).toEqual(first)
    expect(await again({ discountCode: 'HALF' })).toEqual(half)
    expect(world.stripe.sessions()).toHaveLength(2)
  })

  test('from two tabs at once opens an order for each, and refuses neither', async () => {
    const { world, photos } = await setup()
    const [photo] = photos
    const send = (key: string, discountCode?: string) =>
      world.checkout(
        world.checkoutRequest(photo ? [photo] : [], { key, session, ...(discountCode && { discountCode }) }),
      )
    const [one, other] = await Promise.all([send('attempt-0000000one'), send('attempt-0000000two', 'HALF')])
    expect(one.orderId).not.toBe(other.orderId)
    expect(await send('attempt-000000more')).toEqual(one)
  })
})

describe('the same cart with a code that includes photos', () => {
  /** Two photos for £15.00 and £9.99, both for £20.00: with one included the other is sold alone. */
  const withIncluded = async () => {
    const made = await setup()
    await made.world.setWhole(galleryIdOf(1), 2_000)
    const own = { codeHash: ownCodeHashOf(userIdOf(1), 'ONEFREE'), photographerId: userIdOf(1), percent: 0 }
    const discounts = discountStore(made.world.table, async () => '')
    await discounts.create(aDiscount({ ...own, off: { kind: 'included', photos: 1 } }))
    const first = await made.again({ discountCode: 'ONEFREE' })
    expect(await made.world.orderOf(first.orderId)).toMatchObject({ totalPence: 999, itemCount: 2 })
    return { ...made, first }
  }

  test('goes on with the order that is open', async () => {
    const { world, first, again } = await withIncluded()
    expect(await again({ discountCode: 'ONEFREE' })).toEqual(first)
    expect(world.stripe.sessions()).toHaveLength(2)
  })

  test('leads to what was bought, with the code and without it', async () => {
    const { world, first, again } = await withIncluded()
    world.stripe.pay('cs_test_2')
    await world.deliverAll()
    expect(await again({ discountCode: 'ONEFREE' })).toMatchObject({ orderId: first.orderId })
    expect(await again()).toMatchObject({ orderId: first.orderId })
    expect(world.stripe.sessions()).toHaveLength(2)
  })

  /** Ten photos at £10.00, a price for all of them, and a code that includes some. */
  const withWhole = async (wholePence: number, photosIncluded: number, uses: number | null = 1) => {
    const { world, again } = await setup()
    const photos = await world.addSeller(
      2,
      Array.from({ length: 10 }, () => 1_000),
    )
    const own = { codeHash: ownCodeHashOf(userIdOf(2), 'SOMEFREE'), photographerId: userIdOf(2), percent: 0 }
    const off = { kind: 'included', photos: photosIncluded } as const
    await discountStore(world.table, async () => '').create(aDiscount({ ...own, off, maxUses: uses }))
    await world.setWhole(galleryIdOf(2), wholePence)
    /** One more photo becomes ready. */
    const addPhoto = async () => {
      await world.addPhoto(aPhoto({ id: photoIdOf(9_000), galleryId: galleryIdOf(2), photographerId: userIdOf(2) }))
      await world.setWhole(galleryIdOf(2), wholePence)
    }
    const send = (count: number, options: CheckoutOptions = {}) =>
      again({ discountCode: 'SOMEFREE', ...options }, photos.slice(0, count))
    const sendWithoutCode = (count: number) => again({}, photos.slice(0, count))
    const pay = async () => {
      world.stripe.pay('cs_test_2')
      await world.deliverAll()
    }
    return { world, send, sendWithoutCode, addPhoto, pay }
  }
  const asked = { galleries: [{ galleryId: galleryIdOf(2) }] }

  test.each<[string, number, CheckoutOptions]>([
    ['that was asked for', 0, asked],
    ['that the cart switched to', 10, {}],
  ])('goes on with the open order of a whole gallery %s and that has more photos by now', async (_, count, options) => {
    const { world, send, addPhoto } = await withWhole(5_000, 5)
    const before = await send(count, options)
    expect(await world.orderOf(before.orderId)).toMatchObject({ totalPence: 2_500, itemCount: 1 })
    await addPhoto()
    expect(await send(count, options)).toEqual(before)
    expect(world.stripe.sessions()).toHaveLength(2)
  })

  test('goes on with the whole gallery where by now its photos would be sold for less', async () => {
    // Six photos with five included are £10.00, the whole of ten £9.50; of eleven photos it would be £10.36.
    const { world, send, addPhoto } = await withWhole(1_900, 5)
    const before = await send(6)
    expect(await world.orderOf(before.orderId)).toMatchObject({ totalPence: 950, itemCount: 1 })
    await addPhoto()
    expect(await send(6)).toEqual(before)
    expect(world.stripe.sessions()).toHaveLength(2)
  })

  test('leads to the whole gallery that was bought where by now its photos would be sold', async () => {
    const { world, send, sendWithoutCode, addPhoto, pay } = await withWhole(1_900, 5)
    const before = await send(6)
    await addPhoto()
    await pay()
    expect(await send(6)).toMatchObject({ orderId: before.orderId })
    expect(await sendWithoutCode(6)).toMatchObject({ orderId: before.orderId })
    expect(world.stripe.sessions()).toHaveLength(2)
  })

  test('is never asked for more than it costs by now: of fewer photos more of the whole is included', async () => {
    const { world, send } = await withWhole(5_000, 5, null)
    const before = await send(0, asked)
    await world.table.write(update(galleryKeys.gallery(galleryIdOf(2)), { set: { photoCount: 9 }, when: 'present' }))
    const after = await send(0, asked)
    expect(after.orderId).not.toBe(before.orderId)
    expect(await world.orderOf(after.orderId)).toMatchObject({ totalPence: 2_222 })
  })

  test('opens another order once the whole gallery has another price', async () => {
    const { world, send } = await withWhole(5_000, 5, null)
    const before = await send(10)
    await world.setWhole(galleryIdOf(2), 6_000)
    const after = await send(10)
    expect(after.orderId).not.toBe(before.orderId)
    expect(await world.orderOf(after.orderId)).toMatchObject({ totalPence: 3_000 })
  })
})

describe('another order is opened', () => {
  test.each<[string, CheckoutOptions]>([
    ['by another browser, with the same name, email and cart', { session: another }],
    ['without a session', { session: undefined }],
    ['for another email address', { email: 'grace@example.com' }],
    ['for another name', { name: 'Grace Buyer' }],
    ['with a discount code', { discountCode: 'HALF' }],
  ])('%s', async (_, options) => {
    const { world, first, again } = await setup()
    const answer = await again(options)
    expect(answer.orderId).not.toBe(first.orderId)
    expect(JSON.stringify(answer)).not.toContain('cs_test_1')
    expect(world.stripe.sessions()).toHaveLength(2)
  })

  test('for a part of the cart', async () => {
    const { photos, first, again } = await setup()
    expect((await again({}, photos.slice(0, 1))).orderId).not.toBe(first.orderId)
  })

  test('half an hour after the same cart was paid: now it is another wish', async () => {
    const { world, first, again, pay } = await setup()
    await pay()
    world.clock.forward({ minutes: 30 })
    expect((await again()).orderId).not.toBe(first.orderId)
  })

  test.each(['refunded', 'disputed'] as const)('when the one that was paid is %s', async (what) => {
    const { world, first, again, pay } = await setup()
    await pay()
    if (what === 'refunded') world.stripe.refund('ch_1', 2499)
    else world.stripe.dispute('ch_1')
    await world.deliverAll()
    expect((await again()).orderId).not.toBe(first.orderId)
  })

  test('when the one before failed', async () => {
    const { world, first, again } = await setup()
    world.stripe.payLater('cs_test_1')
    world.stripe.settleLater('cs_test_1', false)
    await world.deliverAll()
    const next = await again()
    expect(next.orderId).not.toBe(first.orderId)
    expect(await again()).toEqual(next)
  })

  test('at today’s price when a price has changed', async () => {
    const { world, photos, first, again } = await setup()
    await world.addPhoto(
      aPhoto({ id: photoIdOf(1_000), galleryId: galleryIdOf(1), photographerId: userIdOf(1), pricePence: pence(1800) }),
    )
    const next = await again()
    expect(next.orderId).not.toBe(first.orderId)
    expect(await world.orderOf(next.orderId)).toMatchObject({ totalPence: 2799 })
    expect(photos).toHaveLength(2)
  })
})

test('nothing of the browser’s secret, the name or the email is in the key that a cart is found by', async () => {
  const { world } = await setup()
  const [row] = world.table.all().filter(({ PK }) => String(PK).startsWith('IDEM#cart#'))
  expect(row).toMatchObject({ PK: expect.stringMatching(/^IDEM#cart#[\w-]{43}$/), SK: 'IDEM', ttl: 1_894_096_800 })
  expect(JSON.stringify(row)).not.toMatch(/anon_|ada|Ada/)
})
