import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import { formatOfKey, mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { type FileFormat, fileFormats } from '#schema/file-formats.ts'
import type { PhotoId } from '#schema/ids.ts'

/** What an order remembers of a photo's files. */
type SoldFile = {
  photoId: PhotoId
  /** Said in the copy where the file names no creator. */
  photographerName?: string
  originalKey: string
  originalEtag: string
  originalVersionId: string | null
  webKey: string | null
}
type DownloadSize = 'original' | 'web'

/** Where a buyer's file lies in the deliveries bucket, and what its bytes are, which is what it is named after. */
type BuyerFile = { key: string; format: FileFormat }

export type BuyerFiles = {
  /**
   * `undefined` when the upload itself is gone, or cannot be cleaned: a fault that a person must look at. Nothing that is
   * not cleaned ever goes out.
   */
  fileFor: (file: SoldFile, size: DownloadSize) => Promise<BuyerFile | undefined>
}

/** Buyers' files: drawn and cleaned with the photo; of older photos, cleaned when the first buyer asks, and kept. */
export const buyerFiles = (storage: Storage): BuyerFiles => ({
  fileFor: async (file, size) => {
    if (size === 'web') return file.webKey === null ? undefined : { key: file.webKey, format: 'jpeg' }
    const kept = await storage.list('deliveries', mediaKeys.cleanOriginalsOf(placeOf(file)))
    for (const key of kept) {
      const format = formatOfKey(key)
      if (format) return { key, format }
    }
    return cleanNow(storage, file)
  },
})

const placeOf = ({ photoId, originalEtag }: SoldFile) => ({ photoId, etag: originalEtag })

/** From a file of this machine, so that only the copy is held in memory; its cost is bounded there. */
const cleanNow = async (storage: Storage, file: SoldFile): Promise<BuyerFile | undefined> => {
  const path = join(tmpdir(), `original-${randomUUID()}`)
  try {
    const original = { key: file.originalKey, versionId: file.originalVersionId }
    if (!(await storage.fetchTo('originals', original, path))) return undefined
    const copy = cleanCopy(path, { photographer: file.photographerName })
    if (copy.kind === 'refused') return undefined
    const { format } = copy.photo
    const key = mediaKeys.cleanOriginal({ ...placeOf(file), format })
    await storage.put('deliveries', { key, bytes: copy.bytes, contentType: fileFormats[format].contentType })
    return { key, format }
  } finally {
    await rm(path, { force: true })
  }
}
