import * as z from 'zod'
import { GivenConsent } from '#schema/consent.ts'
import { GalleryId, PhotoId } from '#schema/ids.ts'
import { Pence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'
import { PhotoSize } from '#schema/web-size.ts'

/** What somebody had in the cart who asked to be reminded of it. An address has one at most. */
export const KeptCart = z.object({
  /** `addressHash` of the address. */
  address: z.string(),
  email: z.string(),
  /** Whose browser or account it came from: who may take it back. */
  subject: z.string(),
  /** The price is what was seen. */
  items: z.array(z.object({ photoId: PhotoId, size: PhotoSize, galleryId: GalleryId, pricePence: Pence })),
  /** Bought as a whole. */
  galleries: z.array(z.object({ galleryId: GalleryId, pricePence: Pence })),
  /** Of its private galleries: once over, they still say that these were open to whoever kept it. */
  grants: z.array(z.string()),
  consent: GivenConsent,
  remindedAt: Timestamp.nullable(),
  /** From then on it is forgotten, and another one may be told of. */
  expiresAt: Timestamp,
  version: z.int().min(0),
})
export type KeptCart = z.infer<typeof KeptCart>
