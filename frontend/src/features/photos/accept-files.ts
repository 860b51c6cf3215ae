import { errors } from '#schema/errors.ts'
import { uploadTypes } from '#schema/limits.ts'
import { uploadRefusal } from '#schema/upload-rules.ts'

/** Left by file managers beside every picture; not worth a word. */
const ignored = new Set(['.DS_Store', 'Thumbs.db'])

export type RefusedFile = { fileName: string; reason: string }
type Options = { multiple?: boolean; maxFiles?: number }

/** For the file dialog: types and extensions, since browsers know no type for RAW files. */
export const acceptedFiles = Object.entries(uploadTypes)
  .flatMap(([type, extensions]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(',')

/** Which of the dropped or chosen files are taken, and why the others are not. */
export const sortFiles = (
  files: readonly File[],
  { multiple = true, maxFiles = Number.POSITIVE_INFINITY }: Options = {},
) => {
  const accepted: File[] = []
  const refused: RefusedFile[] = []
  const most = multiple ? maxFiles : 1
  for (const file of files) {
    if (ignored.has(file.name)) continue
    const refusal = uploadRefusal({ fileName: file.name, contentType: file.type, bytes: file.size })
    if (refusal) refused.push({ fileName: file.name, reason: errors[refusal][1] })
    else if (accepted.length >= most) refused.push({ fileName: file.name, reason: 'Too many files' })
    else accepted.push(file)
  }
  return { accepted, refused }
}
