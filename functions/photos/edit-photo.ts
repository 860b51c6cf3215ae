import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { titleFromFileName } from '#schema/upload-rules.ts'
import { ownPhoto } from './own-photo.ts'

type Parts = { galleries: GalleryStore; photos: PhotoStore; links: MediaLinks }

export const updatePhoto =
  ({ galleries, photos, links }: Parts): Operation<typeof api.photos.endpoints.update> =>
  async ({ params, body: { version, isCover, ...changes }, caller }) => {
    const photo = await photos.getOwn(params.photoId, caller.userId)
    const wanted = Object.keys(changes).length > 0
    // A photo is called something: an emptied title is the file's name again.
    const titled = changes.title === '' ? { ...changes, title: titleFromFileName(photo.fileName) } : changes
    const saved = wanted ? await photos.save(photo, given(titled), { version }) : photo
    if (isCover) await photos.makeCover(saved)
    return ownPhoto(links, await galleries.find(saved.galleryId), saved)
  }

/** Without the fields that were not sent: absent means unchanged. */
const given = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Puts a photo after another one, in a gallery whose order is by hand. */
export const movePhoto =
  ({ photos }: Pick<Parts, 'photos'>): Operation<typeof api.photos.endpoints.move> =>
  async ({ params, body, caller }) => {
    await photos.move(await photos.getOwn(params.photoId, caller.userId), body.after)
    return undefined
  }

/** Done again it finishes what is left, as where its answer was lost. */
export const removePhoto =
  ({ photos, now }: Pick<Parts, 'photos'> & { now: Clock }): Operation<typeof api.photos.endpoints.remove> =>
  async ({ params, caller }) => {
    const photo = await photos.find(params.photoId)
    if (photo?.photographerId !== caller.userId) throw new AppError('photo_not_found')
    await photos.remove(photo, now())
    return undefined
  }
