import { UserId } from '#schema/ids.ts'
import type { MoneyWorld, QueuedMessage } from '#test/support/payments/money-world.ts'
import type { Dice } from './dice.ts'
import { violationsAtRest } from './money-checks.ts'

export type Calm = { world: MoneyWorld; dice: Dice; deadLetters: QueuedMessage[] }

const mostDeliveries = 5

/** Delivers what is on its way, again what fails, and lays aside what goes on failing. */
const deliverCalmly = async ({ world, deadLetters }: Calm): Promise<void> => {
  let left: { message: QueuedMessage; tries: number }[] = []
  for (;;) {
    const fresh = [...world.takeNews(), ...world.queued.splice(0)]
    left = [...left, ...fresh.map((message) => ({ message, tries: 0 }))]
    const [next, ...others] = left
    if (!next) return
    left = others
    const isDone = await world.handle(next.message).then(
      () => true,
      () => false,
    )
    if (isDone) continue
    if (next.tries + 1 < mostDeliveries) left.push({ message: next.message, tries: next.tries + 1 })
    else deadLetters.push(next.message)
  }
}

/**
 * A calm moment in the middle: payments that were under way have ended, everything is delivered, the jobs and the night
 * have run, and what was lost is found.
 */
export const calmDown = async (calm: Calm): Promise<void> => {
  const { world, dice, deadLetters } = calm
  for (const { id, status, isPaid } of world.stripe.sessions()) {
    if (status === 'complete' && !isPaid) world.stripe.settleLater(id, dice.chance(0.5))
  }
  const aside = deadLetters.splice(0)
  for (const message of aside) await world.handle(message).catch(() => {})
  world.clock.forward({ minutes: 5 })
  world.stripe.tick()
  await world.reconcile()
  await deliverCalmly(calm)
  await world.compareDaily()
  await deliverCalmly(calm)
  await runJobs(calm)
}

/** The jobs that come every few minutes, as often as it takes what they found to be done. */
export const runJobs = async (calm: Calm): Promise<void> => {
  const { world } = calm
  for (let round = 0; round < 2; round++) {
    world.clock.forward({ minutes: 5 })
    world.stripe.tick()
    await world.reconcile()
    await world.sweepPayouts()
    await world.releaseHolds()
    await deliverCalmly(calm)
  }
}

/** What operators took back by hand holds payouts until somebody looked: here they always let them go on. */
export const releasePayoutHolds = async (world: MoneyWorld): Promise<void> => {
  for (const { SK, userId, payoutHold } of world.table.all()) {
    if (SK === 'BALANCE' && payoutHold) await world.holdPayouts(UserId.parse(userId), null)
  }
}

/** The accounts work and Stripe has money: within three Mondays everything that is payable is paid. */
export const payEverybody = async (world: MoneyWorld, judge: () => void): Promise<void> => {
  for (let week = 0; week < 3; week++) {
    world.clock.forward({ hours: 24 * 7 })
    await world.deliverAll()
    await world.compareDaily()
    await world.runRelease()
    await world.sweepPayouts()
    await world.deliverAll()
    await releasePayoutHolds(world)
    await world.weeklyPayouts()
    await world.deliverAll()
    judge()
  }
}

/** The faults are over: what lies in queues is delivered, dead letters are redriven, and the jobs run on schedule. */
export const comeToRest = async ({ world, dice, deadLetters }: Calm): Promise<void> => {
  for (const { id, status, isPaid } of world.stripe.sessions()) {
    if (status === 'complete' && !isPaid) world.stripe.settleLater(id, dice.chance(0.5))
  }
  world.stripe.purse.isEmpty = false
  for (const message of deadLetters) await world.handle(message).catch(() => {})
  for (let run = 0; run < 3; run++) {
    world.clock.forward({ minutes: 5 })
    world.stripe.tick()
    await world.reconcile()
  }
  // An order that was given up is in no list; if money came for it after all, the daily comparison finds it.
  const unsettled = violationsAtRest(world).filter(({ rule, found }) => rule === 'M7' && !/failed|expired/.test(found))
  if (unsettled.length > 0) throw new Error(`Paid 15 minutes ago and not settled: ${JSON.stringify(unsettled)}`)
  await world.compareSessions()
  await world.compareReturns()
  await world.deliverAll()
  world.clock.forward({ hours: 26 })
  world.stripe.tick()
  for (let run = 0; run < 2; run++) await world.reconcile()
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  for (let run = 0; run < 3; run++) {
    await world.sendOutbox()
    world.clock.forward({ minutes: 5 })
  }
}
