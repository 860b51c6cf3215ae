import { describe, expect, test } from 'vitest'
import { maxDeliveries } from '#functions/shared/queue/deliveries.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { diceOf } from '#test/support/sim/dice.ts'
import { violationsAtRest, violationsNow } from '#test/support/sim/money-checks.ts'
import { scheduler } from '#test/support/sim/scheduler.ts'

const seedCount = Math.ceil(Number(process.env.SIM_SEEDS ?? 200) / 2)
const seeds = Array.from({ length: seedCount }, (_, index) => index + 1)

/**
 * A Monday on which Stripe takes few calls a second and answers 429 to the others: holds are released by jobs that come
 * twice, everybody is paid by several workers at once, messages are doubled and come again in any order. The standing
 * checks run after every write.
 */
const busyMonday = async (seed: number) => {
  const dice = diceOf(seed)
  const world = moneyWorld({ seed })
  const sellers = Array.from({ length: 1 + dice.below(3) }, (_, index) => userIdOf(index + 1))
  let sale = 0
  for (const [index, seller] of sellers.entries()) {
    const photos = await world.addSeller(index + 1, [1500, 999])
    await world.openAccount(seller)
    for (let n = 1 + dice.below(5); n > 0; n--) {
      const key = `attempt-${String(++sale).padStart(9, '0')}`
      await world.sell(photos.slice(dice.below(2)), { key, email: `buyer${sale}@example.com` })
      world.clock.forward({ minutes: dice.below(90) })
    }
  }

  const callsPerSecond = 1 + dice.below(3)
  let secondOf = 0
  let callsInSecond = 0
  let busyCount = 0
  const takes = () => {
    const second = Math.floor(world.now().getTime() / 1_000)
    if (second !== secondOf) {
      secondOf = second
      callsInSecond = 0
    }
    callsInSecond += 1
    return callsInSecond <= callsPerSecond
  }
  /** What failed comes again when its queue shows it again: with the next run, minutes later. */
  const later: (() => void)[] = []
  let checkedAt = -1
  const day = scheduler({
    now: world.now,
    choose: (parked) => {
      const index = dice.below(parked.length)
      const next = parked[index]
      if (!next?.call.startsWith('stripe.') || next.moment !== 'before' || takes()) return { index }
      busyCount += 1
      return { index, fate: 'busy' }
    },
    afterStep: async () => {
      world.clock.forward({ ms: dice.below(30) })
      for (const message of world.queued.splice(0)) {
        for (let copy = dice.chance(0.2) ? 2 : 1; copy > 0; copy--) work(message, 1)
      }
      if (checkedAt === world.writes()) return
      checkedAt = world.writes()
      expect(violationsNow(world)).toEqual([])
    },
  })
  const work = (message: (typeof world.queued)[number], delivery: number) => {
    day.start(
      `worker ${delivery}`,
      (step) => world.as(step).handle(message),
      (ending) => {
        if (ending !== 'done' && delivery < maxDeliveries) later.push(() => work(message, delivery + 1))
      },
    )
  }
  const run = async (...jobs: readonly ('releaseHolds' | 'weeklyPayouts' | 'sweepPayouts')[]) => {
    for (const again of later.splice(0)) again()
    for (const [n, job] of jobs.entries()) {
      day.start(`${job} ${n}`, async (step) => {
        await world.as(step)[job]()
      })
    }
    await day.run()
  }

  // Some are due, some not yet: nobody gets anything early.
  world.clock.forward({ hours: 46 })
  await run('releaseHolds', 'releaseHolds', 'weeklyPayouts')
  world.clock.forward({ hours: 2, minutes: 1 })
  await run('releaseHolds', 'weeklyPayouts', 'releaseHolds', 'weeklyPayouts', 'sweepPayouts')
  // Five minutes later and again: the sweep finds what was stopped.
  const sweepOn = async () => {
    for (let sweeps = 0; sweeps < 40; sweeps++) {
      world.clock.forward({ minutes: 5 })
      await run('sweepPayouts')
    }
  }
  await sweepOn()
  // Whom Stripe refused until the message was set aside, before anything was reserved, the next week covers (B27).
  for (let weeks = 0; weeks < 2; weeks++) {
    world.clock.forward({ hours: 24 * 7 })
    await run('weeklyPayouts')
    await sweepOn()
  }
  const balances = await Promise.all(sellers.map((seller) => world.balanceOf(seller)))
  return { world, balances, busyCount }
}

describe('on a Monday on which Stripe says "not now"', () => {
  test(`buckets, balances and holds are right after every write, and all is paid once, for ${seedCount} seeds`, async () => {
    let busy = 0
    for (const seed of seeds) {
      const { world, balances, busyCount } = await busyMonday(seed)
      busy += busyCount
      expect(violationsAtRest(world), `seed ${seed}`).toEqual([])
      for (const { availablePence, reservedPence, pendingPence, paidPence, totalEarnedPence } of balances) {
        expect({ seed, availablePence, reservedPence, pendingPence, paidPence }).toEqual({
          seed,
          availablePence: 0,
          reservedPence: 0,
          pendingPence: 0,
          paidPence: totalEarnedPence,
        })
      }
    }
    // A Stripe that is never busy would show nothing.
    expect(busy / seedCount).toBeGreaterThan(3)
  })
})
