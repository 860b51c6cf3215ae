import * as z from 'zod'
import { FileFormat } from '#schema/file-formats.ts'
import { cleanFileName } from '#schema/file-names.ts'
import { GalleryId, PhotoId, SetId, UserId } from '#schema/ids.ts'
import { Pence } from '#schema/money.ts'
import { StoredLine, Timestamp } from '#schema/text.ts'
import { CoverFocus } from './gallery-look.ts'
import { PhotoOrder, usualOrder } from './photo-order.ts'
import { Renditions } from './renditions.ts'

/**
 * pending: granted, not rendered yet. ready: can be seen and bought. kept: stored but without a preview (RAW), owner only.
 * failed: refused, with the reason. taken_down: by the operator, with the reason; owner only. deleted: gone from galleries; what was sold stays downloadable.
 */
const PhotoState = z.enum(['pending', 'ready', 'kept', 'failed', 'taken_down', 'deleted'])

/** The uploaded file: where it lies and which version of it was rendered. */
const Original = z.object({ key: z.string(), etag: z.string(), versionId: z.string().nullable() })

/** What was read on shirts and plates in the file with this etag; a number that is not sure may be another one, misread. */
const NumbersRead = z.object({
  etag: z.string(),
  numbers: z.array(z.object({ text: z.string(), isSure: z.boolean() })),
})

export const Photo = z.object({
  id: PhotoId,
  galleryId: GalleryId,
  photographerId: UserId,
  title: StoredLine,
  description: z.string(),
  /** Of the Original. */
  pricePence: Pence,
  /** Of the Web size, `null` where it is not to be sold. Whether it is, `webOfferOf` says. */
  webPence: Pence.nullable().default(null),
  /** The pricing of its whole gallery after which its price was set; that one leaves it as it is. */
  priceRun: z.int().min(0).default(0),
  /** Not added to what was bought as a whole gallery before. */
  isExcepted: z.boolean().default(false),
  /** Earlier buyers had it already when it was excepted: they keep it. Absent where it was never excepted by an edit. */
  isExceptedLate: z.boolean().optional(),
  /** It came into an order of its whole gallery after that was paid for: earlier buyers have it. Absent where it did not. */
  isGiven: z.literal(true).optional(),
  /** When it was last given to earlier buyers by lifting its exception; absent where it never was. */
  sharedAt: Timestamp.optional(),
  isFeatured: z.boolean(),
  /** The order in which it stands; its gallery's, but while that is being changed. */
  listedBy: PhotoOrder.default(usualOrder),
  /** Where its photographer put it, kept while the gallery has another order; `null` for nowhere yet. */
  handRank: z.string().nullable().default(null),
  /** The set of its gallery that it is in, `null` for none. One that its gallery does not name any more is none too. */
  setId: SetId.nullable().default(null),
  state: PhotoState,
  /** Why it failed or is kept without a preview, in words a photographer understands. */
  reason: z.string().nullable(),
  fileName: z.string().overwrite(cleanFileName),
  contentType: z.string(),
  /** What the upload's bytes are; `null` until it is ready, and on records that are older than this field. */
  fileFormat: FileFormat.nullable().default(null),
  bytes: z.int().min(0),
  width: z.int().min(0),
  height: z.int().min(0),
  thumbhash: z.string(),
  /** When the camera says it was taken, ISO 8601; without an offset where the file tells none. */
  capturedAt: z.string().nullable(),
  /** The camera that took it, as its file names it; `null` where it names none, and on records older than this field. */
  camera: z.string().nullable().default(null),
  /** By how many seconds its camera's clock was put right when it got its place. */
  clockShift: z.int().default(0),
  renditions: Renditions,
  /** Another one with each change of the renditions, so that nobody writes over what they did not read; `null` on older records. */
  drawn: z.string().nullable().default(null),
  /** `drawRun` of its gallery when these pictures were begun; `null` on older records, and where there are none. */
  drawRun: z.int().min(0).nullable().default(null),
  /** The focal point that its pieces were cut around, `null` where it has none. */
  cutFor: CoverFocus.nullable().default(null),
  /** The watermark that the renditions carry, `null` for none: what decides whether they may be shown. */
  watermark: z.string().nullable(),
  /** The unmarked 2048 px file for buyers, in the private deliveries bucket. */
  webKey: z.string().nullable(),
  uploadKey: z.string(),
  /** Files that were sent after the first, each under a key of its own and counted as one upload more. */
  uploadsAgain: z.int().min(0).default(0),
  original: Original.nullable(),
  /** `null` until numbers were looked for in it. */
  numbersRead: NumbersRead.nullable().default(null),
  /** It was sold: its files are kept for ever. A record that does not say so has them kept too. */
  isOrdered: z.boolean().default(true),
  /** An order was opened with it, paid or not: its files stay until then. */
  heldUntil: Timestamp.nullable().default(null),
  version: z.int().min(0),
  createdAt: Timestamp,
})
export type Photo = z.infer<typeof Photo>
