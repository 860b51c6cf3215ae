import { afterMs } from '#functions/shared/time/clock.ts'
import { api } from '#schema/api/all.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { request } from '#test/support/http/request.ts'
import type { Fate } from '#test/support/payments/interrupted.ts'
import { type MoneyWorld, moneyWorld, type QueuedMessage } from '#test/support/payments/money-world.ts'
import { seededNumbers } from '#test/support/random.ts'
import { actAtStripe, actOnAccount } from './at-stripe.ts'
import { startBuyer } from './buyers.ts'
import { type Calm, calmDown, comeToRest, payEverybody, runJobs } from './calm.ts'
import { type Dice, diceOf } from './dice.ts'
import { eraseSeller } from './erasure.ts'
import { judgeFiles, unopenedFindings } from './files-judge.ts'
import { type Happened, soldIn } from './happened.ts'
import { judgeBooks, judgeOrders } from './judge.ts'
import { nightlyFindings, truthFindings, unpaidFindings } from './last-checks.ts'
import { judgeScreens } from './list-judge.ts'
import { moneyFacts, violationsAtRest, violationsNow } from './money-checks.ts'
import { type Debts, judgeDebts, judgePayout, judgeReversals, judgeWaiting } from './payout-judge.ts'
import { type Parked, scheduler } from './scheduler.ts'
import type { Finding } from './sold-cart.ts'
import { isWebSold, type Stall, sellersOn, type WishedPhoto } from './stall.ts'
import { changeOffer, stock } from './stock.ts'

const mostDeliveries = 5
/** Carts of over 100 photos take many times as long: one seed in so many has them. */
const largeEvery = 25

/** How much happens in one stretch of chaos. */
type Stretch = { buyers: number; jobs: number; jobChance: number; acts: number; withPayouts: boolean }
type Run = {
  world: MoneyWorld
  dice: Dice
  stall: Stall
  sellers: readonly UserId[]
  deadLetters: QueuedMessage[]
  trace: string[]
  report: (findings: readonly Finding[]) => void
  count: { steps: number; buyers: number; jobs: number }
}

/**
 * One market: buyers who click twice, pay, pay later, leave or come back; news and messages that are lost, doubled and
 * late; jobs and nights at any moment; calls, answers and whole processes that are lost; a clock that jumps; prices that
 * change, accounts that are emptied, stopped and left; refunds and disputes of every kind. What must hold of money is
 * checked after every step. Between stretches of chaos everything on its way arrives, and the model, which shares no sum
 * with the product, says what every share, balance, fee and payout must be.
 * @throws with the seed and the last steps when anything does not hold.
 */
export const runMarket = async (seed: number, options: { withPayouts: boolean }): Promise<Happened> => {
  const random = Math.random
  // Work lists are shuffled, and who is told to wait comes back, by these numbers.
  Math.random = seededNumbers(seed)
  try {
    return await runSeeded(seed, options)
  } finally {
    Math.random = random
  }
}

const runSeeded = async (seed: number, { withPayouts }: { withPayouts: boolean }) => {
  const dice = diceOf(seed)
  // Books are read by a few shares at a time: with so few sales each is long.
  const world = moneyWorld({ seed, bookSizes: { period: 2, page: 3 } })
  const stall = await stock(world, dice, { isLarge: seed % largeEvery === 3 })
  const trace: string[] = []
  const report = (findings: readonly Finding[]) => {
    if (findings.length === 0) return
    const found = findings.map(({ rule, subject, found }) => `${rule} (${subject}): ${found}`)
    throw new Error(`Seed ${seed}: ${found.join('; ')}\n${trace.slice(-40).join('\n')}`)
  }
  const sellers = withPayouts ? await openAccounts(world, stall) : []
  if (withPayouts && seed % 50 === 7) await sellMany(world, stall)
  const count = { steps: 0, buyers: 0, jobs: 0 }
  const run: Run = { world, dice, stall, sellers, deadLetters: [], trace, report, count }

  if (withPayouts) await chaoticWeeks(run)
  else await chaos(run, { buyers: 2 + dice.below(4), jobs: 12, jobChance: 0.02, acts: 2, withPayouts })
  await rest(run, withPayouts)
  return {
    ...soldIn(world, stall),
    steps: count.steps,
    paid: world.stripe.sessions().filter(({ isPaid }) => isPaid).length,
    paidOutPence: world.stripe.transfers().reduce((sum, { amountPence }) => sum + amountPence, 0),
  }
}

/** Stretches of chaos with calm between them, at which the model judges, and somebody may ask for a payout. */
const chaoticWeeks = async (run: Run): Promise<void> => {
  const { world, dice, stall, sellers, report, deadLetters } = run
  const stretches = 1 + dice.below(3)
  // Some runs go on for months: debts grow old, transfers are out of Stripe's lists.
  const isLong = dice.chance(0.15)
  const debts: Debts = new Map()
  let calmBefore = world.now()
  for (let stretch = 0; stretch < stretches; stretch++) {
    const size = { buyers: 1 + dice.below(3), jobs: 14, jobChance: 0.06, acts: 9 }
    await chaos(run, { ...size, withPayouts: true })
    const calm: Calm = { world, dice, deadLetters }
    await calmDown(calm)
    const judged = judgeBooks(world, stall)
    const debtFindings = judgeDebts(world, { ...judged, debts, calmBefore })
    report([
      ...judged.findings,
      ...debtFindings,
      ...judgeReversals(world, judged.sales),
      ...judgeWaiting(world, judged),
    ])
    for (const seller of sellers) report(await judgeScreens(world, judged, seller))
    report(await judgeFiles(world, stall, { isGrown: false }))
    calmBefore = world.now()
    for (const seller of sellers.filter(() => dice.chance(0.5))) report(await judgePayout(world, judged, seller))
    await runJobs(calm)
    report(judgeBooks(world, stall).findings)
    await reopenAccounts(run)
    await passDays(run, isLong ? 10 + dice.below(20) : dice.below(5))
  }
}

/** Days in which nothing happens but the jobs of each night. */
const passDays = async ({ world, dice, deadLetters }: Run, days: number): Promise<void> => {
  for (let day = 0; day < days; day++) {
    world.clock.forward({ hours: 24 })
    await world.finishChores()
    if (day % 7 === 0 || day === days - 1) await calmDown({ world, dice, deadLetters })
    else await world.compareDaily().catch(() => {})
  }
}

const chaos = async (run: Run, { buyers, jobs, jobChance, acts, withPayouts }: Stretch): Promise<void> => {
  const { world, dice, stall, sellers, report, deadLetters, trace, count } = run
  stall.begins.push(world.now().getTime())
  let jobsLeft = jobs
  let actsLeft = acts
  let checkedAt = -1
  let night = nightOf(world)

  const running = scheduler({
    now: world.now,
    trace,
    choose: (parked) => {
      const index = dice.below(parked.length)
      const next = parked[index]
      return { index, ...(next && fateOf(dice, next, world.now())) }
    },
    afterStep: async () => {
      passTime(world, dice)
      for (const message of [...world.takeNews(), ...world.queued.splice(0)]) deliver(message)
      if (jobsLeft > 0 && dice.chance(jobChance)) {
        jobsLeft--
        startJob()
      }
      if (actsLeft > 0 && dice.chance(0.05)) {
        actsLeft--
        await act()
      }
      if (withPayouts && night !== nightOf(world)) {
        night = nightOf(world)
        startNight()
      }
      if (checkedAt !== world.writes()) {
        checkedAt = world.writes()
        const facts = moneyFacts(world)
        report([...violationsNow(world, facts), ...judgeOrders(world, stall, facts)])
      }
    },
  })

  const act = async () => {
    const what = withPayouts
      ? dice.pick(['stripe', 'stripe', 'stripe', 'account', 'account', 'offer'] as const)
      : 'offer'
    if (what === 'stripe') await actAtStripe(world, dice)
    if (what === 'account') await actOnAccount(world, dice)
    if (what === 'offer') await changeOffer(world, dice, stall)
  }

  const startJob = () => {
    count.jobs++
    const job = withPayouts
      ? dice.pick(weeklyJobs)
      : dice.pick(['reconcile', 'releaseHolds', 'sendOutbox', 'finishChores'] as const)
    const seller = dice.anyOf(sellers)
    running.start(`${job} ${count.jobs}`, async (step) => {
      if (job !== 'request') await world.as(step)[job]()
      else if (seller) await world.as(step).requestPayout(world.payoutRequest(seller))
    })
  }

  const startNight = () => {
    const isWhole = dice.chance(0.3)
    running.start(isWhole ? 'compareDaily' : 'compareReturns', async (step) => {
      if (isWhole) await world.as(step).compareDaily()
      else await world.as(step).compareReturns()
    })
  }

  /** As SQS does: at least once usually, in any order, again after a failure, and in the end to the dead letters. */
  const deliver = (message: QueuedMessage) => {
    const copies = dice.chance(0.15) ? 0 : dice.chance(0.2) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) attempt(message, 1)
  }
  const attempt = (message: QueuedMessage, delivery: number) => {
    running.start(
      `worker ${delivery}`,
      (step) => world.as(step).handle(message),
      (ending) => {
        if (ending === 'done') return
        if (delivery < mostDeliveries) attempt(message, delivery + 1)
        else deadLetters.push(message)
      },
    )
  }

  for (let n = 0; n < buyers; n++) {
    count.buyers++
    startBuyer(world, dice, { n: count.buyers, stall, start: running.start })
  }
  await running.run()
  count.steps += running.steps()
}

const weeklyJobs = [
  'reconcile',
  'releaseHolds',
  'releaseHolds',
  'weeklyPayouts',
  'sweepPayouts',
  'request',
  'finishChores',
] as const

const nightOf = (world: MoneyWorld): string => world.now().toISOString().slice(0, 10)

/** Photographers who can be paid, with sales from the days before. */
const openAccounts = async (world: MoneyWorld, stall: Stall): Promise<UserId[]> => {
  const sellers = sellersOn(stall)
  const { photos } = stall
  for (const seller of sellers) await world.openAccount(seller)
  for (let day = 0; day < 3; day++) {
    const email = `early${day}@example.com`
    const items = photos.map(
      (photoId): WishedPhoto => ({ photoId, size: day === 1 && isWebSold(stall, photoId) ? 'web' : 'original' }),
    )
    stall.wishes.set(email, { items, galleries: [] })
    await world.sell(items, { key: `attempt-before-${day}-000`, email }).catch(() => {})
    world.clock.forward({ hours: 24 })
  }
  await world.runRelease()
  return sellers
}

/** More sales of one photographer than a payout has transfers: what is paid goes in rounds. */
const sellMany = async (world: MoneyWorld, { photos, wishes }: Stall): Promise<void> => {
  const [photo] = photos
  for (let n = 0; photo && n < limits.payout.transfersPerBatch + 5; n++) {
    const many = { key: `attempt-of-many-${n}-000`, email: `many${n}@example.com`, address: `198.51.100.${n}` }
    wishes.set(many.email, { items: [{ photoId: photo }], galleries: [] })
    await world.sell([photo], many).catch(() => {})
  }
  world.clock.forward({ hours: 48 })
  await world.runRelease()
}

/** Whoever left the provider or was stopped there comes back, some of them; an account that is gone is made anew. */
const reopenAccounts = async ({ world, dice, sellers }: Run): Promise<void> => {
  for (const seller of sellers.filter(() => dice.chance(0.7))) await reopenAccount(world, seller)
}

const reopenAccount = async (world: MoneyWorld, seller: UserId): Promise<void> => {
  await world.setUpAccount(request(api.payouts.endpoints.setUpAccount, { caller: seller }))
  const account = await world.payAccountOf(seller)
  if (account) world.stripe.changeAccount(account.stripeAccountId, { canReceive: true, detailsSubmitted: true })
}

/** What broke off is gone on with some hours later. */
const doChores = async (world: MoneyWorld): Promise<void> => {
  for (let run = 0; run < 3; run++) {
    world.clock.forward({ hours: 7 })
    await world.finishChores()
  }
}

/** The faults end: what Stripe says is what the books say, everybody is paid, and no debt was forgotten. */
const rest = async ({ world, dice, stall, sellers, deadLetters, report }: Run, withPayouts: boolean): Promise<void> => {
  await comeToRest({ world, dice, deadLetters })
  if (withPayouts) {
    world.stripe.purse.isEmpty = false
    for (const seller of sellers) await reopenAccount(world, seller)
    await payEverybody(world, () => report(judgeBooks(world, stall).findings))
  }
  report(violationsAtRest(world))
  report(judgeBooks(world, stall).findings)
  report(truthFindings(world))
  await doChores(world)
  report([...unopenedFindings(world), ...(await judgeFiles(world, stall, { isGrown: true }))])
  if (!withPayouts) return
  report([...(await unpaidFindings(world, sellers)), ...(await nightlyFindings(world))])
  await leave({ world, dice, stall, sellers, deadLetters, report })
}

/**
 * A photographer's account is erased, unless money is due, owed or disputed; then, or for all that, buyers are given their
 * money back and banks decide. The amounts of the books outlive the person.
 */
const leave = async ({ world, dice, stall, sellers, deadLetters, report }: Omit<Run, 'trace' | 'count'>) => {
  const seller = dice.anyOf(sellers)
  if (!seller || dice.chance(0.7)) return
  const { availablePence, pendingPence, heldPence, reservedPence, disputedPence } = await world.balanceOf(seller)
  const isDue = [availablePence, pendingPence, heldPence, reservedPence, disputedPence].some((pence) => pence !== 0)
  const ended = await eraseSeller(world, seller)
  if (isDue && ended !== 'waits')
    report([{ rule: 'erasure', subject: seller, found: `${ended}, though something is due or owed` }])
  for (let n = 0; n < 6; n++) await actAtStripe(world, dice)
  await calmDown({ world, dice, deadLetters })
  report([...judgeBooks(world, stall).findings, ...violationsAtRest(world)])
}

/** No function of ours lives longer: what is left of it then is gone. */
const functionLifeMs = 15 * 60_000

const fateOf = (dice: Dice, { name, call, startedAt }: Parked, now: Date): { fate?: Fate | 'crash' } => {
  const isOverdue = !name.startsWith('buyer') && call !== 'start' && now > afterMs(startedAt, functionLifeMs)
  if (isOverdue || dice.chance(0.012)) return { fate: 'crash' }
  if (call !== 'start' && dice.chance(0.02)) return { fate: dice.chance(0.8) ? 'lost' : 'busy' }
  return {}
}

const passTime = (world: MoneyWorld, dice: Dice) => {
  if (dice.chance(0.3)) world.clock.forward({ ms: dice.below(3_000) })
  if (dice.chance(0.01)) world.clock.forward({ minutes: dice.below(20) })
  if (dice.chance(0.004)) world.clock.forward({ hours: dice.below(60) })
  world.stripe.tick()
}
