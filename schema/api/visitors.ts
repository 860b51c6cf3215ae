import * as z from 'zod'
import { CartConsent } from '#schema/consent.ts'
import { GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Pence } from '#schema/money.ts'
import { Cursor, requiredEmail, Timestamp } from '#schema/text.ts'
import { PhotoSize } from '#schema/web-size.ts'
import { endpoint, Nothing, subject } from './endpoint.ts'
import { LeftAddress } from './galleries.ts'
import { cartBodyBytes } from './orders.ts'
import { pageOf } from './views.ts'
import { sessionHeader, visitHeaders } from './visit-headers.ts'

/** A link of a mail; what is none of ours is answered like one that is over. */
const Token = z.string().max(1_000)
const tokenParams = z.object({ token: Token })
const galleryParams = z.object({ galleryId: GalleryId })

/** Somebody who left an address in a gallery, as its photographer sees them. */
export const GalleryVisitor = z.object({
  /** As it was left: the rules of what one may leave have become stricter. */
  email: z.string(),
  firstAt: Timestamp,
  lastAt: Timestamp,
  /** They agreed to be written to, and when; `null` for who did not. */
  consentAt: Timestamp.nullable(),
  /** Which words they agreed to. */
  consentVersion: z.string().nullable(),
  /** When they confirmed, by a mail that asked about it, that it was they who agreed. */
  consentConfirmedAt: Timestamp.nullable(),
  /** When they confirmed, by a mail, that the address is theirs. */
  confirmedAt: Timestamp.nullable(),
  unsubscribedAt: Timestamp.nullable(),
  /** Asked to be told before the gallery closes. */
  wantsClosing: z.boolean(),
})
export type GalleryVisitor = z.infer<typeof GalleryVisitor>

/** Whose mails a link decides of, and how it stands. */
const MailChoices = z.object({
  photographerNames: z.array(z.string()),
  isSubscribed: z.boolean(),
})

/** What of a cart that was left is for sale still. */
const KeptItem = z.object({
  galleryId: GalleryId,
  galleryTitle: z.string(),
  photographerName: z.string(),
  pricePence: Pence,
})

export const visitors = subject('visitors', 'Visitors cannot unsubscribe, confirm an address, or ask to be reminded.', {
  tellBeforeClosing: endpoint({
    method: 'POST',
    path: '/galleries/{galleryId}/closing-reminders',
    access: 'visitor',
    summary: 'Asks to be told by email before a gallery closes; an address that has not confirmed is asked to first',
    params: galleryParams,
    headers: visitHeaders,
    body: LeftAddress,
    response: Nothing,
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked', 'gallery_stays_open'],
  }),
  ofGallery: endpoint({
    method: 'GET',
    path: '/me/galleries/{galleryId}/visitors',
    access: 'photographer',
    summary: 'Who left an email address in an own gallery, the newest first',
    params: galleryParams,
    query: z.object({ cursor: Cursor.optional() }),
    response: pageOf(GalleryVisitor).extend({ items: z.array(GalleryVisitor).max(limits.visitors.perPage) }),
    errors: ['gallery_not_found', 'invalid_cursor'],
  }),
  confirmAddress: endpoint({
    method: 'POST',
    path: '/address-confirmations/{token}',
    access: 'public',
    summary: 'Confirms, by the link of a mail, that an address is its owner’s',
    params: tokenParams,
    response: z.object({ photographerName: z.string() }),
    errors: ['link_over'],
  }),
  mailChoices: endpoint({
    method: 'GET',
    path: '/mail-choices/{token}',
    access: 'public',
    summary: 'Whose mails a link in a mail decides of',
    params: tokenParams,
    response: MailChoices,
    errors: ['link_over'],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/mail-choices/{token}/unsubscription',
    access: 'public',
    summary: 'Ends the mails of a photographer to an address, at once and for good: one click (RFC 8058)',
    params: tokenParams,
    response: Nothing,
    errors: ['link_over'],
  }),
  resubscribe: endpoint({
    method: 'DELETE',
    path: '/mail-choices/{token}/unsubscription',
    access: 'public',
    summary: 'Takes an unsubscription back',
    params: tokenParams,
    response: Nothing,
    errors: ['link_over'],
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/mail-choices/{token}/address',
    access: 'public',
    summary: 'Forgets an address and where it was left; nothing is sent to it any more',
    params: tokenParams,
    response: Nothing,
    errors: ['link_over'],
  }),
  keepCart: endpoint({
    method: 'POST',
    path: '/kept-carts',
    access: 'visitor',
    summary: 'Asks for one reminder of a cart that is left, or, without consent, takes that back',
    headers: sessionHeader,
    body: z.object({
      email: requiredEmail('Please enter your email address.'),
      /** `null` takes back what the same browser asked for: where photos or galleries are named, only with one of them. */
      consent: CartConsent,
      items: z
        .array(z.object({ photoId: PhotoId, size: PhotoSize.default('original') }))
        .max(1_000)
        .default([]),
      galleryIds: z.array(GalleryId).max(1_000).default([]),
      /** Grants of the private galleries that photos of this cart come from. */
      grants: z.array(z.string().max(1_000)).max(limits.visitors.cartGrants).default([]),
    }),
    maxBodyBytes: cartBodyBytes,
    response: Nothing,
    errors: [
      'session_needed',
      'cart_too_large',
      'cart_too_many_photographers',
      'too_many_upgrades',
      'wholes_too_large',
      'total_too_large',
    ],
  }),
  keptCart: endpoint({
    method: 'GET',
    path: '/kept-carts/{token}',
    access: 'public',
    summary: 'A cart that was left, by the link of the mail about it',
    params: tokenParams,
    response: z.object({
      items: z.array(KeptItem.extend({ photoId: PhotoId, size: PhotoSize, title: z.string() })),
      galleries: z.array(KeptItem),
    }),
    errors: ['link_over'],
  }),
})
