import { describe, expect, test } from 'vitest'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { api } from '#schema/api/all.ts'
import { Earning } from '#schema/entities/earning.ts'
import { OrderId, type PhotoId } from '#schema/ids.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { pointsOf, runWithFault } from '#test/support/sim/fault-at.ts'
import { violationsAtRest, violationsNow } from '#test/support/sim/money-checks.ts'

/** So many photos, dealt out to so many photographers, at £1.00, £1.01 and so on. */
const stocked = async (photoCount: number, sellers = 1, world = moneyWorld()) => {
  const photos: PhotoId[] = []
  for (let n = 1; n <= sellers; n++) {
    const own = Array.from({ length: photoCount }, (_, at) => at).filter((at) => at % sellers === n - 1)
    photos.push(
      ...(await world.addSeller(
        n,
        own.map((at) => 100 + at),
      )),
    )
  }
  return { world, photos }
}

const rowsOf = (world: MoneyWorld, begin: string) =>
  world.table.all().filter(({ PK, SK }) => `${String(PK)} ${String(SK)}`.startsWith(begin))
const linesLeft = (world: MoneyWorld) => rowsOf(world, 'ORDER#').filter(({ SK }) => String(SK).startsWith('ITEM#'))
const chores = (world: MoneyWorld) => rowsOf(world, 'CHORE#sweep-order')

describe('a cart of 500 photos', () => {
  test('by 40 photographers is one order, one sale and 40 shares', async () => {
    const { world, photos } = await stocked(500, 40)
    const orderId = await world.sell(photos)
    const order = await world.orderOf(orderId)
    expect(order).toMatchObject({ status: 'completed', itemCount: 500, totalPence: 500 * 100 + (499 * 500) / 2 })
    expect(await world.earningsOf(orderId)).toHaveLength(40)
    expect(linesLeft(world)).toHaveLength(500)
    expect(chores(world)).toEqual([])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is shown whole, in its order, and each line can be downloaded', async () => {
    const { world, photos } = await stocked(500, 2)
    const orderId = await world.sell(photos)
    const { items } = await world.get(world.orderRequest(orderId))
    expect(items.map(({ photoId }) => photoId)).toEqual(photos)
    const last = request(api.orders.endpoints.download, {
      params: { orderId: OrderId.parse(orderId), line: 500 },
      body: { size: 'original' },
    })
    expect(await world.download(last)).toMatchObject({ url: expect.stringContaining(String(photos.at(-1))) })
  })

  test('is priced by a quote, and one more is refused by both', async () => {
    const { world, photos } = await stocked(501)
    const quoteOf = (photoIds: PhotoId[]) => world.quote(request(api.orders.endpoints.quote, { body: { photoIds } }))
    expect((await quoteOf(photos.slice(0, 500))).lines).toHaveLength(500)
    await expect(quoteOf(photos)).rejects.toMatchObject({ code: 'cart_too_large', details: { maxItems: 500 } })
    await expect(world.checkout(world.checkoutRequest(photos))).rejects.toMatchObject({ code: 'cart_too_large' })
  })

  test('of 41 photographers is refused before anything is written', async () => {
    const { world, photos } = await stocked(41, 41)
    const refusal = { code: 'cart_too_many_photographers', details: { maxPhotographers: 40 } }
    await expect(world.checkout(world.checkoutRequest(photos))).rejects.toMatchObject(refusal)
    const quote = world.quote(request(api.orders.endpoints.quote, { body: { photoIds: photos } }))
    await expect(quote).rejects.toMatchObject(refusal)
    expect(rowsOf(world, 'ORDER#')).toEqual([])
  })

  test('costs nothing with the installation’s code, and is complete at once', async () => {
    const { world, photos } = await stocked(500, 40)
    const answer = await world.checkout(world.checkoutRequest(photos, { discountCode: 'FIRST-LIGHT' }))
    expect(answer.kind).toBe('free')
    expect(await world.orderOf(answer.orderId)).toMatchObject({ status: 'completed', totalPence: 0, itemCount: 500 })
    expect(await world.earningsOf(OrderId.parse(answer.orderId))).toHaveLength(40)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is one order from two tabs at once, and what the slower one wrote is swept', async () => {
    const { world, photos } = await stocked(150, 2)
    const tab = (key: string) =>
      world.checkout(world.checkoutRequest(photos, { key, session: 'anon_1700000000000_twotabs1' }))
    const [first, second] = await Promise.all([tab('attempt-of-tab-0001'), tab('attempt-of-tab-0002')])
    expect(first.orderId).toBe(second.orderId)
    world.clock.forward({ hours: 2 })
    await world.finishChores()
    expect(linesLeft(world)).toHaveLength(150)
    expect(chores(world)).toEqual([])
    expect(violationsNow(world)).toEqual([])
  })

  test('sent again under its key leads to the same order', async () => {
    const { world, photos } = await stocked(200)
    const first = await world.checkout(world.checkoutRequest(photos))
    expect(await world.checkout(world.checkoutRequest(photos))).toEqual(first)
    expect(linesLeft(world)).toHaveLength(200)
  })

  test('has the sums of the buyer’s page at Stripe in at most 100 lines', async () => {
    const { world, photos } = await stocked(500, 40)
    const { orderId } = await world.checkout(world.checkoutRequest(photos))
    const [session] = world.stripe.sessions()
    expect(session?.totalPence).toBe((await world.orderOf(orderId)).totalPence)
  })
})

test('a share keeps its first photos, and all of them are found with their money', async () => {
  const { world, photos } = await stocked(120)
  const orderId = await world.sell(photos)
  const [share] = await world.earningsOf(orderId)
  expect(share?.photos.map(({ photoId }) => photoId)).toEqual(photos.slice(0, 40))
  expect(share?.morePhotos).toBe(80)
  const [whole] = await world.wholeShares(share ? [share] : [])
  expect(whole?.photos.map(({ photoId }) => photoId)).toEqual(photos)
  expect(whole?.photos.reduce((sum, { sharePence }) => sum + sharePence, 0)).toBe(share?.amountPence)
  const size = JSON.stringify(share).length
  expect(size).toBeLessThan(10_000)
})

test('a share that was written before it could have more has all of its photos', async () => {
  const { world, photos } = await stocked(2)
  const [share] = await world.earningsOf(await world.sell(photos))
  const { morePhotos: _, ...before } = share ?? {}
  expect(Earning.parse(before).morePhotos).toBe(0)
})

describe('the writes of a sale by 40 photographers', () => {
  const code = aDiscount({
    codeHash: ownCodeHashOf(userIdOf(1), 'SUMMER10'),
    percent: 10,
    photographerId: userIdOf(1),
    off: { kind: 'percent', percent: 10 },
  })

  test.each([
    ['without a code', undefined],
    ['with a photographer’s code', 'SUMMER10'],
    ['paid late, when the code’s use had gone back', 'SUMMER10'],
  ])('fit into one transaction, %s', async (name, discountCode) => {
    const { world, photos } = await stocked(80, 40)
    await discountStore(world.table, async () => 'FIRST-LIGHT').create(code)
    const answer = await world.checkout(
      world.checkoutRequest(photos, discountCode === undefined ? {} : { discountCode }),
    )
    const { sessionId } = await world.orderOf(answer.orderId)
    if (name.startsWith('paid late')) {
      world.stripe.payLater(sessionId ?? '')
      world.stripe.settleLater(sessionId ?? '', false)
      await world.deliverAll()
      expect(await world.orderOf(answer.orderId)).toMatchObject({ status: 'failed' })
      world.stripe.settleLater(sessionId ?? '', true)
    } else world.stripe.pay(sessionId ?? '')
    await world.deliverAll()
    expect(await world.orderOf(answer.orderId)).toMatchObject({ status: 'completed' })
    expect(world.largestTransaction()).toBeGreaterThan(85)
    expect(world.largestTransaction()).toBeLessThanOrEqual(95)
    expect(violationsAtRest(world)).toEqual([])
  })
})

/** 150 photos of two photographers that were bought before, so that a checkout marks none of them. */
const boughtBefore = async () => {
  const { world, photos } = await stocked(150, 2)
  const marked = photos.map((id) => ({ id, isOrdered: false }))
  await photoStore(world.table).markOrdered(marked)
  return { world, photos }
}

describe('a checkout of more than fits into a transaction', () => {
  test('that breaks off at any point leaves an order with all of its lines, or nothing', {
    timeout: 60_000,
  }, async () => {
    const first = await boughtBefore()
    const points = await pointsOf((step) => first.world.as(step).checkout(first.world.checkoutRequest(first.photos)))
    expect(points).toBeGreaterThan(12)
    for (const fault of ['crash', 'lost'] as const) {
      for (let point = 0; point < points; point++) {
        const { world, photos } = await boughtBefore()
        await runWithFault({ point, fault }, (step) => world.as(step).checkout(world.checkoutRequest(photos)))
        world.clock.forward({ hours: 1, minutes: 1 })
        await world.finishChores()
        const orders = rowsOf(world, 'ORDER#').filter(({ SK }) => SK === 'META')
        expect([orders.length, linesLeft(world).length], `${fault} at ${point}`).toEqual(
          orders.length === 0 ? [0, 0] : [1, 150],
        )
        expect(chores(world)).toEqual([])
        expect(violationsNow(world)).toEqual([])
      }
    }
  })

  test('is never opened once its lines are being swept, whatever the sweep has done by then', async () => {
    const first = await boughtBefore()
    const points = await pointsOf((step) => first.world.as(step).checkout(first.world.checkoutRequest(first.photos)))
    for (let point = 0; point < points; point++) {
      const { world, photos } = await boughtBefore()
      let next = 0
      // A request that hung for more than an hour, and goes on after the sweep.
      const paused = world.as(async () => {
        if (next++ !== point) return undefined
        world.clock.forward({ hours: 1, minutes: 1 })
        await world.finishChores()
        return undefined
      })
      await paused.checkout(world.checkoutRequest(photos)).catch(() => undefined)
      world.clock.forward({ hours: 1, minutes: 1 })
      await world.finishChores()
      const orders = rowsOf(world, 'ORDER#').filter(({ SK }) => SK === 'META')
      expect([orders.length, linesLeft(world).length], `at ${point}`).toEqual(orders.length === 0 ? [0, 0] : [1, 150])
      expect(chores(world)).toEqual([])
      expect(violationsNow(world)).toEqual([])
    }
  })

  test('a sweep that breaks off at any point is done by the next', async () => {
    const abandoned = async () => {
      const { world, photos } = await boughtBefore()
      const reached = Promise.withResolvers<void>()
      const opening = world.as(async (call, moment) => {
        const isOpening = call === 'table.transact' && moment === 'before' && linesLeft(world).length === 150
        if (!isOpening) return undefined
        reached.resolve()
        return new Promise(() => {})
      })
      await Promise.race([reached.promise, opening.checkout(world.checkoutRequest(photos))])
      expect(linesLeft(world)).toHaveLength(150)
      world.clock.forward({ hours: 1, minutes: 1 })
      return world
    }
    const calm = await abandoned()
    const points = await pointsOf((step) => calm.as(step).finishChores())
    for (let point = 0; point < points; point++) {
      const world = await abandoned()
      await runWithFault({ point, fault: 'crash' }, (step) => world.as(step).finishChores())
      world.clock.forward({ hours: 7 })
      await world.finishChores()
      expect([linesLeft(world), chores(world)], `at ${point}`).toEqual([[], []])
    }
  })

  test('that is open keeps its lines, even where a chore to sweep them stands', async () => {
    const { world, photos } = await stocked(150, 2)
    const { orderId } = await world.checkout(world.checkoutRequest(photos))
    await world.sweepOrder(OrderId.parse(orderId))
    expect(linesLeft(world)).toHaveLength(150)
  })
})

test('lines are read to the end, however few a request gives', async () => {
  const { world, photos } = await stocked(230)
  const { orderId } = await world.checkout(world.checkoutRequest(photos))
  const short = orderStore({ ...world.table, query: (asked) => world.table.query({ ...asked, limit: 100 }) })
  expect(await short.items(OrderId.parse(orderId))).toHaveLength(230)
})

describe('a refund of a large order', () => {
  const refunded = async (lines: number[] | null, pence: (world: MoneyWorld, orderId: OrderId) => Promise<number>) => {
    const { world, photos } = await stocked(120, 3)
    const orderId = OrderId.parse(await world.sell(photos))
    const amount = await pence(world, orderId)
    world.stripe.refund('ch_1', amount, { lines })
    return { world, orderId, amount }
  }

  test('gives all of it back, line by line', async () => {
    const { world, orderId, amount } = await refunded(null, async (w, id) => (await w.orderOf(id)).totalPence)
    await world.deliverAll()
    expect(await world.orderOf(orderId)).toMatchObject({ refundedPence: amount })
    for (const line of await world.linesOf(orderId)) expect(line.refundedPence).toBe(line.netPence)
    for (const share of await world.earningsOf(orderId)) expect(share.reversedPence).toBe(share.amountPence)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('of named lines takes those alone', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => 2 * at + 1)
    const { world, orderId } = await refunded(lines, async (w, id) =>
      (await w.linesOf(id)).filter(({ line }) => line % 2 === 1 && line <= 79).reduce((sum, l) => sum + l.netPence, 0),
    )
    await world.deliverAll()
    for (const { line, netPence, refundedPence } of await world.linesOf(orderId))
      expect(refundedPence).toBe(line % 2 === 1 && line <= 79 ? netPence : 0)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('that breaks off at any write comes to the same, and never says more than its lines', {
    timeout: 60_000,
  }, async () => {
    const total = async (w: MoneyWorld, id: OrderId) => (await w.orderOf(id)).totalPence
    const calm = await refunded(null, total)
    const points = await pointsOf((step) => calm.world.as(step).convergeCharge('ch_1'))
    for (let point = 0; point < points; point++) {
      const { world, orderId, amount } = await refunded(null, total)
      await runWithFault({ point, fault: 'crash' }, (step) => world.as(step).convergeCharge('ch_1'))
      const lines = await world.linesOf(orderId)
      const order = await world.orderOf(orderId)
      expect(
        lines.reduce((sum, line) => sum + line.refundedPence, 0),
        `at ${point}`,
      ).toBe(order.refundedPence)
      expect(violationsNow(world)).toEqual([])
      await world.deliverAll()
      expect(await world.orderOf(orderId)).toMatchObject({ refundedPence: amount })
      expect(violationsAtRest(world)).toEqual([])
    }
  })
})
