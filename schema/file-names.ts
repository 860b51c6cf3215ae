import { cleanLine } from './text.ts'

/**
 * File systems take 255 bytes or more for a name (ext4, APFS; NTFS 255 UTF-16 units, which are never more than the
 * bytes). What is left of it is for a number: " (1000)".
 */
const mostBytes = 240
/** What a photo without a usable name is called. */
const nameless = 'photo'

/** Not in a name on Windows, a path on every system (learn.microsoft.com, "Naming Files, Paths, and Namespaces"). */
const forbidden = /[\\/:*?"<>|]/g
/** Names of devices, with any extension as well (the same page); the last two are those of its consoles. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|clock\$|conin\$|conout\$)$/i

const isPadding = (char: string | undefined): boolean => char === '.' || (char !== undefined && char.trim() === '')

/** Without the dots and blanks at its end, which Windows takes off by itself. */
const endTrimmed = (text: string): string => {
  let end = text.length
  while (end > 0 && isPadding(text[end - 1])) end -= 1
  return text.slice(0, end)
}
/** Nor those at its beginning: a name that begins with a dot is hidden. */
const unpadded = (text: string): string => {
  let start = 0
  while (start < text.length && isPadding(text[start])) start += 1
  return endTrimmed(text.slice(start))
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** As many whole characters as fit: no half of an emoji, no letter without its marks. */
const cut = (text: string, most: number): string => {
  if (bytesOf(text) <= most) return text
  let kept = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += bytesOf(segment)
    if (bytes > most) break
    kept += segment
  }
  return kept
}

/** A name without its extension that every file system takes as it is; empty when nothing is left of it. */
const safeStem = (text: string, most: number): string => {
  const parts = cleanLine(text).split(/[\\/]/).map(unpadded)
  const plain = parts
    .filter((part) => part !== '')
    .join('_')
    .replace(forbidden, '_')
  const stem = unpadded(cut(unpadded(plain), most))
  const device = unpadded(stem.split('.')[0] ?? '')
  return devices.test(device) ? `_${stem}` : stem
}

const parted = (fileName: string, most: number): { stem: string; extension: string } => {
  const parts = cleanLine(fileName)
    .split(/[\\/]/)
    .map((part) => part.replace(/^[a-z]:/i, ''))
    .filter((part) => unpadded(part) !== '')
  const name = endTrimmed(parts.at(-1) ?? '')
  const dot = name.lastIndexOf('.')
  const extension = dot < 0 ? '' : safeStem(name.slice(dot + 1), 16)
  if (extension === '') return { stem: safeStem(name, most), extension }
  return { stem: safeStem(name.slice(0, dot), most - bytesOf(extension) - 1) || nameless, extension }
}

/**
 * The name of an uploaded file as it is stored: its last path part, without characters that disguise or that a file
 * system does not take, with its extension as it was written. An empty name stays empty.
 */
export const cleanFileName = (fileName: string): string => {
  const { stem, extension } = parted(fileName, mostBytes)
  return extension === '' ? stem : `${stem}.${extension}`
}
/** What a file is called without its extension, in full length: "IMG_1" of "IMG_1.JPG". */
export const stemOf = (fileName: string): string => parted(fileName, Number.POSITIVE_INFINITY).stem
/** "jpg" of "IMG_1.JPG", lower case; empty where the name has none. */
export const extensionOf = (fileName: string): string => parted(fileName, mostBytes).extension.toLowerCase()

/**
 * What a buyer saves a photo as: its title, as far as a file may be called so, and the extension of what its bytes are.
 * @param extension one of ours, without a dot (`schema/file-formats.ts`).
 */
export const savedName = (title: string, extension: string): string =>
  `${safeStem(title, mostBytes - extension.length - 1) || nameless}.${extension}`

/**
 * Returns equal keys for names that a file system may treat as the same: macOS and Windows ignore case and Unicode
 * form, and older macOS volumes ignore invisible characters (Apple TN1150, "Case-Insensitive String Comparison
 * Algorithm"). Lower-casing comes first, because a capital sharp s is its own upper case.
 */
const comparable = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

/**
 * Keeps names apart: the second "IMG_1.jpg" becomes "IMG_1 (2).jpg", and so on until a name is free, so that no file of
 * an archive is written over another.
 */
export const namesApart = (): ((name: string) => string) => {
  const taken = new Set<string>()
  return (name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let free = name
    for (let count = 2; taken.has(comparable(free)); count += 1) free = `${stem} (${count})${extension}`
    taken.add(comparable(free))
    return free
  }
}
