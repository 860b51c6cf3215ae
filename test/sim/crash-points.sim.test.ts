import { describe, expect, test } from 'vitest'
import { userIdOf } from '#test/support/builders/ids.ts'
import type { Step } from '#test/support/payments/interrupted.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { type Fault, pointsOf, runWithFault } from '#test/support/sim/fault-at.ts'
import { violationsAtRest, violationsNow } from '#test/support/sim/money-checks.ts'

const faults: readonly Fault[] = ['crash', 'lost']

/** A market of two photographers and a cart with a photo of each, £15 and £9.99. */
const setup = async () => {
  const world = moneyWorld()
  const photos = [...(await world.addSeller(1, [1500])), ...(await world.addSeller(2, [999]))]
  const request = world.checkoutRequest(photos)
  return { world, request, photos }
}

/** Runs a scenario once for each point of one of its processes, with each fault at it. */
const atEveryPoint = async (
  scenario: (world: MoneyWorld, act: (body: (step: Step) => Promise<unknown>) => Promise<unknown>) => Promise<void>,
): Promise<number> => {
  let points = 0
  const { world } = await setup()
  await scenario(world, async (body) => {
    points = await pointsOf(body)
  })
  for (let point = 0; point < points; point++) {
    for (const fault of faults) {
      const { world: faulty } = await setup()
      try {
        await scenario(faulty, async (body) => {
          await runWithFault({ point, fault }, body)
          expect(violationsNow(faulty)).toEqual([])
        })
      } catch (error) {
        throw new Error(`${fault} at point ${point}`, { cause: error })
      }
    }
  }
  return points * faults.length
}

/** Whatever happened on the way: one order, one payment, both photographers' shares, one receipt. */
const expectOneSale = async (world: MoneyWorld) => {
  expect(violationsAtRest(world)).toEqual([])
  expect(world.stripe.sessions().filter(({ isPaid }) => isPaid)).toHaveLength(1)
  const [first, second] = await Promise.all([world.balanceOf(userIdOf(1)), world.balanceOf(userIdOf(2))])
  expect([first.totalEarnedPence, second.totalEarnedPence]).toEqual([1350, 899])
}

const cart = (world: MoneyWorld) =>
  world.checkoutRequest(['pho_00000000000000000000001000', 'pho_00000000000000000000002000'].map(photo))
const photo = (id: string) => ({ photoId: id })

describe('whatever breaks at any point', () => {
  test('of checkout, the same request again leads to one session, and one sale', async () => {
    const cases = await atEveryPoint(async (world, act) => {
      await act((step) => world.as(step).checkout(cart(world)))
      const answer = await world.checkout(cart(world))
      expect(answer.kind).toBe('pay')
      expect(world.stripe.sessions().filter(({ status }) => status === 'open')).toHaveLength(1)
      world.stripe.pay((await world.orderOf(answer.orderId)).sessionId ?? '')
      await world.deliverAll()
      await expectOneSale(world)
    })
    expect(cases).toBeGreaterThanOrEqual(22)
  })

  test('of checkout, and its buyer goes on in another tab with another key, there is one sale', async () => {
    const session = 'anon_1700000000000_crashtab1'
    const tab = (world: MoneyWorld, key: string) =>
      world.checkoutRequest(['pho_00000000000000000000001000', 'pho_00000000000000000000002000'].map(photo), {
        key,
        session,
      })
    await atEveryPoint(async (world, act) => {
      await act((step) => world.as(step).checkout(tab(world, 'attempt-of-tab-0001')))
      const answer = await world.checkout(tab(world, 'attempt-of-tab-0002'))
      expect(world.stripe.sessions().filter(({ status }) => status === 'open')).toHaveLength(1)
      world.stripe.pay((await world.orderOf(answer.orderId)).sessionId ?? '')
      await world.deliverAll()
      expect(await world.checkout(tab(world, 'attempt-of-tab-0001'))).toMatchObject({ orderId: answer.orderId })
      await expectOneSale(world)
    })
  })

  test('of checkout, and its buyer comes back an hour later', async () => {
    await atEveryPoint(async (world, act) => {
      await act((step) => world.as(step).checkout(cart(world)))
      world.clock.forward({ hours: 1 })
      const answer = await world.checkout(cart(world))
      world.stripe.pay((await world.orderOf(answer.orderId)).sessionId ?? '')
      await world.deliverAll()
      await expectOneSale(world)
    })
  })

  test('of a free checkout, the same request again is one free order', async () => {
    await atEveryPoint(async (world, act) => {
      const free = world.checkoutRequest([photo('pho_00000000000000000000001000')], { discountCode: 'FIRST-LIGHT' })
      await act((step) => world.as(step).checkout(free))
      expect(await world.checkout(free)).toMatchObject({ kind: 'free' })
      expect(violationsAtRest(world)).toEqual([])
      for (let run = 0; run < 2; run++) await world.sendOutbox()
      expect(world.mails).toHaveLength(1)
    })
  })

  test('of the worker, its message comes again and the sale is made once', async () => {
    const cases = await atEveryPoint(async (world, act) => {
      const { orderId } = await world.checkout(cart(world))
      world.stripe.pay('cs_test_1')
      const [news] = world.takeNews()
      if (!news) throw new Error('Stripe said nothing.')
      await act((step) => world.as(step).handle(news))
      await world.handle(news)
      await expectOneSale(world)
      expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    })
    expect(cases).toBeGreaterThanOrEqual(22)
  })

  test('of the return page, and the webhook never comes, the reconciler finds the payment', async () => {
    await atEveryPoint(async (world, act) => {
      await world.checkout(cart(world))
      world.stripe.pay('cs_test_1')
      world.takeNews()
      await act((step) => world.as(step).confirm(world.confirmRequest('cs_test_1')))
      world.clock.forward({ minutes: 5 })
      await world.reconcile()
      await expectOneSale(world)
    })
  })

  test('of the reconciler, its next run does the rest', async () => {
    await atEveryPoint(async (world, act) => {
      await world.checkout(cart(world))
      world.stripe.pay('cs_test_1')
      world.takeNews()
      world.clock.forward({ minutes: 5 })
      await act((step) => world.as(step).reconcile())
      await world.reconcile()
      await expectOneSale(world)
    })
  })

  test('of the release job or its worker, the next run releases what is left, once', async () => {
    await atEveryPoint(async (world, act) => {
      await world.checkout(cart(world))
      world.stripe.pay('cs_test_1')
      await world.deliverAll()
      world.clock.forward({ hours: 48 })
      await act(async (step) => {
        const ops = world.as(step)
        await ops.releaseHolds()
        for (const message of [...world.queued]) await ops.handle(message)
      })
      await world.runRelease()
      await expectOneSale(world)
      expect(await world.balanceOf(userIdOf(1))).toMatchObject({ pendingPence: 0, availablePence: 1350 })
      expect(await world.balanceOf(userIdOf(2))).toMatchObject({ pendingPence: 0, availablePence: 899 })
    })
  })

  test('of the outbox, each mail still arrives, and twice only if the run died with it in hand', async () => {
    await atEveryPoint(async (world, act) => {
      await world.checkout(cart(world))
      world.stripe.pay('cs_test_1')
      await world.deliverAll()
      await act((step) => world.as(step).sendOutbox())
      for (let run = 0; run < 4; run++) {
        world.clock.forward({ minutes: 5 })
        await world.sendOutbox()
      }
      const recipients = world.mails.map(({ to }) => to)
      expect(new Set(recipients).size).toBe(3)
      expect(recipients.length).toBeLessThanOrEqual(4)
      expect(new Set(world.mails.map(({ id }) => id)).size).toBe(3)
    })
  })

  /** Both photographers can be paid, and their shares of one order are available. */
  const payable = async (world: MoneyWorld) => {
    for (const n of [1, 2]) await world.openAccount(userIdOf(n))
    await world.checkout(cart(world))
    world.stripe.pay('cs_test_1')
    await world.deliverAll()
    world.clock.forward({ hours: 48 })
    await world.runRelease()
  }
  const transferred = (world: MoneyWorld) =>
    world.stripe.transfers().reduce((sum, { amountPence, reversedPence }) => sum + amountPence - reversedPence, 0)

  test('of a payout, the sweep finishes it: one transfer a share, and the next payout is free to start', async () => {
    const cases = await atEveryPoint(async (world, act) => {
      await payable(world)
      await world.weeklyPayouts()
      const tasks = world.queued.splice(0)
      await act(async (step) => {
        for (const task of tasks) await world.as(step).handle(task)
      })
      world.clock.forward({ minutes: 3 })
      await world.sweepPayouts()
      for (const task of [...world.queued.splice(0), ...tasks]) await world.handle(task)
      expect(transferred(world)).toBe(1350 + 899)
      expect(await world.balanceOf(userIdOf(1))).toMatchObject({
        paidPence: 1350,
        reservedPence: 0,
        openPayoutId: null,
      })
      await expectOneSale(world)
    })
    expect(cases).toBeGreaterThanOrEqual(36)
  })

  test('of a request for a payout, it is paid once', async () => {
    await atEveryPoint(async (world, act) => {
      await payable(world)
      await act((step) => world.as(step).requestPayout(world.payoutRequest(userIdOf(1))))
      world.clock.forward({ minutes: 3 })
      await world.sweepPayouts()
      await world.deliverAll()
      await world.requestPayout(world.payoutRequest(userIdOf(1))).catch(() => {})
      await world.deliverAll()
      expect(transferred(world)).toBe(1350)
      await expectOneSale(world)
    })
  })

  test('of the weekly run itself, the next one pays whom it missed, and nobody twice', async () => {
    await atEveryPoint(async (world, act) => {
      await payable(world)
      await act((step) => world.as(step).weeklyPayouts())
      await world.weeklyPayouts()
      await world.deliverAll()
      expect(transferred(world)).toBe(1350 + 899)
      await expectOneSale(world)
    })
  })

  test('of a refund after the payout, each share is taken back once, and its transfer with it', async () => {
    const cases = await atEveryPoint(async (world, act) => {
      await payable(world)
      await world.weeklyPayouts()
      await world.deliverAll()
      world.stripe.refund('ch_1', 2499)
      const news = world.takeNews()
      await act(async (step) => {
        for (const message of news) await world.as(step).handle(message)
      })
      for (const message of news) await world.handle(message)
      await world.deliverAll()
      expect(transferred(world)).toBe(0)
      expect(await world.balanceOf(userIdOf(1))).toMatchObject({ availablePence: 0, paidPence: 0, reversedPence: 1350 })
      await expectOneSale(world)
    })
    expect(cases).toBeGreaterThanOrEqual(40)
  })

  test('of a dispute that is won, the shares are back where they were', async () => {
    await atEveryPoint(async (world, act) => {
      await payable(world)
      const id = world.stripe.dispute('ch_1')
      const first = world.takeNews()
      await act(async (step) => {
        for (const message of first) await world.as(step).handle(message)
      })
      for (const message of first) await world.handle(message)
      world.stripe.moveDispute(id, 'won')
      await world.deliverAll()
      expect(await world.balanceOf(userIdOf(1))).toMatchObject({ availablePence: 1350, disputedPence: 0 })
      await expectOneSale(world)
    })
  })
})
