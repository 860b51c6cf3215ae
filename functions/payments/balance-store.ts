import type { Expectation, Key, Table, Update } from '#functions/shared/table/writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { Balance } from '#schema/entities/earning.ts'
import type { UserId } from '#schema/ids.ts'
import type { BucketChange } from './journal-store.ts'

export const balanceKeys = {
  balance: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'BALANCE' }),
}

const nothing = (userId: UserId) => ({
  userId,
  pendingPence: 0,
  availablePence: 0,
  reservedPence: 0,
  paidPence: 0,
  disputedPence: 0,
  reversedPence: 0,
  totalEarnedPence: 0,
  openPayoutId: null,
  lastPayoutAt: null,
  version: 0,
})

type Change = {
  add: BucketChange & { totalEarnedPence?: number }
  set?: Partial<Pick<Balance, 'openPayoutId' | 'lastPayoutAt'>>
  when?: Expectation
}

/**
 * Adds to a seller's sums, always together with the earnings that they are the sum of. Additions commute, so most need
 * no condition of their own: the earning's guards them.
 */
export const balanceAdd = (userId: UserId, { add, set = {}, when = 'always' }: Change): Update =>
  update(balanceKeys.balance(userId), {
    add: { ...Object.fromEntries(Object.entries(add).filter(([, amount]) => amount !== 0)), version: 1 },
    set: { userId, ...set },
    when,
  })

export const balanceStore = (table: Table) => ({
  /** A seller without a sale has a balance of nothing. */
  async get(userId: UserId): Promise<Balance> {
    const item = await table.get(balanceKeys.balance(userId))
    return Balance.parse({ ...nothing(userId), ...item })
  },
})
export type BalanceStore = ReturnType<typeof balanceStore>
