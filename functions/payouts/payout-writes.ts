import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Key, Put } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import type { Payout, PayoutState } from '#schema/entities/payout.ts'
import type { PayoutId, UserId } from '#schema/ids.ts'

export const payoutKeys = {
  payout: (id: PayoutId): Key => ({ PK: `PAYOUT#${id}`, SK: 'META' }),
  /** Payouts that are not at their end, oldest first. */
  open: (shard: WorkShard) => `OPEN#PAYOUT#${shard}`,
  week: (sellerId: UserId, week: string): Key => ({ PK: `PERIOD#${sellerId}#${week}`, SK: 'LOCK' }),
}

export const payoutPut = (payout: Payout): Put =>
  put(
    {
      ...payoutKeys.payout(payout.id),
      ...payout,
      workKey: payoutKeys.open(shardOf(payout.sellerId)),
      workSort: payout.createdAt,
    },
    'absent',
  )

/**
 * The lock of a seller's week: taken by its first payout, and by the next one only while the one before was full. A run
 * that comes twice finds it closed.
 */
export type WeekLock = { batches: number; hasMore: boolean }
export const weekLockWrite = (payout: Payout, before: WeekLock | undefined, hasMore: boolean): Put[] => {
  if (payout.week === null) return []
  const lock: WeekLock = { batches: (before?.batches ?? 0) + 1, hasMore }
  return [
    put(
      { ...payoutKeys.week(payout.sellerId, payout.week), ...lock },
      before ? { batches: is.equal(before.batches), hasMore: is.equal(true) } : 'absent',
    ),
  ]
}

export const openStates: readonly PayoutState[] = ['reserved', 'sending']
