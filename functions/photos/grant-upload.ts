import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { type PhotoStore, photoMade, uploadRestart } from '#functions/galleries/photo-store.ts'
import type { QuotaStore } from '#functions/galleries/quota-store.ts'
import { uploadPriceOf } from '#functions/galleries/stock-rules.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { roomOf } from '#functions/profiles/upload-plan.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import { storedFileName, titleFromFileName, uploadRefusal, uploadTypeOf } from '#schema/upload-rules.ts'
import { ownPhoto } from './own-photo.ts'

type Parts = {
  galleries: GalleryStore
  photos: PhotoStore
  profiles: Pick<ProfileStore, 'get'>
  quota: Pick<QuotaStore, 'take'>
  storage: Storage
  throttle: Throttle
  ids: IdMaker
  now: Clock
}

const noLinks = { picture: async () => null }

/** Records the photo as pending and allows exactly its bytes to be put into storage, under a key of its own. */
export const grantUpload =
  (parts: Parts): Operation<typeof api.photos.endpoints.grantUpload> =>
  async ({ params, body, caller }) => {
    const { galleries, profiles, quota, ids, now } = parts
    const refusal = uploadRefusal(body)
    if (refusal) throw new AppError(refusal)
    const gallery = await galleries.getOwn(params.galleryId, caller.userId)
    const room = roomOf(await profiles.get(caller.userId), now())

    const id = ids.photo()
    const photo: Photo = {
      id,
      galleryId: gallery.id,
      photographerId: caller.userId,
      title: body.title || titleFromFileName(body.fileName),
      description: body.description,
      pricePence: body.pricePence ?? uploadPriceOf(gallery),
      webPence: gallery.webPence,
      priceRun: gallery.priceRun,
      isFeatured: false,
      listedBy: gallery.photoOrder,
      handRank: null,
      numbersRead: null,
      setId: gallery.sets.some(({ id }) => id === body.setId) ? (body.setId ?? null) : null,
      state: 'pending',
      reason: null,
      fileName: storedFileName(body),
      contentType: uploadTypeOf(body) ?? body.contentType,
      fileFormat: null,
      bytes: body.bytes,
      width: body.width ?? 0,
      height: body.height ?? 0,
      thumbhash: '',
      capturedAt: null,
      camera: null,
      clockShift: 0,
      renditions: [],
      drawn: null,
      drawRun: null,
      cutFor: null,
      watermark: null,
      webKey: null,
      uploadKey: mediaKeys.upload({ userId: caller.userId, galleryId: gallery.id, photoId: id, attempt: 0 }),
      uploadsAgain: 0,
      original: null,
      isOrdered: false,
      heldUntil: null,
      isExcepted: body.isExcepted ?? false,
      version: 0,
      createdAt: stamp(now()),
    }
    const taken = await quota.take(caller.userId, { bytes: photo.bytes, room, alongside: photoMade(photo) })
    if (!taken) throw new AppError('changed_meanwhile')
    return { photo: await ownPhoto(noLinks, gallery, photo), upload: await allow(parts, photo) }
  }

/**
 * Another address for a photo whose file never arrived, or was refused. One that waits for its file keeps its place in
 * storage, which takes one file: however many addresses are asked for, no more bytes come than were counted. The storage
 * says 412 where the file has come after all. A file in the place of a refused one lies beside it, and is one upload more.
 */
export const regrantUpload =
  (parts: Parts): Operation<typeof api.photos.endpoints.regrantUpload> =>
  async ({ params, caller: { userId } }) => {
    const { photos, profiles, quota, throttle, now } = parts
    const photo = await photos.getOwn(params.photoId, userId)
    if (photo.state !== 'pending' && photo.state !== 'failed') throw new AppError('changed_meanwhile')
    const room = roomOf(await profiles.get(userId), now())
    await throttle.count(room.plan === 'trial' ? 'uploadsAgainPerTrial' : 'uploadsAgainPerSubscriber', userId)
    if (!(await isPlaceTaken(parts, photo))) {
      return answer(parts, await photos.restart(photo, photo.uploadKey, now()))
    }
    const { id: photoId, galleryId, version, bytes } = photo
    const uploadKey = mediaKeys.upload({ userId, galleryId, photoId, attempt: version + 1 })
    const { after, write } = uploadRestart(photo, uploadKey, now())
    if (!(await quota.take(userId, { bytes, room, alongside: [write] }))) throw new AppError('changed_meanwhile')
    return answer(parts, after)
  }

/** Whether what was refused lies there. A photo that waits has its place, whatever lies there by now. */
const isPlaceTaken = async ({ storage }: Parts, { state, original, uploadKey }: Photo): Promise<boolean> =>
  state === 'failed' && (original !== null || (await storage.head('originals', { key: uploadKey })) !== undefined)

const answer = async (parts: Parts, photo: Photo) => ({
  photo: await ownPhoto(noLinks, undefined, photo),
  upload: await allow(parts, photo),
})

const allow = async ({ storage, now }: Parts, photo: Photo) => {
  const lifeSeconds = limits.upload.grantLifeSeconds
  const address = await storage.allowUpload(photo.uploadKey, {
    bytes: photo.bytes,
    contentType: photo.contentType,
    lifeSeconds,
  })
  return { ...address, expiresAt: stamp(afterMs(now(), lifeSeconds * 1_000)) }
}
