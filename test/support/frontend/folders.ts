type Entry = Pick<FileSystemEntry, 'name' | 'isFile' | 'isDirectory'>

/** A folder of a drop, as Chromium tells it: its entries in batches, the last of which is empty. */
export const aFolder = (name: string, inner: readonly (File | Entry)[], batch = 100): Entry => {
  const entries = inner.map((each): Entry => {
    if (!(each instanceof File)) return each
    return Object.assign(
      { name: each.name, isFile: true, isDirectory: false },
      {
        file: (resolve: (file: File) => void) => resolve(each),
      },
    )
  })
  return Object.assign(
    { name, isFile: false, isDirectory: true },
    {
      createReader: () => {
        let next = 0
        return {
          readEntries: (resolve: (some: Entry[]) => void) => {
            resolve(entries.slice(next, next + batch))
            next += batch
          },
        }
      },
    },
  )
}
