import type { Key, Put, Table } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import { Dispute, type DisputeStage, Refund, type RefundStatus } from '#schema/entities/refund.ts'
import type { OrderId } from '#schema/ids.ts'

export const refundKeys = {
  refund: (orderId: OrderId, id: string): Key => ({ PK: `ORDER#${orderId}`, SK: `REFUND#${id}` }),
  dispute: (orderId: OrderId, id: string): Key => ({ PK: `ORDER#${orderId}`, SK: `DISPUTE#${id}` }),
}

/** How far a refund has come; what was read earlier from Stripe never replaces what was read later. */
const refundRank: Record<RefundStatus, number> = { pending: 1, succeeded: 2, failed: 3 }
/** A dispute can be won after it was lost, on a further complaint, but never the other way. */
const disputeRank: Record<DisputeStage, number> = { inquiry: 1, inquiry_closed: 2, withdrawn: 3, lost: 4, won: 5 }

const ranked = (key: Key, item: Refund | Dispute, rank: number): Put =>
  put({ ...key, ...item, rank }, { rank: is.absentOr(is.below(rank)) })

/** What Stripe said about refunds and disputes of an order: rows that only move forward. */
export const refundStore = (table: Table) => ({
  async saveRefund(refund: Refund): Promise<void> {
    await table.write(ranked(refundKeys.refund(refund.orderId, refund.id), refund, refundRank[refund.status]))
  },

  async saveDispute(dispute: Dispute): Promise<void> {
    await table.write(ranked(refundKeys.dispute(dispute.orderId, dispute.id), dispute, disputeRank[dispute.stage]))
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
