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
 * inquiry: the bank asks, no money moved. withdrawn: the bank took the amount while it decides, or has decided for us and
 * not given back yet. The others are ends, though a lost one can still be won on appeal.
 */
export const DisputeStage = z.enum(['inquiry', 'inquiry_closed', 'withdrawn', 'lost', 'won'])
export type DisputeStage = z.infer<typeof DisputeStage>

/** A disputed payment of an order as Stripe told it last. */
export const Dispute = z.object({
  id: z.string(),
  orderId: OrderId,
  amountPence: Pence,
  stage: DisputeStage,
  /**
   * What the bank took and did not give back, by the balance transactions of the dispute: a win can be in part, and of a
   * payment that was refunded in part some comes back at once. `null` in older items, where the stage alone decides.
   */
  outPence: Pence.nullable().default(null),
  /** How many balance transactions that was read from: there are never fewer later. */
  entries: z.int().min(0).default(0),
  createdAt: Timestamp,
})
export type Dispute = z.infer<typeof Dispute>
