import { OrderFile } from '#schema/entities/order.ts'
import type { Photo } from '#schema/entities/photo.ts'

/** A photo that can be bought: it is there, and so is its file. */
export type SellablePhoto = Photo & { original: NonNullable<Photo['original']> }
export const isForSale = (photo: Photo | undefined): photo is SellablePhoto =>
  photo?.state === 'ready' && photo.original !== null

/** What an order remembers of where a photo's file lies. */
export const snapshotOf = ({ id, original }: SellablePhoto) => ({
  photoId: id,
  originalKey: original.key,
  originalVersionId: original.versionId,
  originalEtag: original.etag,
})

export const orderFileOf = (photo: SellablePhoto): OrderFile => OrderFile.parse({ ...photo, ...snapshotOf(photo) })
