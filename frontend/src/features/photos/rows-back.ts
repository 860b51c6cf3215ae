import { titleFromFileName } from '#schema/upload-rules.ts'
import { isSameFile, keptOf, typedInto, type UploadItem, unsent } from './upload-item.ts'
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
      else if (again.status === 'pending' || again.status === 'error')
        rows.patch(again.key, typedInto(again, lackedBy(again, item)))
    }
    rows.become([...rows.all(), ...back])
    for (const item of back) void store.keep(keptOf(item))
  }
