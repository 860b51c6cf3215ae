import * as z from 'zod'
import { DeliveryConsent, GivenConsent } from '#schema/consent.ts'
import { BrandPaint } from '#schema/entities/brand.ts'
import { OrderStatus } from '#schema/entities/order.ts'
import { GalleryId, IdempotencyKey, OrderId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { minimumChargePence, Pence } from '#schema/money.ts'
import { requiredEmail, requiredLine, Timestamp } from '#schema/text.ts'
import { BoughtLine, PhotoSize, SoldAs } from '#schema/web-size.ts'
import { codeEndpoints } from './codes.ts'
import { endpoint, inAddress, subject } from './endpoint.ts'
import { Picture } from './views.ts'
import { sessionHeader } from './visit-headers.ts'
import { zipEndpoints } from './zips.ts'

const DiscountCode = z.string().trim().min(1).max(64)
/**
 * Orders whose payment page this browser was led to: one that is not paid yet may hold the last use of the code itself.
 * Their ids are the buyer's secret, as everywhere.
 */
const OpenedOrders = z.array(OrderId).max(limits.order.openedKept).default([])
export const missingDetails = 'Please fill in your name and email address.'

/** A photo as it is asked for; one that is named twice counts as it is named first. */
export const CartAsk = z.object({
  photoId: PhotoId,
  size: PhotoSize.default('original'),
  /** The bought line of its Web size that this Original is the upgrade of. */
  upgradeOf: BoughtLine.optional(),
})
export type CartAsk = z.infer<typeof CartAsk>

const SoldSize = z.object({ pricePence: Pence, width: z.int().min(0), height: z.int().min(0) })

export const CartLine = z.object({
  photoId: PhotoId,
  /** The Original where the Web size, which was asked for, is not for sale. */
  size: PhotoSize.default('original'),
  isUpgrade: z.boolean().default(false),
  /** What there is to choose from; `web` is `null` where it is not for sale. */
  sizes: z.object({ original: SoldSize, web: SoldSize.nullable() }).nullable().default(null),
  title: z.string(),
  galleryTitle: z.string(),
  photographerName: z.string(),
  pricePence: Pence,
  /** What it costs with every offer and the code. */
  netPence: Pence,
  picture: Picture.nullable(),
  /** It is kept out of whole galleries that were paid for before then; absent where it is not. */
  exceptedSince: Timestamp.optional(),
})
export type CartLine = z.infer<typeof CartLine>

/** A gallery that is bought as a whole: all of its photos, and what is added to it in the next 30 days, as one line. */
export const CartWhole = z.object({
  galleryId: GalleryId,
  galleryTitle: z.string(),
  photographerName: z.string(),
  photoCount: z.int().min(1),
  pricePence: Pence,
  netPence: Pence,
  picture: Picture.nullable(),
  /** Photos of it that are in the cart: they are in the whole. */
  photoIds: z.array(PhotoId),
  /** Nobody asked for the whole: it costs no more than these photos. */
  isSwitched: z.boolean(),
})
export type CartWhole = z.infer<typeof CartWhole>

/** What a gallery's steps take off the photos of it that are in a cart, and what the next step would bring. */
export const CartOffer = z.object({
  galleryId: GalleryId,
  galleryTitle: z.string(),
  percent: z.int().min(0).max(100),
  savedPence: Pence,
  /** So many more photos, at so much each, take so much more off; `null` above the last step, or with no more photos. */
  next: z.object({ more: z.int().min(1), percent: z.int(), eachPence: Pence, morePence: Pence }).nullable(),
})
export type CartOffer = z.infer<typeof CartOffer>

/**
 * A gallery whose whole price is near what the chosen photos of it cost: instead of these, all of it costs `morePence`
 * more, with every offer and the code.
 */
export const CartNear = z.object({
  galleryId: GalleryId,
  galleryTitle: z.string(),
  photographerName: z.string(),
  photoCount: z.int().min(2),
  /** What the whole costs without a code. */
  wholePence: Pence,
  morePence: Pence,
})
export type CartNear = z.infer<typeof CartNear>

/** The five summary lines of the cart (specification, section 2), all from the server. */
export const CartSummary = z.object({
  subtotalPence: Pence,
  /** Off by the galleries' offers. */
  offerPence: Pence,
  /** Off by the code, and what part that is, 0 where it takes no percentage. */
  discountPence: Pence,
  discountPercent: z.int().min(0).max(100),
  feePence: Pence,
  earningsPence: Pence,
  totalPence: Pence,
})
export type CartSummary = z.infer<typeof CartSummary>

/**
 * How it stands with the Original of a bought Web size. `offered` at `pricePence`; `under_way`: an order with it is being
 * paid; `done`; `over`: it was bought and given back; `not_for_sale`: the photo is not on sale any more.
 */
const Upgrade = z.object({
  state: z.enum(['offered', 'under_way', 'done', 'over', 'not_for_sale']),
  pricePence: Pence,
})

export const OrderLine = z.object({
  line: z.int().min(1).max(limits.cart.maxItems),
  /** `gallery`: a whole gallery, of so many files, to which what is ready until then is added. */
  kind: z.enum(['photo', 'gallery']),
  fileCount: z.int().min(1),
  growsUntil: Timestamp.nullable(),
  photoId: PhotoId,
  galleryId: GalleryId,
  as: SoldAs.default('original'),
  /** Whether the Original can be downloaded: it was bought, or upgraded to, and not given back. */
  hasOriginal: z.boolean().default(true),
  /** Of a Web size. */
  upgrade: Upgrade.nullable().default(null),
  title: z.string(),
  galleryTitle: z.string(),
  photographerName: z.string(),
  pricePence: Pence,
  /** What was paid for it, after offers and code. */
  netPence: Pence,
  bytes: z.int().min(0),
  picture: Picture.nullable(),
  /** Of that, what went back to the buyer, by refund or lost dispute. */
  returnedPence: Pence,
  /** A fully refunded photo can no longer be downloaded. */
  isRefunded: z.boolean(),
  hasWebSize: z.boolean(),
  /** Longest side of the web size: 2048, or less where the photo, or the preview in a RAW file, has no more. */
  webPx: z.int().min(0).max(limits.rendition.displayPx),
})

export type OrderLine = z.infer<typeof OrderLine>
/** A photo of a gallery that was bought as a whole. */
export const OrderFileView = z.object({
  number: z.int().min(1),
  photoId: PhotoId,
  title: z.string(),
  bytes: z.int().min(0),
  picture: Picture.nullable(),
  hasWebSize: z.boolean(),
  webPx: z.int().min(0).max(limits.rendition.displayPx),
})
export type OrderFileView = z.infer<typeof OrderFileView>

export const OrderView = z.object({
  id: OrderId,
  number: z.string(),
  status: OrderStatus,
  /** Empty, like the address, once its buyer was erased. */
  customerName: z.string(),
  /** Empty also where an operator put another in its place. */
  customerEmail: z.string(),
  subtotalPence: Pence,
  /** Off by the galleries' offers: a part of the discount. */
  offerPence: Pence,
  discountPence: Pence,
  /** What part the code took, 0 where it took no percentage. */
  discountPercent: z.int().min(0).max(100),
  totalPence: Pence,
  refundedPence: Pence,
  /** What went back to the buyer by disputes. */
  lostPence: Pence,
  /** To delivery at once; `null` in orders that are older than the box. */
  consent: GivenConsent,
  paidAt: Timestamp.nullable(),
  createdAt: Timestamp,
  items: z.array(OrderLine),
})
export type OrderView = z.infer<typeof OrderView>

export const Checkout = z.object({
  /** `pricePence` is what the buyer saw: compared, never charged. */
  items: z.array(CartAsk.extend({ pricePence: z.int().optional() })).max(1_000),
  /** Galleries that are bought as a whole. */
  galleries: z
    .array(z.object({ galleryId: GalleryId, pricePence: z.int().optional() }))
    .max(1_000)
    .default([]),
  customer: z.object({
    name: requiredLine(limits.order.nameLength, 'Please fill in your name.'),
    email: requiredEmail('Please fill in your email address.'),
  }),
  consent: DeliveryConsent,
  discountCode: DiscountCode.optional(),
  openedOrders: OpenedOrders,
  /** The total that the buyer saw: compared, never charged. */
  seenTotalPence: z.int().optional(),
  /** Grants of the private galleries that photos of this cart come from. */
  grants: z.array(z.string().max(1_000)).max(limits.cart.maxItems).default([]),
})
export type Checkout = z.infer<typeof Checkout>

/** A thousand photos with prices are 75 kB, and 500 private galleries' grants of some 350 characters 175 kB. */
export const cartBodyBytes = 262_144

export const orders = subject('orders', 'Buyers cannot check out or download what they bought.', {
  ...codeEndpoints,
  ...zipEndpoints,
  quote: endpoint({
    method: 'POST',
    path: '/cart/quote',
    access: 'visitor',
    summary: 'Prices a cart: lines, photos that are unavailable or locked, and the five sums',
    /** Needed with a discount code only, whose wrong tries are counted by it. */
    headers: sessionHeader,
    body: z.object({
      items: z.array(CartAsk).max(1_000).default([]),
      /** Each as Original. */
      photoIds: z.array(PhotoId).max(1_000).default([]),
      /** Galleries that are to be bought as a whole. */
      galleryIds: z.array(GalleryId).max(1_000).default([]),
      discountCode: DiscountCode.optional(),
      openedOrders: OpenedOrders,
      grants: z.array(z.string().max(1_000)).max(limits.cart.maxItems).default([]),
    }),
    maxBodyBytes: cartBodyBytes,
    response: z.object({
      lines: z.array(CartLine),
      /** Galleries as a whole, those that the cart switched to by itself among them. */
      wholes: z.array(CartWhole),
      /** Photos of the cart that are in one of these, each as it costs alone; nothing is paid for them beside it. */
      inside: z.array(CartLine).default([]),
      offers: z.array(CartOffer),
      /** Absent in an answer of the last release. */
      near: z.array(CartNear).default([]),
      unavailable: z.array(PhotoId),
      /** Of the unavailable ones, those that are free by now: they are downloaded in their gallery, without an order. */
      free: z.array(PhotoId).default([]),
      /** For sale to who opens their gallery (again): its grant is missing, or its 12 hours are over. */
      locked: z.array(PhotoId),
      unavailableGalleries: z.array(GalleryId),
      lockedGalleries: z.array(GalleryId),
      summary: CartSummary,
      /** What an order costs at least here, where it costs anything. */
      minimumPence: Pence.default(minimumChargePence),
      /** Of the photographer whose photos all of them are; `null` where they are of several, or of one without a brand. */
      brand: BrandPaint.nullable().default(null),
    }),
    errors: [
      'session_needed',
      'cart_too_large',
      'cart_too_many_photographers',
      'too_many_upgrades',
      'wholes_too_large',
      'total_too_large',
      'invalid_discount_code',
      'code_for_others',
      'code_minimum',
    ],
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/orders',
    access: 'visitor',
    summary: 'Opens an order at the server’s prices and answers where to pay',
    /** The session ties two tabs of one browser together, so that they open one order. */
    headers: sessionHeader.extend({ 'idempotency-key': IdempotencyKey }),
    body: Checkout,
    maxBodyBytes: cartBodyBytes,
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('pay'), url: z.string(), orderId: OrderId }),
      z.object({ kind: z.literal('free'), orderId: OrderId }),
    ]),
    errors: [
      'session_needed',
      'cart_empty',
      'cart_too_large',
      'cart_too_many_photographers',
      'too_many_upgrades',
      'upgrade_under_way',
      'wholes_too_large',
      'items_unavailable',
      'items_locked',
      'price_changed',
      'total_too_small',
      'total_too_large',
      'invalid_discount_code',
      'code_for_others',
      'code_minimum',
      'code_for_another',
      'code_used_up',
      'idempotency_mismatch',
      'checkout_expired',
      'payment_failed',
    ],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/orders/confirm',
    access: 'visitor',
    summary: 'The return page: settles the order of a Checkout Session if it is paid',
    headers: sessionHeader,
    body: z.object({ sessionId: z.string().min(1).max(200) }),
    response: z.discriminatedUnion('state', [
      z.object({ state: z.literal('processing') }),
      /** Paid, but not as the order says: a person looks at it. */
      z.object({ state: z.literal('review'), orderNumber: z.string() }),
      z.object({ state: z.literal('completed'), order: OrderView }),
    ]),
    errors: ['invalid_session', 'payment_failed'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/orders/{orderId}',
    access: 'visitor',
    summary: 'An order, for whoever knows its secret id',
    params: z.object({ orderId: OrderId }),
    response: OrderView,
    errors: ['order_not_found'],
  }),
  files: endpoint({
    method: 'GET',
    path: '/orders/{orderId}/items/{line}/files',
    access: 'visitor',
    summary: 'A page of the photos of a gallery that was bought as a whole',
    params: z.object({ orderId: OrderId, line: inAddress(z.int().min(1).max(limits.cart.maxItems)) }),
    query: z.object({ from: inAddress(z.int().min(0).max(99_999)).default(0) }),
    response: z.object({
      files: z.array(OrderFileView),
      /** Where the next page begins; `null` after the last. */
      next: z.int().nullable(),
    }),
    errors: ['order_not_found', 'not_purchased'],
  }),
  download: endpoint({
    method: 'POST',
    path: '/orders/{orderId}/items/{line}/download',
    access: 'visitor',
    summary: 'A link of at most 15 minutes to one bought photo',
    params: z.object({ orderId: OrderId, line: inAddress(z.int().min(1).max(limits.cart.maxItems)) }),
    body: z.object({
      size: z.enum(['original', 'web']),
      /** Of a line that is a whole gallery, which of its files. */
      file: z.int().min(1).optional(),
    }),
    response: z.object({ url: z.string(), fileName: z.string(), expiresAt: Timestamp }),
    errors: ['order_not_found', 'not_purchased', 'file_unavailable'],
  }),
})
