import type { Stripe } from 'stripe'
import { checkBooks } from '#functions/books/check-books.ts'
import { compareTransfers, madeTransfers } from '#functions/books/compare-transfers.ts'
import { pointerStore } from '#functions/orders/pointer-store.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { journalStore } from '#functions/payments/journal-store.ts'
import { convergeTransfer, recoverShare } from '#functions/payments/recover-share.ts'
import { stripePayouts, transferOf } from '#functions/payments/stripe-payouts.ts'
import { nextPayoutAt } from '#functions/payouts/payout-calendar.ts'
import { allOf } from '#functions/shared/table/pages.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import type { LocalSystem } from '#local/local-system.ts'
import { urgent } from '#schema/alarms.ts'
import { Earning } from '#schema/entities/earning.ts'
import { UserId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import { checkPaidOut } from '#test/support/payments/calm-checks.ts'
import { checkWholeBooks } from '../../../scripts/ops/whole-books.ts'
import { operatorsStripe } from './sold.ts'
import { tableOf } from './table.ts'

/** One photographer on one Monday, in pence: what could be paid a minute before, and what Stripe was told to send. */
type Payday = { at: string; sellerId: UserId; duePence: number; sentPence: number; leftPence: number }

/** Something that befalls the market at a moment of its year, or days later, once it answers that it could. */
export type Mishap = { at: Date; name: string; befall: (year: MarketYear) => Promise<boolean> }

const minuteMs = 60_000
const dayMs = 86_400_000

const shareOf = (item: Record<string, unknown>): Earning[] =>
  String(item.PK).startsWith('ORDER#') && String(item.SK).startsWith('EARN#') ? [Earning.parse(item)] : []

export type MarketYear = ReturnType<typeof marketYear>

/**
 * Walks a local system through time, stops at every Monday's payouts and looks at what they paid: the books are read from
 * the table itself, the transfers from Stripe's stand-in. On the way it lets mishaps happen when their time has come.
 */
export const marketYear = (system: LocalSystem, mishaps: readonly Mishap[] = []) => {
  const stripe: Stripe = operatorsStripe({ system })
  const { table, items, itemsUnder, close } = tableOf({ system })
  const paydays: Payday[] = []
  const findings: string[] = []
  const befallen: string[] = []
  const waiting: Mishap[] = []
  const plan = (mishap: Mishap) => {
    waiting.push(mishap)
    waiting.sort((a, b) => a.at.getTime() - b.at.getTime())
  }
  for (const mishap of mishaps) plan(mishap)
  const postpone = (mishap: Mishap) => plan({ ...mishap, at: new Date(system.clock.now().getTime() + dayMs) })

  const alarms: readonly string[] = Object.values(urgent)
  const error = (message: string, fields = {}) => {
    if (alarms.includes(message))
      findings.push(`${system.clock.now().toISOString()} ${message} ${JSON.stringify(fields)}`)
  }
  const log = { info: () => {}, warn: () => {}, error }
  const provider = stripePayouts(async () => stripe, { siteUrl: () => system.url, stage: () => 'local' })
  const parts = {
    earnings: earningStore(table),
    balances: balanceStore(table),
    journal: journalStore(table),
    pointers: pointerStore(table),
    provider,
    now: system.clock.now,
    stage: 'local',
    log,
  }
  const recover = recoverShare(parts)

  const shares = async () => (await itemsUnder('EARN#')).flatMap(shareOf)
  const readySellers = async () => {
    const accounts = await stripe.accounts.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
    const isReady = new Set(
      accounts.flatMap(({ id, capabilities }) => (capabilities?.transfers === 'active' ? [id] : [])),
    )
    const found = await itemsUnder('PAYACCT')
    return found.flatMap(({ SK, userId, stripeAccountId }) =>
      SK === 'PAYACCT' && isReady.has(String(stripeAccountId)) ? [UserId.parse(userId)] : [],
    )
  }
  /** What a payout may take: the balance, which debts have lowered, and of shares that no dispute holds. */
  const dueOf = async (sellerId: UserId, all: readonly Earning[]) => {
    const { availablePence } = await parts.balances.get(sellerId)
    const free = all.filter((share) => share.sellerId === sellerId && !share.frozen)
    const payable = sumPence(free.map((share) => Math.max(0, share.availablePence)))
    return Math.max(0, Math.min(availablePence, payable))
  }

  const night = async () => {
    const period = { since: new Date(system.clock.now().getTime() - 14 * 24 * 60 * minuteMs) }
    const compare = compareTransfers({ ...parts, convergeTransfer: convergeTransfer(parts) })
    const { settled } = await compare({ period, hasTime: () => true })
    if (settled > 0) findings.push(`${system.clock.now().toISOString()} ${settled} reversals had not been noted`)
    const sellers: UserId[] = []
    for (const shard of workShards) {
      sellers.push(
        ...(await allOf(
          (after) => parts.balances.listEarning(shard, after),
          (page) => page.sellerIds,
        )),
      )
    }
    await checkBooks({ ...parts, recover, keepDays: async () => 0 }).ofSellers(sellers, { made: madeTransfers(parts) })
  }

  let isPayday = false
  const payday = async (monday: Date) => {
    const eve = new Date(monday.getTime() - minuteMs)
    // What the night before compares, and perhaps asks back, it has before anybody is paid.
    isPayday = true
    if (eve > system.clock.now()) await system.clock.set(eve)
    // Finding them goes through the whole table: once before and once after, not for each photographer.
    const [sellers, sharesBefore] = await Promise.all([readySellers(), shares()])
    const before = await Promise.all(
      sellers.map(async (sellerId) => ({ sellerId, duePence: await dueOf(sellerId, sharesBefore) })),
    )
    const since = Math.floor(system.clock.now().getTime() / 1_000)
    await system.clock.set(new Date(monday.getTime() + minuteMs))
    const made = await stripe.transfers
      .list({ created: { gte: since }, limit: 100 })
      .autoPagingToArray({ limit: 1_000 })
    const sharesAfter = await shares()
    for (const { sellerId, duePence } of before) {
      const own = made.map(transferOf).filter((transfer) => transfer.sellerId === sellerId)
      const sentPence = sumPence(own.map(({ amountPence }) => amountPence))
      const at = monday.toISOString()
      if (duePence > 0 || sentPence > 0)
        paydays.push({ at, sellerId, duePence, sentPence, leftPence: await dueOf(sellerId, sharesAfter) })
    }
    await night()
    isPayday = false
  }

  const year = {
    stripe,
    system,
    paydays,
    findings,
    befallen,
    shares,
    readySellers,
    /** A Monday's payouts are near, under way or being looked at. */
    isPayday: () => isPayday,
    /** Moves the clock to `at`; every Monday and mishap on the way is stopped at. */
    async moveTo(at: Date): Promise<void> {
      for (;;) {
        const monday = nextPayoutAt(system.clock.now())
        const [mishap] = waiting
        if (mishap && mishap.at < monday && mishap.at <= at) {
          waiting.shift()
          if (mishap.at > system.clock.now()) await system.clock.set(mishap.at)
          if (await mishap.befall(year)) befallen.push(mishap.name)
          else postpone(mishap)
          await system.drainQueues()
        } else if (monday <= at) await payday(monday)
        else break
      }
      if (at > system.clock.now()) await system.clock.set(at)
    },
    /** What does not hold at the end: the whole table against itself, and each seller's books against Stripe's. */
    async wrongs(): Promise<string[]> {
      await system.drainQueues()
      const all = await items()
      const whole = await checkWholeBooks(
        (async function* () {
          yield* all
        })(),
        system.clock.now(),
      )
      const transfers = (await stripe.transfers.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })).map(
        transferOf,
      )
      const sellers = [...new Set(all.flatMap(shareOf).map(({ sellerId }) => sellerId))]
      const balances = await Promise.all(sellers.map((sellerId) => parts.balances.get(sellerId)))
      return [
        ...whole.violations,
        ...balances.flatMap((balance) =>
          checkPaidOut(
            balance,
            transfers.filter(({ sellerId }) => sellerId === balance.userId),
          ),
        ),
      ].map(({ rule, subject, found }) => `${subject}: ${rule} is ${found}`)
    },
    /** What in the local system was set aside. */
    deadLetters: () => system.queues().filter(({ isDeadLetters, visible }) => isDeadLetters && visible > 0),
    close,
  }
  return year
}
