import { ApiError, codeOf, isNotReached } from '#frontend/shared/api/api-error.ts'
import type { GrantUpload, OwnPhoto } from '#schema/api/photos.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { Connection } from './connection.ts'
import type { Arrived, LookAtMany } from './photo-polling.ts'
import { checkedPhotoPrice } from './photo-price.ts'
import { checkReadable, PutFailure, type PutFile } from './put-file.ts'
import type { createRateLimitBackoff } from './rate-limit-backoff.ts'
import { isOtherOffer, outcomeOf, type UploadItem } from './upload-item.ts'

type Permission = {
  photo: Pick<OwnPhoto, 'id'>
  upload: { url: string; headers: Readonly<Record<string, string>> }
}
/** `grantedFrom`: from whose earlier buyers the photo is kept; absent where it was allowed before. */
type Allowed = Permission & { grantedFrom?: GalleryId | undefined }

type Words = Pick<OwnPhoto, 'title' | 'description'> & { pricePence: number }

/** What the queue asks of the server. */
export type UploadApi = {
  grant: (galleryId: GalleryId, file: Omit<GrantUpload, 'pricePence'> & { pricePence: number }) => Promise<Permission>
  regrant: (photoId: PhotoId) => Promise<Permission>
  confirm: (photoId: PhotoId) => Promise<Arrived>
  /** Changes what is said of a photo that is there. */
  reword: (photoId: PhotoId, words: Partial<Words>) => Promise<Arrived>
  look: LookAtMany
  remove: (photoId: PhotoId) => Promise<void>
}

type Parts = {
  readonly api: UploadApi
  readonly put: PutFile
  readonly measure: (file: File) => Promise<{ width: number; height: number } | undefined>
  readonly pause: (ms: number) => Promise<void>
  readonly connection: Connection
  readonly patience: ReturnType<typeof createRateLimitBackoff>
  /** Told how far a file is. */
  readonly report: (key: string, changes: Partial<UploadItem>) => void
}

const { progress } = limits.upload
/** Waits before a lost connection is tried again by itself. */
const retriesMs = [1_000, 3_000]

// 409 of the storage: another try of the same upload was on its way at that moment.
const isTransient = (thrown: unknown) =>
  thrown instanceof PutFailure
    ? thrown.status === 0 || thrown.status === 409 || thrown.status >= 500
    : codeOf(thrown) === 'unavailable'
const isRefusedWith = (thrown: unknown, status: number) => thrown instanceof PutFailure && thrown.status === status
const hadNoAnswer = (thrown: unknown) => (thrown instanceof PutFailure ? thrown.status === 0 : isNotReached(thrown))
const stopIfAborted = (signal: AbortSignal | undefined) => {
  if (signal?.aborted) throw new DOMException('Removed from the list', 'AbortError')
}

/** Sends one file: asks for its address, puts it there, and asks whether it has come. */
export const fileSender = ({ api, put, measure, pause, connection, patience, report }: Parts) => {
  /** Tries again what had no good answer: a few times, of which those do not count that a lost line is to blame for. */
  const persevere = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    for (let tries = 0; ; ) {
      await connection.ready()
      stopIfAborted(signal)
      try {
        return await work()
      } catch (thrown) {
        if (!isTransient(thrown)) throw thrown
        if (!hadNoAnswer(thrown) || !(await connection.wasLost())) {
          const waitMs = retriesMs[tries]
          if (waitMs === undefined) throw thrown
          tries += 1
          await pause(waitMs)
        }
      }
    }
  }

  /** A question to the server; a file on its way to the storage waits for nobody, since its address does not live long. */
  const ask = <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    persevere(() => patience.ask(work, signal), signal)

  const wordsOf = ({ title, description, price }: UploadItem): Words => ({
    title,
    description,
    pricePence: checkedPhotoPrice(price),
  })

  /** Only what was typed anew: the rest may have been changed in the gallery meanwhile. */
  const rewordedOf = (item: UploadItem): Partial<Words> => {
    const { title, description, pricePence } = wordsOf(item)
    const has = (word: 'title' | 'description' | 'price') => item.reworded?.includes(word)
    return {
      ...(has('title') && { title }),
      ...(has('description') && { description }),
      ...(has('price') && { pricePence }),
    }
  }

  const grantAnew = async (item: UploadItem, file: File, signal: AbortSignal): Promise<Allowed> => {
    if (!item.galleryId) throw new ApiError({ code: 'gallery_not_found' })
    const { galleryId } = item
    const words = wordsOf(item)
    await checkReadable(file)
    const size = await measure(file)
    const about = {
      fileName: item.fileName,
      contentType: item.contentType,
      bytes: item.bytes,
      ...words,
      ...(item.setId && { setId: item.setId }),
      ...(item.exceptedFrom === galleryId && { isExcepted: true }),
      ...size,
    }
    const permission = await ask(() => api.grant(galleryId, about), signal)
    // Taken from the list while it was asked for: nothing else knows of the photo.
    if (signal.aborted) void api.remove(permission.photo.id).catch(() => undefined)
    return { ...permission, grantedFrom: item.exceptedFrom }
  }

  /** Another photo in the place of one that cannot be what is asked for: which stays while its successor is impossible. */
  const replace = async (photoId: PhotoId, item: UploadItem, file: File, signal: AbortSignal): Promise<Allowed> => {
    const permission = await grantAnew(item, file, signal)
    if (signal.aborted) return permission
    const takeBack = () => void api.remove(permission.photo.id).catch(() => undefined)
    try {
      await ask(() => api.remove(photoId), signal)
    } catch (thrown) {
      if (codeOf(thrown) !== 'photo_not_found') {
        // It may be on sale: another one beside it would sell the same picture twice.
        takeBack()
        throw thrown
      }
    }
    // Taken from the list meanwhile, as in `grantAnew`.
    if (signal.aborted) takeBack()
    return permission
  }

  /** The photo when its file has arrived, saying what is typed by now. */
  const arrivedOf = async (photoId: PhotoId, item: UploadItem, signal: AbortSignal): Promise<Arrived> => {
    const words = rewordedOf(item)
    const photo = await ask(() => api.confirm(photoId), signal)
    if (Object.keys(words).length === 0 || outcomeOf(photo)?.status === 'error') return photo
    const reworded = await ask(() => api.reword(photoId, words), signal)
    report(item.key, { reworded: [] })
    return reworded
  }

  /** A permission to send, or the photo when its file has arrived after all. */
  const permit = async (item: UploadItem, file: File, signal: AbortSignal): Promise<Allowed | Arrived> => {
    const { photoId } = item
    if (!photoId) return grantAnew(item, file, signal)
    if (item.isRefused || isOtherOffer(item)) return replace(photoId, item, file, signal)
    try {
      return await arrivedOf(photoId, item, signal)
    } catch (thrown) {
      if (codeOf(thrown) === 'photo_not_found') return grantAnew(item, file, signal)
      if (codeOf(thrown) !== 'upload_missing') throw thrown
    }
    if (item.reworded?.length) return replace(photoId, item, file, signal)
    return ask(() => api.regrant(photoId), signal)
  }

  const send = async (key: string, permission: Allowed, file: File, signal: AbortSignal): Promise<Arrived> => {
    const { photo } = permission
    let { upload } = permission
    const { grantedFrom } = permission
    report(key, {
      ...{ progress: progress.granted, photoId: photo.id, isRefused: false, reworded: [] },
      // With the photo that it is true of: a replacement may break off before.
      ...('grantedFrom' in permission && { grantedFrom }),
    })
    const span = progress.stored - progress.granted
    let percent: number = progress.granted
    const onProgress = (sent: number) => {
      const reached = Math.round(progress.granted + span * Math.min(1, sent))
      if (reached <= percent) return
      percent = reached
      report(key, { progress: reached })
    }
    const attempt = () =>
      persevere(() => put({ ...upload, file, signal, onProgress }), signal).catch(async (thrown: unknown) => {
        // A browser that cannot read the file ends the request as one that lost its line does.
        if (hadNoAnswer(thrown)) await checkReadable(file)
        throw thrown
      })
    // A photo's place takes one file, once: 412 says that it has come, and only the answer was lost. Confirming asks whether it did.
    const deliver = () =>
      attempt().catch((thrown: unknown) => {
        if (!isRefusedWith(thrown, 412)) throw thrown
      })
    try {
      await deliver()
    } catch (thrown) {
      // The address lives 15 minutes: a long pause outlives it.
      if (!isRefusedWith(thrown, 403)) throw thrown
      upload = (await ask(() => api.regrant(photo.id), signal)).upload
      await deliver()
    }
    report(key, { progress: progress.stored })
    return ask(() => api.confirm(photo.id), signal)
  }

  return { ask, permit, send }
}
