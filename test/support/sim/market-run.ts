import { discountStore } from '#functions/orders/discount-store.ts'
import { afterMs } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'
import type { PhotoId, UserId } from '#schema/ids.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import type { Fate, Step } from '#test/support/payments/interrupted.ts'
import { type MoneyWorld, moneyWorld, type QueuedMessage } from '#test/support/payments/money-world.ts'
import { seededNumbers } from '#test/support/random.ts'
import { violationsAtRest, violationsNow } from './money-checks.ts'
import { type Parked, type Start, scheduler } from './scheduler.ts'

const mostDeliveries = 5
const mostJobs = 12
const mostActs = 14

/** Dice whose throws depend on the seed alone. */
export const diceOf = (seed: number) => {
  const next = seededNumbers(seed)
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0],
  }
}
export type Dice = ReturnType<typeof diceOf>

/**
 * One market on one chaotic afternoon: buyers who click twice, pay, pay later, leave or come back; events that are lost,
 * doubled and late; jobs at any moment; calls, answers and whole processes that are lost; a clock that jumps. What must
 * hold of money is checked after every step. Then the faults end, everything on its way arrives, the jobs run, and the
 * books must be complete.
 * @throws with the seed and the last steps when anything does not hold.
 */
export const runMarket = async (
  seed: number,
  { withPayouts }: { withPayouts: boolean },
): Promise<{ steps: number; paid: number; paidOutPence: number }> => {
  const dice = diceOf(seed)
  const world = moneyWorld({ seed })
  const photos = await stock(world, dice)
  const sellers = withPayouts ? await openAccounts(world, photos) : []
  const deadLetters: QueuedMessage[] = []
  let jobs = 0
  let acts = 0
  let checkedAt = -1
  let night = nightOf(world)

  const chaos = scheduler({
    now: world.now,
    choose: (parked) => {
      const index = dice.below(parked.length)
      const next = parked[index]
      return { index, ...(next && fateOf(dice, next, world.now())) }
    },
    afterStep: async () => {
      passTime(world, dice)
      for (const message of [...world.takeNews(), ...world.queued.splice(0)]) deliver(message, dice)
      if (jobs < (withPayouts ? 3 * mostJobs : mostJobs) && dice.chance(withPayouts ? 0.06 : 0.02)) startJob()
      if (withPayouts && acts < mostActs && dice.chance(0.05)) {
        acts++
        act(world, dice, sellers)
      }
      if (withPayouts && night !== nightOf(world)) {
        night = nightOf(world)
        chaos.start('compareReturns', async (step) => {
          await world.as(step).compareReturns()
        })
      }
      if (checkedAt !== world.writes()) {
        checkedAt = world.writes()
        report(violationsNow(world))
      }
    },
  })

  const report = (violations: readonly { rule: string; subject: string; found: string }[]) => {
    if (violations.length === 0) return
    const found = violations.map(({ rule, subject, found }) => `${rule} (${subject}): ${found}`)
    throw new Error(`Seed ${seed}: ${found.join('; ')}\n${chaos.trace.slice(-40).join('\n')}`)
  }

  const startJob = () => {
    jobs++
    const job = withPayouts
      ? dice.pick(['reconcile', 'releaseHolds', 'releaseHolds', 'weeklyPayouts', 'sweepPayouts', 'request'] as const)
      : dice.pick(['reconcile', 'releaseHolds', 'sendOutbox'] as const)
    const [seller = userIdOf(1)] = sellers.slice(dice.below(sellers.length || 1))
    if (job === 'request') {
      chaos.start(`request ${jobs}`, async (step) => {
        await world.as(step).requestPayout(world.payoutRequest(seller))
      })
      return
    }
    chaos.start(`${job} ${jobs}`, async (step) => {
      await world.as(step)[job]()
    })
  }

  /** As SQS does: at least once usually, in any order, again after a failure, and in the end to the dead letters. */
  const deliver = (message: QueuedMessage, dice: Dice) => {
    const isOurs = !/"(checkout|charge|refund)\./.test(JSON.stringify(message))
    const copies = !isOurs && dice.chance(0.15) ? 0 : dice.chance(0.2) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) attempt(message, 1)
  }
  const attempt = (message: QueuedMessage, delivery: number) => {
    chaos.start(
      `worker ${delivery}`,
      (step) => world.as(step).handle(message),
      (ending) => {
        if (ending === 'done') return
        if (delivery < mostDeliveries) attempt(message, delivery + 1)
        else deadLetters.push(message)
      },
    )
  }

  const buyers = 2 + dice.below(4)
  for (let n = 1; n <= buyers; n++) startBuyer(world, dice, { n, photos, start: chaos.start })
  await chaos.run()

  await comeToRest(world, dice, deadLetters)
  if (withPayouts) await payEverybody(world)
  report(violationsAtRest(world))
  report(truthViolations(world))
  if (withPayouts) report([...(await unpaidViolations(world, sellers)), ...(await nightlyViolations(world))])
  return {
    steps: chaos.steps(),
    paid: world.stripe.sessions().filter(({ isPaid }) => isPaid).length,
    paidOutPence: world.stripe.transfers().reduce((sum, { amountPence }) => sum + amountPence, 0),
  }
}

const nightOf = (world: MoneyWorld): string => world.now().toISOString().slice(0, 10)

const stock = async (world: MoneyWorld, dice: Dice): Promise<PhotoId[]> => {
  const photos: PhotoId[] = []
  const sellers = 1 + dice.below(3)
  for (let n = 1; n <= sellers; n++) {
    const prices = Array.from({ length: 1 + dice.below(3) }, () => dice.pick([0, 30, 99, 1500, 1500, 1999, 12_345]))
    photos.push(...(await world.addSeller(n, prices)))
  }
  const discounts = discountStore(world.table, async () => 'FIRST-LIGHT')
  await discounts.create(aDiscount({ code: 'HALF', percent: 50, maxUses: 1 }))
  await discounts.create(aDiscount({ code: 'GIFT', percent: 100, maxUses: 2 }))
  return photos
}

/** Photographers who can be paid, with sales from the days before. */
const openAccounts = async (world: MoneyWorld, photos: readonly PhotoId[]): Promise<UserId[]> => {
  const sellers = [1, 2, 3].map(userIdOf).filter((id) => world.table.stored(`USER#${id}`, 'PROFILE'))
  for (const seller of sellers) await world.openAccount(seller)
  for (let day = 0; day < 3; day++) {
    await world.sell(photos, { key: `attempt-before-${day}-000`, email: `early${day}@example.com` }).catch(() => {})
    world.clock.forward({ hours: 24 })
  }
  await world.runRelease()
  return sellers
}

/** What people do at Stripe itself: refunds, disputes, reversals by hand, accounts that stop and go on. */
const act = (world: MoneyWorld, dice: Dice, sellers: readonly UserId[]) => {
  const { stripe } = world
  const anyOf = <T>(list: readonly T[]): T | undefined => list[dice.below(list.length || 1)]
  const charge = anyOf(stripe.sessions().flatMap((session) => (session.charge ? [session.charge] : [])))
  const refund = anyOf(stripe.refunds())
  const dispute = anyOf(stripe.disputes())
  const transfer = anyOf(stripe.transfers())
  const account = stripe.accounts()[dice.below(sellers.length || 1)]
  switch (dice.pick(['refund', 'refund', 'end', 'dispute', 'move', 'reverse', 'account', 'purse'] as const)) {
    case 'refund':
      if (!charge) return
      stripe.refund(charge.id, dice.chance(0.4) ? charge.amountPence : 1 + dice.below(charge.amountPence), {
        status: dice.chance(0.5) ? 'pending' : 'succeeded',
        lines: dice.chance(0.3) ? [1] : null,
      })
      return
    case 'end':
      if (refund) stripe.endRefund(refund.id, dice.chance(0.5) ? 'failed' : 'succeeded')
      return
    case 'dispute':
      if (charge && !stripe.disputes().some(({ chargeId }) => chargeId === charge.id)) {
        stripe.dispute(charge.id, dice.chance(0.3) ? 'inquiry' : 'withdrawn')
      }
      return
    case 'move':
      if (dispute) moveOn(world, dice, dispute)
      return
    case 'reverse':
      if (transfer && transfer.amountPence > transfer.reversedPence) {
        stripe.reverseByHand(transfer.id, 1 + dice.below(transfer.amountPence - transfer.reversedPence))
      }
      return
    case 'account':
      if (account) stripe.changeAccount(account.id, { canReceive: dice.chance(0.6) })
      return
    case 'purse':
      stripe.purse.isEmpty = dice.chance(0.4)
  }
}

const moveOn = (
  { stripe }: MoneyWorld,
  dice: Dice,
  { id, stage }: ReturnType<MoneyWorld['stripe']['disputes']>[number],
) => {
  if (stage === 'inquiry') stripe.moveDispute(id, dice.pick(['inquiry_closed', 'withdrawn'] as const))
  else if (stage === 'withdrawn') stripe.moveDispute(id, dice.pick(['won', 'lost'] as const))
  else if (stage === 'lost' && dice.chance(0.3)) stripe.moveDispute(id, 'won')
}

/** The accounts work, Stripe has money, the nightly comparison has run: now everything that is payable is paid. */
const payEverybody = async (world: MoneyWorld) => {
  world.stripe.purse.isEmpty = false
  for (const { id } of world.stripe.accounts()) world.stripe.changeAccount(id, { canReceive: true })
  for (let week = 0; week < 3; week++) {
    world.clock.forward({ hours: 24 * 7 })
    await world.deliverAll()
    await world.compareReturns()
    await world.runRelease()
    await world.sweepPayouts()
    await world.deliverAll()
    await world.weeklyPayouts()
    await world.deliverAll()
  }
}

const unpaidViolations = async (world: MoneyWorld, sellers: readonly UserId[]) => {
  const balances = await Promise.all(sellers.map((seller) => world.balanceOf(seller)))
  return balances.flatMap((balance) => {
    const frozen = world.table
      .all()
      .filter(({ SK, sellerId, frozen }) => String(SK).startsWith('EARN#') && sellerId === balance.userId && frozen)
    const wrong = (rule: string, found: string) => ({ rule, subject: balance.userId, found })
    return [
      ...(balance.reservedPence !== 0 ? [wrong('nothing on its way', `${balance.reservedPence} reserved`)] : []),
      ...(balance.openPayoutId !== null ? [wrong('no payout open', balance.openPayoutId)] : []),
      ...(balance.availablePence > 0 && frozen.length === 0
        ? [wrong('everything paid', `${balance.availablePence} available`)]
        : []),
    ]
  })
}

/** The night's own comparison must find nothing that the checks over the whole table did not. */
const nightlyViolations = async (world: MoneyWorld) => {
  const { made, different } = await world.compareTransfers()
  const { checked, wrong } = await world.checkBooks(made)
  const earning = new Set(world.table.all().flatMap(({ SK, userId }) => (SK === 'BALANCE' ? [userId] : [])))
  const found = (rule: string, isWrong: boolean, count: number) =>
    isWrong ? [{ rule, subject: 'the night', found: String(count) }] : []
  return [
    ...found('transfers differ', different > 0, different),
    ...found('books differ', wrong > 0, wrong),
    ...found('everybody checked', checked !== earning.size, checked),
  ]
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

type Buyer = { n: number; photos: readonly PhotoId[]; start: Start }
const startBuyer = (world: MoneyWorld, dice: Dice, { n, photos, start }: Buyer) => {
  const liked = photos.filter(() => dice.chance(0.6))
  const wanted = liked.length > 0 || dice.chance(0.1) ? liked : photos
  const code = dice.chance(0.3) ? dice.pick(['HALF', 'GIFT', 'FIRST-LIGHT'] as const) : undefined
  const isTwoTabs = dice.chance(0.5)
  const requestOf = (click: number) =>
    world.checkoutRequest(wanted, {
      key: isTwoTabs ? `attempt-of-buyer-${n}-in-tab-${click}` : `attempt-of-buyer-${n}`,
      email: `buyer${n}@example.com`,
      session: `anon_1700000000000_buyer0000${n}`,
      ...(code !== undefined && { discountCode: code }),
    })
  const clicks = dice.chance(0.3) ? 2 : 1
  for (let click = 1; click <= clicks; click++) {
    start(`buyer ${n}.${click}`, async (step) => {
      const ops = world.as(step)
      const answer = await persist(dice, () => ops.checkout(requestOf(click)))
      if (answer?.kind !== 'pay') return
      const sessionId = /cs_test_\d+/.exec(answer.url)?.[0]
      if (sessionId === undefined) return
      await payOrLeave(world, dice, { sessionId, step })
      if (dice.chance(0.7)) await persist(dice, () => ops.confirm(world.confirmRequest(sessionId)))
    })
  }
}

/** People try again what failed, a few times, and then give up. */
const persist = async <T>(dice: Dice, act: () => Promise<T>): Promise<T | undefined> => {
  for (let tries = 0; tries < 4; tries++) {
    try {
      return await act()
    } catch (error) {
      const isWorthIt = error instanceof AppError && error.code === 'unavailable' && dice.chance(0.8)
      if (!isWorthIt) return undefined
    }
  }
  return undefined
}

const payOrLeave = async (world: MoneyWorld, dice: Dice, { sessionId, step }: { sessionId: string; step: Step }) => {
  await step('payment page', 'before')
  if (dice.chance(0.65)) world.stripe.pay(sessionId)
  else if (dice.chance(0.4)) {
    if (!world.stripe.payLater(sessionId)) return
    await step('bank', 'before')
    world.stripe.settleLater(sessionId, dice.chance(0.6))
    await step('bank', 'after')
    // Some banks change their mind.
    if (dice.chance(0.3)) world.stripe.settleLater(sessionId, true)
  }
}

/** The faults are over: what lies in queues is delivered, dead letters are redriven, and the jobs run on schedule. */
const comeToRest = async (world: MoneyWorld, dice: Dice, deadLetters: readonly QueuedMessage[]) => {
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

/** What Stripe took must be what the books say, and nobody is left waiting. */
const truthViolations = (world: MoneyWorld) => {
  const items = world.table.all()
  const orders = items.filter(({ PK, SK }) => String(PK).startsWith('ORDER#') && SK === 'META')
  const sessions = world.stripe.sessions()
  const wrong = (rule: string, subject: unknown, found: string) => ({ rule, subject: String(subject), found })
  const buyers = Map.groupBy(
    orders.filter(({ customerEmail }) => String(customerEmail).startsWith('buyer')),
    ({ customerEmail }) => String(customerEmail),
  )
  const twice = [...buyers].flatMap(([email, own]) => {
    const paid = own
      .filter((order) =>
        sessions.some(({ id, isPaid, orderId }) => {
          // A bank that refused and paid after all may come after the buyer has paid in another way.
          const hasChanged = world.stripe.changedMinds.has(id)
          return isPaid && !hasChanged && orderId === order.id
        }),
      )
      .toSorted((a, b) => (String(a.createdAt) < String(b.createdAt) ? -1 : 1))
    const [one, next] = paid
    if (!one || !next) return []
    // Half an hour after it was paid, the same cart is another wish.
    const isAnotherWish =
      String(next.createdAt) > String(one.paidAt) &&
      new Date(String(next.createdAt)) >= afterMs(new Date(String(one.createdAt)), 30 * 60_000)
    return isAnotherWish ? [] : [wrong('one payment a cart', email, `${one.number} and ${next.number}`)]
  })
  const each = orders.flatMap((order) => {
    const paid = sessions.filter((session) => session.orderId === order.id && session.isPaid)
    const open = ['awaiting_payment', 'processing', 'review'].includes(String(order.status))
    const receipts = world.mails.filter(
      ({ to, text }) => to === order.customerEmail && text.includes(String(order.sessionId ?? order.id)),
    )
    return [
      ...(paid.length > 1 ? [wrong('one payment', order.number, `${paid.length} paid sessions`)] : []),
      ...(open ? [wrong('an end', order.number, String(order.status))] : []),
      ...(paid.length === 1 && order.status !== 'completed' ? [wrong('M7', order.number, String(order.status))] : []),
      ...(order.status === 'completed' && receipts.length === 0 ? [wrong('receipt', order.number, 'none')] : []),
      ...(order.status !== 'completed' && receipts.length > 0 ? [wrong('receipt', order.number, 'unpaid')] : []),
      ...(order.workKey !== undefined ? [wrong('open list', order.number, 'still listed')] : []),
    ]
  })
  return [...twice, ...each]
}
