import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { ownPhoto } from './own-photo.ts'

type Parts = { galleries: GalleryStore; photos: PhotoStore; links: MediaLinks }

/** Puts many photos of a gallery into one of its sets, or into none. */
export const putPhotosInSet =
  ({ galleries, photos, links }: Parts): Operation<typeof api.photos.endpoints.putInSet> =>
  async ({ params, body: { photoIds, setId }, caller }) => {
    const gallery = await galleries.getOwn(params.galleryId, caller.userId)
    if (setId !== null && !gallery.sets.some(({ id }) => id === setId)) throw new AppError('changed_meanwhile')
    const found = await photos.getMany(photoIds)
    const moved = await photos.putInSet(found, { galleryId: gallery.id, setId })
    return { items: await Promise.all(moved.map((photo) => ownPhoto(links, gallery, photo))) }
  }
