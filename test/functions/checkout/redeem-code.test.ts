import { describe, expect, test } from 'vitest'
import { discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { discountKeys } from '#functions/orders/discount-writes.ts'
import { orderKeys } from '#functions/orders/order-writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { CodeOff } from '#schema/offers.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'

const word = 'HARBOUR'

/** Photos of two photographers at £10 each, who both call a code of theirs HARBOUR: half off, and a fifth. */
const setup = async () => {
  const world = moneyWorld({ throttleScale: 1 })
  const photos = [...(await world.addSeller(1, [1_000])), ...(await world.addSeller(2, [1_000]))]
  const discounts = discountStore(world.table, async () => 'FIRST-LIGHT')
  const makeOwn = (seller: number, percent: number, terms: Parameters<typeof aDiscount>[0] = {}) => {
    const photographerId = userIdOf(seller)
    const off = CodeOff.parse({ kind: 'percent', percent })
    const codeHash = ownCodeHashOf(photographerId, word)
    return discounts.makeOwn(
      aDiscount({ codeHash, percent: 0, off, photographerId, ...terms, code: word }),
      photographerId,
    )
  }
  const quote = (openedOrders: readonly string[] = []) =>
    world.quote(
      request(api.orders.endpoints.quote, {
        body: { photoIds: photos, discountCode: word, openedOrders: [...openedOrders] },
      }),
    )
  return { world, photos, discounts, makeOwn, quote }
}

describe('a word that the installation and a photographer call a code', () => {
  test('is the installation’s as long as that may be used', async () => {
    const { discounts, makeOwn, quote } = await setup()
    await discounts.create(aDiscount({ code: word, percent: 10 }))
    await makeOwn(1, 50)
    expect((await quote()).summary).toMatchObject({ discountPence: 200 })
  })

  test.each([
    ['switched off', { isActive: false }],
    ['expired', { expiresAt: '2030-01-01T10:00:00.000Z' }],
    ['used up', { maxUses: 2, uses: 2 }],
  ])('is the photographer’s where the installation’s is %s', async (_, terms) => {
    const { world, photos, discounts, makeOwn, quote } = await setup()
    await discounts.create(aDiscount({ code: word, ...terms }))
    await makeOwn(1, 50)
    // No wrong guess, however often it is asked for.
    for (let n = 0; n < 7; n++) expect((await quote()).summary).toMatchObject({ discountPence: 500 })
    const { orderId } = await world.checkout(world.checkoutRequest(photos, { discountCode: word }))
    expect(await world.orderOf(orderId)).toMatchObject({ discountPence: 500, discountOwnerId: userIdOf(1) })
  })

  test('is of several photographers the one that may be used', async () => {
    const { discounts, makeOwn, quote } = await setup()
    await discounts.create(aDiscount({ code: word, isActive: false }))
    await makeOwn(1, 50, { isActive: false })
    await makeOwn(2, 20)
    expect((await quote()).summary).toMatchObject({ discountPence: 200 })
  })

  test('is a wrong guess where none of them may be used', async () => {
    const { discounts, makeOwn, quote } = await setup()
    await discounts.create(aDiscount({ code: word, isActive: false }))
    await makeOwn(1, 50, { isActive: false })
    for (let n = 0; n < 5; n++) await expect(quote()).rejects.toMatchObject({ code: 'invalid_discount_code' })
    await expect(quote()).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})

describe('a code whose last use this browser’s own open order holds', () => {
  /** Opened with the code, and left at the payment page. */
  const left = async (terms: Parameters<typeof aDiscount>[0] = {}) => {
    const parts = await setup()
    await parts.discounts.create(aDiscount({ code: word, percent: 50, maxUses: 1, ...terms }))
    const { orderId } = await parts.world.checkout(parts.world.checkoutRequest(parts.photos, { discountCode: word }))
    return { ...parts, orderId }
  }

  test('prices its cart on the way back, and is no wrong guess', async () => {
    const { quote, orderId } = await left()
    for (let n = 0; n < 7; n++) expect((await quote([orderId])).summary).toMatchObject({ discountPence: 1_000 })
  })

  test('is a photographer’s too', async () => {
    const { world, photos, makeOwn, quote } = await setup()
    await makeOwn(1, 50, { maxUses: 1 })
    const { orderId } = await world.checkout(world.checkoutRequest(photos, { discountCode: word }))
    expect((await quote([orderId])).summary).toMatchObject({ discountPence: 500 })
  })

  test('stays the installation’s, though a photographer has one of the name', async () => {
    const { makeOwn, quote, orderId } = await left({ percent: 10 })
    await makeOwn(1, 50)
    expect((await quote([orderId])).summary).toMatchObject({ discountPence: 200 })
    expect((await quote()).summary).toMatchObject({ discountPence: 500 })
  })

  test('is used up for all others, and for who names an order that is none, is another one, or is paid', async () => {
    const { world, photos, quote, orderId } = await left()
    const other = await world.checkout(world.checkoutRequest(photos, { key: 'attempt-of-another' }))
    const refused = { code: 'invalid_discount_code' }
    await expect(quote()).rejects.toMatchObject(refused)
    await expect(quote([orderIdOf(9)])).rejects.toMatchObject(refused)
    await expect(quote([other.orderId])).rejects.toMatchObject(refused)
    world.stripe.pay('cs_test_1')
    await world.deliverAll()
    await expect(quote([orderId])).rejects.toMatchObject(refused)
  })

  test('is used up where one use that comes back is not enough', async () => {
    const { world, quote, orderId } = await left()
    const { codeHash } = aDiscount({ code: word })
    await world.table.write(update(discountKeys.discount(codeHash), { set: { uses: 2 }, when: 'present' }))
    await expect(quote([orderId])).rejects.toMatchObject({ code: 'invalid_discount_code' })
  })

  test('is used up once that order was left without a page to pay on', async () => {
    const { world, quote, orderId } = await left()
    const key = orderKeys.order((await world.orderOf(orderId)).id)
    await world.table.write(update(key, { set: { sessionId: null, sessionUrl: null }, when: 'present' }))
    expect((await quote([orderId])).summary).toMatchObject({ discountPence: 1_000 })
    world.clock.forward({ minutes: 1 })
    await expect(quote([orderId])).rejects.toMatchObject({ code: 'invalid_discount_code' })
  })

  test('is looked up once in a quote, though the installation and a photographer lack a use', async () => {
    const { world, photos, makeOwn, orderId } = await left()
    await makeOwn(1, 50, { maxUses: 1, uses: 1 })
    const bare = await world.checkout(world.checkoutRequest(photos, { key: 'attempt-of-another' }))
    let reads = 0
    const counted = world.as(async (call, when) => {
      if (call === 'table.getMany' && when === 'before') reads++
      return undefined
    })
    const ask = (openedOrders: readonly string[]) =>
      counted
        .quote(
          request(api.orders.endpoints.quote, {
            body: { photoIds: photos, discountCode: word, openedOrders: [...openedOrders] },
          }),
        )
        .catch(() => undefined)
    await ask([orderId])
    const withHeld = reads
    reads = 0
    await ask([bare.orderId])
    // The photographers' codes, and not the orders again.
    expect(reads - withHeld).toBe(1)
  })

  test.each([
    ['switched off', async ({ discounts }: Awaited<ReturnType<typeof left>>) => void (await discounts.disable(word))],
    ['over', async ({ world }: Awaited<ReturnType<typeof left>>) => world.clock.forward({ minutes: 10 })],
  ])('is refused once it is %s', async (_, end) => {
    const parts = await left({ expiresAt: '2030-01-01T10:09:00.000Z' })
    await end(parts)
    await expect(parts.quote([parts.orderId])).rejects.toMatchObject({ code: 'invalid_discount_code' })
  })
})
