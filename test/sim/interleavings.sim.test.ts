import { describe, expect, test } from 'vitest'
import { discountStore } from '#functions/orders/discount-store.ts'
import { OrderId } from '#schema/ids.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest, violationsNow } from '#test/support/sim/money-checks.ts'
import { scheduler } from '#test/support/sim/scheduler.ts'

const paidWorld = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  const { orderId } = await world.checkout(world.checkoutRequest(photos))
  world.stripe.pay('cs_test_1')
  return { world, orderId: OrderId.parse(orderId) }
}

/** Lets the first process go `lead` steps, then the second to its end, then the first on. */
const interleave = async (
  world: MoneyWorld,
  processes: readonly [
    first: (ops: ReturnType<MoneyWorld['as']>) => Promise<unknown>,
    second: (ops: ReturnType<MoneyWorld['as']>) => Promise<unknown>,
  ],
  lead: number,
) => {
  let steps = 0
  const endings: string[] = []
  const { start, run } = scheduler({
    choose: (parked) => {
      const wanted = steps++ < lead ? 'first' : 'second'
      const index = parked.findIndex(({ name }) => name === wanted)
      return { index: Math.max(index, 0) }
    },
    afterStep: async () => {
      expect(violationsNow(world)).toEqual([])
    },
  })
  processes.forEach((body, index) => {
    start(
      index === 0 ? 'first' : 'second',
      async (step) => {
        await body(world.as(step))
      },
      (ending) => endings.push(ending),
    )
  })
  await run()
  return endings
}

describe('return page and webhook at once', () => {
  const leads = Array.from({ length: 20 }, (_, lead) => lead)

  test.each(leads)('with the page %i steps ahead: one completion, and both succeed', async (lead) => {
    const { world, orderId } = await paidWorld()
    const [news] = world.takeNews()
    if (!news) throw new Error('Stripe said nothing.')
    const endings = await interleave(
      world,
      [(ops) => ops.confirm(world.confirmRequest('cs_test_1')), (ops) => ops.handle(news)],
      lead,
    )
    expect(endings).toEqual(['done', 'done'])
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 1350 })
  })

  test.each(leads)('with the webhook %i steps ahead: one completion, and both succeed', async (lead) => {
    const { world } = await paidWorld()
    const [news] = world.takeNews()
    if (!news) throw new Error('Stripe said nothing.')
    const endings = await interleave(
      world,
      [(ops) => ops.handle(news), (ops) => ops.confirm(world.confirmRequest('cs_test_1'))],
      lead,
    )
    expect(endings).toEqual(['done', 'done'])
    expect(violationsAtRest(world)).toEqual([])
  })
})

describe('two tabs with one request', () => {
  test.each(Array.from({ length: 24 }, (_, lead) => lead))('%i steps apart open one order', async (lead) => {
    const world = moneyWorld()
    const photos = await world.addSeller(1, [1500])
    const request = world.checkoutRequest(photos)
    const endings = await interleave(world, [(ops) => ops.checkout(request), (ops) => ops.checkout(request)], lead)
    expect(endings).toEqual(['done', 'done'])
    expect(world.stripe.sessions()).toHaveLength(1)
  })
})

describe('two tabs with two keys', () => {
  test.each(Array.from({ length: 28 }, (_, lead) => lead))('%i steps apart open one order, paid once', async (lead) => {
    const world = moneyWorld()
    const photos = await world.addSeller(1, [1500])
    const tab = (n: number) =>
      world.checkoutRequest(photos, { key: `attempt-of-tab-000${n}`, session: 'anon_1700000000000_twotabs01' })
    const endings = await interleave(world, [(ops) => ops.checkout(tab(1)), (ops) => ops.checkout(tab(2))], lead)
    expect(endings).toEqual(['done', 'done'])
    expect(world.stripe.sessions()).toHaveLength(1)
    const answers = await Promise.all([1, 2].map((n) => world.checkout(tab(n))))
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    expect(world.table.all().filter(({ SK }) => SK === 'META')).toHaveLength(1)
  })

  test.each(Array.from({ length: 28 }, (_, lead) => lead))(
    '%i steps apart with a code that has one use left open one free order',
    async (lead) => {
      const world = moneyWorld()
      const photos = await world.addSeller(1, [1500])
      await discountStore(world.table, async () => '').create(aDiscount({ code: 'ONCE', percent: 100, maxUses: 1 }))
      const tab = (n: number) =>
        world.checkoutRequest(photos, {
          key: `attempt-of-tab-000${n}`,
          session: 'anon_1700000000000_twotabs01',
          discountCode: 'ONCE',
        })
      await interleave(world, [(ops) => ops.checkout(tab(1)), (ops) => ops.checkout(tab(2))], lead)
      const answers = await Promise.all([1, 2].map((n) => world.checkout(tab(n))))
      expect(answers).toMatchObject([{ kind: 'free' }, { kind: 'free', orderId: answers[0]?.orderId }])
      expect(violationsAtRest(world)).toEqual([])
    },
  )
})

describe('two release workers with one message', () => {
  test.each(Array.from({ length: 6 }, (_, lead) => lead))('%i steps apart release once', async (lead) => {
    const { world } = await paidWorld()
    await world.deliverAll()
    world.clock.forward({ hours: 48 })
    await world.releaseHolds()
    const [message] = world.queued.splice(0)
    if (!message) throw new Error('Nothing is due.')
    await interleave(world, [(ops) => ops.handle(message), (ops) => ops.handle(message)], lead)
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 0, availablePence: 1350 })
  })
})

describe('at the same moment', () => {
  /** One photographer with £13.50 available and an account. */
  const payable = async () => {
    const { world } = await paidWorld()
    await world.openAccount(userIdOf(1))
    await world.deliverAll()
    world.clock.forward({ hours: 48 })
    await world.runRelease()
    return world
  }
  const leads = Array.from({ length: 20 }, (_, lead) => lead)

  test.each(leads)('a request and the weekly run, %i steps apart, make one payout', async (lead) => {
    const world = await payable()
    await world.weeklyPayouts()
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    await interleave(
      world,
      [(ops) => ops.requestPayout(world.payoutRequest(userIdOf(1))), (ops) => ops.handle(task)],
      lead,
    )
    world.clock.forward({ minutes: 3 })
    await world.sweepPayouts()
    await world.deliverAll()
    expect(world.stripe.transfers()).toHaveLength(1)
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ paidPence: 1350, openPayoutId: null })
  })

  test.each(leads)('two workers with one payout, %i steps apart, make one transfer', async (lead) => {
    const world = await payable()
    await world.requestPayout(world.payoutRequest(userIdOf(1)))
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    const endings = await interleave(world, [(ops) => ops.handle(task), (ops) => ops.handle(task)], lead)
    expect(endings).toEqual(['done', 'done'])
    expect(world.stripe.transfers()).toHaveLength(1)
    expect(violationsAtRest(world)).toEqual([])
  })

  test.each(leads)('a refund and a payout, %i steps apart, leave nobody with too much', async (lead) => {
    const world = await payable()
    await world.requestPayout(world.payoutRequest(userIdOf(1)))
    const [task] = world.queued.splice(0)
    world.stripe.refund('ch_1', 1500)
    const [news] = world.takeNews()
    if (!task || !news) throw new Error('Nothing to do.')
    await interleave(world, [(ops) => ops.handle(news), (ops) => ops.handle(task)], lead)
    await world.handle(news)
    await world.deliverAll()
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({ availablePence: 0, paidPence: 0, reversedPence: 1350 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test.each(Array.from({ length: 32 }, (_, lead) => lead))(
    'a second refund %i steps into the news of the first is never undone by it',
    async (lead) => {
      const world = await payable()
      world.stripe.refund('ch_1', 500)
      const [news] = world.takeNews()
      if (!news) throw new Error('Stripe said nothing.')
      await interleave(
        world,
        [
          (ops) => ops.handle(news),
          async (ops) => {
            world.stripe.refund('ch_1', 700)
            for (const message of world.takeNews()) await ops.handle(message)
          },
        ],
        lead,
      )
      expect(await world.balanceOf(userIdOf(1))).toMatchObject({ availablePence: 270, reversedPence: 1080 })
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test.each(Array.from({ length: 32 }, (_, lead) => lead))(
    'the end of a dispute %i steps into the news of its beginning is never undone by them: the refund version',
    async (lead) => {
      const world = await payable()
      const id = world.stripe.dispute('ch_1')
      const [news] = world.takeNews()
      if (!news) throw new Error('Stripe said nothing.')
      await interleave(
        world,
        [
          (ops) => ops.handle(news),
          async (ops) => {
            world.stripe.moveDispute(id, 'lost')
            for (const message of world.takeNews()) await ops.handle(message)
          },
        ],
        lead,
      )
      const [share] = world.table.all().filter(({ SK }) => String(SK).startsWith('EARN#'))
      expect(await world.orderOf(String(share?.orderId))).toMatchObject({ disputed: false, lostPence: 1500 })
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test.each(leads)('a refund and the release, %i steps apart, keep every penny', async (lead) => {
    const { world } = await paidWorld()
    await world.deliverAll()
    world.clock.forward({ hours: 48 })
    await world.releaseHolds()
    const [message] = world.queued.splice(0)
    world.stripe.refund('ch_1', 500)
    const [news] = world.takeNews()
    if (!message || !news) throw new Error('Nothing to do.')
    await interleave(world, [(ops) => ops.handle(news), (ops) => ops.handle(message)], lead)
    await world.runRelease()
    expect(await world.balanceOf(userIdOf(1))).toMatchObject({
      pendingPence: 0,
      availablePence: 900,
      reversedPence: 450,
    })
    expect(violationsAtRest(world)).toEqual([])
  })
})

describe('events in any order', () => {
  const types = [
    'checkout.session.completed',
    'checkout.session.async_payment_failed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.expired',
    'checkout.session.completed',
  ]
  const orders = permutations(types.map((_, index) => index))

  test(`all ${orders.length} orders of five events of one payment end alike`, async () => {
    const ends = new Set<string>()
    for (const order of orders) {
      const { world } = await paidWorld()
      world.takeNews()
      for (const index of order) world.stripe.tell(types[index] ?? '', 'cs_test_1')
      await world.deliverAll()
      expect(violationsAtRest(world)).toEqual([])
      const money = world.table.all().filter(({ PK }) => /^(ORDER|USER|LEDGER|STRIPE)#/.test(String(PK)))
      ends.add(JSON.stringify(money.map((item) => JSON.stringify(item)).toSorted()))
    }
    expect(orders).toHaveLength(120)
    expect(ends.size).toBe(1)
  })
})

function permutations(list: readonly number[]): number[][] {
  if (list.length <= 1) return [[...list]]
  return list.flatMap((head, index) =>
    permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [head, ...rest]),
  )
}
