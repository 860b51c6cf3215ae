import * as z from 'zod'
import { Colour } from '#schema/entities/brand.ts'
import { OrderId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'
import { said, saidAddress, saidAtLength } from './said.ts'

/** Of whoever it is sent for; `null` where they chose nothing, and in what was written before. */
const MailBrand = z.object({
  /** As it was chosen: its contrast is repaired where the mail is written. */
  accent: Colour.nullable().default(null),
  /** A picture of the site, in the size in which it is shown. */
  logo: z
    .object({ url: z.url(), width: z.int().min(1), height: z.int().min(1), isOnDark: z.boolean() })
    .nullable()
    .default(null),
})
export type MailBrand = z.infer<typeof MailBrand>
const brand = MailBrand.shape
const Down = z.object({ name: said, what: z.enum(['gallery', 'photo', 'page']), title: said, url: z.url() })

/**
 * What every mail needs to know, by its template. Apart from its words, which only the function that sends mails reads:
 * whoever puts one into the outbox parses these at its start.
 */
export const mailContents = {
  receipt: z.object({
    name: said,
    orderNumber: z.string(),
    orderUrl: z.url(),
    /** `null` in what was written before receipts had a date. */
    paidAt: Timestamp.nullable().default(null),
    lines: z.array(z.object({ title: said, pricePence: z.int(), photographerName: said.nullable().default(null) })),
    /** Further lines, which the order's page lists. */
    moreLines: z.int().min(0).default(0),
    /** A part of the discount: what galleries take off several photos. */
    offerPence: z.int().default(0),
    discountPence: z.int(),
    totalPence: z.int(),
    /** Agreed to delivery at once: a confirmation of that is owed (`deliveryConsent` names the law). */
    hasConsent: z.boolean().default(false),
  }),
  'refund-sent': z.object({
    name: said,
    orderNumber: z.string(),
    orderUrl: z.url(),
    amountPence: z.int(),
    totalPence: z.int(),
    /** The photos that it is for; none where it is for the order as a whole. */
    titles: z.array(said),
    moreTitles: z.int().min(0).default(0),
  }),
  'refund-returned': z.object({ name: said, orderNumber: z.string(), orderUrl: z.url(), amountPence: z.int() }),
  'photos-ready': z.object({
    name: said,
    orderNumber: z.string(),
    orderUrl: z.url(),
    files: z.int(),
    parts: z.int(),
    keptUntil: Timestamp,
  }),
  'export-ready': z.object({
    name: said,
    settingsUrl: z.url(),
    files: z.int(),
    parts: z.int(),
    keptUntil: Timestamp,
  }),
  'sale-made': z.object({
    name: said,
    orderNumber: z.string(),
    titles: z.array(said),
    moreTitles: z.int().min(0).default(0),
    /** How many of the titles are whole galleries. */
    galleries: z.int().min(0).default(0),
    grossPence: z.int(),
    feePence: z.int(),
    sharePence: z.int(),
    balanceUrl: z.url(),
  }),
  'sales-of-day': z.object({
    name: said,
    /** In London: "2030-06-14". */
    day: z.iso.date(),
    orders: z.int().min(1),
    photos: z.int().min(1),
    grossPence: z.int(),
    feePence: z.int(),
    sharePence: z.int(),
    balanceUrl: z.url(),
  }),
  'downloads-waiting': z.object({
    name: said,
    orderNumber: z.string(),
    photos: z.int().min(1),
    orderUrl: z.url(),
  }),
  'sales-made': z.object({ orderId: OrderId }),
  'payout-sent': z.object({
    name: said,
    amountPence: z.int(),
    isFull: z.boolean().default(false),
    balanceUrl: z.url(),
  }),
  'payout-failed': z.object({ name: said, amountPence: z.int(), balanceUrl: z.url() }),
  'payout-returned': z.object({
    name: said,
    amountPence: z.int(),
    reason: z.enum(['returned', 'cancelled']),
    balanceUrl: z.url(),
  }),
  'trial-ending': z.object({ name: said, endsAt: Timestamp, dashboardUrl: z.url() }),
  'gallery-expiring': z.object({ name: said, title: said, expiresAt: Timestamp, dashboardUrl: z.url() }),
  'gallery-guessed': z.object({ name: said, title: said, dashboardUrl: z.url() }),
  'gallery-invitation': z.object({
    ...brand,
    photographerName: said,
    title: said,
    accessCode: said.nullable(),
    asksPassword: z.boolean(),
    expiresAt: Timestamp.nullable(),
    link: z.url(),
  }),
  'address-confirmation': z.object({ ...brand, photographerName: said, title: said, link: z.url() }),
  'gallery-closing': z.object({
    ...brand,
    photographerName: said,
    title: said,
    expiresAt: Timestamp,
    link: z.url(),
  }),
  'cart-left': z.object({
    ...brand,
    photographerNames: z.array(said).min(1),
    titles: z.array(said),
    moreTitles: z.int().min(0),
    photos: z.int().min(0),
    wholes: z.int().min(0),
    link: z.url(),
    until: Timestamp,
  }),
  'mails-stopped': z.object({ name: said, dashboardUrl: z.url() }),
  'proof-invitation': z.object({
    ...brand,
    photographerName: said,
    title: said,
    galleryTitle: said,
    description: saidAtLength,
    deadlineAt: Timestamp.nullable(),
    link: z.url(),
  }),
  'proof-reminder': z.object({
    ...brand,
    photographerName: said,
    title: said,
    pendingCount: z.int().min(0),
    deadlineAt: Timestamp,
    link: z.url(),
  }),
  'proof-completed': z.object({
    name: said,
    title: said,
    galleryTitle: said,
    approved: z.int(),
    maybe: z.int(),
    rejected: z.int(),
    /** How many were to be chosen; `null` where each photo was to be judged, and in what was written before. */
    selectionTarget: z.int().nullable().default(null),
    dashboardUrl: z.url(),
  }),
  'favourites-sent': z.object({
    name: said,
    galleryTitle: said,
    from: said,
    email: saidAddress,
    note: saidAtLength,
    count: z.int(),
    url: z.url(),
  }),
  'report-received': z.object({
    reportId: z.string(),
    what: z.enum(['gallery', 'photo']),
    subjectId: z.string(),
    title: said,
    reason: said,
    text: saidAtLength,
    from: saidAddress.nullable(),
    url: z.url(),
  }),
  'sign-up-tried': z.object({ signInUrl: z.url() }),
  'taken-down': Down.extend({
    reason: z.string(),
    /** Their export may have held it, and was removed. */
    isExportGone: z.boolean().default(false),
  }),
  'takedown-lifted': Down,
} as const
export type TemplateName = keyof typeof mailContents
