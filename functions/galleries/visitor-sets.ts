import type { Gallery } from '#schema/entities/gallery.ts'
import { keptWhileFilling } from './kept-while-filling.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = { photos: Pick<PhotoStore, 'listShownInSet'>; now: () => Date }

/**
 * The sets that visitors are shown: those with a photo for sale, by a query of one photo each, side by side.
 * @returns them in their order, and until when that is true at most: nothing is called back when the first photo of an
 * empty one becomes ready.
 */
export const visitorSets = async ({ photos, now }: Parts, gallery: Gallery) => {
  const { id: galleryId, sets: all, expiresAt } = gallery
  const first = await Promise.all(all.map(({ id: setId }) => photos.listShownInSet({ galleryId, setId }, { limit: 1 })))
  const sets = all.filter((_, place) => (first[place]?.photos.length ?? 0) > 0)
  return { sets, until: sets.length === all.length ? expiresAt : keptWhileFilling(gallery, now()) }
}
