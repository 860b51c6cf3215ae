import { limits } from '#schema/limits.ts'

/** The folders that a file lay in, outermost first, from what was dropped or chosen on; a file does not tell by itself. */
const paths = new WeakMap<File, readonly string[]>()

export const noteFolders = (file: File, folders: readonly string[]): File => {
  paths.set(file, folders)
  return file
}

/** Where the browser knows no chosen folders, a file has no path. */
const foldersOf = (file: File): readonly string[] =>
  paths.get(file) ?? ('webkitRelativePath' in file ? file.webkitRelativePath.split('/').slice(0, -1) : [])

/** The same file under a better name lies where it lay. */
export const noteSameFolders = (before: File, after: File): File =>
  before === after ? after : noteFolders(after, foldersOf(before))

/**
 * The name of the set that each file's folder makes, one level of them: of several folders each is one, of a single one
 * those within it are, where there are any. Files that lie in none are not in the answer.
 */
export const setNamesOf = (files: readonly File[]): ReadonlyMap<File, string> => {
  const tops = new Set(files.map((file) => foldersOf(file)[0]))
  const isOneWithin = tops.size === 1 && files.some((file) => foldersOf(file).length > 1)
  const named = files.map((file) => {
    const name = (foldersOf(file)[isOneWithin ? 1 : 0] ?? '').normalize('NFC').trim()
    return [file, [...name].slice(0, limits.gallery.setNameLength).join('').trim()] as const
  })
  return new Map(named.filter(([, name]) => name !== ''))
}
