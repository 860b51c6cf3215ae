import * as z from 'zod'
import { ClockHour, ClockMinute } from '#schema/clock-times.ts'
import { VisitorConsent } from '#schema/consent.ts'
import { ActKind } from '#schema/entities/activity.ts'
import { BrandPaint } from '#schema/entities/brand.ts'
import { Camera, CameraClocks } from '#schema/entities/camera-clocks.ts'
import { Gallery, WatermarkStrength } from '#schema/entities/gallery.ts'
import {
  CoverFocus,
  CoverStyle,
  GalleryLook,
  PhotoLayout,
  PhotoSpacing,
  usualLook,
} from '#schema/entities/gallery-look.ts'
import { GallerySets } from '#schema/entities/gallery-set.ts'
import { PhotoOrder } from '#schema/entities/photo-order.ts'
import { ReportReason } from '#schema/entities/report.ts'
import { FavouritesId, GalleryId, IdempotencyKey, PhotoId, SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { defaultPricePence, Pence, Price } from '#schema/money.ts'
import { PriceSteps } from '#schema/offers.ts'
import { wholeNumber } from '#schema/sentences.ts'
import { Cursor, comparableCode, Email, line, paragraph, requiredEmail, requiredLine, Timestamp } from '#schema/text.ts'
import { WebPrice } from '#schema/web-size.ts'
import { defaultBodyBytes, endpoint, inAddress, Nothing, subject, Version } from './endpoint.ts'
import { favouritesListEndpoints } from './favourites-lists.ts'
import { GalleryCard, PhotoView, Picture, pageOf } from './views.ts'
import { Grant, grantHeader, SessionToken, sessionHeader, visitHeaders } from './visit-headers.ts'

const galleryParams = z.object({ galleryId: GalleryId })

const title = requiredLine(limits.gallery.titleLength, 'Please fill in the gallery title.')
const emptyIsNull = (text: string | null) => (text === '' ? null : text)
const AccessCode = z.string().trim().max(limits.gallery.accessCodeMaxLength).nullable().transform(emptyIsNull)
/** A new code takes so many tries to guess that the limits hold it; codes of before stay (decision 40). */
export const isLongEnough = (code: string | null): boolean =>
  code === null || comparableCode(code).length >= limits.gallery.accessCodeMinLength
export const shortCode = `Please use at least ${limits.gallery.accessCodeMinLength} letters and numbers.`
/** What cannot be a code is answered like a wrong one, so that the contract's limit is the body's. */
const Guess = z.string().max(1_000).meta({ maxLength: defaultBodyBytes }).catch('')
/** An address that a visitor leaves with a gallery's photographer, and which words stood beside the box that they ticked. */
export const LeftAddress = z.object({
  email: requiredEmail('Please enter your email address.'),
  /** `null` for who left the box empty. */
  consent: VisitorConsent,
})
export type LeftAddress = z.infer<typeof LeftAddress>
const ClientEmail = z.union([z.literal('').transform(() => null), z.null(), Email])

export const CreateGallery = z.object({
  title,
  description: paragraph(limits.gallery.descriptionLength).default(''),
  pricePence: Price.default(defaultPricePence),
  isPublic: z.boolean().default(true),
  clientEmail: ClientEmail.default(null),
  accessCode: AccessCode.refine(isLongEnough, shortCode).default(null),
})
export type CreateGallery = z.infer<typeof CreateGallery>

/** Absent fields stay as they are. `password` is sent only when a new one is set; `null` removes it. */
export const UpdateGallery = z.object({
  version: Version,
  title: title.optional(),
  description: paragraph(limits.gallery.descriptionLength).optional(),
  pricePence: Price.optional(),
  /** Of the Web size of coming uploads; `null` for none. */
  webPence: WebPrice.nullable().optional(),
  priceSteps: PriceSteps.optional(),
  /** Of all its photos together; `null` to sell them one by one alone. */
  wholePence: WebPrice.nullable().optional(),
  isPublic: z.boolean().optional(),
  clientEmail: ClientEmail.optional(),
  accessCode: AccessCode.optional(),
  password: z.string().min(1).max(1_000).nullable().optional(),
  asksEmail: z.boolean().optional(),
  expiresAt: Timestamp.nullable().optional(),
  downloadLimit: wholeNumber(0, limits.download.maxLimit).nullable().optional(),
  clientCanDownload: z.boolean().optional(),
  clientCanComment: z.boolean().optional(),
  watermarkEnabled: z.boolean().optional(),
  watermarkText: line(limits.gallery.watermarkLength).optional(),
  watermarkStrength: WatermarkStrength.optional(),
  coverStyle: CoverStyle.optional(),
  coverFocus: CoverFocus.optional(),
  photoLayout: PhotoLayout.optional(),
  photoSpacing: PhotoSpacing.optional(),
  photoOrder: PhotoOrder.optional(),
  /** All of them: a camera that is left out has a clock that is right. */
  clocks: CameraClocks.optional(),
  numbers: z.boolean().optional(),
})
export type UpdateGallery = z.infer<typeof UpdateGallery>

/** A price that is not named stays as it is on each photo. */
export const PriceAll = z
  .object({
    version: Version,
    pricePence: Price.optional(),
    /** `null` to sell the Original alone. */
    webPence: WebPrice.nullable().optional(),
  })
  .refine(({ pricePence, webPence }) => pricePence !== undefined || webPence !== undefined, 'Please name a price.')

const haveOwnNames = (sets: readonly { name: string }[]): boolean =>
  new Set(sets.map(({ name }) => name.toLowerCase())).size === sets.length
const haveOwnIds = (sets: readonly { id: string | null }[]): boolean => {
  const ids = sets.flatMap(({ id }) => id ?? [])
  return new Set(ids).size === ids.length
}

/** All sets of a gallery in their order: those without an id are new, those that are not named are deleted. */
export const ArrangeSets = z.object({
  version: Version,
  sets: z
    .array(
      z.object({
        id: SetId.nullable(),
        name: requiredLine(limits.gallery.setNameLength, 'Please give the set a name.'),
      }),
    )
    .max(limits.gallery.mostSets)
    .refine(haveOwnNames, 'Please give each set a name of its own.')
    .refine(haveOwnIds, 'Please name each set once.'),
})
export type ArrangeSets = z.infer<typeof ArrangeSets>

export const SendReport = z.object({
  galleryId: GalleryId,
  /** One photo of it; `null` for the gallery as a whole. */
  photoId: PhotoId.nullable().default(null),
  reason: ReportReason,
  text: paragraph(limits.report.textLength).default(''),
  /** Where the operator may ask back. */
  email: ClientEmail.default(null),
})
export type SendReport = z.infer<typeof SendReport>

/** Photos with this visitor's heart, the newest first. An answer of the last release names none. */
const FavouriteIds = z.array(PhotoId).max(limits.favourites.photos).default([])

/** What the link to a visitor's favourites names them by; `null` while they are not shared. */
const FavouritesLink = z.object({ sharedAs: FavouritesId.nullable() })

/** A gallery as its owner sees it: everything but the hash and what is only for us. */
export const OwnGallery = Gallery.omit({
  passwordHash: true,
  cover: true,
  accessVersion: true,
  deletedAt: true,
  ownerState: true,
  brand: true,
  countsVersion: true,
  limitedDownloads: true,
  layout: true,
  uploadPence: true,
  stockVersion: true,
  cameCount: true,
  stockShown: true,
  priceRun: true,
  drawRun: true,
  clocksVersion: true,
  numbersReadUpTo: true,
}).extend({
  hasPassword: z.boolean(),
  /** Photos wait for their numbers to be read; absent where none does, or where it is not known. */
  hasUnread: z.literal(true).optional(),
  cover: Picture.nullable(),
})
export type OwnGallery = z.infer<typeof OwnGallery>

/** A gallery that its owner deleted and can have back. */
export const DeletedGallery = Gallery.pick({ id: true, title: true, photoCount: true }).extend({
  deletedAt: Timestamp,
  /** From when on it is gone for good. */
  goneAt: Timestamp,
})
export type DeletedGallery = z.infer<typeof DeletedGallery>

const Count = z.int().min(0)
/** A gallery is protected when a password or an access code exists (specification, section 2). */
export const GalleryTotals = z.object({
  galleries: Count,
  photos: Count,
  publicGalleries: Count,
  protectedGalleries: Count,
})
export type GalleryTotals = z.infer<typeof GalleryTotals>

export const GalleryPage = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    gallery: GalleryCard.extend({
      isPublic: z.boolean(),
      /** It asks for an email address, beside a code or alone; absent where it does not. */
      asksEmail: z.literal(true).optional(),
      /** When it closes; `null` for never, and in an answer of the last release. */
      expiresAt: Timestamp.nullable().default(null),
      /** The text to lay over the photos, `null` when the watermark is off. */
      watermark: z.string().nullable(),
      /** Whether its free photos can be had: downloads are on, and their limit is not known to be used up. */
      clientCanDownload: z.boolean(),
      /** What is taken off where several of its photos are bought together. */
      priceSteps: PriceSteps,
      /** What all of its photos cost together, `null` where they are not sold so. */
      wholePence: Pence.nullable(),
      sets: GallerySets,
      look: GalleryLook.default(usualLook),
      brand: BrandPaint.nullable().default(null),
      /** Whether its photos are found by the numbers on shirts and plates. */
      hasNumbers: z.boolean().default(false),
      /** Whether they are found by when they were taken as well. */
      hasTimes: z.boolean().default(false),
    }),
  }),
  /** Nothing but what the lock screen needs: what is asked for. */
  z.object({ state: z.literal('locked'), id: GalleryId, needs: z.array(z.enum(['access_code', 'password', 'email'])) }),
])
export type GalleryPage = z.infer<typeof GalleryPage>

export const GallerySort = z.enum(['newest', 'oldest', 'price_low', 'price_high', 'popular'])
export type GallerySort = z.infer<typeof GallerySort>

/**
 * Something that happened in a gallery. `opened` and `downloaded`: so many times in the hour that begins at `at`. Of the others,
 * `count` is the photos that one visitor had marked, had in the cart or bought then. `unlisted`: more happened in that hour.
 */
const ActivityEntry = z.object({
  kind: z.enum(['opened', ...ActKind.options, 'downloaded', 'unlisted']),
  count: z.int().min(0),
  /** All photos of the gallery, as one. */
  whole: z.literal(true).optional(),
  at: Timestamp,
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const galleries = subject('galleries', 'Visitors cannot open galleries and photographers cannot manage them.', {
  browse: endpoint({
    method: 'GET',
    path: '/galleries',
    access: 'public',
    summary: 'Public galleries, a page at a time',
    query: z.object({
      sort: GallerySort.default('newest'),
      minPence: inAddress(Pence.optional()).optional(),
      maxPence: inAddress(Pence.optional()).optional(),
      q: line(100).optional(),
      /** Only galleries with a cover that everybody may see, as the landing page shows them. */
      only: z.literal('featured').optional(),
      limit: inAddress(z.int().min(1).max(limits.gallery.perPage).default(limits.gallery.perPage))
        .optional()
        .default(limits.gallery.perPage),
      cursor: Cursor.optional(),
    }),
    response: pageOf(GalleryCard),
    errors: ['invalid_cursor'],
    cache: 'edge',
  }),
  get: endpoint({
    method: 'GET',
    path: '/galleries/{galleryId}',
    access: 'visitor',
    summary: 'One gallery, open or locked',
    params: galleryParams,
    headers: grantHeader,
    response: GalleryPage,
    errors: ['gallery_not_found'],
    cache: 'edge',
  }),
  listPhotos: endpoint({
    method: 'GET',
    path: '/galleries/{galleryId}/photos',
    access: 'visitor',
    summary:
      'The photos for sale of a gallery, of a set, of a time, or with a number, in the order its photographer chose, else featured first, then newest; 20 a page, 60 with a number',
    params: galleryParams,
    headers: grantHeader,
    query: z.object({
      q: line(100).optional(),
      /** One that the gallery does not have holds no photos. */
      set: SetId.optional(),
      /** Only photos that show this number, newest first; words and sets do not count then. */
      number: line(40).optional(),
      /** Only photos taken at this time or later, by the camera's clock; words do not count then. */
      from: ClockMinute.optional(),
      /** Only photos taken before this time. */
      to: ClockMinute.optional(),
      cursor: Cursor.optional(),
    }),
    response: pageOf(PhotoView).extend({
      /** So many of the last items may show the number, which was read with doubt or nearly; absent for none. */
      doubtful: z.int().min(1).optional(),
      /** Beside a number: some photos of the gallery were not read yet; absent where all were, or where it is not known. */
      hasUnread: z.literal(true).optional(),
    }),
    errors: ['gallery_not_found', 'gallery_locked', 'invalid_cursor'],
    cache: 'edge',
  }),
  photoHours: endpoint({
    method: 'GET',
    path: '/galleries/{galleryId}/hours',
    access: 'visitor',
    summary: 'The hours in which the photos of a gallery were taken',
    params: galleryParams,
    headers: grantHeader,
    response: z.object({
      hours: z.array(ClockHour).max(24 * limits.gallery.daysTold),
      /** There are photos of later days than these. */
      isMore: z.boolean(),
    }),
    errors: ['gallery_not_found', 'gallery_locked'],
    cache: 'edge',
  }),
  startSession: endpoint({
    method: 'POST',
    path: '/sessions',
    access: 'public',
    summary: 'Makes the browser’s anonymous session, or signs the one that it kept from before',
    body: z.object({ earlier: z.string().max(200).optional().catch(undefined) }),
    response: z.object({ session: SessionToken }),
    errors: [],
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/galleries/{galleryId}/unlock',
    access: 'visitor',
    summary: 'Exchanges what a gallery asks for, an access code, a password, an email address, for a grant',
    params: galleryParams,
    headers: sessionHeader,
    body: z.object({ accessCode: Guess.optional(), password: Guess.optional(), ...LeftAddress.partial().shape }),
    response: z.object({ grant: Grant, expiresAt: Timestamp }),
    errors: ['session_needed', 'gallery_not_found', 'invalid_access_code'],
  }),
  recordView: endpoint({
    method: 'POST',
    path: '/galleries/{galleryId}/views',
    access: 'visitor',
    summary: 'Counts a visit, once per session and gallery in 30 seconds',
    params: galleryParams,
    headers: visitHeaders,
    response: z.object({ viewCount: z.int().min(0) }),
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked'],
  }),
  toggleLike: endpoint({
    method: 'POST',
    path: '/galleries/{galleryId}/like',
    access: 'visitor',
    namesCaller: true,
    summary: 'Likes a gallery, or takes the like back',
    params: galleryParams,
    headers: visitHeaders,
    response: z.object({ likeCount: z.int().min(0), userLiked: z.boolean() }),
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked', 'own_gallery'],
  }),
  likeState: endpoint({
    method: 'GET',
    path: '/galleries/{galleryId}/like',
    access: 'visitor',
    summary:
      'Whether this user or session likes or owns the gallery, its likes with theirs, and which photos are their favourites',
    params: galleryParams,
    headers: visitHeaders,
    response: z.object({
      userLiked: z.boolean(),
      likeCount: z.int().min(0),
      favourites: FavouriteIds,
      /** Whoever asks is signed in as its photographer. */
      isOwn: z.boolean(),
    }),
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked'],
  }),
  setFavourite: endpoint({
    method: 'PUT',
    path: '/galleries/{galleryId}/favourites/{photoId}',
    access: 'visitor',
    namesCaller: true,
    summary: 'Puts a photo among this visitor’s favourites of its gallery, or takes it out',
    params: galleryParams.extend({ photoId: PhotoId }),
    headers: visitHeaders,
    body: z.object({ isFavourite: z.boolean() }),
    /** How many there are now. */
    response: z.object({ count: z.int().min(0) }),
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked', 'photo_not_found', 'favourites_full'],
  }),
  favourites: endpoint({
    method: 'GET',
    path: '/galleries/{galleryId}/favourites',
    access: 'visitor',
    summary: 'This visitor’s favourites of a gallery that are still on sale, the newest first',
    params: galleryParams,
    headers: visitHeaders,
    query: z.object({ cursor: Cursor.optional() }),
    response: pageOf(PhotoView),
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked', 'invalid_cursor'],
  }),
  favouritesLink: endpoint({
    method: 'GET',
    path: '/galleries/{galleryId}/favourites-link',
    access: 'visitor',
    summary: 'Whether this visitor shares their favourites of a gallery, and by which link',
    params: galleryParams,
    headers: visitHeaders,
    response: FavouritesLink,
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked'],
  }),
  shareFavourites: endpoint({
    method: 'PUT',
    path: '/galleries/{galleryId}/favourites-link',
    access: 'visitor',
    namesCaller: true,
    summary: 'Shares this visitor’s favourites of a gallery by a link, or takes the link back',
    params: galleryParams,
    headers: visitHeaders,
    body: z.object({ isShared: z.boolean() }),
    response: FavouritesLink,
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked'],
  }),
  sharedFavourites: endpoint({
    method: 'GET',
    path: '/galleries/{galleryId}/shared-favourites/{favouritesId}',
    access: 'visitor',
    summary: 'The favourites that somebody shared by a link, as they stand: those still on sale, the newest first',
    params: galleryParams.extend({ favouritesId: FavouritesId }),
    headers: grantHeader,
    query: z.object({ cursor: Cursor.optional() }),
    response: pageOf(PhotoView),
    errors: ['gallery_not_found', 'gallery_locked', 'not_found', 'invalid_cursor'],
  }),
  ...favouritesListEndpoints,
  mine: endpoint({
    method: 'GET',
    path: '/me/galleries',
    access: 'photographer',
    summary: 'Own galleries, newest first; with words, those whose title has them all',
    query: z.object({
      q: line(100).optional(),
      limit: inAddress(z.int().min(1).max(limits.gallery.mostOwnAtOnce).default(limits.gallery.ownPerPage))
        .optional()
        .default(limits.gallery.ownPerPage),
      cursor: Cursor.optional(),
    }),
    response: pageOf(OwnGallery),
    errors: ['invalid_cursor'],
  }),
  totals: endpoint({
    method: 'GET',
    path: '/me/gallery-totals',
    access: 'photographer',
    summary: 'How many galleries and photos one has',
    response: GalleryTotals,
    errors: [],
  }),
  getMine: endpoint({
    method: 'GET',
    path: '/me/galleries/{galleryId}',
    access: 'photographer',
    summary: 'One own gallery with its settings',
    params: galleryParams,
    response: OwnGallery,
    errors: ['gallery_not_found'],
  }),
  cameras: endpoint({
    method: 'GET',
    path: '/me/galleries/{galleryId}/cameras',
    access: 'photographer',
    summary: 'The cameras of an own gallery’s photos',
    params: galleryParams,
    response: z.object({
      cameras: z
        .array(
          z.object({
            camera: Camera,
            /** The clock's time on one of its photos, as the camera wrote it. */
            capturedAt: z.string(),
            /** That photo; `null` where it is on sale no more. */
            photo: z.object({ title: z.string(), picture: Picture.nullable() }).nullable(),
          }),
        )
        .max(limits.gallery.camerasTold),
      /** There are more than these. */
      isMore: z.boolean(),
    }),
    errors: ['gallery_not_found'],
  }),
  activity: endpoint({
    method: 'GET',
    path: '/me/galleries/{galleryId}/activity',
    access: 'photographer',
    summary: 'What visitors did in an own gallery, newest first; `limit` counts hours in which something happened',
    params: galleryParams,
    query: z.object({
      cursor: Cursor.optional(),
      limit: inAddress(z.int().min(1).max(limits.activity.mostHours).default(limits.activity.hoursPerPage))
        .optional()
        .default(limits.activity.hoursPerPage),
    }),
    response: pageOf(ActivityEntry),
    errors: ['gallery_not_found', 'invalid_cursor'],
  }),
  ownerGrant: endpoint({
    method: 'POST',
    path: '/me/galleries/{galleryId}/grant',
    access: 'photographer',
    summary: 'A grant for the own gallery, so that its owner sees it as visitors do',
    params: galleryParams,
    response: z.object({ grant: Grant, expiresAt: Timestamp }),
    errors: ['gallery_not_found'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/reports',
    access: 'visitor',
    summary: 'Tells the operator that something is wrong with a gallery or with one photo of it',
    headers: visitHeaders,
    body: SendReport,
    response: Nothing,
    errors: ['gallery_not_found', 'gallery_locked', 'photo_not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/me/galleries',
    access: 'subscriber',
    summary: 'Creates a gallery',
    body: CreateGallery,
    response: OwnGallery,
    errors: ['trial_expired'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/me/galleries/{galleryId}',
    access: 'photographer',
    summary: 'Changes the settings of a gallery; without trial or subscription only what takes it down',
    params: galleryParams,
    body: UpdateGallery,
    response: OwnGallery,
    errors: ['trial_expired', 'gallery_not_found', 'changed_meanwhile', 'password_too_long'],
  }),
  priceAll: endpoint({
    method: 'PUT',
    path: '/me/galleries/{galleryId}/photo-prices',
    access: 'subscriber',
    summary:
      'Sets one price on all photos of a gallery and on coming ones, of the Original, of the Web size or of both; many are changed after the answer, in parts',
    params: galleryParams,
    body: PriceAll,
    response: OwnGallery,
    errors: ['trial_expired', 'gallery_not_found', 'changed_meanwhile', 'pricing_under_way'],
  }),
  arrangeSets: endpoint({
    method: 'PUT',
    path: '/me/galleries/{galleryId}/sets',
    access: 'subscriber',
    summary: 'Makes, names, orders and deletes the sets of a gallery; photos of a deleted one stay, in none',
    params: galleryParams,
    body: ArrangeSets,
    response: OwnGallery,
    errors: ['trial_expired', 'gallery_not_found', 'changed_meanwhile'],
  }),
  sendToClient: endpoint({
    method: 'POST',
    path: '/me/galleries/{galleryId}/invitations',
    access: 'subscriber',
    summary: 'Sends the gallery’s link, and its access code, to a client by email',
    params: galleryParams,
    headers: z.object({ 'idempotency-key': IdempotencyKey }),
    body: z.object({ email: Email }),
    response: Nothing,
    errors: [
      'trial_expired',
      'gallery_not_found',
      'gallery_taken_down',
      'gallery_expired',
      'gallery_closed_to_all',
      'mails_stopped',
      'recipient_unsubscribed',
      'idempotency_mismatch',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/me/galleries/{galleryId}',
    access: 'photographer',
    summary: 'Deletes a gallery: hidden at once, gone for good after 30 days; what was sold stays downloadable',
    params: galleryParams,
    response: Nothing,
    errors: ['gallery_not_found'],
  }),
  deleted: endpoint({
    method: 'GET',
    path: '/me/deleted-galleries',
    access: 'photographer',
    summary: 'Own galleries that were deleted and can be had back, the last deleted first',
    query: z.object({ cursor: Cursor.optional() }),
    response: pageOf(DeletedGallery),
    errors: ['invalid_cursor'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/me/deleted-galleries/{galleryId}/restoration',
    access: 'photographer',
    summary: 'Takes the deletion of a gallery back, within 30 days',
    params: galleryParams,
    response: OwnGallery,
    errors: ['gallery_not_found', 'changed_meanwhile'],
  }),
})
