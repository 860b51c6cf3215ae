import type { ErrorCode } from './errors.ts'
import { limits, uploadTypes } from './limits.ts'

type Candidate = { fileName: string; contentType: string; bytes: number }
type UploadType = keyof typeof uploadTypes

const types = Object.entries(uploadTypes).map(([type, extensions]) => ({
  type,
  extensions: new Set<string>(extensions),
}))
const isUploadType = (type: string): type is UploadType => Object.hasOwn(uploadTypes, type)
const extensionOf = (fileName: string): string => /\.([^.]+)$/.exec(fileName.toLowerCase())?.[1] ?? ''

/**
 * The type a file is stored under: by its extension, since browsers know no type for RAW files; else by the type the
 * browser names. `undefined`: not a file we take. What it really is, the render function decides from its bytes.
 */
export const uploadTypeOf = ({ fileName, contentType }: Omit<Candidate, 'bytes'>): string | undefined =>
  types.find(({ extensions }) => extensions.has(extensionOf(fileName)))?.type ??
  (isUploadType(contentType) ? contentType : undefined)

/** Why a file is refused before it is sent, by the browser and again by the server. */
export const uploadRefusal = (file: Candidate): Extract<ErrorCode, `file_${string}`> | undefined => {
  if (uploadTypeOf(file) === undefined) return 'file_type_refused'
  if (file.bytes > limits.upload.maxBytes) return 'file_too_large'
  if (file.bytes < limits.upload.minBytes) return 'file_too_small'
  return undefined
}

/** At most a title's length, without half a character at the end. */
const cut = (text: string): string =>
  text
    .slice(0, limits.gallery.titleLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/** The file name without its extension, cut to a title's length: a photo's title until its photographer gives it one. */
export const titleFromFileName = (fileName: string): string => {
  const name = fileName.normalize('NFC')
  return cut(name.replace(/\.[^.]+$/, '').trim() || name)
}
