import { limits } from '#schema/limits.ts'
import { cleanLine } from '#schema/text.ts'

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
 * What cameras call folders on a card: no name of anything. DCF 2.0 (JEITA CP-3461B, 3.2.2): "DCIM", and in it three
 * digits with five letters, digits or underscores.
 */
const isOfCamera = (name: string): boolean => /^(?:DCIM|[1-9]\d\d\w{5})$/i.test(name)

/**
 * The name of the set that each file's folder makes, as the server keeps it, one level of folders: of several each is
 * one, of a single one those within it are. Files that lie in none are not in the answer.
 */
export const setNamesOf = (files: readonly File[]): ReadonlyMap<File, string> => {
  const placed = files.map((file) => [file, foldersOf(file).filter((name) => !isOfCamera(name))] as const)
  const level = new Set(placed.map(([, folders]) => folders[0])).size === 1 ? 1 : 0
  const named = placed.map(([file, folders]) => {
    const name = [...cleanLine(folders[level] ?? '')]
    while (name.join('').length > limits.gallery.setNameLength) name.pop()
    return [file, cleanLine(name.join(''))] as const
  })
  return new Map(named.filter(([, name]) => name !== ''))
}
