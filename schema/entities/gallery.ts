import * as z from 'zod'
import { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { Pence } from '#schema/money.ts'
import { PriceSteps } from '#schema/offers.ts'
import { Timestamp } from '#schema/text.ts'
import { Brand } from './brand.ts'
import { CameraClocks } from './camera-clocks.ts'
import { CoverFocus, GalleryLook } from './gallery-look.ts'
import { GallerySets } from './gallery-set.ts'
import { PhotoOrder, usualOrder } from './photo-order.ts'
import { Renditions } from './renditions.ts'
import { Takedown } from './takedown.ts'

const Count = z.int().min(0)

/** What a card of a gallery shows of its first picture; kept on the gallery so that a list is one query. */
export const Cover = z.object({
  photoId: PhotoId,
  width: Count,
  height: Count,
  thumbhash: z.string(),
  renditions: Renditions,
  /** See Photo. */
  cutFor: CoverFocus.nullable().default(null),
  /** The mark its renditions carry; see Photo. */
  watermark: z.string().nullable(),
})
export type Cover = z.infer<typeof Cover>

export const OwnerState = z.enum(['public', 'hidden', 'closed'])
export type OwnerState = z.infer<typeof OwnerState>

/**
 * The version of the items that a gallery is stored in. 1: those of the first release. 2: with its slug, its place in
 * the portfolio, and search terms, newest first. 3: with the words of its photos. 4: with the prices of its photos on
 * sale. Older versions can still be read; `npm run ops -- migrate` completes them.
 */
export const galleryLayout = 4
/** From this layout on galleries have their addresses. */
export const addressLayout = 2
/** From this layout on the words of their photos are kept. */
export const wordLayout = 3
/** From this layout on they know the lowest price on sale. */
export const priceLayout = 4

/** How plainly a mark stands on a photo. medium: as all marks were before there was a choice. */
export const WatermarkStrength = z.enum(['light', 'medium', 'strong'])
export type WatermarkStrength = z.infer<typeof WatermarkStrength>

/** A gallery as it is stored: the specification's entity, with the rulings' additions. */
export const Gallery = z.object({
  id: GalleryId,
  photographerId: UserId,
  /** Copied from the profile so that a list is one query; a change of name is carried over by a job. */
  photographerName: z.string(),
  photographerSubdomain: z.string().nullable(),
  /** Copied as well: how its pages look. */
  brand: Brand.nullable().default(null),
  /** Copied as well: hidden profiles are in no list, a closed account's galleries open for nobody. */
  ownerState: OwnerState.default('public'),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  /** What lists sort and filter by: the lowest price on sale. Of rows before layout 4 also the price of coming uploads. */
  pricePence: Pence,
  /** What is taken off where several of its photos are bought together. */
  priceSteps: PriceSteps.default([]),
  /** What all of its photos cost together, `null` where they are not sold so. */
  wholePence: Pence.nullable().default(null),
  /** When its price as a whole was taken away last: what is uploaded soon after still comes to who bought the whole. */
  wholeUntil: Timestamp.nullable().default(null),
  /** The price of coming uploads; absent on rows from before layout 4. */
  uploadPence: Pence.optional(),
  /** The price of the Web size of coming uploads, `null` for none. */
  webPence: Pence.nullable().default(null),
  /** The lowest price of a photo that is ready, free ones only where all are; `null` while none is. */
  lowestPence: Pence.nullable().default(null),
  /** Rises with each change that may move the lowest price, and up to which of them it is known. */
  stockVersion: Count.default(0),
  stockShown: Count.default(0),
  /** What all of its photos are being priced at, `null` while none are; how many were changed so far, in which pricing. */
  priceForAll: Pence.nullable().default(null),
  /** The same of their Web size. */
  webForAll: Pence.or(z.literal('none')).nullable().default(null),
  pricedSoFar: Count.default(0),
  priceRun: Count.default(0),
  clientEmail: z.string().nullable(),
  accessCode: z.string().nullable(),
  passwordHash: z.string().nullable(),
  /** Whether visitors leave an email address before they see its photos. */
  asksEmail: z.boolean().default(false),
  expiresAt: Timestamp.nullable(),
  downloadLimit: Count.nullable(),
  downloadCount: Count,
  clientCanDownload: z.boolean(),
  clientCanComment: z.boolean(),
  watermarkEnabled: z.boolean(),
  watermarkText: z.string(),
  /** How much of a photo the mark covers. */
  watermarkStrength: WatermarkStrength.default('medium'),
  ...GalleryLook.shape,
  /** How its photos follow each other. */
  photoOrder: PhotoOrder.default(usualOrder),
  /** Its photos are still being put into this order. */
  isOrdering: z.boolean().default(false),
  /** Cameras whose clocks were wrong here, and a number that rises when this changes. */
  clocks: CameraClocks.default([]),
  clocksVersion: Count.default(0),
  /** Whether the numbers on shirts and plates are read in its photos, which are found by them then. */
  numbers: z.boolean().default(false),
  /** `cameCount` when all of its photos were last known to be read; `null` where some are not, absent on rows from before. */
  numbersReadUpTo: Count.nullable().optional(),
  /** Its named parts. A photo of one that is not here is in none. */
  sets: GallerySets,
  /** Rises with each change after which the pictures of all its photos are drawn anew. */
  drawRun: Count.default(0),
  cover: Cover.nullable(),
  photoCount: Count,
  /** How many photos ever came on sale in it: a number that rises with each, whatever became of it. */
  cameCount: Count.default(0),
  viewCount: Count,
  likeCount: Count,
  /** Which state of its tally the numbers above show, and how many of `downloadCount` were counted under a limit. */
  countsVersion: Count.default(0),
  limitedDownloads: Count.default(0),
  /** When its owner deleted it; it can be had back for 30 days, and nobody sees it. */
  deletedAt: Timestamp.nullable().default(null),
  /** Taken down by the operator: nobody but its owner sees it, and only the operator lifts it. */
  takedown: Takedown.nullable().default(null),
  /** Rises when a rule of access changes; grants name it, so older grants die at once. */
  accessVersion: Count,
  /** Rises with every edit of the settings; an edit names the version it saw. */
  version: Count,
  layout: z.int().min(1).default(1),
  createdAt: Timestamp,
})
export type Gallery = z.infer<typeof Gallery>
