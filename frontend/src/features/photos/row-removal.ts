import type { Claims } from './claims.ts'
import type { createPhotoPolling } from './photo-polling.ts'
import { rowsBack } from './rows-back.ts'
import { claimOf, type UploadItem } from './upload-item.ts'
import type { UploadRows } from './upload-rows.ts'
import type { UploadStore } from './upload-store.ts'

type Parts = {
  readonly rows: Pick<UploadRows, 'all' | 'become' | 'patch'>
  readonly store: Pick<UploadStore, 'keep' | 'drop'>
  readonly claims: Pick<Claims, 'giveBack'>
  readonly started: Pick<Set<string>, 'has' | 'delete'>
  readonly sending: ReadonlyMap<string, AbortController>
  readonly arrivals: Pick<ReturnType<typeof createPhotoPolling>, 'has' | 'drop'>
  readonly newKey: () => string
  readonly withdraw: (item: UploadItem) => Promise<void>
  /** Newer files in question stay on the list. */
  readonly keepNewer: (keys: readonly string[]) => void
  readonly onGone: () => void
  /** Begins to hear what is said of galleries. Answers what a row is by that, when it comes back. */
  readonly meanwhile: () => (item: UploadItem) => UploadItem
  /** A row that was started goes on. `hasArrived`: its file has come, and only its photo is still being made ready. */
  readonly goOn: (key: string, hasArrived: boolean) => void
  /** After rows have come back. */
  readonly onBack: () => void
}

/**
 * Takes rows off the list. Answers how to bring them back, where those that were started go on to where they went, unless they
 * are to wait for a press, and have not arrived.
 */
export const rowRemoval = ({ rows, store, claims, started, sending, arrivals, ...parts }: Parts) => {
  const { newKey, withdraw, keepNewer, onGone, meanwhile, goOn, onBack } = parts
  const bringBack = rowsBack({ rows, store, newKey })

  const forget = async (gone: readonly UploadItem[]) => {
    for (const item of gone) {
      const { key } = item
      sending.get(key)?.abort()
      if (item.status !== 'success' && !item.photoId) claims.giveBack(claimOf(item))
      started.delete(key)
      arrivals.drop(key)
      void store.drop(key)
    }
    const keys = new Set(gone.map(({ key }) => key))
    rows.become(rows.all().filter(({ key }) => !keys.has(key)))
    onGone()
    for (const item of gone) await withdraw(item)
  }

  return (gone: readonly UploadItem[]): ((waits?: boolean) => void) => {
    keepNewer(gone.map(({ key }) => key))
    // One that somebody is typing into may have half a price: it waits for a press.
    const going = new Set(gone.filter(({ key, isEdited }) => started.has(key) && !isEdited).map(({ key }) => key))
    const arrived = new Set([...going].filter((key) => arrivals.has(key)))
    const asSaidSince = meanwhile()
    void forget(gone)
    return (waits) => {
      // A photo that has arrived was allowed as it is.
      const back = gone.map((item) => (arrived.has(item.key) ? item : asSaidSince(item)))
      for (const [before, key] of bringBack(back, waits ? arrived : going)) goOn(key, arrived.has(before))
      onBack()
    }
  }
}
