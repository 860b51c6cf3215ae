import { titleFromFileName } from '#schema/upload-rules.ts'
import { inLineAgain, isSameFile, keptOf, typedInto, type UploadItem, unsent } from './upload-item.ts'
import type { UploadRows } from './upload-rows.ts'
import type { UploadStore } from './upload-store.ts'

type Typed = Partial<Pick<UploadItem, 'title' | 'description' | 'price'>>
const typedOf = ({ fileName, title, description, price, isPriceTyped }: UploadItem): Typed => ({
  ...(title !== titleFromFileName(fileName) && { title }),
  ...(description !== '' && { description }),
  ...(isPriceTyped && { price }),
})

/** What was typed into the one and not into the other: what was typed since is what is meant. */
const lackedBy = (again: UploadItem, gone: UploadItem): Typed => {
  const since = typedOf(again)
  const { title, description, price } = typedOf(gone)
  return {
    ...(title !== undefined && since.title === undefined && { title }),
    ...(description !== undefined && since.description === undefined && { description }),
    ...(price !== undefined && since.price === undefined && { price }),
  }
}

type Parts = {
  readonly rows: Pick<UploadRows, 'all' | 'become' | 'patch'>
  readonly store: Pick<UploadStore, 'keep'>
  readonly newKey: () => string
}
/**
 * Brings back rows that were taken off the list. Where a file was chosen again meanwhile, its new row gets what was typed into the first.
 * @returns Of those that go on, the key that each had and the one that it has now.
 */
export const rowsBack =
  ({ rows, store, newKey }: Parts) =>
  (gone: readonly UploadItem[], going: ReadonlySet<string>): ReadonlyMap<string, string> => {
    const back: UploadItem[] = []
    const keys = new Map<string, string>()
    for (const item of gone) {
      const { key, fileName: name, bytes: size, lastModified } = item
      const again = rows.all().find((row) => isSameFile(row, { name, size, lastModified }))
      if (again) {
        if (again.status === 'pending' || again.status === 'error')
          rows.patch(again.key, typedInto(again, lackedBy(again, item)))
      } else if (going.has(key)) {
        // Under the old one an answer to its first sending may still come, which is none to this one.
        const nextKey = newKey()
        keys.set(key, nextKey)
        back.push(inLineAgain(item, nextKey))
      } else back.push(unsent(item))
    }
    rows.become([...rows.all(), ...back])
    for (const item of back) void store.keep(keptOf(item))
    return keys
  }
