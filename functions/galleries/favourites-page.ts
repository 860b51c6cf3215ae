import * as z from 'zod'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { PhotoView } from '#schema/api/views.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { photoView } from './gallery-views.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = { photos: Pick<PhotoStore, 'getMany'>; links: MediaLinks; cursors: Cursors }
type FavouriteList = { readonly name: string; readonly gallery: Gallery; readonly photoIds: readonly PhotoId[] }
type FavouritesPage = { items: z.input<typeof PhotoView>[]; nextCursor?: string }

/** The photo that a page ended with, and where it stood: it may be taken out while the list is read. */
const Place = z.object({ photoId: PhotoId, index: z.int().min(0) })

const startAfter = (photoIds: readonly PhotoId[], after: Item | undefined): number => {
  const place = Place.safeParse(after)
  if (!place.success) return 0
  const index = photoIds.indexOf(place.data.photoId)
  // What came after one that was taken out has moved to its place.
  return index === -1 ? place.data.index : index + 1
}

/**
 * One page of favourites, in the order of the list. What is not on sale any more, or not in this gallery, drops out.
 * @throws AppError `invalid_cursor`.
 */
export const favouritesPage = async (
  { photos, links, cursors }: Parts,
  { name, gallery, photoIds }: FavouriteList,
  cursor: string | undefined,
): Promise<FavouritesPage> => {
  const { after } = await cursors.read(name, cursor)
  const start = startAfter(photoIds, after)
  const ids = photoIds.slice(start, start + limits.favourites.perPage)
  const found = new Map((await photos.getMany(ids)).map((photo) => [photo.id, photo]))
  const shown = ids
    .flatMap((id) => found.get(id) ?? [])
    .filter(({ state, galleryId }) => state === 'ready' && galleryId === gallery.id)
  const last = ids.at(-1)
  const end = start + ids.length
  const next = last !== undefined && end < photoIds.length ? { photoId: last, index: end - 1 } : undefined
  return {
    items: await Promise.all(shown.map((photo) => photoView(links, gallery, photo))),
    ...(await cursors.of(name, { next })),
  }
}
