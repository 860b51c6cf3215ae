import type { Put, Write } from '#functions/shared/table/writes.ts'
import { dayOf, stamp } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import { JournalEntry, type JournalLeg } from '#schema/entities/journal.ts'
import type { Order } from '#schema/entities/order.ts'
import type { PayoutId, UserId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import { type BalanceChange, balanceAdd } from './balance-writes.ts'
import { type EarningChange, earningChange, earningPut } from './earning-writes.ts'
import { type BucketChange, bucketLegs, bucketNames, journalKeys, journalPut } from './journal-entries.ts'
import { saleEntry } from './sale.ts'
import { isSameSoldBy } from './sold-by.ts'
import { soldDaysChange } from './sold-day-writes.ts'

type MovedShare = { readonly earning: Earning; readonly change: EarningChange & { readonly add: BucketChange } }
type Move = {
  readonly sellerId: UserId
  /** Made of the cause and of what it is about (`causeId`): the same move has the same entry, whoever makes it. */
  readonly id: string
  readonly cause: JournalEntry['cause']
  /** When it is said to have happened (ISO 8601). */
  readonly at: string
  readonly payoutId: PayoutId | null
  readonly shares: readonly MovedShare[]
  /** Legs of accounts other than the seller's buckets, where money comes from outside or leaves. */
  readonly against?: readonly JournalLeg[]
  /** What else changes in the balance with the same write. */
  readonly balance?: Omit<BalanceChange, 'add'>
}

/**
 * The writes of one move between the buckets of a seller's shares, to be written in one transaction: each share as it was
 * read, the balance by the sum of what its shares change by, and one journal entry over the same amounts. So the three
 * cannot tell different stories (docs/money.md, "What a sale is").
 * @throws RangeError when the legs do not sum to zero: nothing is written then.
 */
export const moveMoney = ({ sellerId, shares, against = [], balance, ...facts }: Move): Write[] => {
  const add = sumOf(shares.map(({ change }) => change.add))
  const legs = [...bucketLegs(sellerId, add), ...against]
  const orderIds = shares.map(({ earning }) => earning.orderId)
  return [
    ...shares.map(({ earning, change }) => earningChange(earning, change)),
    balanceAdd(sellerId, { ...balance, add }),
    ...(legs.length > 0 ? [ledgerPut(sellerId, JournalEntry.parse({ ...facts, orderIds, legs }))] : []),
    ...soldDaysChange(
      shares.filter(isResale).map(({ earning }) => earning),
      facts.at,
    ),
  ]
}

/** Whether the sale brings another sum than before: a refund, or one that came back. Where the money lies does not count. */
const isResale = ({ earning, change: { add, set } }: MovedShare): boolean =>
  (add.reversedPence ?? 0) !== 0 ||
  (set?.returnedPence ?? earning.returnedPence) !== earning.returnedPence ||
  !isSameSoldBy(set?.soldBy ?? earning.soldBy, earning.soldBy)

const ledgerPut = (sellerId: UserId, entry: JournalEntry): Put =>
  journalPut(journalKeys.ofSeller(sellerId, entry), entry)

const sumOf = (changes: readonly BucketChange[]): BucketChange =>
  Object.fromEntries(bucketNames.map((bucket) => [bucket, sumPence(changes.map((change) => change[bucket] ?? 0))]))

type Sale = Pick<Order, 'id' | 'number' | 'totalPence' | 'feePence'>

/**
 * Before a sale that is heard of after the day it was paid on: what is kept of that day is made again, an hour later. It is
 * a transaction of its own, since an order of forty photographers fills the one of the sale.
 */
export const lateSale = (shares: readonly Earning[], paidAt: Date, now: Date): Write[] =>
  dayOf(stamp(paidAt)) < dayOf(stamp(now)) ? soldDaysChange(shares, stamp(now)) : []

/**
 * The writes of a sale that was paid: the only ones that bring money in. Each seller's share begins in its hold, the
 * balances have it, and one entry beside the order says so for all of them.
 */
export const bringMoneyIn = (sale: Sale, shares: readonly Earning[], paidAt: Date): Write[] => {
  const entry = saleEntry(sale, shares, paidAt)
  return [
    ...shares.map((share) => earningPut(share)),
    ...shares
      .filter(({ amountPence }) => amountPence > 0)
      .map(({ sellerId, amountPence }) =>
        balanceAdd(sellerId, { add: { pendingPence: amountPence, totalEarnedPence: amountPence } }),
      ),
    journalPut(journalKeys.ofSale(sale.id, entry), entry),
  ]
}
