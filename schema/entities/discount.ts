import * as z from 'zod'
import { GalleryId, UserId } from '#schema/ids.ts'
import { noPence, Pence, SumPence } from '#schema/money.ts'
import { CodeOff } from '#schema/offers.ts'
import { Timestamp } from '#schema/text.ts'

/**
 * A discount code as data: the installation's, of which the word itself is not stored, or a photographer's. Names its row:
 * `codeHash`, the SHA-256 of the word, or of the photographer and the word, since two may choose the same.
 */
export const Discount = z.object({
  codeHash: z.string(),
  /** 0 for a photographer's code that takes no percentage. */
  percent: z.int().min(0).max(100),
  isActive: z.boolean(),
  expiresAt: Timestamp.nullable(),
  /** `null`: as often as anybody likes. */
  maxUses: z.int().min(1).nullable(),
  uses: z.int().min(0),
  /** Those of the uses that went over the maximum: orders that were given up and then paid after all. */
  lateUses: z.int().min(0).default(0),
  createdAt: Timestamp,
  /** Whose photos alone it makes cheaper; `null` for the installation's, which is for all. */
  photographerId: UserId.nullable().default(null),
  /** As its photographer wrote it. */
  code: z.string().nullable().default(null),
  /** What a photographer's code takes. */
  off: CodeOff.nullable().default(null),
  /** The one gallery, and the one client, that it is for. */
  galleryId: GalleryId.nullable().default(null),
  clientEmail: z.string().nullable().default(null),
  startsAt: Timestamp.nullable().default(null),
  /** The least that the photos it is for cost before any offer. */
  minimumPence: Pence.default(noPence),
  maxUsesPerEmail: z.int().min(1).nullable().default(null),
  /** What buyers paid with it for its photographer's photos, before anything went back. */
  soldPence: SumPence.default(SumPence.parse(0)),
  /** What of that went back to them: refunds, and disputes that were lost. */
  returnedPence: SumPence.default(SumPence.parse(0)),
})
export type Discount = z.infer<typeof Discount>
