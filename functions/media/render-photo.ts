import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as z from 'zod'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { isUnread } from '#functions/galleries/photo-number-store.ts'
import type { Rendered } from '#functions/galleries/photo-rendering-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { isAwaited } from '#functions/galleries/photo-writes.ts'
import { markOf, markParts } from '#functions/galleries/shown-picture.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import { type Random, randomToken } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Delivery } from '#functions/shared/queue/consume.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { mediaKeys, parseUploadKey } from '#functions/shared/storage/media-keys.ts'
import type { Storage, StoredObject } from '#functions/shared/storage/storage.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { NumberTask } from '#schema/events/numbers.ts'
import type { RenderMessage, Rerender } from '#schema/events/render.ts'
import { fileFormats } from '#schema/file-formats.ts'
import type { PhotoId } from '#schema/ids.ts'
import { cutCover, lacksPieces } from './cut-cover.ts'
import { isDrawnFor, isOutrun, redrawPictures, withdrawPictures } from './redraw-gallery.ts'
import { gaveUp } from './refusals.ts'
import { type RenderedPhoto, type Rendition, renderPhoto } from './render.ts'

type Parts = {
  photos: PhotoStore
  galleries: GalleryStore
  storage: Storage
  send: Send
  recall: Recall
  random: Random
  /** Lets so many milliseconds pass. */
  pause: (ms: number) => Promise<unknown>
  log: Log
  render?: typeof renderPhoto
}
type Arrived = z.output<typeof RenderMessage>

/** What lies in the queues of drawing: uploads that S3 announced, and galleries whose watermark changed. */
export const handleRenderMessage =
  (parts: Parts) =>
  async (message: Arrived, delivery: Delivery = { isLast: false }) => {
    if ('Event' in message) return
    if (!('kind' in message)) {
      for (const { s3 } of message.Records) await renderUpload(parts, s3.object, delivery)
      return
    }
    switch (message.kind) {
      case 'rerender-gallery':
        return withdrawPictures(parts, message)
      case 'redraw-gallery':
        return redrawPictures(parts, message)
      case 'rerender-photo':
        return rerender(parts, message)
      case 'cut-cover':
        return cutCover(parts, message.galleryId)
      case 'render-upload':
        return renderStored(parts, message.photoId, delivery)
    }
  }

type Upload = { key: string; eTag: string; versionId?: string | undefined }

/**
 * Turns one uploaded file into a photo that can be seen and sold. Notices come twice, late and out of order: only the
 * upload that a photo waits for is rendered, and the store lets a photo become ready once. A file that takes all memory
 * or time ends the function before it can say so; therefore the last try says that it failed before it begins.
 */
const renderUpload = async (parts: Parts, upload: Upload, { isLast }: Delivery): Promise<void> => {
  const { key, eTag, versionId } = upload
  const { photos, log } = parts
  const place = parseUploadKey(key)
  const photo = place && (await photos.find(place.photoId))
  if (!photo || !isAwaited(photo) || photo.uploadKey !== key) {
    // Another delivery may have ended between drawing it and handing it on.
    if (photo?.uploadKey === key) await handOn(parts, photo, await parts.galleries.find(photo.galleryId))
    log.info('upload ignored', { photoId: place?.photoId, state: photo?.state ?? 'unknown' })
    return
  }
  if (isLast) await photos.giveUp(photo, gaveUp)
  await render(parts, photo, { key, etag: eTag, versionId: versionId ?? null })
}

/** An upload whose notice never came; nothing overwrites an upload, so what lies there is what was sent. */
const renderStored = async (parts: Parts, photoId: PhotoId, delivery: Delivery): Promise<void> => {
  const key = (await parts.photos.find(photoId))?.uploadKey
  const found = key !== undefined && (await parts.storage.head('originals', { key }))
  if (found) await renderUpload(parts, { key, eTag: found.etag.replaceAll('"', '') }, delivery)
}

const render = async (parts: Parts, photo: Photo, original: NonNullable<Photo['original']>): Promise<void> => {
  const { photos, galleries, log } = parts
  const gallery = await galleries.find(photo.galleryId)
  if (!gallery) return
  const mark = markOf(gallery)
  const { drawRun } = gallery
  const made = await fromFile(parts, original, { mark, photographer: gallery.photographerName })
  if (made === undefined) {
    log.info('upload gone', { photoId: photo.id })
    return
  }
  let drawn: Rendered['renditions'] = []
  if (made.kind !== 'rendered') {
    const state = made.kind === 'refused' ? 'failed' : 'kept'
    await settle(parts, photo, { state, sentence: made.sentence, original })
  } else {
    const rendered = await keep(parts, photo, { made, mark, drawRun, original })
    drawn = rendered.renditions
    const isNew = photo.state !== 'ready'
    const replaced = isNew ? undefined : await photos.replaceRenditions(photo, rendered)
    const isKept = isNew ? await photos.becomeReady(photo, rendered) : replaced !== undefined
    // Another delivery of the same notice was faster, or the photo is gone: nobody will ever ask for these files.
    if (!isKept) await discard(parts, rendered)
    else if (replaced) await discard(parts, replaced)
    log.info(isKept ? 'rendered' : 'render discarded', { photoId: photo.id })
  }
  // The mark may have changed while this file was being drawn; the gallery's own message may be long past.
  const now = await galleries.find(photo.galleryId)
  // It may have been taken down meanwhile: then no file of it stays. Lifted, every picture is drawn anew.
  if (now && now.takedown !== null) await discard(parts, { renditions: drawn })
  else if (now && markOf(now) !== mark) await redraw(parts, photo)
  else if (drawn.length > 0) await handOn(parts, { ...photo, state: 'ready', original }, now)
}

/** What else is made of a photo on sale: what its numbers are, and of a cover its pieces. */
const handOn = async (parts: Parts, photo: Photo, gallery: Gallery | undefined): Promise<void> => {
  await handOnToReading(parts, photo, gallery)
  if (gallery?.cover?.photoId !== photo.id || !lacksPieces(gallery)) return
  // A message of its own: a cut that fails is tried again without drawing the photo once more.
  const task: Rerender = { kind: 'cut-cover', galleryId: gallery.id }
  await parts.send('REDRAW_QUEUE_URL', [task], { group: gallery.id })
}

/** A photo on sale whose gallery has numbers read, and in whose file none were looked for yet. */
const handOnToReading = async ({ send }: Parts, photo: Photo, gallery: Gallery | undefined): Promise<void> => {
  if (!gallery?.numbers || !isUnread(photo)) return
  const task: NumberTask = { kind: 'read-photo', photoId: photo.id }
  await send('NUMBERS_QUEUE_URL', [task])
}

const redraw = async ({ send }: Parts, { id, galleryId }: Photo): Promise<void> => {
  const message: Rerender = { kind: 'rerender-photo', photoId: id }
  await send('REDRAW_QUEUE_URL', [message], { group: galleryId })
}

type Undrawn = { state: 'failed' | 'kept'; sentence: string; original: NonNullable<Photo['original']> }

/**
 * A photo that was on sale before buyers' copies were made with its pictures, and of which none can be made or shown, is
 * sold no more; its owner reads why. One that has its copy stays on sale: what failed is only its new pictures.
 */
const settle = async ({ photos, log }: Parts, photo: Photo, undrawn: Undrawn): Promise<void> => {
  const { state, sentence, original } = undrawn
  if (photo.state !== 'ready') return void (await photos.settle(photo, { state, reason: sentence, original }))
  if (photo.fileFormat !== null) return log.error('a photo on sale cannot be drawn again', { photoId: photo.id })
  await photos.withdraw(photo, sentence)
  log.error('a photo was taken off sale: it cannot be cleaned or shown', { photoId: photo.id })
}

/** From a file, so that an upload of 50 MB is not held in memory beside the copy that is made of it. */
const fromFile = async (
  { storage, render = renderPhoto }: Parts,
  original: StoredObject,
  { mark, photographer }: { mark: string | null; photographer: string },
) => {
  const path = join(tmpdir(), `upload-${randomUUID()}`)
  try {
    if (!(await storage.fetchTo('originals', original, path))) return undefined
    return await render(path, { photographer, ...(mark !== null && { watermark: markParts(mark) }) })
  } finally {
    await rm(path, { force: true })
  }
}

type Made = {
  made: RenderedPhoto
  mark: string | null
  drawRun: number
  original: NonNullable<Photo['original']>
}

/**
 * Writes the files under new names, then answers what the record will say. A record that says what the bytes are has its
 * buyers' files; an older one gets both here, and orders opened before keep naming the web file that they sold.
 */
const keep = async (
  { storage, random }: Parts,
  photo: Photo,
  { made, mark, drawRun, original }: Made,
): Promise<Rendered> => {
  const place = { galleryId: photo.galleryId, photoId: photo.id, token: randomToken(random) }
  const store = async (kind: StoredRendition['kind'], image: Rendition): Promise<StoredRendition> => {
    const { extension, format } = formats[image.contentType]
    const key = mediaKeys.rendition({ ...place, kind, extension })
    const edgeTag = edgeTags.pictures(photo.galleryId)
    await storage.put('renditions', { key, bytes: image.bytes, contentType: image.contentType, edgeTag })
    return { kind, format, key, width: image.width, height: image.height, bytes: image.bytes.byteLength }
  }
  const renditions = await Promise.all([
    store('display', made.display),
    store('thumbnail', made.thumbnail),
    store('display', made.displayAvif),
    store('medium', made.mediumAvif),
    store('thumbnail', made.thumbnailAvif),
  ])
  const hasFiles = photo.state === 'ready' && photo.fileFormat !== null
  if (!hasFiles) await keepOriginal(storage, { photoId: photo.id, etag: original.etag, made })
  return {
    fileFormat: made.fileFormat,
    width: made.width,
    height: made.height,
    thumbhash: made.thumbhash,
    capturedAt: made.capturedAt ?? null,
    camera: made.camera ?? null,
    renditions,
    drawn: place.token,
    drawRun,
    cutFor: null,
    watermark: mark,
    webKey: (hasFiles ? photo.webKey : null) ?? (await keepWeb(storage, mediaKeys.web(place), made.web)),
    original,
    bytes: photo.bytes,
  }
}

type StoredRendition = Photo['renditions'][number]
const formats = {
  'image/jpeg': { format: 'jpeg', extension: 'jpg' },
  'image/avif': { format: 'avif', extension: 'avif' },
} as const

/** The buyers' file has no mark, so a change of mark does not change it; orders name it. */
const keepWeb = async (storage: Storage, key: string, { bytes, contentType }: Rendition): Promise<string> => {
  await storage.put('deliveries', { key, bytes, contentType })
  return key
}

/** Under a name that follows from the upload, so that a repeated delivery writes the same file again. */
const keepOriginal = async (
  storage: Storage,
  { photoId, etag, made }: { photoId: PhotoId; etag: string; made: RenderedPhoto },
): Promise<void> => {
  const key = mediaKeys.cleanOriginal({ photoId, etag, format: made.fileFormat })
  await storage.put('deliveries', { key, bytes: made.original, contentType: fileFormats[made.fileFormat].contentType })
}

const discard = ({ storage }: Parts, { renditions }: Pick<Photo, 'renditions'>): Promise<void> =>
  storage.remove(
    'renditions',
    renditions.map(({ key }) => key),
  )

type RerenderPhoto = Extract<Rerender, { kind: 'rerender-photo' }>

const rerender = async (parts: Parts, { photoId, run }: RerenderPhoto): Promise<void> => {
  const photo = await parts.photos.find(photoId)
  if (photo?.state !== 'ready' || !photo.original) return
  const gallery = await parts.galleries.find(photo.galleryId)
  // Of what is taken down no picture is drawn: its owner could bring the files back by another mark.
  if (gallery?.takedown !== null) return
  // Drawn since, or to be withdrawn first: a later change of a gallery that closed shows no picture before all are gone.
  if (isOutrun(gallery, run) || isDrawnFor(gallery, photo, run)) return
  await render(parts, photo, photo.original)
}
