import { describe, expect, test } from 'vitest'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { noInterruption, type Step } from '#test/support/payments/interrupted.ts'
import { twoSalesOnMonday } from '#test/support/payments/two-sales.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)

const setup = async () => {
  const { world, task } = await twoSalesOnMonday()
  let isFirst = true
  /** The buyer of the first has all back, and its news come, while its transfer is on the way. */
  const refunding =
    (step: Step = async () => undefined): Step =>
    async (call, moment) => {
      if (call === 'stripe.createTransfer' && moment === 'before' && isFirst) {
        isFirst = false
        world.stripe.refund('ch_1', 1500)
        await world.deliverAll()
      }
      return step(call, moment)
    }
  const pay = (step: Step) => world.as(refunding(step)).handle(task)
  const taken = () => world.stripe.transfers().map(({ reversedPence }) => reversedPence)
  return { world, task, pay, taken }
}

describe('what was paid out while its buyer got the money back', () => {
  test.each(['busy', 'lost'] as const)(
    'is asked back by a message that comes again, where Stripe is %s',
    async (fate) => {
      const { world, pay, taken } = await setup()
      const step: Step = async (call, moment) =>
        call === 'stripe.reverseTransfer' && moment === 'before' ? fate : undefined
      await pay(step)
      expect(await world.balanceOf(seller)).toMatchObject({ openPayoutId: null, availablePence: -1350 })
      const messages = world.queued.splice(0)
      for (const message of messages)
        await world
          .as(step)
          .handle(message)
          .catch(() => {})
      expect(taken()).toEqual([0, 0])
      for (const message of messages) await world.handle(message)
      expect(taken()).toEqual([1350, 0])
      expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 1350, availablePence: 0 })
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test('is asked back later, and no failure, where Stripe only asks for time', async () => {
    const { world, pay } = await setup()
    const busy: Step = async (call, moment) =>
      call === 'stripe.reverseTransfer' && moment === 'before' ? 'busy' : undefined
    await pay(busy)
    const messages = world.queued.splice(0)
    expect(messages).toHaveLength(1)
    // What says how long to wait is put off; the rest of its batch waits with it, and nobody is told of an error.
    for (const message of messages) await expect(world.as(busy).handle(message)).rejects.toSatisfy(isBusy)
    expect(world.alarms).toEqual([])
  })

  test('is asked back without the night, whenever the process ends that pays', async () => {
    const points: string[] = []
    const whole = await setup()
    await whole.pay(async (call, moment) => {
      points.push(`${call} ${moment}`)
      return undefined
    })
    const from = points.lastIndexOf('stripe.createTransfer after')
    expect(from).toBeGreaterThan(0)
    for (let end = from; end < points.length; end++) {
      const { world, pay, taken } = await setup()
      const dead = Promise.withResolvers<void>()
      let passed = -1
      void pay(async () => {
        passed += 1
        if (passed < end) return undefined
        dead.resolve()
        return new Promise<never>(() => {})
      })
      await dead.promise
      for (let run = 0; run < 3; run++) {
        await world.deliverAll()
        world.clock.forward({ minutes: 5 })
        await world.sweepPayouts()
      }
      await world.deliverAll()
      expect([points[end], taken()]).toEqual([points[end], [1350, 0]])
      expect(violationsAtRest(world)).toEqual([])
    }
  })
})

describe('what was paid out while its buyer got the money back, in a payout whose rest the platform cannot cover', () => {
  /** The bank takes what lies in the account there as soon as the first transfer is made, and nothing covers the second. */
  const shortAfterFirst = async () => {
    const given = await setup()
    const { stripe } = given.world
    const [account] = stripe.accounts()
    if (!account) throw new Error('There is no account.')
    const emptying =
      (step: Step = noInterruption): Step =>
      async (call, moment) => {
        if (call === 'stripe.createTransfer' && moment === 'after' && stripe.transfers().length === 1) {
          stripe.purse.isEmpty = true
          stripe.setMoneyIn(account.id, 0)
        }
        return step(call, moment)
      }
    const sweep = async (minutes: number) => {
      given.world.clock.forward({ minutes })
      await given.world.sweepPayouts()
      await given.world.deliverAll()
    }
    const tried = () => stripe.triedReversals().map(({ isRefused }) => isRefused)
    return { ...given, stripe, emptying, sweep, tried }
  }

  test('is asked for once while it waits, and once more when the rest is sent', async () => {
    const { world, pay, stripe, emptying, sweep, tried, taken } = await shortAfterFirst()
    await pay(emptying())
    await world.deliverAll()
    for (let n = 0; n < 6; n++) await sweep(5)
    expect(tried()).toEqual([true])
    expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 1350, availablePence: -1350 })
    stripe.purse.isEmpty = false
    await sweep(60)
    expect(taken()).toEqual([1350, 0])
    expect(await world.balanceOf(seller)).toMatchObject({ openPayoutId: null, paidPence: 1350, availablePence: 0 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is asked for once by the next run, where the process ends before it asks', async () => {
    const { world, pay, stripe, emptying, sweep, tried } = await shortAfterFirst()
    const dead = Promise.withResolvers<void>()
    void pay(
      emptying(async (call, moment) => {
        if (call !== 'stripe.createTransfer' || moment !== 'before' || stripe.transfers().length === 0) return undefined
        dead.resolve()
        return new Promise<never>(() => {})
      }),
    )
    await dead.promise
    expect(tried()).toEqual([])
    for (let n = 0; n < 6; n++) await sweep(5)
    expect(tried()).toEqual([true])
    expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 1350, availablePence: -1350 })
  })
})

test('a week that meets other changes at every try of setting its money aside comes again, and is paid', async () => {
  const { world, task } = await setup()
  const changing: Step = async (call, moment) => {
    if (call === 'table.transact' && moment === 'before') await world.table.write(balanceAdd(seller, { add: {} }))
    return undefined
  }
  await expect(world.as(changing).handle(task)).rejects.toMatchObject({ code: 'unavailable' })
  expect(world.payoutsOf(seller)).toEqual([])
  await world.handle(task)
  expect(world.stripe.transfers()).toHaveLength(2)
})
