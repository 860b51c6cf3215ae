import { chunks } from '#functions/shared/table/chunks.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import type { PhotoStore } from './photo-store.ts'

type Reading = Pick<PhotoStore, 'getMany'>

/** What the table gives at once. */
const readAtOnce = 100

/** Photos by their ids, however many, in no order; those that are gone are left out. */
export const findPhotos = async (photos: Reading, ids: readonly PhotoId[]): Promise<Photo[]> =>
  (await Promise.all(chunks([...new Set(ids)], readAtOnce).map((some) => photos.getMany(some)))).flat()

/** Those of them that are on sale in the gallery, in the order of the ids, each once. */
export const onSaleOf = (found: readonly Photo[], galleryId: GalleryId, ids: readonly PhotoId[]): Photo[] => {
  const shown = new Map(
    found.filter((photo) => photo.state === 'ready' && photo.galleryId === galleryId).map((photo) => [photo.id, photo]),
  )
  return [...new Set(ids)].flatMap((id) => shown.get(id) ?? [])
}
