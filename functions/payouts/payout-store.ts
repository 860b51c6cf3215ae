import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Key, Put, Table, Update, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { Payout, type PayoutState } from '#schema/entities/payout.ts'
import { type PayoutId, UserId } from '#schema/ids.ts'
import type { SumPence } from '#schema/money.ts'

const payoutKeys = {
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

/** How a payout ended; `unsentPence` is what was refused for good, and is available again. */
type Ending = { state: PayoutState; sentPence: number; unsentPence: SumPence; at: string; mails: readonly Write[] }

const openStates: readonly PayoutState[] = ['reserved', 'sending']

export const payoutStore = (table: Table) => ({
  async find(id: PayoutId): Promise<Payout | undefined> {
    const item = await table.get(payoutKeys.payout(id))
    return item && Payout.parse(item)
  },

  async findWeek(sellerId: UserId, week: string): Promise<WeekLock | undefined> {
    const item = await table.get(payoutKeys.week(sellerId, week))
    return item && { batches: Number(item.batches), hasMore: item.hasMore === true }
  },

  /** Notes, before the first transfer is tried, that it will be. The first time stays. */
  async beginSending(payout: Payout, at: string): Promise<Payout> {
    const written = await table.write(
      update(payoutKeys.payout(payout.id), {
        set: { state: 'sending', firstSentAt: at },
        when: { state: is.equal('reserved') },
      }),
    )
    return Payout.parse(written.ok ? written.item : written.before)
  },

  /** T7: the end of a payout, and room for the seller's next one. */
  async close(payout: Payout, { state, sentPence, unsentPence, at, mails }: Ending): Promise<boolean> {
    const end: Update = update(payoutKeys.payout(payout.id), {
      set: { state, sentPence, closedAt: at },
      remove: ['workKey', 'workSort'],
      when: { state: is.oneOf(openStates) },
    })
    const unlock = balanceAdd(payout.sellerId, {
      add: {},
      set: { openPayoutId: null, isDelayed: false, unsentPence, ...(sentPence > 0 && { lastPayoutAt: at }) },
      when: { openPayoutId: is.equal(payout.id) },
    })
    return (await table.transact([end, unlock, ...mails])).ok
  },

  /** A page of the sellers whose payout, of the week or asked for, has been open since before `before`. From an index: recheck. */
  async listOpen(shard: WorkShard, { before, after }: { before: string; after?: Item | undefined }) {
    const page = await table.query({
      index: 'work',
      partition: payoutKeys.open(shard),
      sort: { atMost: before },
      limit: 500,
      after,
    })
    return {
      payouts: page.items.map(({ sellerId, trigger }) => ({
        sellerId: UserId.parse(sellerId),
        isWeekly: trigger === 'weekly',
      })),
      next: page.next,
    }
  },

  /** Runs writes of several entities as one; says which of them was refused. */
  transact: (writes: readonly Write[]) => table.transact(writes),
})
export type PayoutStore = ReturnType<typeof payoutStore>
