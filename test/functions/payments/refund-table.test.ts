import { describe, expect, test } from 'vitest'
import { ratioOf } from '#schema/money.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)
const netPence = 2499
const sharePence = 2249

const places = ['held', 'available', 'reserved', 'paid', 'paid and spent'] as const
type Place = (typeof places)[number]

/** £24.99 of two photos in one order, of which £22.49 are the photographer's, and how far they have come. */
const setup = async (place: Place) => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500, 999])
  await world.openAccount(seller)
  await world.sell(photos)
  if (place !== 'held') {
    world.clock.forward({ hours: 48 })
    await world.runRelease()
  }
  const isAsked = place !== 'held' && place !== 'available'
  if (isAsked) await world.requestPayout(world.payoutRequest(seller))
  const tasks = place === 'reserved' ? world.queued.splice(0) : []
  await world.deliverAll()
  world.stripe.purse.isEmpty = place === 'paid and spent'
  /** Everything on its way arrives: what was reserved is sent. */
  const comeToRest = async () => {
    for (const task of tasks.splice(0)) await world.handle(task)
    await world.deliverAll()
  }
  const takenBack = async () => {
    const { reversedPence, disputedPence, ...rest } = await world.balanceOf(seller)
    const left = rest.pendingPence + rest.availablePence + rest.reservedPence + rest.paidPence
    expect(left + reversedPence + disputedPence).toBe(sharePence)
    return reversedPence
  }
  return { world, stripe: world.stripe, comeToRest, takenBack }
}

const amounts = [[1], [1000], [2499], [1249, 1250], [833, 833, 833], [2000, 1000]] as const
const cases = places.flatMap((place) => amounts.map((list) => [place, list] as const))

describe('refunds', () => {
  test.each(cases)(
    'of money that is %s, of %j pence, take exactly their part, and no more than was paid',
    async (place, list) => {
      const { world, stripe, comeToRest, takenBack } = await setup(place)
      const made = list.filter((amount) => stripe.refund('ch_1', amount) !== undefined)
      const refunded = made.reduce((sum, amount) => sum + amount, 0)
      await world.deliverAll()
      await comeToRest()
      expect(refunded).toBeLessThanOrEqual(netPence)
      expect(await takenBack()).toBe(ratioOf(sharePence, refunded, netPence))
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test.each(cases)('of money that is %s, of %j pence, that come back restore every penny', async (place, list) => {
    const { world, stripe, comeToRest, takenBack } = await setup(place)
    const ids = list.flatMap((amount) => stripe.refund('ch_1', amount, { status: 'pending' }) ?? [])
    await world.deliverAll()
    for (const id of ids) stripe.endRefund(id, 'failed')
    await world.deliverAll()
    await comeToRest()
    expect(await takenBack()).toBe(0)
    expect(violationsAtRest(world)).toEqual([])
  })

  test.each(places)('of money that is %s end alike in any order of their news, doubled', async (place) => {
    const ends = new Set<string>()
    for (const turn of [0, 1, 2]) {
      const { world, stripe, comeToRest } = await setup(place)
      stripe.refund('ch_1', 700)
      stripe.refund('ch_1', 800)
      const news = world.takeNews()
      const turned = [...news.slice(turn), ...news.slice(0, turn)].flatMap((message) => [message, message])
      for (const message of turn === 2 ? turned.toReversed() : turned) await world.handle(message)
      await comeToRest()
      const { version, ...balance } = await world.balanceOf(seller)
      ends.add(JSON.stringify(balance))
    }
    expect(ends.size).toBe(1)
  })
})

describe('a dispute', () => {
  const stages = ['created', 'funds_withdrawn', 'closed'] as const
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const
  test.each(places.flatMap((place) => orders.map((order) => [place, order] as const)))(
    'about money that is %s, told in the order %j, takes the share when it is lost',
    async (place, order) => {
      const { world, stripe, comeToRest, takenBack } = await setup(place)
      stripe.moveDispute(stripe.dispute('ch_1'), 'lost')
      const news = world.takeNews()
      expect(news).toHaveLength(stages.length)
      for (const index of order) {
        const message = news[index]
        if (message) await world.handle(message)
      }
      await comeToRest()
      expect(await takenBack()).toBe(sharePence)
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test.each(places.flatMap((place) => [1, 1000, 2499].map((amount) => [place, amount] as const)))(
    'about money that is %s, of %i pence, that is won leaves the share whole',
    async (place, amount) => {
      const { world, stripe, comeToRest, takenBack } = await setup(place)
      const id = stripe.dispute('ch_1', 'withdrawn', amount)
      await world.deliverAll()
      stripe.moveDispute(id, 'won')
      await world.deliverAll()
      await comeToRest()
      expect(await takenBack()).toBe(0)
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test.each(places)('refunds nothing of money that is %s while it is open: Stripe refuses', async (place) => {
    const { world, stripe, comeToRest } = await setup(place)
    stripe.dispute('ch_1')
    await world.deliverAll()
    expect(stripe.refund('ch_1', 1)).toBeUndefined()
    await comeToRest()
    expect(violationsAtRest(world)).toEqual([])
  })
})

describe('a dispute after a refund', () => {
  test.each(places)(
    'of money that is %s takes what both together come to, not each rounded by itself',
    async (place) => {
      // 3p of £24.99 take 2.7p of the share, 6p take 5.4p.
      const { world, stripe, comeToRest, takenBack } = await setup(place)
      stripe.refund('ch_1', 3)
      await world.deliverAll()
      const id = stripe.dispute('ch_1', 'withdrawn', 3)
      await world.deliverAll()
      await comeToRest()
      expect(await world.balanceOf(seller)).toMatchObject({ reversedPence: 3, disputedPence: 2 })
      stripe.moveDispute(id, 'lost')
      await world.deliverAll()
      expect(await takenBack()).toBe(5)
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  const other = userIdOf(2)
  test.each([
    // The first photo's £10 went back; all that the bank takes is the second's.
    { lines: [1], refundPence: 1000, lostPence: 600, taken: [900, 540] },
    { lines: [2], refundPence: 1000, lostPence: 600, taken: [540, 900] },
    // £4 of the first: what is left is £6 and £10, and £8 of it are £3 and £5.
    { lines: [1], refundPence: 400, lostPence: 800, taken: [630, 450] },
    { lines: [2], refundPence: 400, lostPence: 800, taken: [450, 630] },
  ])(
    'that named lines $lines, of $refundPence pence, is lost by what the refund left: $lostPence pence',
    async ({ lines, refundPence, lostPence, taken }) => {
      for (const isFirst of [true, false]) {
        const world = moneyWorld()
        const photos = [...(await world.addSeller(1, [1000])), ...(await world.addSeller(2, [1000]))]
        const orderId = await world.sell(photos)
        world.stripe.refund('ch_1', refundPence, { lines })
        if (isFirst) await world.deliverAll()
        world.stripe.moveDispute(world.stripe.dispute('ch_1', 'withdrawn', lostPence), 'lost')
        await world.deliverAll()
        const reversed = await Promise.all(
          [seller, other].map(async (each) => (await world.balanceOf(each)).reversedPence),
        )
        expect(reversed).toEqual(taken)
        expect(await world.orderOf(orderId)).toMatchObject({ refundedPence: refundPence, lostPence })
        expect(violationsAtRest(world)).toEqual([])
      }
    },
  )
})
