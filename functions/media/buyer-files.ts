import type { Storage } from '#functions/shared/storage/storage.ts'
import { type FileFormat, fileFormats } from '#schema/file-formats.ts'
import type { PhotoId } from '#schema/ids.ts'
import { formatOfKey, mediaKeys } from './media-keys.ts'
import { recognise } from './recognise.ts'
import { stripMetadata } from './strip-metadata.ts'

/** What an order remembers of a photo's files. */
export type SoldFile = {
  photoId: PhotoId
  originalKey: string
  originalEtag: string
  originalVersionId: string | null
  webKey: string | null
}
export type DownloadSize = 'original' | 'web'

/** Where a buyer's file lies in the deliveries bucket, and what its bytes are, which is what it is named after. */
export type BuyerFile = { key: string; format: FileFormat }

export type BuyerFiles = {
  /** `undefined` when the upload itself is gone: a fault that a person must look at. */
  fileFor: (file: SoldFile, size: DownloadSize) => Promise<BuyerFile | undefined>
}

export const buyerFiles = (storage: Storage): BuyerFiles => ({
  fileFor: async (file, size) => {
    if (size === 'web') return file.webKey === null ? undefined : { key: file.webKey, format: 'jpeg' }
    const place = { photoId: file.photoId, etag: file.originalEtag }
    for (const key of await storage.list('deliveries', mediaKeys.cleanOriginalsOf(place))) {
      const format = formatOfKey(key)
      if (format) return { key, format }
    }
    const bytes = await storage.read('originals', { key: file.originalKey, versionId: file.originalVersionId })
    if (!bytes) return undefined
    const photo = recognise(bytes)
    const clean = stripMetadata(bytes)
    // It was rendered once, so it is a photo; if not, nothing unchecked goes out.
    if (photo.kind === 'refused' || clean.kind === 'refused') return undefined
    const key = mediaKeys.cleanOriginal({ ...place, format: photo.format })
    await storage.put('deliveries', { key, bytes: clean.bytes, contentType: fileFormats[photo.format].contentType })
    return { key, format: photo.format }
  },
})
