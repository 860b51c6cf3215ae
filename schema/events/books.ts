import * as z from 'zod'
import { Buckets } from '#schema/entities/earning.ts'
import { OrderId, UserId } from '#schema/ids.ts'
import { SignedPence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'

/** A part of a list of Stripe's: what was made from `since` until `until`, and the place in it where to go on. */
const Period = { since: Timestamp, until: Timestamp, after: z.string().optional() }

const BucketSums = z.record(Buckets.keyof(), SignedPence)
export type BucketSums = z.infer<typeof BucketSums>

/** What the shares of some time of sale come to, in pence. */
const ShareSums = z.object({
  /** The earliest time of sale that is in it; it ends where the period after it begins. */
  from: Timestamp,
  count: z.int().min(0),
  amountPence: SignedPence,
  buckets: BucketSums,
})
export type ShareSums = z.infer<typeof ShareSums>

/** What the available balance was at some place of the journal, and since when it was below zero. */
export const AvailableThen = z.object({ pence: SignedPence, negativeSince: Timestamp.nullable() })
export type AvailableThen = z.infer<typeof AvailableThen>

/**
 * How far the books of one seller were read: the sums of what was read, and where to go on. It is all that the next part
 * needs, so a message that comes twice, or again after a crash, adds nothing twice.
 */
export const BooksReading = z.object({
  begunAt: Timestamp,
  /** Everything was read before, and something differed. */
  isAgain: z.boolean(),
  isWrong: z.boolean(),
  /** Shares by time of sale, the newest first. */
  periods: z.array(ShareSums),
  hasAllShares: z.boolean(),
  /** Some share still says what was sold: its photographer was not erased. */
  hasWords: z.boolean(),
  /** The journal up to a place before which nothing is added any more, and the key of that place. */
  journal: z.object({
    after: z.record(z.string(), z.string()).optional(),
    buckets: BucketSums,
    available: AvailableThen,
  }),
})
export type BooksReading = z.infer<typeof BooksReading>

/**
 * A part of reconciliation or of the nightly comparison, small enough for one message.
 * - `order`: one open order.
 * - `ended`: the events that Stripe lists about checkouts in some minutes.
 * - `sessions`, `returns`, `transfers`: what Stripe lists for a day.
 * - `refunds`: the refunds under way.
 * - `platform`: the platform's balance.
 * - `sellers`: the photographers whose books are checked.
 * - `books`: one whose books one part did not come to the end of.
 * - `debt`: one who has owed for long, and of whose sales those before `until` are still to be looked at.
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
  z.object({ kind: z.literal('books'), sellerId: UserId, reading: BooksReading }),
  z.object({ kind: z.literal('debt'), sellerId: UserId, since: Timestamp, until: Timestamp }),
])
export type BooksPart = z.infer<typeof BooksPart>
