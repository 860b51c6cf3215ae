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

type Contents = { [name: string]: File | Contents | 'renamed' | undefined }

const handleOf = (name: string, contents: Contents): FileSystemDirectoryHandle =>
  Object.assign(Object.create(null), {
    kind: 'directory',
    name,
    async *values() {
      for (const [inner, each] of Object.entries(contents)) {
        const gone = new DOMException('It was removed.', 'NotFoundError')
        if (each === undefined) throw gone
        if (each === 'renamed') yield { kind: 'file', name: inner, getFile: () => Promise.reject(gone) }
        else
          yield each instanceof File ? { kind: 'file', name: inner, getFile: async () => each } : handleOf(inner, each)
      }
    },
  })

/**
 * A folder that a page may look into again and again; `contents` may change. An `undefined` in it is a
 * card pulled out, `'renamed'` a file that goes between being listed and being read.
 */
export const aWatchedFolder = (name: string, contents: Contents) => ({ folder: handleOf(name, contents), contents })
