import type { Storage } from '#functions/shared/storage/storage.ts'
import type { PhotoId } from '#schema/ids.ts'
import { mediaKeys } from './media-keys.ts'
import { stripMetadata } from './strip-metadata.ts'

/** What an order remembers of a photo's files. */
export type SoldFile = {
  photoId: PhotoId
  fileName: string
  contentType: string
  originalKey: string
  originalEtag: string
  originalVersionId: string | null
  webKey: string | null
}
export type DownloadSize = 'original' | 'web'

/** Where a buyer's file lies in the deliveries bucket; the original is made on first demand and kept. */
export type BuyerFiles = {
  /** `undefined` when the upload itself is gone: a fault that a person must look at. */
  keyFor: (file: SoldFile, size: DownloadSize) => Promise<string | undefined>
}

export const buyerFiles = (storage: Storage): BuyerFiles => ({
  keyFor: async (file, size) => {
    if (size === 'web') return file.webKey ?? undefined
    const key = mediaKeys.cleanOriginal({
      photoId: file.photoId,
      etag: file.originalEtag,
      extension: extensionOf(file.fileName),
    })
    if (await storage.head('deliveries', { key })) return key
    const bytes = await storage.read('originals', { key: file.originalKey, versionId: file.originalVersionId })
    if (!bytes) return undefined
    const clean = stripMetadata(bytes)
    // It was rendered once, so it is a photo; if not, nothing unchecked goes out.
    if (clean.kind === 'refused') return undefined
    await storage.put('deliveries', { key, bytes: clean.bytes, contentType: file.contentType })
    return key
  },
})

/** Lower case, letters and digits only: it becomes part of a key. */
export const extensionOf = (fileName: string): string => /\.([a-z0-9]{1,8})$/.exec(fileName.toLowerCase())?.[1] ?? 'jpg'
