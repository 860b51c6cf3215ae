import { codeOf } from '#frontend/shared/api/api-error.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { UploadApi } from './file-sender.ts'
import type { Arrived } from './photo-polling.ts'
import type { UploadItem } from './upload-item.ts'

type Parts = {
  readonly api: Pick<UploadApi, 'look' | 'confirm'>
  readonly ask: <T>(work: () => Promise<T>) => Promise<T>
  /** Rows of an earlier visit that a photo is known of, as they are by now. */
  readonly rows: () => readonly UploadItem[]
  readonly onArrived: (key: string, photo: Arrived) => void
}

/** Finds out of which rows of an earlier visit the file has arrived: those need it no longer. The others wait for it. */
export const findArrivedBefore = async ({ api, ask, rows, onArrived }: Parts): Promise<void> => {
  const tell = (photoId: PhotoId, photo: Arrived) => {
    const row = rows().find((each) => each.photoId === photoId)
    if (row) onArrived(row.key, photo)
  }
  /** A photo is pending before its file has come, too. */
  const confirm = async (photoId: PhotoId) => {
    try {
      tell(photoId, await ask(() => api.confirm(photoId)))
    } catch (thrown) {
      if (codeOf(thrown) !== 'upload_missing' && codeOf(thrown) !== 'photo_not_found') throw thrown
    }
  }
  const photoIds = rows().flatMap(({ photoId }) => photoId ?? [])
  const { lookAtOnce } = limits.upload
  for (let from = 0; from < photoIds.length; from += lookAtOnce) {
    const photos = await ask(() => api.look(photoIds.slice(from, from + lookAtOnce)))
    for (const { id, ...photo } of photos) {
      if (photo.state === 'pending') await confirm(id)
      else tell(id, photo)
    }
  }
}
