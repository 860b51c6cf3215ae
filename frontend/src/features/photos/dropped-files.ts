import { isPassedOver } from './accept-files.ts'
import { noteFolders } from './folder-names.ts'

type Dropped = Pick<DataTransfer, 'items' | 'files'>
/** What of the browser's own entries is used; the standard lib has no narrowing from one to the other. */
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const order = new Intl.Collator('en', { numeric: true })

/** A folder tells its entries in batches (Chromium: of 100), and is at its end when a batch is empty. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return entries.sort((a, b) => order.compare(a.name, b.name))
    entries.push(...batch)
  }
}

const filesIn = async (entry: FileSystemEntry, folders: readonly string[] = []): Promise<File[]> => {
  if (isPassedOver(entry.name)) return []
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [noteFolders(file, folders)]
  }
  if (!isFolder(entry)) return []
  const found: File[] = []
  for (const inner of await entriesOf(entry)) found.push(...(await filesIn(inner, [...folders, entry.name])))
  return found
}

/**
 * All files of a drop, those of folders within folders too. The entries are asked for before anything else happens: they
 * are gone once the event is over. Rejects when a folder cannot be read, so that nothing is left out without a word.
 */
export const droppedFiles = ({ items, files }: Dropped): Promise<File[]> => {
  const entries = [...(items ?? [])].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry()] : []))
  const known = entries.filter((entry) => entry !== null)
  if (known.length === 0) return Promise.resolve([...files])
  return Promise.all(known.map((entry) => filesIn(entry))).then((found) => found.flat())
}

/** A chosen folder's files, in the order of their paths. */
export const inOrder = (files: readonly File[]): File[] =>
  files.toSorted((a, b) => order.compare(a.webkitRelativePath, b.webkitRelativePath))
