import * as z from 'zod'
import { GalleryId, OrderId, PayoutId, PhotoId, UserId } from '#schema/ids.ts'
import { noPence, Pence, SignedPence, SumPence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'
import { SoldAs } from '#schema/web-size.ts'

/**
 * Where a share can be. The seven always sum to the earning's amount; a balance is the sum over a seller's earnings
 * (M8 and M9 of functions/books/standing-checks.ts). Only `available` may be negative: after a refund of what was paid out already.
 */
export const Buckets = z.object({
  pendingPence: SumPence,
  availablePence: SignedPence,
  /** What would be pending or available, and is frozen by a dispute. 0 in items that are older than this bucket. */
  heldPence: SumPence.default(SumPence.parse(0)),
  reservedPence: SumPence,
  paidPence: SumPence,
  disputedPence: SumPence,
  reversedPence: SumPence,
})
export type Buckets = z.infer<typeof Buckets>

export const PayoutLine = z.object({
  payoutId: PayoutId,
  amountPence: Pence,
  /** given_back: ended without a transfer, since the buyer had money back while it waited for the platform's balance. */
  state: z.enum(['reserved', 'transferred', 'rejected', 'given_back', 'unknown']),
  transferId: z.string().nullable(),
  /**
   * The last definite "the platform's balance does not cover it": how many there were, each needs a key of its own; and since
   * when the next one is tried, `null` while it is not. Items that are older than this note do not say.
   */
  short: z
    .object({ tries: z.int().min(1), at: Timestamp, tryingSince: Timestamp.nullable().optional() })
    .nullable()
    .default(null),
  /** What of the transfer was taken back, as Stripe says. */
  reversedPence: Pence,
  /** A reversal that was decided and not answered yet: its amount and number make Stripe's key. */
  reversal: z
    .object({
      amountPence: Pence,
      attempt: z.int().min(1),
      decidedAt: Timestamp,
      /** What was taken back since, by this one or by hand: which of them, its answer tells. */
      seenPence: Pence.default(noPence),
    })
    .nullable(),
  /** Reversals tried so far. */
  reversalAttempts: z.int().min(0),
})
export type PayoutLine = z.infer<typeof PayoutLine>

/** Of what was sold: a photo, or a whole gallery. */
export const SoldId = z.union([PhotoId, GalleryId])
export type SoldId = z.infer<typeof SoldId>

/** A photo within a seller's share: enough for the wallet and for analytics, nothing of the buyer. */
export const SoldPhoto = z.object({
  photoId: SoldId,
  title: z.string(),
  as: SoldAs.default('original'),
  netPence: Pence,
  sharePence: Pence,
})
export type SoldPhoto = z.infer<typeof SoldPhoto>

/** How photos were sold: each at its own price, by their gallery's price steps, or as a whole gallery. */
export const SoldOffer = z.enum(['alone', 'steps', 'whole'])
export type SoldOffer = z.infer<typeof SoldOffer>

/** What of a share was sold by which offer and with which code. The sums of the offers are those of the share. */
export const SoldBy = z.object({
  /** The hash of its seller's own code, or `site` for the installation's; `null` where no code was for their photos. */
  code: z.string().nullable(),
  offers: z.array(z.object({ offer: SoldOffer, grossPence: Pence, amountPence: Pence, returnedPence: Pence })),
})
export type SoldBy = z.infer<typeof SoldBy>

/** One seller's share of one order. A free order has one too, of £0, without a charge. */
export const Earning = z.object({
  orderId: OrderId,
  orderNumber: z.string(),
  sellerId: UserId,
  /** The first of them, in the order of the cart. */
  photos: z.array(SoldPhoto),
  /** How many more there are: they stand in the lines of the order. */
  morePhotos: z.int().min(0).default(0),
  /** What the buyer paid for the seller's photos, after discount. */
  grossPence: Pence,
  feePence: Pence,
  /** The share: gross after discount minus fee. */
  amountPence: Pence,
  ...Buckets.shape,
  /** What went back to the buyer for these photos, of `grossPence`: refunds and disputes that were lost. */
  returnedPence: Pence.default(noPence),
  /** `null` in shares that are older than this field. */
  soldBy: SoldBy.nullable().default(null),
  releaseAt: Timestamp,
  frozen: z.boolean(),
  chargeId: z.string().nullable(),
  lines: z.array(PayoutLine),
  paidAt: Timestamp,
  version: z.int().min(0),
})
export type Earning = z.infer<typeof Earning>

/** Set by an operator, or by a transfer that an operator took back at the provider. */
export const PayoutHold = z.object({ reason: z.string(), heldAt: Timestamp })
export type PayoutHold = z.infer<typeof PayoutHold>

/** A seller's seven sums and what the screens show beside them. */
export const Balance = z.object({
  userId: UserId,
  ...Buckets.shape,
  totalEarnedPence: SumPence,
  openPayoutId: PayoutId.nullable(),
  lastPayoutAt: Timestamp.nullable(),
  /** What the last payout could not send: it is available again. 0 once a payout went through. */
  unsentPence: SumPence.default(SumPence.parse(0)),
  /** The open payout waits for the platform's own balance. */
  isDelayed: z.boolean().default(false),
  /** Nothing new is set aside for a payout while it stands; the photographer reads the reason. `null`: paid as usual. */
  payoutHold: PayoutHold.nullable().default(null),
  version: z.int().min(0),
})
export type Balance = z.infer<typeof Balance>
