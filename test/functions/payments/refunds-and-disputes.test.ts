import { describe, expect, test } from 'vitest'
import { earningsOfAll } from '#functions/analytics/sales-rules.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { givenBackPence } from '#functions/payments/returned-money.ts'
import { api } from '#schema/api/all.ts'
import { Buckets } from '#schema/entities/earning.ts'
import { Refund } from '#schema/entities/refund.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)

type Where = 'held' | 'available' | 'paid'
/** A photographer's photo of £15 and one of £9.99 in one order (£22.49 for them), and how far its money has come. */
const setup = async ({ where = 'held' as Where, pricesPence = [1500, 999] } = {}) => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, pricesPence)
  const accountId = await world.openAccount(seller)
  const orderId = await world.sell(photos)
  if (where !== 'held') {
    world.clock.forward({ hours: 48 })
    await world.runRelease()
  }
  if (where === 'paid') {
    await world.requestPayout(world.payoutRequest(seller))
    await world.deliverAll()
  }
  const refund = async (pence: number, options: Parameters<typeof world.stripe.refund>[2] = {}) => {
    const id = world.stripe.refund('ch_1', pence, options)
    await world.deliverAll()
    return id ?? ''
  }
  const buckets = async () => {
    const { pendingPence, availablePence, reservedPence, paidPence, disputedPence, reversedPence } =
      await world.balanceOf(seller)
    return [pendingPence, availablePence, reservedPence, paidPence, disputedPence, reversedPence]
  }
  const share = async () => (await world.earningsOf(orderId))[0]
  return { world, stripe: world.stripe, orderId, accountId, photos, refund, buckets, share }
}

describe('a refund', () => {
  test.each([
    ['held', [0, 0, 0, 0, 0, 2249]],
    ['available', [0, 0, 0, 0, 0, 2249]],
    ['paid', [0, 0, 0, 0, 0, 2249]],
  ] as const)('of everything, while the money is %s, takes exactly the share and the fee back', async (where, end) => {
    const { world, orderId, refund, buckets } = await setup({ where })
    await refund(2499)
    expect(await buckets()).toEqual(end)
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed', refundedPence: 2499 })
    const entries = world.table.all().filter(({ legs }) => Array.isArray(legs))
    const platform = JSON.stringify(entries).matchAll(/"account":"platform","amountPence":(-?\d+)/g)
    expect([...platform].reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('in parts takes the share to the nearest penny, and never more than there is', async () => {
    const { refund, buckets, world } = await setup()
    await refund(1)
    expect(await buckets()).toEqual([2248, 0, 0, 0, 0, 1])
    await refund(1000)
    expect(await buckets()).toEqual([1348, 0, 0, 0, 0, 901])
    expect(await refund(2000)).toBe('')
    await refund(1498)
    expect(await buckets()).toEqual([0, 0, 0, 0, 0, 2249])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('for one line closes its download and leaves the other', async () => {
    const { world, orderId, refund } = await setup()
    await refund(999, { lines: [2] })
    const { items, refundedPence } = await world.get(world.orderRequest(orderId))
    expect(refundedPence).toBe(999)
    expect(items.map(({ isRefunded }) => isRefunded)).toEqual([false, true])
    expect(items.map(({ returnedPence }) => returnedPence)).toEqual([0, 999])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('in part keeps every download', async () => {
    const { world, orderId, refund } = await setup()
    await refund(2000)
    const { items } = await world.get(world.orderRequest(orderId))
    expect(items.map(({ isRefunded }) => isRefunded)).toEqual([false, false])
  })

  test('that comes back later restores what it took, to the penny', async () => {
    const { world, stripe, orderId, refund, buckets } = await setup({ where: 'available' })
    const id = await refund(2499, { status: 'pending' })
    expect(await buckets()).toEqual([0, 0, 0, 0, 0, 2249])
    stripe.endRefund(id, 'failed')
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 2249, 0, 0, 0, 0])
    expect(await world.orderOf(orderId)).toMatchObject({ refundedPence: 0 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('that comes back during the hold goes back into the hold', async () => {
    const { world, stripe, refund, buckets } = await setup()
    const id = await refund(2499)
    stripe.endRefund(id, 'failed')
    await world.deliverAll()
    expect(await buckets()).toEqual([2249, 0, 0, 0, 0, 0])
    world.clock.forward({ hours: 48 })
    await world.runRelease()
    expect(await buckets()).toEqual([0, 2249, 0, 0, 0, 0])
  })

  test('that comes back after its transfer was reversed is paid again', async () => {
    const { world, stripe, refund, buckets } = await setup({ where: 'paid' })
    const id = await refund(2499)
    expect(await buckets()).toEqual([0, 0, 0, 0, 0, 2249])
    stripe.endRefund(id, 'failed')
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 2249, 0, 0, 0, 0])
    await world.requestPayout(world.payoutRequest(seller))
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 0, 0, 2249, 0, 0])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('told five times, in any order, is one refund', async () => {
    const { world, stripe, buckets } = await setup()
    stripe.refund('ch_1', 500)
    stripe.refund('ch_1', 700)
    const news = world.takeNews()
    for (const message of [...news, ...news.toReversed(), ...news]) await world.handle(message)
    await Promise.all(news.map((message) => world.handle(message)))
    expect(await buckets()).toEqual([2249 - 1080, 0, 0, 0, 0, 1080])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('told before its payment was completes the order first', async () => {
    const world = moneyWorld()
    const photos = await world.addSeller(1, [1500])
    const { orderId } = await world.checkout(world.checkoutRequest(photos))
    world.stripe.pay('cs_test_1')
    world.takeNews()
    world.stripe.refund('ch_1', 1500)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed', refundedPence: 1500 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('while a transfer is on its way leaves that alone, then takes the money back', async () => {
    const { world, stripe, buckets } = await setup({ where: 'available' })
    await world.requestPayout(world.payoutRequest(seller))
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    stripe.refund('ch_1', 2499)
    await world.deliverAll()
    expect(await buckets()).toEqual([0, -2249, 2249, 0, 0, 2249])
    await world.handle(task)
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 0, 0, 0, 0, 2249])
    expect(stripe.transfers()).toMatchObject([{ amountPence: 2249, reversedPence: 2249 }])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('of what was paid out, when the photographer’s account is empty, is a debt that new sales repay first', async () => {
    const { world, stripe, photos, buckets } = await setup({ where: 'paid', pricesPence: [1000] })
    stripe.purse.isEmpty = true
    stripe.refund('ch_1', 1000)
    await world.deliverAll()
    expect(await buckets()).toEqual([0, -900, 0, 900, 0, 900])
    expect(world.alarms[0]).toMatchObject({ message: 'reversal refused', fields: { code: 'balance_insufficient' } })
    stripe.purse.isEmpty = false
    for (const n of [2, 3]) await world.sell(photos, { key: `attempt-00000000${n}` })
    world.clock.forward({ hours: 48 })
    await world.runRelease()
    expect(await world.requestPayout(world.payoutRequest(seller))).toMatchObject({ amountPence: 900 })
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 0, 0, 1800, 0, 900])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('with a reversal whose answer was lost is one reversal', async () => {
    const { world, stripe, buckets } = await setup({ where: 'paid' })
    stripe.refund('ch_1', 1000)
    const [news, ...more] = world.takeNews()
    if (!news) throw new Error('Stripe said nothing.')
    const cut = world.as(async (call, moment) =>
      call === 'stripe.reverseTransfer' && moment === 'after' ? 'lost' : undefined,
    )
    await expect(cut.handle(news)).rejects.toMatchObject({ code: 'unavailable' })
    for (const message of [news, ...more]) await world.handle(message)
    await world.deliverAll()
    expect(stripe.transfers()).toMatchObject([{ amountPence: 2249, reversedPence: 900 }])
    expect(await buckets()).toEqual([0, 0, 0, 1349, 0, 900])
  })
})

describe('a reversal by an operator', () => {
  test('in part, twice, lowers what is paid by exactly that and makes it payable again, once the hold is lifted', async () => {
    const { world, stripe, buckets } = await setup({ where: 'paid' })
    stripe.reverseByHand('tr_1', 1000)
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 1000, 0, 1249, 0, 0])
    stripe.reverseByHand('tr_1', 249)
    stripe.tell('transfer.updated', 'tr_1')
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 1249, 0, 1000, 0, 0])
    await expect(world.requestPayout(world.payoutRequest(seller))).rejects.toMatchObject({ code: 'payouts_on_hold' })
    await world.holdPayouts(seller, null)
    await world.requestPayout(world.payoutRequest(seller))
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 0, 0, 2249, 0, 0])
    expect(violationsAtRest(world)).toEqual([])
  })
})

test('news of a reversal that come before the transfer was noted here come again', async () => {
  const { world, stripe, buckets } = await setup({ where: 'available' })
  await world.requestPayout(world.payoutRequest(seller))
  const [task] = world.queued.splice(0)
  if (!task) throw new Error('Nobody is paid.')
  const cut = world.as(async (call, when) =>
    call === 'stripe.createTransfer' && when === 'after' ? 'lost' : undefined,
  )
  await expect(cut.handle(task)).rejects.toMatchObject({ code: 'unavailable' })
  stripe.reverseByHand('tr_1', 1000)
  const [news] = world.takeNews()
  if (!news) throw new Error('Stripe said nothing.')
  await expect(world.handle(news)).rejects.toMatchObject({ code: 'unavailable' })
  await world.handle(task)
  await world.handle(news)
  expect(await buckets()).toEqual([0, 1000, 0, 1249, 0, 0])
  expect(violationsAtRest(world)).toEqual([])
})

test('news of a reversal that was read before a later one changes nothing', async () => {
  const { world, stripe, buckets } = await setup({ where: 'paid' })
  stripe.reverseByHand('tr_1', 400)
  const [first] = world.takeNews()
  if (!first) throw new Error('Stripe said nothing.')
  let readings = 0
  const slow = world.as(async (call, moment) => {
    if (call !== 'stripe.findTransfer' || moment !== 'after' || ++readings !== 2) return undefined
    stripe.reverseByHand('tr_1', 600)
    await world.deliverAll()
    return undefined
  })
  await slow.handle(first)
  expect(await buckets()).toEqual([0, 1000, 0, 1249, 0, 0])
  expect(violationsAtRest(world)).toEqual([])
})

describe('a dispute', () => {
  test.each(['held', 'available'] as const)('that only asks freezes what is %s, and no more', async (where) => {
    const { world, stripe, buckets, share } = await setup({ where })
    const id = stripe.dispute('ch_1', 'inquiry')
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 0, 0, 0, 0, 0])
    expect(await world.balanceOf(seller)).toMatchObject({ heldPence: 2249 })
    expect(await share()).toMatchObject({ frozen: true, heldPence: 2249 })
    world.clock.forward({ hours: 100 })
    await world.runRelease()
    await world.requestPayout(world.payoutRequest(seller)).catch(() => {})
    expect(await world.balanceOf(seller)).toMatchObject({ heldPence: 2249, availablePence: 0 })
    stripe.moveDispute(id, 'inquiry_closed')
    await world.deliverAll()
    await world.runRelease()
    expect(await buckets()).toEqual([0, 2249, 0, 0, 0, 0])
    expect(await share()).toMatchObject({ frozen: false })
  })

  test.each([
    ['held', 'won', [0, 2249, 0, 0, 0, 0]],
    ['available', 'won', [0, 2249, 0, 0, 0, 0]],
    ['paid', 'won', [0, 2249, 0, 0, 0, 0]],
    ['held', 'lost', [0, 0, 0, 0, 0, 2249]],
    ['available', 'lost', [0, 0, 0, 0, 0, 2249]],
    ['paid', 'lost', [0, 0, 0, 0, 0, 2249]],
  ] as const)('about money that is %s, %s', async (where, stage, end) => {
    const { world, stripe, orderId, buckets } = await setup({ where })
    const id = stripe.dispute('ch_1')
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 0, 0, 0, 2249, 0])
    expect(await world.orderOf(orderId)).toMatchObject({ disputed: true })
    stripe.moveDispute(id, stage)
    world.clock.forward({ hours: 49 })
    await world.deliverAll()
    await world.runRelease()
    expect(await buckets()).toEqual(end)
    expect(await world.orderOf(orderId)).toMatchObject({ disputed: false, lostPence: stage === 'lost' ? 2499 : 0 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('that was lost and then won after all gives the share back', async () => {
    const { world, stripe, buckets } = await setup({ where: 'paid' })
    const id = stripe.dispute('ch_1')
    stripe.moveDispute(id, 'lost')
    await world.deliverAll()
    stripe.moveDispute(id, 'won')
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 2249, 0, 0, 0, 0])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('of the rest, after a refund in part, takes what the refund left', async () => {
    const { world, stripe, refund, buckets } = await setup()
    await refund(1000)
    const id = stripe.dispute('ch_1')
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 0, 0, 0, 1349, 900])
    expect(stripe.refund('ch_1', 1)).toBeUndefined()
    stripe.moveDispute(id, 'lost')
    await world.deliverAll()
    expect(await buckets()).toEqual([0, 0, 0, 0, 0, 2249])
    expect(violationsAtRest(world)).toEqual([])
  })

  test.each(permutations([0, 1, 2]))('told in the order %i, %i, %i ends alike', async (...order) => {
    const { world, stripe, buckets } = await setup({ where: 'available' })
    const id = stripe.dispute('ch_1')
    stripe.moveDispute(id, 'lost')
    const news = world.takeNews()
    for (const index of order) {
      const message = news[index]
      if (message) await world.handle(message)
    }
    expect(await buckets()).toEqual([0, 0, 0, 0, 0, 2249])
    expect(violationsAtRest(world)).toEqual([])
  })
})

describe('whose news were lost is found by the next night', () => {
  const daysLater = async (world: MoneyWorld, days: number) => {
    world.clock.forward({ hours: 24 * days })
    await world.runRelease()
  }
  const night = async (world: MoneyWorld) => {
    world.takeNews()
    world.clock.forward({ hours: 24 })
    await world.compareReturns()
  }

  test.each([
    ['won', [0, 2249, 0, 0, 0, 0]],
    ['lost', [0, 0, 0, 0, 0, 2249]],
  ] as const)('the end of a dispute that is %s after 60 days', async (stage, end) => {
    const { world, stripe, orderId, buckets } = await setup()
    const id = stripe.dispute('ch_1')
    await world.deliverAll()
    await daysLater(world, 60)
    stripe.moveDispute(id, stage)
    await night(world)
    expect(await buckets()).toEqual(end)
    expect(await world.orderOf(orderId)).toMatchObject({ disputed: false })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('an inquiry that the bank closes after 120 days', async () => {
    const { world, stripe, share } = await setup()
    const id = stripe.dispute('ch_1', 'inquiry')
    await world.deliverAll()
    await daysLater(world, 120)
    stripe.moveDispute(id, 'inquiry_closed')
    await night(world)
    expect(await share()).toMatchObject({ frozen: false })
  })

  test.each(['pending', 'succeeded'] as const)('a refund, %s for 29 days, that comes back', async (status) => {
    const { world, stripe, refund, buckets } = await setup()
    const id = await refund(2499, { status })
    await daysLater(world, 29)
    stripe.endRefund(id, 'failed')
    await night(world)
    expect(await buckets()).toEqual([0, 2249, 0, 0, 0, 0])
    expect(violationsAtRest(world)).toEqual([])
  })
})

describe('an order under review', () => {
  const session = 'anon_1893492000000_abcdefgh'

  /** Stripe took 1p less than the order's total: nothing was handed out, and a person must end it. */
  const underReview = async () => {
    const world = moneyWorld()
    const photos = await world.addSeller(1, [1500, 999])
    const { orderId } = await world.checkout(world.checkoutRequest(photos, { session }))
    const sessionId = 'cs_test_1'
    world.stripe.pay(sessionId)
    const charge = { id: 'ch_1', amountPence: 2498, currency: 'gbp', createdAt: world.now() }
    world.stripe.alter(sessionId, { totalPence: 2498, charge })
    await world.deliverAll()
    world.alarms.splice(0)
    return { world, stripe: world.stripe, orderId, sessionId, photos }
  }

  test('that is given back whole is settled: the books say so, and the night wakes nobody', async () => {
    const { world, orderId, stripe } = await underReview()
    stripe.refund('ch_1', 2498)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'review', refundedPence: 2498, refundVersion: 1 })
    expect(world.table.stored(`ORDER#${orderId}`, 'REFUND#re_1')).toMatchObject({ amountPence: 2498 })
    expect(await world.earningsOf(orderId)).toEqual([])
    await world.compareSessions()
    await world.compareReturns()
    expect(world.alarms).toEqual([])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is named every night until all of its payment went back', async () => {
    const { world, stripe } = await underReview()
    await world.compareSessions()
    stripe.refund('ch_1', 2497)
    await world.deliverAll()
    await world.compareSessions()
    expect(world.alarms.map(({ message }) => message)).toEqual(Array(2).fill('a paid session was not settled'))
    expect(violationsAtRest(world)).toEqual([])
  })

  test('whose refund comes back is named again', async () => {
    const { world, stripe, orderId } = await underReview()
    const refund = stripe.refund('ch_1', 2498) ?? ''
    await world.deliverAll()
    stripe.endRefund(refund, 'failed')
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ refundedPence: 0 })
    await world.compareSessions()
    expect(world.alarms).toMatchObject([
      { message: 'a refund came back' },
      { message: 'a paid session was not settled' },
    ])
  })

  test('that was given back is never completed, though its session should match after all', async () => {
    const { world, stripe, orderId, sessionId } = await underReview()
    stripe.refund('ch_1', 2498)
    await world.deliverAll()
    const charge = { id: 'ch_1', amountPence: 2499, currency: 'gbp', createdAt: world.now() }
    stripe.alter(sessionId, { totalPence: 2499, charge })
    stripe.tell('checkout.session.completed', sessionId)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'review' })
    expect(await world.earningsOf(orderId)).toEqual([])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('takes the same cart back to itself until it is given back; then the buyer may buy again', async () => {
    const { world, stripe, orderId, photos } = await underReview()
    const again = (key: string) => world.checkout(world.checkoutRequest(photos, { session, key }))
    expect(await again('attempt-000000002')).toMatchObject({ orderId })
    stripe.refund('ch_1', 2498)
    await world.deliverAll()
    expect((await again('attempt-000000003')).orderId).not.toBe(orderId)
  })

  test('that the buyer’s bank takes back is settled once the dispute is lost', async () => {
    const { world, stripe, orderId } = await underReview()
    const dispute = stripe.dispute('ch_1')
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'review', disputed: true })
    stripe.moveDispute(dispute, 'lost')
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ disputed: false, lostPence: 2498 })
    await world.compareSessions()
    expect(world.alarms).toEqual([])
    expect(violationsAtRest(world)).toEqual([])
  })
})

test('a night looks once at a charge of which much was told', async () => {
  const { world, stripe } = await setup()
  for (let n = 0; n < 120; n++) stripe.refund('ch_1', 1)
  expect(await world.compareReturns()).toEqual({ compared: 1, failed: 0 })
})

test('revenue leaves out what a lost dispute or a refund took, and is what the journal says', async () => {
  const { world, stripe, photos } = await setup()
  await world.sell(photos, { key: 'attempt-000000002' })
  stripe.refund('ch_2', 500)
  stripe.moveDispute(stripe.dispute('ch_1'), 'lost')
  await world.deliverAll()
  const { earnings: sales } = await earningStore(world.table).listOfSeller(seller)
  const legs = JSON.stringify(world.table.all().filter(({ legs }) => Array.isArray(legs)))
  const inJournal = [...legs.matchAll(/"account":"seller:[^:]+:(\w+)","amountPence":(-?\d+)/g)]
    .filter(([, bucket]) => bucket !== 'reversed')
    .reduce((sum, [, , amount]) => sum + Number(amount), 0)
  expect(earningsOfAll(sales)).toBe(2249 - 450)
  expect(inJournal).toBe(2249 - 450)
})

test('each refund says once that the sums of its sale’s day no longer hold; a payout does not', async () => {
  const { world, refund } = await setup({ where: 'paid' })
  const changes = () => world.table.stored(`SOLD#${seller}`, 'DAY#2030-01-01')?.changes
  expect(changes()).toBeUndefined()
  await refund(500)
  expect(changes()).toBe(1)
  await world.deliverAll()
  expect(changes()).toBe(1)
  await refund(500)
  expect(changes()).toBe(2)
})

test('the account’s own news are kept, and another account’s change nothing', async () => {
  const { world, stripe, accountId } = await setup()
  stripe.changeAccount(accountId, { canReceive: false, disabledReason: 'requirements.past_due' })
  world.clock.forward({ seconds: 1 })
  await world.deliverAll()
  expect(world.table.stored(`USER#${seller}`, 'PAYACCT')).toMatchObject({
    canReceive: false,
    disabledReason: 'requirements.past_due',
  })
})

function permutations(list: readonly number[]): number[][] {
  if (list.length <= 1) return [[...list]]
  return list.flatMap((head, index) =>
    permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [head, ...rest]),
  )
}

describe('the list of sales', () => {
  const list = async (world: MoneyWorld) =>
    (await world.sales(request(api.payouts.endpoints.sales, { query: {}, caller: seller }))).items

  test('says what went back of each, and what is left of the share', async () => {
    const { world, refund } = await setup({ pricesPence: [1500] })
    await refund(700)
    expect(await list(world)).toMatchObject([
      { grossPence: 1500, sharePence: 1350, returnedPence: 700, reversedPence: 630, pendingPence: 720 },
    ])
  })

  test('adds up to the balance, to the penny, wherever the money is', async () => {
    const { world, photos, refund, orderId } = await setup({ where: 'paid' })
    await world.sell(photos, { key: 'attempt-000000002', email: 'second@example.com' })
    await refund(333)
    world.stripe.dispute('ch_2')
    await world.deliverAll()
    await world.sell(photos, { key: 'attempt-000000003', email: 'third@example.com' })
    expect(await world.orderOf(orderId)).toMatchObject({ refundedPence: 333 })
    const sales = await list(world)
    const balance = await world.balanceOf(seller)
    const sumOf = (bucket: keyof Buckets) => sales.reduce((sum, sale) => sum + (sale[bucket] ?? 0), 0)
    for (const bucket of Buckets.keyof().options) expect([bucket, sumOf(bucket)]).toEqual([bucket, balance[bucket]])
    const kept = sales.reduce((sum, { sharePence, reversedPence }) => sum + sharePence - reversedPence, 0)
    const { totalEarnedPence } = await world.balance(request(api.payouts.endpoints.balance, { caller: seller }))
    expect(kept).toBe(totalEarnedPence)
  })
})

describe('a dispute that is won in part', () => {
  test.each(['held', 'available', 'paid'] as const)(
    'about money that was %s takes the part that stayed away',
    async (where) => {
      const { world, stripe, orderId, buckets } = await setup({ where, pricesPence: [1500] })
      const id = stripe.dispute('ch_1')
      await world.deliverAll()
      stripe.moveDispute(id, 'won', 600)
      await world.deliverAll()
      const sums = await buckets()
      expect(sums.at(-1)).toBe(810)
      expect(sums.reduce((sum, each) => sum + each, 0)).toBe(1350)
      expect(await world.orderOf(orderId)).toMatchObject({ lostPence: 900, disputed: false })
      expect(violationsAtRest(world)).toEqual([])
    },
  )
})

test('a dispute that is won before the bank has sent the money back is over when that is told', async () => {
  const { world, stripe, orderId, buckets } = await setup({ where: 'available', pricesPence: [1500] })
  const id = stripe.dispute('ch_1')
  await world.deliverAll()
  const before = await buckets()
  stripe.reinstate(id)
  await world.deliverAll()
  expect(before).toEqual([0, 0, 0, 0, 1350, 0])
  expect(await buckets()).toEqual([0, 1350, 0, 0, 0, 0])
  expect(await world.orderOf(orderId)).toMatchObject({ lostPence: 0, disputed: false })
  expect(violationsAtRest(world)).toEqual([])
})

describe('a refund that needs somebody', () => {
  const alarmsOf = (world: MoneyWorld, message: string) => world.alarms.filter((alarm) => alarm.message === message)

  test('since the bank sent it back wakes somebody, once', async () => {
    const { world, stripe, refund } = await setup()
    const id = await refund(1000, { status: 'pending' })
    expect(world.alarms).toEqual([])
    stripe.endRefund(id, 'failed')
    const news = world.takeNews()
    for (const message of [...news, ...news]) await world.handle(message)
    expect(alarmsOf(world, 'a refund came back')).toMatchObject([{ fields: { refundId: id, amountPence: 1000 } }])
  })

  test('since Stripe has not sent it for two days is named every night until it is', async () => {
    const { world, stripe, orderId, refund } = await setup()
    const id = await refund(1000, { status: 'pending' })
    world.clock.forward({ hours: 47 })
    await world.compareDaily()
    expect(alarmsOf(world, 'a refund has not left for too long')).toEqual([])
    for (const nights of [1, 2]) {
      world.clock.forward({ hours: 24 })
      await world.compareDaily()
      expect(alarmsOf(world, 'a refund has not left for too long')).toHaveLength(nights)
    }
    expect(alarmsOf(world, 'a refund has not left for too long')[0]?.fields).toMatchObject({
      orderNumber: (await world.orderOf(orderId)).number,
      refundId: id,
    })
    // Its end is found even if Stripe's news of it are lost.
    stripe.endRefund(id, 'succeeded')
    world.takeNews()
    expect(await world.checkPendingRefunds()).toEqual({ waiting: 0, failed: 0 })
  })

  test('is not given back to the buyer before it has arrived', () => {
    const facts = { orderId: orderIdOf(1), lines: null, createdAt: '2030-01-01T10:00:00.000Z' }
    const refund = (id: string, status: Refund['status']) => Refund.parse({ ...facts, id, status, amountPence: 100 })
    const refunds = [refund('re_1', 'pending'), refund('re_2', 'succeeded'), refund('re_3', 'failed')]
    expect(givenBackPence({ refunds, disputes: [] })).toBe(100)
  })
})

describe('the buyer', () => {
  const told = async (world: MoneyWorld) => {
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    return world.mails
      .filter(({ to }) => to === 'ada@example.com')
      .map(({ subject }) => subject.replace(/DS-\w+/, 'DS'))
      .toSorted()
  }
  const receipt = 'Your Darkslide order DS'

  test('is told of each refund once, however often its news come', async () => {
    const { world, refund } = await setup()
    await refund(700, { lines: [1] })
    for (let again = 0; again < 2; again++) world.stripe.tell('charge.refunded', 'ch_1')
    const news = world.takeNews()
    await Promise.all([...news, ...news].map((message) => world.handle(message)))
    expect(await told(world)).toEqual([receipt, '£7.00 of order DS is on its way back'])
    expect(world.mails.map(({ text }) => text).join()).toContain('for Photo 1.\u20600.')
    await refund(100)
    expect(await told(world)).toEqual([
      receipt,
      '£1.00 of order DS is on its way back',
      '£7.00 of order DS is on its way back',
    ])
  })

  test('is told when the bank returns one that they were told of', async () => {
    const { world, stripe, refund } = await setup()
    const id = await refund(700)
    stripe.endRefund(id, 'failed')
    await world.deliverAll()
    expect(await told(world)).toEqual([
      receipt,
      'Your refund for order DS came back to us',
      '£7.00 of order DS is on its way back',
    ])
  })

  test('is told nothing of a refund that waits for money, until it leaves', async () => {
    const { world, stripe, refund } = await setup()
    const id = await refund(700, { status: 'pending' })
    expect(await told(world)).toEqual([receipt])
    stripe.endRefund(id, 'succeeded')
    await world.deliverAll()
    expect(await told(world)).toEqual([receipt, '£7.00 of order DS is on its way back'])
  })
})
