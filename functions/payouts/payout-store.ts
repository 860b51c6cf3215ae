import { balanceAdd } from '#functions/payments/balance-writes.ts'
import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Table, Update, Write } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { Payout, type PayoutState } from '#schema/entities/payout.ts'
import type { PayoutTask } from '#schema/events/payout.ts'
import { PayoutId, UserId } from '#schema/ids.ts'
import type { SumPence } from '#schema/money.ts'
import { openStates, payoutKeys, type WeekLock } from './payout-writes.ts'

/** How a payout ended; `unsentPence` is what was refused for good, and is available again. */
export type Ending = {
  state: PayoutState
  sentPence: number
  unsentPence: SumPence
  at: string
  mails: readonly Write[]
}

export const payoutStore = (table: Table) => ({
  async find(id: PayoutId): Promise<Payout | undefined> {
    const item = await table.get(payoutKeys.payout(id))
    return item && Payout.parse(item)
  },

  /** Those of any number of ids that exist, in no order, as they were a moment ago. */
  async findMany(ids: readonly PayoutId[]): Promise<Payout[]> {
    const items = await table.getMany(ids.map(payoutKeys.payout), { consistent: false })
    return items.map((item) => Payout.parse(item))
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

  /**
   * T7: the end of a payout, and room for the seller's next one. What follows it is written with it, and keeps it in the
   * list of open payouts until that was asked for.
   * @returns whether it was open until now.
   */
  async close(
    payout: Payout,
    { state, sentPence, unsentPence, at, mails, next }: Ending & { next: PayoutTask | undefined },
  ): Promise<boolean> {
    const end: Update = update(payoutKeys.payout(payout.id), {
      set: { state, sentPence, closedAt: at, ...(next && { next }) },
      ...(next === undefined && { remove: ['workKey', 'workSort'] }),
      when: { state: is.oneOf(openStates) },
    })
    const unlock = balanceAdd(payout.sellerId, {
      add: {},
      set: { openPayoutId: null, isDelayed: false, unsentPence, ...(sentPence > 0 && { lastPayoutAt: at }) },
      when: { openPayoutId: is.equal(payout.id) },
    })
    return (await table.transact([end, unlock, ...mails])).ok
  },

  /** What follows a payout was asked for. */
  async noteFollowed({ id }: Payout): Promise<void> {
    await table.write(
      update(payoutKeys.payout(id), { set: { next: null }, remove: ['workKey', 'workSort'], when: 'present' }),
    )
  },

  /** A page of the sellers whose payout, of the week or asked for, has been open since before `before`, or is still to be followed. From an index: recheck. */
  async listOpen(shard: WorkShard, { before, after }: { before: string; after?: Item | undefined }) {
    const page = await table.query({
      index: 'work',
      partition: payoutKeys.open(shard),
      sort: { atMost: before },
      limit: 500,
      after,
    })
    return {
      payouts: page.items.map(({ id, sellerId, trigger }) => ({
        payoutId: PayoutId.parse(id),
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
