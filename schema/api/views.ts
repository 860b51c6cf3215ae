import * as z from 'zod'
import { CoverFocus } from '#schema/entities/gallery-look.ts'
import { ImageFormat, WholeKind } from '#schema/entities/rendition-kinds.ts'
import { GalleryId, PhotoId } from '#schema/ids.ts'
import { Pence } from '#schema/money.ts'
import { Cursor, Timestamp } from '#schema/text.ts'

const Piece = z.object({ url: z.string(), width: z.int().min(1), height: z.int().min(1) })

/** What strangers may see of a picture: signed addresses of renditions without metadata, never the original. */
export const Picture = z.object({
  /** JPEG, longest side at most 2048 px. */
  imageUrl: z.string(),
  /** JPEG, longest side at most 480 px. */
  thumbnailUrl: z.string(),
  /** Every rendition of the whole picture, for `srcset`. */
  sources: z.array(
    z.object({
      kind: WholeKind,
      format: ImageFormat,
      url: z.string(),
      width: z.int().min(1),
      height: z.int().min(1),
    }),
  ),
  /** Upright pieces of a wide picture around its focal point, AVIF, for the cover of a gallery's page on a phone. */
  tall: z.array(Piece).optional(),
  /** A piece of 3:2 around the focal point, AVIF, for the picture of its card. */
  card: z.array(Piece).optional(),
  width: z.int().min(0),
  height: z.int().min(0),
  /** Base64 thumbhash: the placeholder shown before the first byte of the picture. */
  thumbhash: z.string(),
})
export type Picture = z.infer<typeof Picture>

/** A gallery on a card: landing page, browse, portfolio. */
export const GalleryCard = z.object({
  id: GalleryId,
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  /** The lowest price that can be paid, 0 where all photos are free and can be downloaded, `null` while there is none. */
  pricePence: Pence.nullable(),
  photographerName: z.string(),
  photographerSubdomain: z.string().nullable(),
  cover: Picture.nullable(),
  /** Which point of its cover stays in sight; absent where that is the middle. */
  coverFocus: CoverFocus.optional(),
  photoCount: z.int().min(0),
  viewCount: z.int().min(0),
  likeCount: z.int().min(0),
  /** A public gallery can still ask for a password. */
  isProtected: z.boolean(),
  /** It asks for an email address and nothing else; absent where it does not. */
  asksOnlyEmail: z.literal(true).optional(),
  createdAt: Timestamp,
})
export type GalleryCard = z.infer<typeof GalleryCard>

/** A photo that is for sale, as any visitor of its gallery sees it. */
export const PhotoView = z.object({
  id: PhotoId,
  galleryId: GalleryId,
  title: z.string(),
  description: z.string(),
  pricePence: Pence,
  /** What its Web size costs, `null` where that is not for sale. */
  webPence: Pence.nullable().default(null),
  isFeatured: z.boolean(),
  /** It is kept out of whole galleries that were paid for before `createdAt`; absent where it is not. */
  isExcepted: z.literal(true).optional(),
  /** It was kept out of them until then; absent where it never was. */
  sharedAt: Timestamp.optional(),
  /** `null` while the marked renditions are being made anew: a placeholder is shown, never the clean picture. */
  picture: Picture.nullable(),
  createdAt: Timestamp,
})
export type PhotoView = z.infer<typeof PhotoView>

/** One page of a list. `nextCursor` is absent on the last. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: Cursor.optional() })
