import { titleFromFileName } from '#schema/upload-rules.ts'
import { isSameFile, keptOf, typedInto, type UploadItem, unsent } from './upload-item.ts'
import type { UploadRows } from './upload-rows.ts'
import type { UploadStore } from './upload-store.ts'

const typedOf = ({ fileName, title, description, price, isPriceTyped }: UploadItem) => ({
  ...(title !== titleFromFileName(fileName) && { title }),
  ...(description !== '' && { description }),
  ...(isPriceTyped && { price }),
})

type Parts = {
  readonly rows: Pick<UploadRows, 'all' | 'become' | 'patch'>
  readonly store: Pick<UploadStore, 'keep'>
}
/** Brings back rows that were taken off the list. Where a file was chosen again meanwhile, its new row gets what was typed into the first. */
export const rowsBack =
  ({ rows, store }: Parts) =>
  (gone: readonly UploadItem[]) => {
    const back: UploadItem[] = []
    for (const item of gone) {
      const { fileName: name, bytes: size, lastModified } = item
      const again = rows.all().find((row) => isSameFile(row, { name, size, lastModified }))
      if (!again) back.push(unsent(item))
      // What was typed since is what is meant.
      else if (again.status === 'pending' || again.status === 'error')
        rows.patch(again.key, typedInto(again, { ...typedOf(item), ...typedOf(again) }))
    }
    rows.become([...rows.all(), ...back])
    for (const item of back) void store.keep(keptOf(item))
  }
