import * as z from 'zod'
import { FavouritesListId, GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Timestamp } from '#schema/text.ts'

/** Favourites of one gallery as a visitor sent them to its photographer: the photos of that moment, and who chose them. */
export const FavouritesList = z.object({
  id: FavouritesListId,
  galleryId: GalleryId,
  photographerId: UserId,
  /** As it was called when they were sent. */
  galleryTitle: z.string(),
  name: z.string(),
  email: z.string(),
  note: z.string(),
  /** In the order in which the visitor saw them: the last heart first. */
  photoIds: z.array(PhotoId).max(limits.favourites.photos),
  sentAt: Timestamp,
  /** `null` until the photographer has opened it. */
  readAt: Timestamp.nullable(),
})
export type FavouritesList = z.infer<typeof FavouritesList>
