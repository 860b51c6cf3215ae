import type { OutboxStore } from '#functions/mail/outbox-store.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import { bucketLegs, causeId } from '#functions/payments/journal-entries.ts'
import type { JournalStore } from '#functions/payments/journal-store.ts'
import type { KeepDays } from '#functions/payments/kept-days.ts'
import type { RecoverShare } from '#functions/payments/recover-share.ts'
import { readWhole } from '#functions/payments/sold-day-writes.ts'
import type { PayoutStore } from '#functions/payouts/payout-store.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { allOf } from '#functions/shared/table/pages.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Earning } from '#schema/entities/earning.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import type { UserId } from '#schema/ids.ts'
import { checkSent, type MadeTransfers } from './compare-transfers.ts'
import { pressDebt } from './debts.ts'
import { checkLines, checkSeller, type Violation } from './standing-checks.ts'

type OverdueParts = {
  orders: Pick<OrderStore, 'listOpen'>
  earnings: Pick<EarningStore, 'listDue'>
  payouts: Pick<PayoutStore, 'listOpen'>
  outbox: Pick<OutboxStore, 'list' | 'listFailed'>
  now: Clock
  log: Log
}
export type Overdue = { orders: number; holds: number; payouts: number; mails: number }

const minuteMs = 60_000
/** How long something may wait before a person should know. An order's session lives 31 minutes. */
const patience = { orders: 45 * minuteMs, holds: 30 * minuteMs, payouts: 15 * minuteMs, mails: 15 * minuteMs } as const

/** Every five minutes: what waits longer than it should. Counts at most a page a shard; one is reason enough to look. */
export const checkOverdueWork =
  ({ orders, earnings, payouts, outbox, now, log }: OverdueParts) =>
  async (): Promise<Overdue> => {
    const before = (kind: keyof Overdue): string => stamp(afterMs(now(), -patience[kind]))
    const found: Overdue = { orders: 0, holds: 0, payouts: 0, mails: 0 }
    for (const shard of workShards) {
      const [open, due, sending, waiting, failed] = await Promise.all([
        orders.listOpen(shard, { before: before('orders') }),
        earnings.listDue(shard, { now: before('holds') }),
        payouts.listOpen(shard, { before: before('payouts') }),
        outbox.list(shard),
        outbox.listFailed(shard),
      ])
      found.orders += open.orderIds.length
      found.holds += due.refs.length
      found.payouts += sending.payouts.length
      const mails = [...waiting.mails, ...failed.mails]
      found.mails += mails.filter(({ createdAt }) => createdAt < before('mails')).length
    }
    if (Object.values(found).some((count) => count > 0)) log.error(urgent.workOverdue, found)
    return found
  }

type BookParts = {
  balances: Pick<BalanceStore, 'get'>
  earnings: Pick<EarningStore, 'listOfSeller'>
  journal: Pick<JournalStore, 'listOfSeller'>
  recover: RecoverShare
  keepDays: KeepDays
  now: Clock
  log: Log
}
type Books = { violations: Violation[]; entries: JournalEntry[]; earnings: Earning[] }

/** One seller's balance against all of their shares, their whole journal and, if given, what Stripe sent lately. */
export const checkBooksOf =
  ({ balances, earnings, journal }: Pick<BookParts, 'balances' | 'earnings' | 'journal'>) =>
  async (sellerId: UserId, made?: MadeTransfers): Promise<Books> => {
    const balance = await balances.get(sellerId)
    const readShares = (after?: Item) => earnings.listOfSeller(sellerId, { after, limit: 500 })
    const shares = await allOf(readShares, (page) => page.earnings)
    const readLedger = (after?: Item) => journal.listOfSeller(sellerId, after)
    const ledger = await allOf(readLedger, (page) => page.entries)
    const entries = [...shares.map(saleOf), ...ledger]
    const violations = [
      ...checkSeller({ balance, earnings: shares, entries }),
      ...shares.flatMap(checkLines),
      ...(made ? await checkSent(sellerId, { entries, earnings: shares }, made) : []),
    ]
    return { violations, entries, earnings: shares }
  }

/** Of so many sales sums by day are kept. Shares of a photographer who was erased have no words, and nobody asks for theirs. */
const isManySales = (shares: readonly Earning[]): boolean =>
  shares.length > readWhole && shares.some(({ photos }) => photos.some(({ title }) => title !== ''))

/** The seller's leg of the sale, as the order's journal has it: the whole share into the hold. */
const saleOf = ({ orderId, sellerId, amountPence, paidAt }: Earning): JournalEntry => {
  const legs = bucketLegs(sellerId, { pendingPence: amountPence })
  const against = legs.map((leg) => ({ account: 'stripe', amountPence: -leg.amountPence }))
  return JournalEntry.parse({
    id: causeId('sale', orderId),
    at: paidAt,
    cause: 'sale',
    orderIds: [orderId],
    payoutId: null,
    legs: [...legs, ...against],
  })
}

/**
 * Once a night: the books of some of those who ever earned something. A difference stops nobody's money, but wakes somebody; an
 * old debt is asked back once more. Of whoever sells very much, the sums that analytics reads are made.
 * @returns what was found, and `rest`, those for whom there was no time.
 */
export const checkBooks = (parts: BookParts) => {
  const check = checkBooksOf(parts)
  const press = pressDebt(parts)

  /** Balance, shares and journal are read one after the other: what a sale in between made differ does not again. */
  const settledBooks = async (sellerId: UserId, made: MadeTransfers | undefined): Promise<Books> => {
    const first = await check(sellerId, made)
    return first.violations.length === 0 ? first : check(sellerId, made)
  }

  return async (
    sellerIds: readonly UserId[],
    { made, hasTime = () => true }: { made?: MadeTransfers | undefined; hasTime?: () => boolean } = {},
  ): Promise<{ checked: number; wrong: number; indebted: number; rest: readonly UserId[] }> => {
    const sums = { checked: 0, wrong: 0, indebted: 0 }
    for (const [index, sellerId] of sellerIds.entries()) {
      if (index > 0 && !hasTime()) return { ...sums, rest: sellerIds.slice(index) }
      const { violations, entries, earnings } = await settledBooks(sellerId, made)
      sums.checked++
      if (violations.length > 0) sums.wrong++
      for (const { rule, found } of violations) parts.log.error(urgent.booksDiffer, { sellerId, rule, found })
      if (await press({ sellerId, entries, earnings })) sums.indebted++
      if (isManySales(earnings)) await parts.keepDays(sellerId, hasTime)
    }
    return { ...sums, rest: [] }
  }
}
export type CheckBooks = ReturnType<typeof checkBooks>
