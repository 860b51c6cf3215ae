import { codeOf } from '#frontend/shared/api/api-error.ts'
import type { PhotoId } from '#schema/ids.ts'
import type { Claims } from './claims.ts'
import type { UploadApi } from './file-sender.ts'
import type { createRateLimitBackoff } from './rate-limit-backoff.ts'
import { claimOf, outcomeOf, type UploadItem } from './upload-item.ts'

type Parts = {
  readonly api: Pick<UploadApi, 'confirm' | 'remove'>
  readonly patience: ReturnType<typeof createRateLimitBackoff>
  readonly claims: Claims
  /** Those that are in the list by now. */
  readonly rows: () => readonly UploadItem[]
}

/** Removes the photo of a row that was taken from the list: one whose file never came, or was none, would stay in the gallery as such. */
export const photoWithdrawal = ({ api, patience, claims, rows }: Parts) => {
  /** No row knows whether its file has arrived after all: one that is being sent again, or stopped at its last byte, neither. */
  const hasArrived = async (photoId: PhotoId): Promise<boolean> => {
    try {
      return outcomeOf(await patience.ask(() => api.confirm(photoId)))?.status !== 'error'
    } catch (thrown) {
      if (codeOf(thrown) === 'upload_missing') return false
      throw thrown
    }
  }

  const removeUnlessArrived = async (photoId: PhotoId) => {
    if (await hasArrived(photoId)) return
    await patience.ask(async () => {
      // Brought back meanwhile, a row may be sending the file of this photo.
      if (!rows().some((row) => row.photoId === photoId)) await api.remove(photoId)
    })
  }

  /** What is, or will be, on sale is not taken back, nor what another tab is sending. In doubt the photo stays. */
  const withdrawPhoto = async (photoId: PhotoId, name: string) => {
    try {
      await claims.take(name)
      await removeUnlessArrived(photoId)
    } catch {
      // It can be deleted in its gallery.
    } finally {
      if (!rows().some((row) => claimOf(row) === name)) claims.giveBack(name)
    }
  }

  const ends = new Map<PhotoId, Promise<void>>()
  return {
    withdraw: async (item: UploadItem): Promise<void> => {
      const { photoId, status } = item
      if (!photoId || status === 'success') return
      const end = withdrawPhoto(photoId, claimOf(item))
      ends.set(photoId, end)
      await end
    },
    /** Resolves when a photo is being withdrawn no longer: before, whoever has it again cannot know whether it stays. */
    ended: async (photoId: PhotoId | undefined): Promise<void> => {
      if (photoId) await ends.get(photoId)
    },
  }
}
