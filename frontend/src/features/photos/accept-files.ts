import { errors } from '#schema/errors.ts'
import { uploadTypes } from '#schema/limits.ts'
import { uploadRefusal } from '#schema/upload-rules.ts'
import { otherRawSentence, rightlyNamed } from './file-kinds.ts'
import { noteSameFolders } from './folder-names.ts'

/** Left by systems and file managers beside every picture; not worth a word. */
export const isPassedOver = (name: string): boolean => /^\.|^(?:thumbs\.db|ehthumbs\.db|desktop\.ini)$/i.test(name)

export type RefusedFile = { fileName: string; reason: string }
export type SortedFiles = { accepted: File[]; refused: RefusedFile[] }
/** `unreadable`: those of the refused that may be read another time. */
type SortedByBytes = SortedFiles & { unreadable: File[] }
type Options = { multiple?: boolean; maxFiles?: number }

/** For the file dialog: types and extensions, since browsers know no type for RAW files. */
export const acceptedFiles = Object.entries(uploadTypes)
  .flatMap(([type, extensions]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(',')

/** Which of the dropped or chosen files are taken, and why the others are not. */
export const sortFiles = (
  files: readonly File[],
  { multiple = true, maxFiles = Number.POSITIVE_INFINITY }: Options = {},
): SortedFiles => {
  const accepted: File[] = []
  const refused: RefusedFile[] = []
  const most = multiple ? maxFiles : 1
  for (const file of files) {
    if (isPassedOver(file.name)) continue
    const refusal = uploadRefusal({ fileName: file.name, contentType: file.type, bytes: file.size })
    if (refusal) {
      const cure = refusal === 'file_type_refused' ? otherRawSentence(file.name) : undefined
      refused.push({ fileName: file.name, reason: cure ?? errors[refusal][1] })
    } else if (accepted.length >= most) refused.push({ fileName: file.name, reason: 'Too many files' })
    else accepted.push(file)
  }
  return { accepted, refused }
}

/** How many files are opened at the same time. */
const readAtOnce = 32

/** The same, after each file got the extension that its bytes ask for. */
export const sortByBytes = async (files: readonly File[]): Promise<SortedByBytes> => {
  const named: File[] = []
  const unreadable: File[] = []
  const candidates = files.filter(({ name }) => !isPassedOver(name))
  for (let start = 0; start < candidates.length; start += readAtOnce) {
    const some = candidates.slice(start, start + readAtOnce)
    const read = await Promise.all(
      some.map((file) =>
        rightlyNamed(file).then(
          (named) => noteSameFolders(file, named),
          () => undefined,
        ),
      ),
    )
    named.push(...read.filter((file) => file !== undefined))
    unreadable.push(...some.filter((_, index) => !read[index]))
  }
  const { accepted, refused } = sortFiles(named)
  const unread = unreadable.map(({ name: fileName }) => ({ fileName, reason: 'This file cannot be read.' }))
  return { accepted, refused: [...refused, ...unread], unreadable }
}
