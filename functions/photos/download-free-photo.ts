import type { BuyerFiles } from '#functions/deliveries/buyer-files.ts'
import type { GalleryAccess } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { type Random, randomText } from '#functions/shared/ids/ids.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { fileFormats } from '#schema/file-formats.ts'
import { savedName } from '#schema/file-names.ts'
import type { LimitedDownloadStore } from './limited-download-store.ts'

type Parts = {
  galleries: GalleryStore
  photos: PhotoStore
  limitedDownloads: LimitedDownloadStore
  send: Send
  random: Random
  files: BuyerFiles
  links: MediaLinks
  access: GalleryAccess
  log: Log
  now: Clock
}

/** A photo of £0 in a gallery that the visitor may see, where its owner allows downloads, up to the gallery's limit. */
export const downloadFreePhoto =
  (parts: Parts): Operation<typeof api.photos.endpoints.downloadFree> =>
  async ({ params, body, headers, caller }) => {
    const { galleries, photos, files, links } = parts
    const photo = await photos.find(params.photoId)
    if (photo?.state !== 'ready' || !photo.original) throw new AppError('photo_not_found')
    const gallery = await galleries.find(photo.galleryId)
    // Its owner has it, and an owner's grant can be handed on.
    if (!gallery || gallery.takedown !== null) throw new AppError('photo_not_found')
    const seen = await parts.access.accessOf(gallery, { grants: [headers['x-gallery-grant']], caller })
    if (seen.state === 'absent') throw new AppError('photo_not_found')
    if (seen.state === 'locked') throw new AppError('gallery_locked')
    if (photo.pricePence !== 0 || !gallery.clientCanDownload) throw new AppError('download_not_allowed')

    const file = await files.fileFor(
      {
        ...photo,
        photoId: photo.id,
        photographerName: gallery.photographerName,
        originalKey: photo.original.key,
        originalEtag: photo.original.etag,
        originalVersionId: photo.original.versionId,
      },
      body.size,
    )
    if (!file) throw new AppError('file_unavailable')
    await counted(parts, gallery)
    return links.download(file.key, savedName(photo.title, fileFormats[file.format].extension))
  }

/** Before the link is given: in the table where a limit must hold, else by the queue, which has it when this returns. */
const counted = async ({ limitedDownloads, send, random, log, now }: Parts, gallery: Gallery): Promise<void> => {
  const { id: galleryId, photographerId, downloadLimit } = gallery
  const fact = { id: randomText(random, 26), galleryId, at: stamp(now()) }
  if (downloadLimit === null) return send('COUNTS_QUEUE_URL', [{ kind: 'download', photographerId, ...fact }])
  await limitedDownloads.count({ ...gallery, downloadLimit }, now())
  // It counts already: the queue is for the gallery's activity alone.
  await send('COUNTS_QUEUE_URL', [{ kind: 'fetched', ...fact }]).catch((error: unknown) => {
    log.warn('a download was not told of', describeError(error))
  })
}
