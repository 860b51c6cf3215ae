import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { PhotoStore } from './photo-store.ts'
import { shownPicture } from './shown-picture.ts'

type Parts = { galleries: GalleryStore; photos: PhotoStore; links: MediaLinks }

/** By their photos people know which camera a name of a file is, and by how much its clock was wrong (decision 100). */
export const listCameras =
  ({ galleries, photos, links }: Parts): Operation<typeof api.galleries.endpoints.cameras> =>
  async ({ params: { galleryId }, caller }) => {
    const gallery = await galleries.getOwn(galleryId, caller.userId)
    const { cameras, isMore } = await galleries.listCameras(galleryId)
    const found = await photos.getMany(
      cameras.map(({ photoId }) => photoId),
      { consistent: false },
    )
    const told = cameras.map(async ({ camera, photoId, capturedAt }) => {
      const photo = found.find(({ id, state }) => id === photoId && state === 'ready')
      return {
        camera,
        capturedAt,
        photo: photo ? { title: photo.title, picture: await shownPicture(links, gallery, photo) } : null,
      }
    })
    return { cameras: await Promise.all(told), isMore }
  }
