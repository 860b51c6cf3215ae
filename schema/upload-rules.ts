import type { ErrorCode } from './errors.ts'
import { cleanFileName, extensionOf, stemOf } from './file-names.ts'
import { limits, uploadTypes } from './limits.ts'

type Candidate = { fileName: string; contentType: string; bytes: number }
type UploadType = keyof typeof uploadTypes

const isUploadType = (type: string): type is UploadType => Object.hasOwn(uploadTypes, type)
const types = Object.keys(uploadTypes)
  .filter(isUploadType)
  .map((type) => ({ type, extensions: new Set<string>(uploadTypes[type]) }))

/**
 * The media type that a file is stored under, derived from its extension, because browsers know no type for RAW files;
 * without an extension, the type that the browser names. `undefined` for a file that is not accepted, whatever its
 * declared type. The render function later determines the real format from the bytes.
 */
export const uploadTypeOf = ({ fileName, contentType }: Omit<Candidate, 'bytes'>): UploadType | undefined => {
  const extension = extensionOf(fileName)
  if (extension === '') return isUploadType(contentType) ? contentType : undefined
  return types.find(({ extensions }) => extensions.has(extension))?.type
}

/** The name that a file is stored under, with an extension that we take; of one that is refused, its clean name. */
export const storedFileName = (file: Omit<Candidate, 'bytes'>): string => {
  const type = uploadTypeOf(file)
  const isNamed = type === undefined || extensionOf(file.fileName) !== ''
  return cleanFileName(isNamed ? file.fileName : `${file.fileName}.${uploadTypes[type][0]}`)
}

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

/** The file's clean name without its extension, cut to a title's length: a photo's title until its photographer gives one. */
export const titleFromFileName = (fileName: string): string => cut(stemOf(fileName))
