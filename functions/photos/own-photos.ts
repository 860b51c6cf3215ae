import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { ownPhoto } from './own-photo.ts'

type Parts = { galleries: GalleryStore; photos: PhotoStore; links: MediaLinks; storage: Storage; cursors: Cursors }

export const getMyPhoto =
  ({ galleries, photos, links }: Parts): Operation<typeof api.photos.endpoints.getMine> =>
  async ({ params, caller }) => {
    const photo = await photos.getOwn(params.photoId, caller.userId)
    return ownPhoto(links, await galleries.find(photo.galleryId), photo)
  }

/** What became of many photos, in one call: an upload of hundreds asks for all that are being made ready at once. */
export const findMyPhotos =
  ({ galleries, photos, links }: Parts): Operation<typeof api.photos.endpoints.findMine> =>
  async ({ body: { photoIds }, caller }) => {
    const found = await photos.getMany(photoIds)
    const own = found.filter(({ photographerId, state }) => photographerId === caller.userId && state !== 'deleted')
    const theirs = await galleries.getMany([...new Set(own.map(({ galleryId }) => galleryId))])
    const byId = new Map(theirs.map((gallery) => [gallery.id, gallery]))
    return { items: await Promise.all(own.map((photo) => ownPhoto(links, byId.get(photo.galleryId), photo))) }
  }

/** The browser says that it has sent the file; whether it arrived is looked up. The rendering itself waits for nobody. */
export const confirmUpload =
  ({ galleries, photos, links, storage }: Parts): Operation<typeof api.photos.endpoints.confirmUpload> =>
  async ({ params, caller }) => {
    const photo = await photos.getOwn(params.photoId, caller.userId)
    if (photo.state === 'pending' && !(await storage.head('originals', { key: photo.uploadKey }))) {
      throw new AppError('upload_missing')
    }
    return ownPhoto(links, await galleries.find(photo.galleryId), photo)
  }

/** Its owner sees the whole list at once, so a page is large. */
const perPage = 100

/** First what needs the owner's eye (pending, failed, kept), then what is on sale; each list a page at a time. */
export const listMyPhotos =
  ({ galleries, photos, links, cursors }: Parts): Operation<typeof api.photos.endpoints.listMine> =>
  async ({ params, query, caller }) => {
    const gallery = await galleries.getOwn(params.galleryId, caller.userId)
    const list = `own-photos ${gallery.id}`
    const { after } = await cursors.read(list, query.cursor)
    const isInShown = after !== undefined && String(after.ownerKey ?? '').endsWith('#SHOWN')
    const hidden = isInShown
      ? { photos: [], next: undefined }
      : await photos.listHidden(gallery.id, { after, limit: perPage })
    const shown = hidden.next
      ? { photos: [], next: hidden.next }
      : await photos.listShown(gallery.id, { ...(isInShown && { after }), limit: perPage })
    const items = await Promise.all([...hidden.photos, ...shown.photos].map((photo) => ownPhoto(links, gallery, photo)))
    return { items, ...(await cursors.of(list, shown)) }
  }
