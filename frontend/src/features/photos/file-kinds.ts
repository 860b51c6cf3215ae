import { uploadTypes } from '#schema/limits.ts'

type Kind = 'jpeg' | 'png' | 'webp' | 'tiff' | 'cr2'

/** As many of a file's first bytes as tell its kind. */
const headBytes = 16

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** What a file is by its first bytes; `undefined` where they say nothing, or nothing that is taken. */
const kindOf = (bytes: Uint8Array): Kind | undefined => {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  if (!startsWith(bytes, 'II*\0') && !startsWith(bytes, 'MM\0*')) return undefined
  // A CR2 is a TIFF that says so (its second header: "CR", then its version).
  return startsWith(bytes, 'CR', 8) ? 'cr2' : 'tiff'
}

/** RAW files are TIFFs inside, so an extension may say more than the first bytes. */
const fitting: Readonly<Record<Kind, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  tiff: ['tiff', 'cr2', 'nef', 'arw', 'raw'],
  cr2: ['cr2', 'raw'],
}
const typeOf: Readonly<Record<Kind, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tiff: 'image/tiff',
  cr2: '',
}
/** What is taken, and what else such files are called. */
const known = new Set<string>([...Object.values(uploadTypes).flat(), 'tif', 'jpe', 'jfif'])

const split = (name: string) => {
  const [, stem = name, extension = ''] = /^(.+)\.([^.]*)$/.exec(name) ?? []
  return { stem, extension: extension.toLowerCase() }
}

/**
 * Gives the file the extension that fits its bytes, if it has none or that of another kind of photo. Other extensions
 * are kept: a sidecar or a backup that contains a picture is not meant to be uploaded.
 * @throws what reading the file throws, when it is gone or may not be read.
 */
export const rightlyNamed = async (file: File): Promise<File> => {
  const { stem, extension } = split(file.name)
  if (extension !== '' && !known.has(extension)) return file
  const kind = kindOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  if (!kind || fitting[kind].includes(extension)) return file
  const name = `${stem}.${fitting[kind][0] ?? ''}`
  return new File([file], name, { type: typeOf[kind], lastModified: file.lastModified })
}

/** RAW files of other makers, which are not taken. */
const otherRaw = new Set(
  '3fr arq bay cap cr3 crw dcr dng eip erf fff gpr iiq k25 kdc mef mos mrw nrw orf ori pef raf rw2 rwl sr2 srf srw x3f'.split(
    ' ',
  ),
)
/** What to do with a file of another maker's RAW; `undefined` for other files. */
export const otherRawSentence = (fileName: string): string | undefined => {
  const { extension } = split(fileName)
  return otherRaw.has(extension)
    ? `RAW files are taken as CR2, NEF, ARW and RAW. Please export this ${extension.toUpperCase()} file as JPEG or TIFF and upload that.`
    : undefined
}
