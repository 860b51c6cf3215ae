import * as z from 'zod'
import { OrderId, UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

/** A part of a list of Stripe's: what was made from `since` until `until`, and the place in it where to go on. */
const Period = { since: Timestamp, until: Timestamp, after: z.string().optional() }

/**
 * A part of reconciliation or of the nightly comparison, small enough for one message.
 * - `order`: one open order.
 * - `ended`: the events that Stripe lists about checkouts in some minutes.
 * - `sessions`, `returns`, `transfers`: what Stripe lists for a day.
 * - `refunds`: the refunds under way.
 * - `platform`: the platform's balance.
 * - `sellers`: the photographers whose books are checked.
 */
export const BooksPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), orderId: OrderId }),
  z.object({ kind: z.literal('ended'), ...Period }),
  z.object({ kind: z.literal('sessions'), ...Period }),
  z.object({ kind: z.literal('returns'), ...Period }),
  z.object({ kind: z.literal('transfers'), ...Period }),
  z.object({ kind: z.literal('refunds') }),
  z.object({ kind: z.literal('platform') }),
  z.object({ kind: z.literal('sellers'), sellerIds: z.array(UserId).min(1).max(25) }),
])
export type BooksPart = z.infer<typeof BooksPart>
