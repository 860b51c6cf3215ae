import * as z from 'zod'
import { GivenConsent } from '#schema/consent.ts'
import { FileFormat } from '#schema/file-formats.ts'
import { cleanFileName } from '#schema/file-names.ts'
import { GalleryId, OrderId, PhotoId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { noPence, Pence } from '#schema/money.ts'
import { StoredLine, Timestamp } from '#schema/text.ts'
import { BoughtLine, PhotoSize } from '#schema/web-size.ts'
import { Renditions } from './renditions.ts'

/** awaiting_payment → processing → completed; side exits failed, expired, review (docs/money.md). */
export const OrderStatus = z.enum(['awaiting_payment', 'processing', 'completed', 'failed', 'expired', 'review'])
export type OrderStatus = z.infer<typeof OrderStatus>

/** One photo of an order, or one whole gallery: a snapshot, so that a later change of the photo never changes what was bought. */
export const OrderItem = z.object({
  orderId: OrderId,
  line: z.int().min(1).max(limits.cart.maxItems),
  /** `gallery`: all photos of it, as one; its files stand beside it (`OrderFile`). */
  kind: z.enum(['photo', 'gallery']).default('photo'),
  /** Of a whole gallery, how many files it has so far, and the state of the gallery's stock that they are of. */
  fileCount: z.int().min(1).default(1),
  stockSeen: z.int().min(0).default(0),
  /** Of a whole gallery, the photo that it is shown by. */
  photoId: PhotoId,
  galleryId: GalleryId,
  photographerId: UserId,
  photographerName: z.string(),
  galleryTitle: z.string(),
  title: StoredLine,
  fileName: z.string().overwrite(cleanFileName),
  contentType: z.string(),
  /** What the sold file's bytes are; `null` on lines that are older than this field: told from the bytes instead. */
  fileFormat: FileFormat.nullable().default(null),
  bytes: z.int().min(0),
  width: z.int().min(0),
  height: z.int().min(0),
  /** What is bought of it. */
  size: PhotoSize.default('original'),
  /** The line of the Web size that this Original is the upgrade of. */
  upgradeOf: BoughtLine.nullable().default(null),
  /** Of a Web size: the line that upgrades it, from when that order is opened until it is given up, or given back whole under review. */
  upgradedBy: BoughtLine.nullable().default(null),
  /** Of this size; of an upgrade what it costs beside what was asked for the Web size. */
  pricePence: Pence,
  /** What the gallery's steps took off its photos when this one was sold, per cent; 0 for nothing. */
  stepPercent: z.int().min(0).max(100).default(0),
  /** Off by the gallery's offer: a part of the discount. */
  offerPence: Pence.default(noPence),
  discountPence: Pence,
  netPence: Pence,
  feePence: Pence,
  sharePence: Pence,
  refundedPence: Pence,
  /** Of a dispute that was lost: the buyer has it back, as after a refund. */
  lostPence: Pence.default(noPence),
  originalKey: z.string(),
  originalEtag: z.string(),
  originalVersionId: z.string().nullable(),
  webKey: z.string().nullable(),
  renditions: Renditions,
  thumbhash: z.string(),
})
export type OrderItem = z.infer<typeof OrderItem>

/** A photo of a whole gallery that was bought: what a line of its own would say of it, but for money. */
export const OrderFile = OrderItem.pick({
  photoId: true,
  title: true,
  fileName: true,
  contentType: true,
  fileFormat: true,
  bytes: true,
  width: true,
  height: true,
  originalKey: true,
  originalEtag: true,
  originalVersionId: true,
  webKey: true,
  renditions: true,
  thumbhash: true,
})
export type OrderFile = z.infer<typeof OrderFile>

export const Order = z.object({
  id: OrderId,
  /** Short, for people: "DS-7K3M9Q". Knowing it opens nothing. */
  number: z.string(),
  status: OrderStatus,
  /** Why a person must look at it; set with status review. */
  reviewReason: z.string().nullable(),
  /** Empty, like the address, once its buyer was forgotten (`forget-buyer.ts`). */
  customerName: z.string(),
  customerEmail: z.string(),
  /** An operator put it in the place of one that was mistyped: whoever got the first receipt has the link, and is not told it. */
  isReaddressed: z.literal(true).optional(),
  /** To delivery at once. */
  consent: GivenConsent.default(null),
  discountCodeHash: z.string().nullable(),
  /** Whose code that is; `null` for none and for the installation's. */
  discountOwnerId: UserId.nullable().default(null),
  discountPercent: z.int().min(0).max(100),
  subtotalPence: Pence,
  /** Off by the galleries' offers: a part of the discount. */
  offerPence: Pence.default(noPence),
  discountPence: Pence,
  totalPence: Pence,
  feePence: Pence,
  /** The lines of the Web size that this order upgrades, each by its own line `by`. */
  upgrades: z.array(BoughtLine.extend({ by: z.int().min(1) })).default([]),
  itemCount: z.int().min(1).max(limits.cart.maxItems),
  /** Which Checkout Session of this order is current, counted from 1: part of Stripe's idempotency key. */
  sessionAttempt: z.int().min(1),
  /** When that attempt began. Its session expires a fixed time later, so that a repeated request is the same request. */
  sessionStartedAt: Timestamp,
  sessionId: z.string().nullable(),
  sessionUrl: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
  chargeId: z.string().nullable(),
  refundedPence: Pence,
  /** What disputes took for good. */
  lostPence: Pence.default(noPence),
  /** A dispute is open. */
  disputed: z.boolean(),
  /** Rises with every change of the three above; a change names the version it saw. */
  refundVersion: z.int().min(0).default(0),
  paidAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type Order = z.infer<typeof Order>
