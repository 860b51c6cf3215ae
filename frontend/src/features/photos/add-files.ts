import { changedOf, isSameFile, itemOf, type UploadItem, withFile } from './upload-item.ts'
import type { UploadRows } from './upload-rows.ts'

/** `held`: put on the list, but left out, since the gallery has them already. `asked`: may be newer files of rows that lost theirs. */
export type Added = { added: number; matched: number; duplicates: number; held: number; asked: number }
/** What is known of chosen files. */
export type Adding = {
  price: string
  isPresent?: (file: File) => boolean
  /** The sets that folders would make. */
  setNames?: ReadonlyMap<File, string>
  /** Of a folder that is watched, whose photos are sent by themselves. */
  isWatched?: boolean
}
type Parts = {
  readonly rows: Pick<UploadRows, 'all' | 'patch' | 'append'>
  readonly newKey: () => string
  readonly now: () => number
  /** Being made ready, a row needs its file no more. */
  readonly isStarted: (key: string) => boolean
}

/** Puts files on the list; those of an earlier list find their places again, doubles are left out. */
export const fileAdder =
  ({ rows, newKey, now, isStarted }: Parts) =>
  (files: readonly File[], { price, isPresent = () => false, setNames, isWatched }: Adding): Added => {
    const result = { added: 0, matched: 0, duplicates: 0, held: 0, asked: 0 }
    const chosenAt = now()
    for (const file of files) {
      const items = rows.all()
      const same = items.filter((item) => isSameFile(item, file) || (item.newer && isSameFile(item.newer, file)))
      const isPlace = (item: UploadItem) =>
        isSameFile(item, file) && item.status !== 'success' && !item.file && !isStarted(item.key)
      const place = same.find(isPlace)
      const row = {
        ...itemOf(file, { key: newKey(), price, chosenAt }),
        setName: setNames?.get(file),
        isHeld: isPresent(file),
        isWatched,
      }
      const changed = same.length > 0 ? undefined : changedOf(items, file, files)
      if (place) {
        rows.patch(place.key, withFile(place, { file, chosenAt, isWatched }))
        // Its own file is there after all.
        if (place.newer) rows.append(place.newer)
        result.matched += 1
      } else if (same.length > 0) result.duplicates += 1
      else if (changed) {
        rows.patch(changed.key, { newer: row })
        // One of two is another photo at least.
        if (changed.newer) rows.append({ ...changed.newer, isWatched: false })
        result.asked += 1
      } else {
        rows.append(row)
        result[row.isHeld ? 'held' : 'added'] += 1
      }
    }
    return result
  }
