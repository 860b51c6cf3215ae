import * as z from 'zod'
import { PayoutTask } from '#schema/events/payout.ts'
import { OrderId, PayoutId, UserId } from '#schema/ids.ts'
import { type Pence, SumPence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'

/**
 * reserved: money set aside, nothing sent. sending: calls to the card provider have begun. The last three are ends; a
 * line whose outcome is not known keeps its payout in `sending`.
 */
export const PayoutState = z.enum(['reserved', 'sending', 'sent', 'partially_sent', 'failed'])
export type PayoutState = z.infer<typeof PayoutState>

/** Money on its way to one photographer: one transfer for each share in it. */
export const Payout = z.object({
  id: PayoutId,
  sellerId: UserId,
  accountId: z.string(),
  amountPence: SumPence,
  sentPence: SumPence,
  state: PayoutState,
  trigger: z.enum(['weekly', 'request']),
  /** The ISO week of a weekly payout: "2030-W01". */
  week: z.string().nullable(),
  /** Of one that follows a payout by request: when the first of the round was set aside. */
  requestedAt: Timestamp.nullable().default(null),
  /** The orders whose shares are in it; the amounts stand with the shares. */
  orderIds: z.array(OrderId).min(1).max(90),
  /** Whether the list that they are from went on behind them; `undefined` in items that are older than this field. */
  hasMore: z.boolean().optional(),
  /** What follows it, from its end until it was asked for: until then it stays in the list of open payouts. */
  next: PayoutTask.nullable().default(null),
  /** When the first transfer was tried: Stripe remembers its keys for a day from then. */
  firstSentAt: Timestamp.nullable(),
  createdAt: Timestamp,
  closedAt: Timestamp.nullable(),
})
export type Payout = z.infer<typeof Payout>

/** How much of each share goes into a payout. */
export type Allocation = { orderId: OrderId; amountPence: Pence }
