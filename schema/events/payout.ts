import * as z from 'zod'
import { OrderId, PayoutId, UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

/** Shares of one seller whose hold is over: few enough for one transaction. */
export const HoldBatch = z.object({ sellerId: UserId, orderIds: z.array(OrderId).min(1).max(40) })
export type HoldBatch = z.infer<typeof HoldBatch>

/**
 * What the payout worker has to do for one seller.
 * - `weekly`: pay out all that was available when the week's run began.
 * - `request`: continue what the seller asked for.
 * - `more`: continue with what did not fit into that payout; `requestedAt` is when the first of the round was set aside,
 *   which messages that are older than the field do not say.
 * - `resume`: finish what is open, started by the week's run (`isWeekly`) or by request; or, where this payout is closed,
 *   ask for what follows it. Messages that are older than `payoutId` are for whatever is open.
 */
export const PayoutTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('weekly'), sellerId: UserId, week: z.string() }),
  z.object({ kind: z.literal('request'), sellerId: UserId }),
  z.object({ kind: z.literal('more'), sellerId: UserId, requestedAt: Timestamp.optional() }),
  z.object({
    kind: z.literal('resume'),
    sellerId: UserId,
    isWeekly: z.boolean().optional(),
    payoutId: PayoutId.optional(),
  }),
])
export type PayoutTask = z.infer<typeof PayoutTask>
