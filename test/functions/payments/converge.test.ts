import { describe, expect, test } from 'vitest'
import { discountStore } from '#functions/orders/discount-store.ts'
import { pointerPut } from '#functions/orders/pointer-writes.ts'
import type { CheckoutSession } from '#functions/payments/payments.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import { PhotoId } from '#schema/ids.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest, violationsNow } from '#test/support/sim/money-checks.ts'

/** One photo of £15 by seller 1, at the point where its buyer stands before the payment page. */
const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  const { orderId } = await world.checkout(world.checkoutRequest(photos))
  return { world, orderId, stripe: world.stripe, sessionId: 'cs_test_1' }
}

describe('a paid order', () => {
  test('is completed once, with one share for its seller, held for 48 hours from the payment', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    world.clock.forward({ minutes: 3 })
    // What is not paid is nobody's sale.
    expect(await world.earningsOf(orderId)).toEqual([])
    stripe.pay(sessionId)
    await world.deliverAll()

    expect(await world.orderOf(orderId)).toMatchObject({
      status: 'completed',
      paidAt: '2030-01-01T10:03:00.000Z',
      chargeId: 'ch_1',
      paymentIntentId: 'pi_1',
    })
    expect(await world.earningsOf(orderId)).toMatchObject([
      {
        sellerId: userIdOf(1),
        grossPence: 1500,
        feePence: 150,
        pendingPence: 1350,
        releaseAt: '2030-01-03T10:03:00.000Z',
      },
    ])
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350, totalEarnedPence: 1350 })
    expect(world.table.stored('STRIPE#ch_1', 'PTR')).toMatchObject({ orderId })
  })

  test('writes the sale into the journal: from Stripe, to the platform and into the hold', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    await world.deliverAll()
    const entry = world.table.all().find(({ SK }) => String(SK).startsWith('JOURNAL#'))
    expect(entry).toMatchObject({
      PK: `ORDER#${orderId}`,
      legs: [
        { account: 'stripe', amountPence: -1500 },
        { account: 'platform', amountPence: 150 },
        { account: `seller:${userIdOf(1)}:pending`, amountPence: 1350 },
      ],
    })
  })

  test.each([2, 50])('told %i times, and all at once, is one sale', async (times) => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    const [news] = world.takeNews()
    if (!news) throw new Error('Stripe said nothing.')
    await Promise.all(Array.from({ length: times }, () => world.handle(news)))
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
    expect(await world.earningsOf(orderId)).toHaveLength(1)
    expect(world.table.all().filter(({ template }) => template === 'receipt')).toHaveLength(1)
  })

  test('told by other events about the same session is one sale', async () => {
    const { world, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    for (let n = 0; n < 5; n++) stripe.tell('checkout.session.completed', sessionId)
    await world.deliverAll()
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
  })

  test('found by the return page before the webhook came is answered, and the webhook adds nothing', async () => {
    const { world, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    expect(await world.confirm(world.confirmRequest(sessionId))).toMatchObject({
      state: 'completed',
      order: { customerName: 'Ada Buyer', totalPence: 1500, items: [{ title: 'Photo 1.0', isRefunded: false }] },
    })
    await world.deliverAll()
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
  })

  test('whose webhook is lost and whose buyer never comes back is found within 15 minutes', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    world.clock.forward({ minutes: 10 })
    stripe.pay(sessionId)
    world.takeNews()
    world.clock.forward({ minutes: 5 })
    await world.reconcile()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
  })

  test('that is heard of on a later day says that what is kept of its day no longer holds; any other writes nothing', async () => {
    const soldDay = { PK: `SOLD#${userIdOf(1)}`, SK: 'DAY#2030-01-01' }
    const { world, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    world.clock.forward({ hours: 14 })
    await world.deliverAll()
    expect(world.table.stored(soldDay.PK, soldDay.SK)).toMatchObject({
      changes: 1,
      changedAt: '2030-01-02T00:00:00.000Z',
    })
    const prompt = await setup()
    prompt.stripe.pay(sessionId)
    prompt.world.clock.forward({ hours: 13 })
    await prompt.world.deliverAll()
    expect(prompt.world.table.stored(soldDay.PK, soldDay.SK)).toBeUndefined()
    expect(await prompt.world.earningsOf(prompt.orderId)).toHaveLength(1)
  })

  test('is held from the payment on, however late it is found', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    world.takeNews()
    world.clock.forward({ hours: 7 })
    await world.compareSessions()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed', paidAt: '2030-01-01T10:00:00.000Z' })
    expect(await world.earningsOf(orderId)).toMatchObject([{ releaseAt: '2030-01-03T10:00:00.000Z' }])
  })

  test('is completed by the webhook even if the session was never noted with it', async () => {
    const world = moneyWorld()
    const photos = await world.addSeller(1, [1500])
    const cut = world.as(async (call, moment) =>
      call === 'table.transact' && moment === 'before' && stored++ ? 'lost' : undefined,
    )
    let stored = 0
    await expect(cut.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'unavailable' })
    world.stripe.pay('cs_test_1')
    await world.deliverAll()
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
  })

  test.each(['expired', 'failed'] as const)('that was %s before is completed: the money was taken', async (status) => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.alter(sessionId, status === 'expired' ? { status } : { status: 'complete', hasPaymentFailed: true })
    await world.converge(sessionId)
    expect(await world.orderOf(orderId)).toMatchObject({ status })
    stripe.alter(sessionId, { status: 'open' })
    stripe.pay(sessionId)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
  })
})

describe('an order with a discount code that was given up and is paid after all', () => {
  /** A code for one order of half the price; whoever tries to use it is at the payment page, or is refused. */
  const discounted = async () => {
    const { world, stripe } = await setup()
    const code = aDiscount({ code: 'HALF', percent: 50, maxUses: 1 })
    await discountStore(world.table, async () => '').create(code)
    const open = (n: number) => world.checkout(world.checkoutRequest([photoOf(world)], optionsOf(n)))
    const { orderId } = await open(1)
    const { sessionId } = await world.orderOf(orderId)
    const first = { orderId, sessionId: sessionId ?? '' }
    const codeNow = () => world.table.stored(`DISCOUNT#${code.codeHash}`, 'META')
    const giveUp = async () => {
      stripe.payLater(first.sessionId)
      stripe.settleLater(first.sessionId, false)
      await world.deliverAll()
      expect(codeNow()).toMatchObject({ uses: 0 })
    }
    return { world, stripe, open, first, giveUp, codeNow }
  }
  const photoOf = (world: MoneyWorld) => PhotoId.parse(world.table.all().find(({ SK }) => SK === 'PHOTO')?.id)
  const optionsOf = (n: number) => ({
    key: `attempt-with-code-${n}`,
    email: `buyer${n}@example.com`,
    discountCode: 'HALF',
  })

  test('takes its use again: the code opens no further order', async () => {
    const { world, stripe, open, first, giveUp, codeNow } = await discounted()
    await giveUp()
    stripe.settleLater(first.sessionId, true)
    await world.deliverAll()
    expect(await world.orderOf(first.orderId)).toMatchObject({ status: 'completed' })
    expect(codeNow()).toMatchObject({ uses: 1, lateUses: 0 })
    await expect(open(2)).rejects.toMatchObject({ code: 'invalid_discount_code' })
    expect(violationsNow(world)).toEqual([])
    expect(world.alarms).toEqual([])
  })

  test('is completed although another order has its use meanwhile, and somebody hears of it once', async () => {
    const { world, stripe, open, first, giveUp, codeNow } = await discounted()
    await giveUp()
    const second = await open(2)
    stripe.settleLater(first.sessionId, true)
    const news = world.takeNews()
    for (const message of [...news, ...news]) await world.handle(message)
    await world.deliverAll()
    expect(await world.orderOf(first.orderId)).toMatchObject({ status: 'completed', totalPence: 750 })
    expect(codeNow()).toMatchObject({ uses: 2, lateUses: 1 })
    expect(world.alarms).toMatchObject([{ message: 'a discount code was used too often', fields: { maxUses: 1 } }])
    // The other one has nothing to do with it: its use goes back when it is given up, and none is free then.
    const { sessionId } = await world.orderOf(second.orderId)
    stripe.alter(sessionId ?? '', { status: 'expired' })
    await world.converge(sessionId ?? '')
    expect(codeNow()).toMatchObject({ uses: 1 })
    await expect(open(3)).rejects.toMatchObject({ code: 'invalid_discount_code' })
    expect(violationsNow(world)).toEqual([])
  })

  test('whether the code was switched off meanwhile or is gone', async () => {
    for (const end of ['off', 'gone'] as const) {
      const { world, stripe, first, giveUp, codeNow } = await discounted()
      await giveUp()
      const { PK, SK, ...code } = codeNow() ?? {}
      const key = { PK: String(PK), SK: String(SK) }
      await world.table.write(
        end === 'off' ? put({ ...key, ...code, isActive: false }, 'always') : remove(key, 'always'),
      )
      stripe.settleLater(first.sessionId, true)
      await world.deliverAll()
      expect(await world.orderOf(first.orderId)).toMatchObject({ status: 'completed' })
      expect(codeNow()?.uses).toBe(end === 'off' ? 1 : undefined)
      expect(world.alarms).toEqual([])
    }
  })

  test('takes it once, whatever breaks or comes between', async () => {
    const { world, stripe, first, codeNow } = await discounted()
    // Read as still open, and given up before it is written.
    stripe.payLater(first.sessionId)
    stripe.settleLater(first.sessionId, true)
    let isFirst = true
    const late = world.as(async (call, moment) => {
      if (call !== 'table.transact' || moment !== 'before' || !isFirst) return undefined
      isFirst = false
      stripe.alter(first.sessionId, { isPaid: false, hasPaymentFailed: true })
      await world.converge(first.sessionId)
      stripe.alter(first.sessionId, { isPaid: true, hasPaymentFailed: false })
      return undefined
    })
    await late.converge(first.sessionId)
    expect(await world.orderOf(first.orderId)).toMatchObject({ status: 'completed' })
    expect(codeNow()).toMatchObject({ uses: 1, lateUses: 0 })
    expect(violationsNow(world)).toEqual([])
  })
})

describe('a payment that settles later', () => {
  test('is processing until it succeeds', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.payLater(sessionId)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'processing' })
    expect(await world.confirm(world.confirmRequest(sessionId))).toEqual({ state: 'processing' })
    stripe.settleLater(sessionId, true)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
  })

  test('fails, and the return page says so', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.payLater(sessionId)
    stripe.settleLater(sessionId, false)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'failed' })
    await expect(world.confirm(world.confirmRequest(sessionId))).rejects.toMatchObject({ code: 'payment_failed' })
    stripe.settleLater(sessionId, true)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
  })
})

describe('a payment that is not the order’s to the penny', () => {
  const wrong: [string, Partial<CheckoutSession>][] = [
    ['amount', { totalPence: 1499 }],
    ['currency', { currency: 'usd' }],
    ['mode', { isLive: true }],
    ['order_id', { orderId: orderIdOf(9) }],
    ['order_id', { orderId: null }],
    ['captured_amount', { charge: { id: 'ch_9', amountPence: 1, currency: 'gbp', createdAt: new Date(0) } }],
    ['no_charge', { charge: null }],
  ]
  test.each(wrong)('(%s) goes to review with an alarm, and nothing is handed out', async (reason, change) => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    stripe.alter(sessionId, change)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'review', reviewReason: reason })
    expect(await world.earningsOf(orderId)).toEqual([])
    expect(world.alarms).toMatchObject([{ message: 'payment needs review', fields: { reason } }])
    const { number } = await world.orderOf(orderId)
    expect(await world.confirm(world.confirmRequest(sessionId))).toEqual({ state: 'review', orderNumber: number })
  })

  test('wakes somebody once, and its buyer’s page needs no call to Stripe', async () => {
    const { world, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    stripe.alter(sessionId, { totalPence: 1499 })
    const news = world.takeNews()
    for (const each of [...news, ...news]) await world.handle(each)
    const offline = world.as(async (call) => (call.startsWith('stripe.') ? 'lost' : undefined))
    for (let visit = 0; visit < 3; visit++) {
      expect(await offline.confirm(world.confirmRequest(sessionId))).toMatchObject({ state: 'review' })
    }
    expect(world.alarms).toHaveLength(1)
  })

  test('wakes somebody once when webhook and return page find it together', async () => {
    const { world, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    stripe.alter(sessionId, { totalPence: 1499 })
    await Promise.all([world.deliverAll(), ...Array.from({ length: 5 }, () => world.converge(sessionId))])
    expect(world.alarms).toHaveLength(1)
  })

  test('is noted with its session and charge, as that of a completed order is', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    stripe.alter(sessionId, { totalPence: 1499 })
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ sessionId, chargeId: 'ch_1', paymentIntentId: 'pi_1' })
    for (const id of [sessionId, 'pi_1', 'ch_1']) {
      expect(world.table.stored(`STRIPE#${id}`, 'PTR')).toMatchObject({ orderId })
    }
  })

  test('never puts the order’s id into the log: it is the buyer’s secret', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    stripe.alter(sessionId, { currency: 'usd' })
    await world.deliverAll()
    expect(JSON.stringify(world.alarms)).not.toContain(orderId)
  })

  test('of another installation on the same account is left alone', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    stripe.alter(sessionId, { stage: 'somewhere-else' })
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'awaiting_payment' })
    expect(world.alarms).toEqual([])
  })

  test.each([1500, 1499])(
    'pays an order a second time, with %ip: one sale, an alarm, and a refund that takes nobody’s share',
    async (totalPence) => {
      const { world, orderId, stripe, sessionId } = await setup()
      stripe.pay(sessionId)
      await world.deliverAll()
      const [paid] = stripe.sessions()
      if (!paid?.charge) throw new Error('It was paid.')
      const charge = { ...paid.charge, id: 'ch_9', amountPence: totalPence }
      stripe.add({ ...paid, id: 'cs_test_9', paymentIntentId: 'pi_9', totalPence, charge })
      stripe.tell('checkout.session.completed', 'cs_test_9')
      await world.deliverAll()
      expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed', chargeId: 'ch_1' })
      expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
      expect(world.alarms).toMatchObject([{ message: 'an order was paid twice' }])
      stripe.refund('ch_9', totalPence)
      await world.deliverAll()
      await world.compareReturns()
      expect(await world.orderOf(orderId)).toMatchObject({ refundedPence: 0 })
      expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test('whose charge belongs to another order already goes to review', async () => {
    const { world, orderId, stripe, sessionId } = await setup()
    await world.table.write(pointerPut('ch_1', { orderId: orderIdOf(7) }))
    stripe.pay(sessionId)
    await world.deliverAll()
    // The charge stays the other order's: nothing is given back of it through this one.
    expect(await world.orderOf(orderId)).toMatchObject({
      status: 'review',
      reviewReason: 'completion_refused',
      chargeId: null,
    })
    expect(world.table.stored('STRIPE#ch_1', 'PTR')).toMatchObject({ orderId: orderIdOf(7) })
    expect(world.alarms).toHaveLength(1)
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 0 })
  })
})

describe('the return page', () => {
  test('before the payment says processing and nothing of the order', async () => {
    const { world, sessionId } = await setup()
    expect(await world.confirm(world.confirmRequest(sessionId))).toEqual({ state: 'processing' })
  })

  test.each(['', 'cs_test_404', 'garbage', '../../etc/passwd', 'cs_live_1'])('refuses %j', async (sessionId) => {
    const { world } = await setup()
    const answer = async () => world.confirm(world.confirmRequest(sessionId))
    await expect(answer()).rejects.toThrow(sessionId === '' ? 'Please fill this in.' : 'Invalid session')
  })

  test('of a session that ran out says the payment failed', async () => {
    const { world, sessionId } = await setup()
    world.clock.forward({ minutes: 32 })
    await expect(world.confirm(world.confirmRequest(sessionId))).rejects.toMatchObject({ code: 'payment_failed' })
  })

  test('visited again needs no call to Stripe', async () => {
    const { world, stripe, sessionId } = await setup()
    stripe.pay(sessionId)
    await world.deliverAll()
    const offline = world.as(async (call) => (call.startsWith('stripe.') ? 'lost' : undefined))
    expect(await offline.confirm(world.confirmRequest(sessionId))).toMatchObject({ state: 'completed' })
  })
})

describe('the worker', () => {
  test('keeps a message about a session that Stripe does not know', async () => {
    const { world, stripe } = await setup()
    stripe.tell('checkout.session.completed', 'cs_test_404')
    await expect(world.deliverAll()).rejects.toThrow('does not know')
  })

  test('lets an event go that concerns nothing of ours, and notes it', async () => {
    const { world, stripe } = await setup()
    stripe.tell('customer.created', 'cus_1')
    await world.deliverAll()
    expect(world.table.stored('EVT#evt_1', 'EVT')).toMatchObject({ type: 'customer.created', outcome: 'ignored' })
  })
})

describe('the reconciler', () => {
  test('goes on with the others when one order cannot be looked at', async () => {
    const { world, stripe } = await setup()
    const photos = await world.addSeller(2, [900])
    const second = await world.checkout(world.checkoutRequest(photos, { key: 'attempt-000000002' }))
    stripe.pay('cs_test_1')
    stripe.pay('cs_test_2')
    world.takeNews()
    world.clock.forward({ minutes: 5 })
    let calls = 0
    const flaky = world.as(async (call, moment) =>
      call === 'stripe.findSession' && moment === 'before' && calls++ === 0 ? 'lost' : undefined,
    )
    expect(await flaky.reconcile()).toEqual({ looked: 2, failed: 1 })
    await world.reconcile()
    expect(await world.orderOf(second.orderId)).toMatchObject({ status: 'completed' })
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
  })

  test('gives up an order whose session was never made, a day later', async () => {
    const world = moneyWorld()
    const photos = await world.addSeller(1, [1500])
    const cut = world.as(async (call) => (call === 'stripe.createSession' ? 'lost' : undefined))
    await expect(cut.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'unavailable' })
    world.clock.forward({ hours: 24 })
    expect(await world.reconcile()).toEqual({ looked: 1, failed: 0 })
    world.clock.forward({ hours: 2 })
    await world.reconcile()
    expect(await world.reconcile()).toEqual({ looked: 0, failed: 0 })
  })
})
