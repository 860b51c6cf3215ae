import { chunks } from '#functions/shared/table/chunks.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import type { PhotoStore } from './photo-store.ts'

type Reading = Pick<PhotoStore, 'getMany'>

/** Those of them that are on sale in the gallery, in the order of the ids, each once. */
export const onSaleOf = (found: readonly Photo[], galleryId: GalleryId, ids: readonly PhotoId[]): Photo[] => {
  const shown = new Map(
    found.filter((photo) => photo.state === 'ready' && photo.galleryId === galleryId).map((photo) => [photo.id, photo]),
  )
  return [...new Set(ids)].flatMap((id) => shown.get(id) ?? [])
}

/** Whether its photographer took it out of its gallery: it was deleted, alone or with the gallery. */
export const isTakenOut = (photo: Photo | undefined): boolean => photo === undefined || photo.state === 'deleted'

/** So many are held in memory at once, however many are asked about. */
const lookedAtOnce = 1_000

/** Those of them, however many, that were taken out, as it was a moment ago. */
export const takenOutOf = async (photos: Reading, ids: readonly PhotoId[]): Promise<ReadonlySet<PhotoId>> => {
  const out = new Set(ids)
  for (const some of chunks([...out], lookedAtOnce)) {
    const found = await photos.getMany(some, { consistent: false })
    for (const photo of found) if (!isTakenOut(photo)) out.delete(photo.id)
  }
  return out
}
