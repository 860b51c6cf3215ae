import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { type ChoreList, choreLists } from '#functions/chores/chore-writes.ts'
import type { OutboxStore } from '#functions/mail/outbox-store.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { KeepDays } from '#functions/payments/kept-days.ts'
import type { RecoverShare } from '#functions/payments/recover-share.ts'
import { readWhole } from '#functions/payments/sold-day-writes.ts'
import type { PayoutStore } from '#functions/payouts/payout-store.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { BooksPart, BooksReading } from '#schema/events/books.ts'
import type { UserId } from '#schema/ids.ts'
import type { MadeTransfers } from './compare-transfers.ts'
import { pressDebt } from './debts.ts'
import { type ReadParts, readBooks } from './read-books.ts'

type OverdueParts = {
  orders: Pick<OrderStore, 'listOpen'>
  earnings: Pick<EarningStore, 'listDue'>
  payouts: Pick<PayoutStore, 'listOpen'>
  outbox: Pick<OutboxStore, 'list' | 'listFailed'>
  chores: Pick<ChoreStore, 'listDue'>
  now: Clock
  log: Log
}
export type Overdue = { orders: number; holds: number; payouts: number; mails: number; chores: number }

const minuteMs = 60_000
/** How long something may wait before a person should know. An order's session lives 31 minutes. */
const patience = { orders: 45 * minuteMs, holds: 30 * minuteMs, payouts: 15 * minuteMs, mails: 15 * minuteMs } as const
/** Of chores nobody notices that those of a rush of sales wait for an hour: files are held for weeks, mails are days old. */
const chorePatience = {
  prompt: 15 * minuteMs,
  long: 15 * minuteMs,
  growing: 15 * minuteMs,
  bulk: 60 * minuteMs,
} as const satisfies Record<ChoreList, number>

/** Every five minutes: what waits longer than it should. Counts at most a page a shard; one is reason enough to look. */
export const checkOverdueWork =
  ({ orders, earnings, payouts, outbox, chores, now, log }: OverdueParts) =>
  async (): Promise<Overdue> => {
    const before = (kind: keyof typeof patience): string => stamp(afterMs(now(), -patience[kind]))
    const found: Overdue = { orders: 0, holds: 0, payouts: 0, mails: 0, chores: 0 }
    for (const shard of workShards) {
      const [open, due, sending, waiting, failed, ...late] = await Promise.all([
        orders.listOpen(shard, { before: before('orders') }),
        earnings.listDue(shard, { now: before('holds') }),
        payouts.listOpen(shard, { before: before('payouts') }),
        outbox.list(shard),
        outbox.listFailed(shard),
        ...choreLists.map((list) => chores.listDue(list, shard, afterMs(now(), -chorePatience[list]))),
      ])
      found.orders += open.orderIds.length
      found.holds += due.refs.length
      found.payouts += sending.payouts.length
      const mails = [...waiting.mails, ...failed.mails]
      found.mails += mails.filter(({ createdAt }) => createdAt < before('mails')).length
      for (const list of late) found.chores += list.chores.length + list.unknown.length
    }
    if (Object.values(found).some((count) => count > 0)) log.error(urgent.workOverdue, found)
    return found
  }

type BookParts = ReadParts & {
  balances: Pick<BalanceStore, 'get'>
  recover: RecoverShare
  keepDays: KeepDays
  log: Log
}
type Asked = { made?: MadeTransfers | undefined; hasTime?: () => boolean }
type Checked = {
  checked: number
  wrong: number
  indebted: number
  /** What there was no time for. */
  rest: BooksPart[]
}

/**
 * Once a night: the books of some of those who ever earned something. A difference stops nobody's money, but wakes somebody; an
 * old debt is asked back once more. Of whoever sells very much, the sums that analytics reads are made, and their books are
 * read in as many parts as it takes, while the others go on.
 */
export const checkBooks = (parts: BookParts) => {
  const read = readBooks(parts)
  const press = pressDebt(parts)

  const demand = async (debt: Parameters<typeof press>[0], found: Checked): Promise<void> => {
    const { isIndebted, until } = await press(debt)
    if (until !== undefined && debt.since !== null) {
      found.rest.push({ kind: 'debt', sellerId: debt.sellerId, since: debt.since, until })
    } else if (isIndebted) found.indebted++
  }

  const look = async (sellerId: UserId, begun: BooksReading | undefined, asked: Asked, found: Checked) => {
    const { hasTime = () => true } = asked
    const books = await read(sellerId, { ...asked, begun })
    for (const { rule, found } of books.violations) parts.log.error(urgent.booksDiffer, { sellerId, rule, found })
    if (books.kind === 'begun') {
      found.rest.push({ kind: 'books', sellerId, reading: books.reading })
      return
    }
    found.checked++
    if (books.isWrong) found.wrong++
    await demand({ sellerId, since: books.negativeSince, hasTime }, found)
    // Shares of a photographer who was erased have no words, and nobody asks for their sums by day.
    if (books.saleCount > readWhole && books.hasWords) await parts.keepDays(sellerId, hasTime)
  }

  return {
    /** Those whose books nobody began tonight. */
    ofSellers: async (sellerIds: readonly UserId[], asked: Asked = {}): Promise<Checked> => {
      const found: Checked = { checked: 0, wrong: 0, indebted: 0, rest: [] }
      for (const [index, sellerId] of sellerIds.entries()) {
        if (index > 0 && asked.hasTime?.() === false) {
          found.rest.push({ kind: 'sellers', sellerIds: sellerIds.slice(index) })
          break
        }
        await look(sellerId, undefined, asked, found)
      }
      return found
    },

    /** Goes on where a part stopped. */
    goOn: async (part: Extract<BooksPart, { kind: 'books' | 'debt' }>, asked: Asked = {}): Promise<Checked> => {
      const found: Checked = { checked: 0, wrong: 0, indebted: 0, rest: [] }
      if (part.kind === 'books') await look(part.sellerId, part.reading, asked, found)
      else await demand({ ...part, hasTime: asked.hasTime ?? (() => true) }, found)
      return found
    },
  }
}
export type CheckBooks = ReturnType<typeof checkBooks>
