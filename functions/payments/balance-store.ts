import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Table } from '#functions/shared/table/writes.ts'
import { is } from '#functions/shared/table/writes.ts'
import type { Balance, PayoutHold } from '#schema/entities/earning.ts'
import { UserId } from '#schema/ids.ts'
import { balanceAdd, balanceKeys, balanceOf } from './balance-writes.ts'

export const balanceStore = (table: Table) => ({
  /** The balance of a seller without a sale is zero in every bucket. */
  async get(userId: UserId): Promise<Balance> {
    const item = await table.get(balanceKeys.balance(userId))
    return balanceOf(userId, item)
  },

  /**
   * Holds a seller's payouts, or with `null` releases them: whoever sets money aside does so on the version they read.
   * @returns whether the balance was still as it was read.
   */
  async setHold({ userId, version }: Balance, payoutHold: PayoutHold | null): Promise<boolean> {
    const when = { version: is.absentOr(is.equal(version)) }
    const { ok } = await table.write(balanceAdd(userId, { add: {}, set: { payoutHold }, when }))
    return ok
  },

  /** A page of the sellers who may have something to be paid. */
  async listPayable(shard: WorkShard, after?: Item) {
    const page = await table.query({
      index: 'work',
      partition: balanceKeys.payable(shard),
      limit: 500,
      after,
    })
    return { sellerIds: page.items.map((item) => UserId.parse(item.userId)), next: page.next }
  },

  /** A page of everybody who ever had a balance. */
  async listEarning(shard: WorkShard, after?: Item) {
    const page = await table.query({
      index: 'by-seller',
      partition: balanceKeys.earning(shard),
      limit: 500,
      after,
    })
    return { sellerIds: page.items.map((item) => UserId.parse(item.userId)), next: page.next }
  },
})
export type BalanceStore = ReturnType<typeof balanceStore>
