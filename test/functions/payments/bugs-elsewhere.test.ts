import { describe, expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import type { Step } from '#test/support/payments/interrupted.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

/** Faults that other payment systems have shipped to their users: none of them may be ours. */
const [first, second] = [userIdOf(1), userIdOf(2)]

/** Two photographers with an account each, and one order of a photo of each, paid at Stripe and not known here yet. */
const paid = async () => {
  const world = moneyWorld()
  const photos = [...(await world.addSeller(1, [1500])), ...(await world.addSeller(2, [999]))]
  for (const seller of [first, second]) await world.openAccount(seller)
  world.takeNews()
  const { orderId } = await world.checkout(world.checkoutRequest(photos))
  world.stripe.pay('cs_test_1')
  return { world, photos, orderId, news: world.takeNews() }
}
const available = async () => {
  const made = await paid()
  for (const message of made.news) await made.world.handle(message)
  made.world.clock.forward({ hours: 48 })
  await made.world.runRelease()
  return made
}
const sums = async (world: MoneyWorld) =>
  (await Promise.all([world.balanceOf(first), world.balanceOf(second)])).map(({ totalEarnedPence }) => totalEarnedPence)

describe('a completion', () => {
  test('adds what was captured once, though two events and the return page all bring it', async () => {
    const { world, news } = await paid()
    world.stripe.tell('checkout.session.async_payment_succeeded', 'cs_test_1')
    for (const message of [...news, ...world.takeNews()]) await world.handle(message)
    await world.confirm(world.confirmRequest('cs_test_1'))
    expect(await sums(world)).toEqual([1350, 899])
  })

  test('does not wait for another that touches the same photographers in the other order', async () => {
    const { world, photos, news } = await paid()
    await world.checkout(world.checkoutRequest(photos.toReversed(), { key: 'attempt-000000002' }))
    world.stripe.pay('cs_test_2')
    await Promise.all([...news, ...world.takeNews()].map((message) => world.handle(message)))
    expect(await sums(world)).toEqual([2700, 1798])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('needs nothing of the cart: photos and galleries may be gone by then', async () => {
    const { world, orderId, news } = await paid()
    for (const { PK, SK } of world.table.all().filter((item) => /^(PHOTO|GALLERY)#/.test(String(item.PK)))) {
      await world.table.write({ kind: 'delete', key: { PK: String(PK), SK: String(SK) }, when: 'present' })
    }
    for (const message of news) await world.handle(message)
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    expect(await sums(world)).toEqual([1350, 899])
  })

  test('is not followed by a second payment when the buyer’s request comes again after the webhook', async () => {
    const { world, photos, news } = await paid()
    for (const message of news) await world.handle(message)
    const again = await world.checkout(world.checkoutRequest(photos))
    expect(again).toMatchObject({ url: `${world.siteUrl}/purchase-success?session_id=cs_test_1` })
    expect(world.stripe.sessions()).toHaveLength(1)
  })

  test.each(['webhook', 'return page', 'reconciler', 'nightly comparison'] as const)(
    'by the %s gives every photographer the same share',
    async (path) => {
      const { world, orderId, news } = await paid()
      if (path === 'webhook') for (const message of news) await world.handle(message)
      if (path === 'return page') await world.confirm(world.confirmRequest('cs_test_1'))
      world.clock.forward({ minutes: 5 })
      if (path === 'reconciler') await world.reconcile()
      if (path === 'nightly comparison') await world.compareSessions()
      const shares = await world.earningsOf(orderId)
      expect(shares.map(({ feePence, amountPence }) => [feePence, amountPence]).toSorted()).toEqual([
        [100, 899],
        [150, 1350],
      ])
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test('that is refused deletes no row and gives no money back by itself', async () => {
    const { world, orderId, news } = await paid()
    const { PK, SK } = { PK: 'STRIPE#ch_1', SK: 'PTR' }
    const item = { PK, SK, orderId: 'ord_00000000000000000000000000000009' }
    await world.table.write({ kind: 'put', item, when: 'absent' })
    const before = world.table.all().filter((row) => row.PK === `ORDER#${orderId}`).length
    for (const message of news) await world.handle(message)
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'review' })
    expect(world.table.all().filter((row) => row.PK === `ORDER#${orderId}`)).toHaveLength(before)
    expect(world.stripe.refunds()).toEqual([])
  })

  test('of what is complete already is no error', async () => {
    const { world, news } = await paid()
    for (let times = 0; times < 3; times++) for (const message of news) await world.handle(message)
    expect(await world.confirm(world.confirmRequest('cs_test_1'))).toMatchObject({ state: 'completed' })
  })

  test('by three webhooks at the same moment is one', async () => {
    const { world, news } = await paid()
    await Promise.all([...news, ...news, ...news].map((message) => world.handle(message)))
    expect(await sums(world)).toEqual([1350, 899])
  })

  test('of an order of several photographers asks for the whole amount, not for one part', async () => {
    const { world, orderId, news } = await paid()
    world.stripe.alter('cs_test_1', { totalPence: 1500 })
    for (const message of news) await world.handle(message)
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'review' })
    expect(await sums(world)).toEqual([0, 0])
  })
})

describe('a refund', () => {
  test('is not taken for a reversal: no transfer of another order is touched', async () => {
    const { world, photos } = await available()
    await world.weeklyPayouts()
    await world.deliverAll()
    await world.sell(photos, { key: 'attempt-000000002' })
    world.stripe.refund('ch_2', 2499)
    await world.deliverAll()
    expect(world.stripe.transfers().map(({ reversedPence }) => reversedPence)).toEqual([0, 0])
    expect(await world.balanceOf(first)).toMatchObject({ paidPence: 1350, availablePence: 0 })
  })

  test('of everything is shown as such everywhere, though the order stays completed', async () => {
    const { world, orderId } = await available()
    world.stripe.refund('ch_1', 2499)
    await world.deliverAll()
    const view = await world.get(world.orderRequest(orderId))
    expect(view).toMatchObject({ status: 'completed', refundedPence: 2499 })
    expect(view.items.every(({ isRefunded }) => isRefunded)).toBe(true)
    const sales = await world.sales(request(api.payouts.endpoints.sales, { query: {}, caller: first }))
    expect(sales.items).toMatchObject([{ state: 'reversed' }])
  })

  test('before a payout makes the payout smaller', async () => {
    const { world } = await available()
    world.stripe.refund('ch_1', 1000, { lines: [1] })
    await world.deliverAll()
    await world.weeklyPayouts()
    await world.deliverAll()
    const toFirst = world.stripe.transfers().filter(({ sellerId }) => sellerId === first)
    expect(toFirst.map(({ amountPence }) => amountPence)).toEqual([450])
  })
})

describe('a payout', () => {
  const fate =
    (call: string, moment: 'before' | 'after', end: 'lost'): Step =>
    async (name, when) =>
      name === call && when === moment ? end : undefined
  const taskOf = async (world: MoneyWorld) => {
    await world.requestPayout(world.payoutRequest(first))
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    return task
  }

  test('never asks for more than may be sent: what another sale owes stays here', async () => {
    const { world, photos } = await available()
    await world.weeklyPayouts()
    await world.deliverAll()
    world.stripe.purse.isEmpty = true
    world.stripe.refund('ch_1', 1000, { lines: [1] })
    await world.deliverAll()
    await world.sell(photos, { key: 'attempt-000000002' })
    world.clock.forward({ hours: 48 })
    await world.runRelease()
    world.stripe.purse.isEmpty = false
    await world.requestPayout(world.payoutRequest(first))
    await world.deliverAll()
    expect(world.payoutsOf(first).at(-1)).toMatchObject({ amountPence: 450 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('whose answer is not known keeps its money set aside, also after Stripe forgot the key', async () => {
    const { world } = await available()
    const task = await taskOf(world)
    const lossy = world.as(fate('stripe.createTransfer', 'after', 'lost'))
    await expect(lossy.handle(task)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await world.balanceOf(first)).toMatchObject({ reservedPence: 1350, availablePence: 0 })
    world.clock.forward({ hours: 30 })
    await world.sweepPayouts()
    await world.deliverAll()
    expect(world.stripe.transfers()).toHaveLength(1)
    expect(await world.balanceOf(first)).toMatchObject({ reservedPence: 0, paidPence: 1350 })
  })

  test('that is tried again is the same payout with the same key, whoever tries: no new row, no second transfer', async () => {
    const { world } = await available()
    const task = await taskOf(world)
    const lossy = world.as(fate('stripe.createTransfer', 'after', 'lost'))
    for (let times = 0; times < 3; times++) await lossy.handle(task).catch(() => {})
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(world.payoutsOf(first)).toHaveLength(1)
    expect(world.stripe.transfers().filter(({ sellerId }) => sellerId === first)).toHaveLength(1)
  })

  test('that was refused and given back is paid by another payout, once, and its old message pays nothing', async () => {
    const { world } = await available()
    world.stripe.refusing.transfers = true
    const task = await taskOf(world)
    await world.handle(task)
    world.stripe.refusing.transfers = false
    await world.handle(task)
    expect(world.stripe.transfers()).toEqual([])
    await world.handle(await taskOf(world))
    await world.handle(task)
    expect(world.stripe.transfers().map(({ amountPence }) => amountPence)).toEqual([1350])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('that was set aside and whose request then failed is not set aside again by the next try, nor given back', async () => {
    const { world } = await available()
    const lossy = world.as(fate('queue.send', 'before', 'lost'))
    await lossy.requestPayout(world.payoutRequest(first))
    await expect(world.requestPayout(world.payoutRequest(first))).rejects.toMatchObject({ code: 'payout_in_progress' })
    expect(await world.balanceOf(first)).toMatchObject({ reservedPence: 1350, availablePence: 0 })
    world.clock.forward({ minutes: 3 })
    await world.sweepPayouts()
    await world.deliverAll()
    expect(world.stripe.transfers().map(({ amountPence }) => amountPence)).toEqual([1350])
  })
})
