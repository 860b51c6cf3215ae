import { checkReadable } from './put-file.ts'
import { type UploadItem, withFile } from './upload-item.ts'
import type { UploadRows } from './upload-rows.ts'

/** How many files are opened at the same time. */
const readAtOnce = 32

const stateOf = (name: string, bytes: number, lastModified: number) =>
  `${String(bytes)} ${String(lastModified)} ${name}`

const isReadable = (file: File) =>
  checkReadable(file).then(
    () => true,
    () => false,
  )

/** Those rows of the names of chosen files whose own, which are not among them, cannot be read any more. */
export const lostTo = async (rows: readonly UploadItem[], chosen: readonly File[]): Promise<UploadItem[]> => {
  const names = new Set(chosen.map(({ name }) => name))
  const states = new Set(chosen.map(({ name, size, lastModified }) => stateOf(name, size, lastModified)))
  const asked = rows.filter(
    ({ fileName, bytes, lastModified }) => names.has(fileName) && !states.has(stateOf(fileName, bytes, lastModified)),
  )
  const lost: UploadItem[] = []
  for (let from = 0; from < asked.length; from += readAtOnce) {
    const some = asked.slice(from, from + readAtOnce)
    const readable = await Promise.all(some.map(({ file }) => file === undefined || isReadable(file)))
    lost.push(...some.filter((_, index) => !readable[index]))
  }
  return lost
}

type Parts = Pick<UploadRows, 'all' | 'patch' | 'append'> & { readonly reprice: () => void }
/** What is said of newer files of the names of rows that lost theirs: that they are these photos, or others. */
export const newerFiles = ({ all, patch, append, reprice }: Parts) => {
  const open = (keys?: readonly string[]) => all().filter(({ key, newer }) => newer && (!keys || keys.includes(key)))
  /** They get rows of their own. */
  const part = (keys?: readonly string[], changes: Pick<UploadItem, 'isWatched'> = {}) => {
    for (const { key, newer } of open(keys)) {
      patch(key, { newer: undefined })
      if (newer) append({ ...newer, ...changes })
    }
    reprice()
  }
  return {
    /** One that cannot be read any more itself: a still newer one is to be asked about. */
    drop: (key: string) => {
      for (const item of open()) if (item.newer?.key === key) patch(item.key, { newer: undefined })
    },
    /** They take the places of those that were lost, with their words and prices. */
    take: (keys?: readonly string[]) => {
      for (const item of open(keys)) {
        const { file, chosenAt, isWatched } = item.newer ?? {}
        if (file && chosenAt !== undefined) patch(item.key, withFile(item, { file, chosenAt, isWatched }))
      }
      reprice()
    },
    part: (keys?: readonly string[]) => part(keys),
    /** Before those that were lost leave the list. Nobody has said what the newer ones are, so they wait for a press. */
    keep: (keys: readonly string[]) => part(keys, { isWatched: undefined }),
  }
}
