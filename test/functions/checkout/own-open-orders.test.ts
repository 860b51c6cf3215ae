import { describe, expect, test } from 'vitest'
import { discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { orderKeys } from '#functions/orders/order-writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import type { PhotoId } from '#schema/ids.ts'
import { CodeOff } from '#schema/offers.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { type CheckoutOptions, type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'

const session = 'anon_1700000000000_thisbrowser'
const half = CodeOff.parse({ kind: 'percent', percent: 50 })
const codeHash = ownCodeHashOf(userIdOf(1), 'HALF')

/** A photographer's code of half off, and one buyer's browser that has opened an order for two of three photos with it. */
const setup = async (terms: Parameters<typeof aDiscount>[0] = { maxUses: 1 }) => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1_000, 2_000, 3_000])
  const discounts = discountStore(world.table, async () => '')
  const photographerId = userIdOf(1)
  const code = aDiscount({ codeHash, percent: 0, off: half, photographerId, ...terms, code: 'HALF' })
  await discounts.makeOwn(code, photographerId)
  let keys = 0
  const order = (wanted: readonly PhotoId[], options: CheckoutOptions = {}, at = world.checkout) => {
    keys += 1
    const key = `attempt-00000000${keys}`
    return at(world.checkoutRequest(wanted, { key, session, discountCode: 'HALF', ...options }))
  }
  const first = await order(photos.slice(0, 2))
  const uses = async () => (await discounts.findByHash(codeHash))?.uses
  const statusOf = async (orderId: string) => (await world.orderOf(orderId)).status
  const payable = () => world.stripe.sessions().filter(({ status }) => status === 'open')
  return { world, photos, discounts, order, first, uses, statusOf, payable }
}

/** Something happens between the look at the cart and the opening of its order. */
const whenFirstRefused = (world: MoneyWorld, act: () => Promise<unknown>) => {
  let isFirst = true
  return world.as(async (call, when) => {
    if (call !== 'table.transact' || when !== 'before' || !isFirst) return undefined
    isFirst = false
    await act()
    return undefined
  })
}

test('the same cart goes on with the order that is open', async () => {
  const { photos, order, first, uses, payable } = await setup()
  expect(await order(photos.slice(0, 2), { openedOrders: [first.orderId] })).toEqual(first)
  expect(await uses()).toBe(1)
  expect(payable()).toHaveLength(1)
})

describe('another cart with a code whose last use this browser’s open order holds', () => {
  test.each([
    ['in all', { maxUses: 1 }, {}],
    ['of the mailbox', { maxUsesPerEmail: 1 }, { email: 'ADA+again@example.com' }],
    ['both', { maxUses: 1, maxUsesPerEmail: 1 }, {}],
  ])('takes it over (%s): the first page to pay on is closed, and one order can be paid', async (_, terms, options) => {
    const { world, photos, order, first, uses, statusOf, payable } = await setup(terms)
    const second = await order(photos, { ...options, openedOrders: [first.orderId] })
    expect(await world.orderOf(second.orderId)).toMatchObject({ status: 'awaiting_payment', totalPence: 3_000 })
    expect(await statusOf(first.orderId)).toBe('expired')
    expect(payable()).toMatchObject([{ orderId: second.orderId }])
    expect(await uses()).toBe(1)

    await world.deliverAll()
    world.stripe.pay('cs_test_2')
    await world.deliverAll()
    expect(await statusOf(second.orderId)).toBe('completed')
    expect(await uses()).toBe(1)
    expect(world.alarms).toEqual([])
  })

  test.each([
    ['just paid', async () => {}],
    ['paid and completed', async (world: MoneyWorld) => world.deliverAll()],
  ])('is told to look again where that order is %s', async (_, news) => {
    const { world, photos, order, first, uses, statusOf } = await setup()
    const late = whenFirstRefused(world, async () => {
      world.stripe.pay('cs_test_1')
      await news(world)
    })
    const wanted = order(photos, { openedOrders: [first.orderId] }, late.checkout)
    await expect(wanted).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await statusOf(first.orderId)).toBe('completed')
    expect(await uses()).toBe(1)
  })

  test.each([
    ['in all', { maxUses: 1 }, 'META', 'invalid_discount_code'],
    ['of the mailbox', { maxUsesPerEmail: 1 }, 'EMAIL#', 'code_used_up'],
  ])('ends none where one use that comes back is not enough (%s)', async (_, terms, place, code) => {
    const { world, photos, order, first, statusOf } = await setup(terms)
    // As an order that was given up and paid late takes one above the maximum.
    const over = async () => {
      for (const { PK, SK } of world.table.all()) {
        if (PK === `DISCOUNT#${codeHash}` && String(SK).startsWith(place))
          await world.table.write(update({ PK: String(PK), SK: String(SK) }, { set: { uses: 2 }, when: 'present' }))
      }
    }
    const late = whenFirstRefused(world, over)
    const wanted = order(photos, { openedOrders: [first.orderId] }, late.checkout)
    await expect(wanted).rejects.toMatchObject({ code })
    expect(await statusOf(first.orderId)).toBe('awaiting_payment')
  })

  test('is refused, and not told to try again, where that order was left without a page to pay on', async () => {
    const { world, photos, order, first, statusOf } = await setup({ maxUsesPerEmail: 1 })
    const { id } = await world.orderOf(first.orderId)
    const key = orderKeys.order(id)
    await world.table.write(update(key, { set: { sessionId: null, sessionUrl: null }, when: 'present' }))
    const again = () => order(photos, { openedOrders: [first.orderId] })
    await expect(again()).rejects.toMatchObject({ code: 'unavailable' })
    world.clock.forward({ minutes: 1 })
    await expect(again()).rejects.toMatchObject({ code: 'code_used_up' })
    expect(await statusOf(first.orderId)).toBe('awaiting_payment')
  })

  test('ends no second order where somebody else took the use of the first', async () => {
    const { world, photos, order, first, uses, statusOf } = await setup({ maxUses: 2 })
    const second = await order(photos.slice(1))
    let isTaken = false
    const late = world.as(async (call, when) => {
      if (isTaken || call !== 'table.transact' || when !== 'before') return undefined
      if ((await statusOf(first.orderId)) === 'expired') {
        isTaken = true
        await order(photos.slice(2), { email: 'grace@example.com', session: 'anon_1700000000000_anotherone' })
      }
      return undefined
    })
    const openedOrders = [first.orderId, second.orderId]
    await expect(order(photos, { openedOrders }, late.checkout)).rejects.toMatchObject({
      code: 'invalid_discount_code',
    })
    expect(await statusOf(first.orderId)).toBe('expired')
    expect(await statusOf(second.orderId)).toBe('awaiting_payment')
    expect(await uses()).toBe(2)
  })

  test('ends no order of another code, of another mailbox, or that is not named', async () => {
    const { world, photos, order, first, statusOf } = await setup({ maxUsesPerEmail: 1 })
    const grace = await order(photos.slice(1), { email: 'grace@example.com' })
    const bare = await world.checkout(world.checkoutRequest(photos.slice(2), { key: 'attempt-without-code', session }))
    const openedOrders = [grace.orderId, bare.orderId]
    await expect(order(photos, { openedOrders })).rejects.toMatchObject({ code: 'code_used_up' })
    for (const { orderId } of [first, grace, bare]) expect(await statusOf(orderId)).toBe('awaiting_payment')
  })

  test('ends none for a code that was switched off meanwhile', async () => {
    const { world, photos, discounts, order, first, statusOf } = await setup()
    const late = world.as(async (call, when) => {
      if (call === 'table.transact' && when === 'before') {
        await discounts.setActive(codeHash, { userId: userIdOf(1), isActive: false })
      }
      return undefined
    })
    await expect(order(photos, { openedOrders: [first.orderId] }, late.checkout)).rejects.toMatchObject({
      code: 'invalid_discount_code',
    })
    expect(await statusOf(first.orderId)).toBe('awaiting_payment')
  })

  test.each([
    ['stripe.endSession', 'before', 'lost'],
    ['stripe.endSession', 'before', 'busy'],
    ['stripe.endSession', 'after', 'lost'],
    ['stripe.findSession', 'before', 'lost'],
    ['table.transact', 'after', 'lost'],
  ] as const)('is one order when sent again after %s (%s: %s)', async (broken, moment, fate) => {
    const { world, photos, order, first, uses, statusOf, payable } = await setup()
    let isFirst = true
    const shaky = world.as(async (call, when) => {
      if (call !== broken || when !== moment || !isFirst) return undefined
      isFirst = false
      return fate
    })
    const wanted = { key: 'attempt-that-breaks', openedOrders: [first.orderId] }
    await expect(order(photos, wanted, shaky.checkout)).rejects.toMatchObject({ code: 'unavailable' })
    const second = await order(photos, wanted)
    expect(await statusOf(first.orderId)).toBe('expired')
    expect(payable()).toMatchObject([{ orderId: second.orderId }])
    expect(await uses()).toBe(1)
  })

  test('leaves one that can be paid where the first cart is sent again in the second in which its page is closed', async () => {
    const { world, photos, order, first, uses, payable } = await setup()
    // The news of the closed page finds the next one being made, and is written once that can be paid.
    const isMade = Promise.withResolvers<void>()
    const isJudged = Promise.withResolvers<void>()
    let again: Promise<unknown> | undefined
    const firstTab = world.as(async (call, when) => {
      if (call !== 'stripe.createSession' || when !== 'after') return undefined
      isMade.resolve()
      await isJudged.promise
      return undefined
    })
    const secondTab = world.as(async (call, when) => {
      if (call === 'stripe.endSession' && when === 'after') {
        again = order(photos.slice(0, 2), { key: 'attempt-000000001' }, firstTab.checkout)
        await isMade.promise
      } else if (again && call === 'table.transact' && when === 'before') {
        isJudged.resolve()
        await again
      }
      return undefined
    })
    await Promise.allSettled([order(photos, { openedOrders: [first.orderId] }, secondTab.checkout)])
    isJudged.resolve()
    await again
    expect(payable()).toHaveLength(1)
    expect(await uses()).toBe(1)
    expect(await world.orderOf(first.orderId)).toMatchObject({
      status: 'awaiting_payment',
      sessionId: payable()[0]?.id,
    })
  })
})
