import { changedOf, fileIn, freed, isSameFile, itemOf } from './upload-item.ts'
import type { UploadRows } from './upload-rows.ts'

/** `held`: put on the list, but left out, since the gallery has them already. */
export type Added = { added: number; matched: number; duplicates: number; held: number }
/** What is known of chosen files. */
export type Adding = {
  price: string
  isPresent?: (file: File) => boolean
  /** The sets that folders would make. */
  setNames?: ReadonlyMap<File, string>
}
type Parts = {
  readonly rows: Pick<UploadRows, 'all' | 'patch' | 'append'>
  readonly newKey: () => string
  readonly now: () => number
}

/** Puts files on the list; those of an earlier list find their places again, doubles are left out. */
export const fileAdder =
  ({ rows, newKey, now }: Parts) =>
  (files: readonly File[], { price, isPresent = () => false, setNames }: Adding): Added => {
    const result = { added: 0, matched: 0, duplicates: 0, held: 0 }
    const chosenAt = now()
    for (const file of files) {
      const items = rows.all()
      const known = items.find((item) => isSameFile(item, file) && item.status !== 'success')
      const isDone = items.some((item) => isSameFile(item, file) && item.status === 'success')
      const changed = known || isDone ? undefined : changedOf(items, file, files)
      const place = known?.file ? undefined : (known ?? changed)
      if (place) {
        rows.patch(place.key, {
          ...freed(place),
          ...fileIn(place, file, chosenAt),
          status: 'pending',
          message: undefined,
        })
        result.matched += 1
      } else if (known || isDone) result.duplicates += 1
      else {
        const item = { ...itemOf(file, { key: newKey(), price, chosenAt }), setName: setNames?.get(file) }
        const isHeld = isPresent(file)
        rows.append({ ...item, isHeld })
        result[isHeld ? 'held' : 'added'] += 1
      }
    }
    return result
  }
