import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Key, Put, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import { Dispute, type DisputeStage, Refund, type RefundStatus } from '#schema/entities/refund.ts'
import { OrderId } from '#schema/ids.ts'

const refundKeys = {
  refund: (orderId: OrderId, id: string): Key => ({ PK: `ORDER#${orderId}`, SK: `REFUND#${id}` }),
  dispute: (orderId: OrderId, id: string): Key => ({ PK: `ORDER#${orderId}`, SK: `DISPUTE#${id}` }),
  /** Refunds whose money has not left yet, oldest first. */
  pending: (shard: WorkShard) => `PENDING#REFUND#${shard}`,
}

/** How far a refund has come; what was read earlier from Stripe never replaces what was read later. */
const refundRank: Record<RefundStatus, number> = { pending: 1, succeeded: 2, failed: 3 }
/** A dispute can be won after it was lost, on a further complaint, but never the other way. */
const disputeRank: Record<DisputeStage, number> = { inquiry: 1, inquiry_closed: 2, withdrawn: 3, lost: 4, won: 5 }

/** Of one stage, what was read from more balance transactions is the later word. */
const disputeRankOf = ({ stage, entries }: Dispute): number => disputeRank[stage] * 100 + Math.min(entries, 99)

const waiting = ({ orderId, status, createdAt }: Refund): Item =>
  status === 'pending' ? { workKey: refundKeys.pending(shardOf(orderId)), workSort: createdAt } : {}

const ranked = (key: Key, item: Item, rank: number): Put =>
  put({ ...key, ...item, rank }, { rank: is.absentOr(is.below(rank)) })

/** What Stripe said about refunds and disputes of an order: rows that only move forward. */
export const refundStore = (table: Table) => ({
  /** `mails` go out if and only if this is what notes it. */
  async saveRefund(refund: Refund, mails: readonly Write[] = []): Promise<void> {
    const item = { ...refund, ...waiting(refund) }
    const row = ranked(refundKeys.refund(refund.orderId, refund.id), item, refundRank[refund.status])
    if (mails.length === 0) await table.write(row)
    else await table.transact([row, ...mails])
  },

  async saveDispute(dispute: Dispute): Promise<void> {
    await table.write(ranked(refundKeys.dispute(dispute.orderId, dispute.id), dispute, disputeRankOf(dispute)))
  },

  /** A page of the orders with a refund that was made at `before` or earlier and is under way. From an index: recheck. */
  async listPending(shard: WorkShard, { before, after }: { before: string; after?: Item | undefined }) {
    const page = await table.query({
      index: 'work',
      partition: refundKeys.pending(shard),
      sort: { atMost: before },
      limit: 500,
      after,
    })
    return { orderIds: page.items.map(({ orderId }) => OrderId.parse(orderId)), next: page.next }
  },

  /** Everything known about an order's money going back. */
  async listOf(orderId: OrderId): Promise<{ refunds: Refund[]; disputes: Dispute[] }> {
    const partition = `ORDER#${orderId}`
    const [refunds, disputes] = await Promise.all([
      table.query({ partition, sort: { beginsWith: 'REFUND#' }, consistent: true }),
      table.query({ partition, sort: { beginsWith: 'DISPUTE#' }, consistent: true }),
    ])
    return {
      refunds: refunds.items.map((item) => Refund.parse(item)),
      disputes: disputes.items.map((item) => Dispute.parse(item)),
    }
  },
})
export type RefundStore = ReturnType<typeof refundStore>
