import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Assert, Expectation, Item, Key, Update } from '#functions/shared/table/writes.ts'
import { assert, is, update } from '#functions/shared/table/writes.ts'
import { Balance } from '#schema/entities/earning.ts'
import type { UserId } from '#schema/ids.ts'
import { type BucketChange, emptyBuckets } from './journal-entries.ts'

export const balanceKeys = {
  balance: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'BALANCE' }),
  /** Sellers who may have something to be paid: the weekly run goes through them. */
  payable: (shard: WorkShard) => `PAYABLE#SELLERS#${shard}`,
  /** Everybody who ever earned something: whose books are checked. */
  earning: (shard: WorkShard) => `EARNING#SELLERS#${shard}`,
}

const nothing = (userId: UserId) => ({
  userId,
  ...emptyBuckets,
  totalEarnedPence: 0,
  openPayoutId: null,
  lastPayoutAt: null,
  unsentPence: 0,
  isDelayed: false,
  payoutHold: null,
  version: 0,
})

/** A balance as it is stored, if it is: what nothing was added to yet is not there. */
export const balanceOf = (userId: UserId, item: Item | undefined): Balance =>
  Balance.parse({ ...nothing(userId), ...item })

export type BalanceChange = {
  add: BucketChange & { totalEarnedPence?: number }
  set?: Partial<Pick<Balance, 'openPayoutId' | 'lastPayoutAt' | 'unsentPence' | 'isDelayed' | 'payoutHold'>>
  when?: Expectation
  /** Puts the seller on the weekly run's list, or takes them off it; left out, nothing changes. */
  isPayable?: boolean
}

/**
 * Adds to a seller's sums, always together with the earnings that they are the sum of. Additions commute, so most need
 * no condition of their own: the earning's guards them.
 */
export const balanceAdd = (userId: UserId, { add, set = {}, when = 'always', isPayable }: BalanceChange): Update =>
  update(balanceKeys.balance(userId), {
    add: { ...Object.fromEntries(Object.entries(add).filter(([, amount]) => amount !== 0)), version: 1 },
    set: {
      userId,
      ...set,
      sellerKey: balanceKeys.earning(shardOf(userId)),
      sellerSort: userId,
      ...(isPayable === true && { workKey: balanceKeys.payable(shardOf(userId)), workSort: userId }),
    },
    ...(isPayable === false && { remove: ['workKey', 'workSort'] }),
    when,
  })

/** Part of a transaction that was decided on by what the balance is. A seller without a sale has none. */
export const balanceUnchanged = ({ userId, version }: Balance): Assert =>
  assert(balanceKeys.balance(userId), { version: is.absentOr(is.equal(version)) })
