import * as z from 'zod'
import { OrderId } from '#schema/ids.ts'
import { Pence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'

/** pending: the money is leaving. failed: it came back (a card was closed, or somebody cancelled). */
export const RefundStatus = z.enum(['pending', 'succeeded', 'failed'])
export type RefundStatus = z.infer<typeof RefundStatus>

/** A refund of an order as Stripe told it last. */
export const Refund = z.object({
  id: z.string(),
  orderId: OrderId,
  amountPence: Pence,
  status: RefundStatus,
  /** The order's lines that it is for; `null` spreads it over all of them. */
  lines: z.array(z.int()).nullable(),
  createdAt: Timestamp,
})
export type Refund = z.infer<typeof Refund>

/**
 * inquiry: the bank asks, no money moved. withdrawn: the bank took the amount while it decides. The others are ends.
 */
export const DisputeStage = z.enum(['inquiry', 'inquiry_closed', 'withdrawn', 'lost', 'won'])
export type DisputeStage = z.infer<typeof DisputeStage>

/** A disputed payment of an order as Stripe told it last. */
export const Dispute = z.object({
  id: z.string(),
  orderId: OrderId,
  amountPence: Pence,
  stage: DisputeStage,
  createdAt: Timestamp,
})
export type Dispute = z.infer<typeof Dispute>
