import { describe, expect, test } from 'vitest'
import { nextPayoutAt, payoutWeek } from '#functions/payouts/payout-calendar.ts'
import { releaseHolds } from '#functions/payouts/release-holds.ts'
import { api } from '#schema/api/all.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { at } from '#test/support/time.ts'

const setup = async (startsAt = '2030-01-01T10:00:00.000Z') => {
  const world = moneyWorld({ startsAt })
  const photos = await world.addSeller(1, [1500])
  return { world, photos, seller: userIdOf(1) }
}
const askBalance = request(api.payouts.endpoints.balance, { caller: userIdOf(1) })

describe('the hold', () => {
  test('keeps £13.50 of a £15 photo for 48 hours, then gives it', async () => {
    const { world, photos } = await setup()
    await world.sell(photos)
    expect(await world.balance(askBalance)).toMatchObject({
      availablePence: 0,
      pendingPence: 1350,
      totalEarnedPence: 1350,
      payoutAccount: 'none',
      nextPayoutAt: null,
      notice: null,
    })
    world.clock.forward({ hours: 48 })
    await world.runRelease()
    expect(await world.balance(askBalance)).toMatchObject({
      availablePence: 1350,
      pendingPence: 0,
      totalEarnedPence: 1350,
    })
  })

  test('of a sale that is given back leaves nothing earned', async () => {
    const { world, photos } = await setup()
    await world.sell(photos)
    world.stripe.refund('ch_1', 500)
    await world.deliverAll()
    expect(await world.balance(askBalance)).toMatchObject({ pendingPence: 900, totalEarnedPence: 900 })
    world.stripe.refund('ch_1', 1_000)
    await world.deliverAll()
    expect(await world.balance(askBalance)).toMatchObject({ pendingPence: 0, totalEarnedPence: 0 })
  })

  test.each([
    ['an ordinary day', '2030-01-15T12:00:00.000Z'],
    ['the night the clocks go forward', '2030-03-30T23:30:00.000Z'],
    ['the night the clocks go back', '2030-10-26T22:30:00.000Z'],
    ['the end of a month', '2030-04-30T23:59:59.000Z'],
    ['the end of a year', '2030-12-31T23:59:59.000Z'],
    ['a leap day', '2032-02-28T12:00:00.000Z'],
  ])('is 48 elapsed hours on %s: not a millisecond less', async (_, startsAt) => {
    const { world, photos, seller } = await setup(startsAt)
    await world.sell(photos)
    world.clock.forward({ hours: 48, ms: -1 })
    await world.runRelease()
    expect(await world.balanceOf(seller)).toMatchObject({ pendingPence: 1350, availablePence: 0 })
    world.clock.forward({ ms: 1 })
    await world.runRelease()
    expect(await world.balanceOf(seller)).toMatchObject({ pendingPence: 0, availablePence: 1350 })
  })

  test('ends once, though the job comes twice and its messages too', async () => {
    const { world, photos, seller } = await setup()
    await world.sell(photos)
    world.clock.forward({ hours: 72 })
    await Promise.all([world.releaseHolds(), world.releaseHolds()])
    const messages = world.queued.splice(0)
    await Promise.all([...messages, ...messages].map((message) => world.handle(message)))
    expect(await world.balanceOf(seller)).toMatchObject({ pendingPence: 0, availablePence: 1350 })
  })

  test('ends for a hundred sales of one photographer in a few transactions, after three days without the job', async () => {
    const { world, photos, seller } = await setup()
    for (let n = 0; n < 100; n++) {
      await world.sell(photos, { key: `attempt-${String(n).padStart(9, '0')}` })
    }
    world.clock.forward({ hours: 120 })
    await world.releaseHolds()
    expect(world.queued).toHaveLength(3)
    await world.deliverAll()
    expect(await world.balanceOf(seller)).toMatchObject({ pendingPence: 0, availablePence: 135_000 })
  })

  test('of a million shares due at once is handed out in parts that the workers release before the next run', async () => {
    const handedOut: unknown[] = []
    const run = releaseHolds({
      // A shard that has another page, whatever was read of it.
      earnings: {
        listDue: async (shard, { limit = 0 }) => ({
          refs: Array.from({ length: limit }, (_, n) => ({ orderId: orderIdOf(n), sellerId: userIdOf(shard) })),
          next: { PK: 'more' },
        }),
      },
      send: async (_, messages) => {
        handedOut.push(...messages)
      },
      now: () => at('2030-01-03T10:00:00.000Z'),
    })
    expect(await run()).toEqual({ due: 200_000 })
    expect(handedOut).toHaveLength(5_000)
  })

  test('of one changed share does not keep the others of its batch', async () => {
    const { world, photos, seller } = await setup()
    const first = await world.sell(photos)
    await world.sell(photos, { key: 'attempt-000000002' })
    world.clock.forward({ hours: 48 })
    await world.releaseHolds()
    const frozen = await world.earningsOf(first)
    const racing = world.as(async (call, moment) => {
      if (call === 'table.transact' && moment === 'before') {
        await world.table.write({
          kind: 'update',
          key: { PK: `ORDER#${first}`, SK: `EARN#${seller}` },
          set: { frozen: true },
          add: { version: 1 },
          when: { version: frozen[0]?.version ?? 0 },
        })
      }
      return undefined
    })
    for (const message of world.queued.splice(0)) await racing.handle(message)
    expect(await world.balanceOf(seller)).toMatchObject({ pendingPence: 1350, availablePence: 1350 })
  })
})

describe('a message that comes at the wrong time', () => {
  const message = (orderId: string) =>
    ({ queue: 'HOLDS_QUEUE_URL', message: { sellerId: userIdOf(1), orderIds: [orderId] } }) as const

  test('releases nothing before its hour', async () => {
    const { world, photos, seller } = await setup()
    const orderId = await world.sell(photos)
    world.clock.forward({ hours: 47 })
    await world.handle(message(orderId))
    expect(await world.balanceOf(seller)).toMatchObject({ pendingPence: 1350, availablePence: 0 })
  })

  test('releases nothing that was frozen meanwhile', async () => {
    const { world, photos, seller } = await setup()
    const orderId = await world.sell(photos)
    world.stripe.dispute('ch_1', 'inquiry')
    await world.deliverAll()
    world.clock.forward({ hours: 48 })
    await world.handle(message(orderId))
    expect(await world.balanceOf(seller)).toMatchObject({ heldPence: 1350, pendingPence: 0, availablePence: 0 })
  })
})

describe('the sales list', () => {
  const sales = (cursor?: string, caller = userIdOf(1)) =>
    request(api.payouts.endpoints.sales, { caller, query: cursor === undefined ? {} : { cursor } })

  test('shows price, fee, share and the minute it clears, and nothing of the buyer', async () => {
    const { world, photos } = await setup()
    const orderId = await world.sell(photos)
    const page = await world.sales(sales())
    expect(page.items).toEqual([
      {
        orderNumber: expect.stringMatching(/^DS-/),
        photoTitles: ['Photo 1.0'],
        morePhotos: 0,
        paidAt: '2030-01-01T10:00:00.000Z',
        grossPence: 1500,
        feePence: 150,
        sharePence: 1350,
        returnedPence: 0,
        pendingPence: 1350,
        availablePence: 0,
        heldPence: 0,
        reservedPence: 0,
        paidPence: 0,
        disputedPence: 0,
        reversedPence: 0,
        state: 'pending',
        clearsAt: '2030-01-03T10:00:00.000Z',
        payoutId: null,
        payout: null,
      },
    ])
    expect(JSON.stringify(page)).not.toContain(orderId)
  })

  test('pages through sales of the same second without losing or repeating one, and no cursor names an order', async () => {
    const { world, photos } = await setup()
    const orderIds: string[] = []
    for (let n = 0; n < 60; n++) {
      orderIds.push(await world.sell(photos, { key: `attempt-${String(n).padStart(9, '0')}` }))
      if (n % 20 === 0) world.clock.forward({ seconds: 1 })
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await world.sales(sales(cursor))
      seen.push(...page.items.map(({ orderNumber }) => orderNumber))
      cursor = page.nextCursor
      const readable = Buffer.from(cursor?.split('.')[0] ?? '', 'base64url').toString()
      expect(orderIds.filter((id) => readable.includes(id))).toEqual([])
    } while (cursor)
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
    // A file of all sales takes larger pages.
    const ask = (limit: number) => request(api.payouts.endpoints.sales, { caller: userIdOf(1), query: { limit } })
    expect((await world.sales(ask(500))).items.map(({ orderNumber }) => orderNumber)).toEqual(seen)
    expect(() => ask(501)).toThrow()
  })

  test('refuses a cursor of another photographer', async () => {
    const { world, photos } = await setup()
    for (let n = 0; n < 26; n++) await world.sell(photos, { key: `attempt-${String(n).padStart(9, '0')}` })
    const { nextCursor } = await world.sales(sales())
    await expect(world.sales(sales(nextCursor, userIdOf(2)))).rejects.toMatchObject({ code: 'invalid_cursor' })
    await expect(world.sales(sales('forged.cursor'))).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})

describe('payout days', () => {
  test.each([
    ['2030-01-01T10:00:00.000Z', '2030-01-07T06:00:00.000Z'],
    ['2030-01-07T05:59:59.999Z', '2030-01-07T06:00:00.000Z'],
    ['2030-01-07T06:00:00.000Z', '2030-01-14T06:00:00.000Z'],
    // British Summer Time from 31 March 2030.
    ['2030-03-31T12:00:00.000Z', '2030-04-01T05:00:00.000Z'],
    ['2030-10-27T12:00:00.000Z', '2030-10-28T06:00:00.000Z'],
  ])('after %s the next is %s', (now, next) => {
    expect(nextPayoutAt(at(now)).toISOString()).toBe(next)
  })

  test.each([
    ['2029-12-31T12:00:00.000Z', '2030-W01'],
    ['2030-01-06T23:59:59.000Z', '2030-W01'],
    ['2030-01-07T00:00:00.000Z', '2030-W02'],
  ])('%s belongs to week %s', (now, week) => {
    expect(payoutWeek(at(now))).toBe(week)
  })
})
