import { ApiError } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { limits } from '#schema/limits.ts'
import { cleanLine } from '#schema/text.ts'
import { titleFromFileName } from '#schema/upload-rules.ts'

/**
 * The title of one of many photos by a pattern: `{n}` is its number, with as many digits as the last one has, `{file}`
 * its file's name. A pattern without either gets the number at its end, so that no two are called the same.
 */
export const titleBy = (
  pattern: string,
  { fileName }: Pick<OwnPhoto, 'fileName'>,
  { place, of }: { place: number; of: number },
): string => {
  const words = pattern.trim()
  const whole = /\{n\}|\{file\}/.test(words) || of === 1 ? words : `${words} {n}`
  const number = String(place + 1).padStart(String(of).length, '0')
  const name = titleFromFileName(fileName)
  // By a function: `$&` and the like in a file's name would be taken for what was found.
  return whole.replaceAll(/\{n\}|\{file\}/g, (found) => (found === '{n}' ? number : name)).trim()
}

const refusal = (message: string) => new ApiError({ code: 'invalid_request', fields: [{ path: 'title', message }] })

/**
 * Refuses a pattern before any title is set: an empty one would leave numbers alone, and photos whose titles are too long
 * would keep their old ones.
 * @param of How many photos are numbered together.
 * @throws ApiError as the server would refuse one of them, without asking.
 */
export const checkTitles = (pattern: string, photos: readonly Pick<OwnPhoto, 'fileName'>[], of: number): void => {
  if (cleanLine(pattern) === '') throw refusal('Please enter a title.')
  const { titleLength } = limits.gallery
  // All numbers have as many digits.
  const isTooLong = (photo: Pick<OwnPhoto, 'fileName'>) =>
    cleanLine(titleBy(pattern, photo, { place: 0, of })).length > titleLength
  const tooLong = photos.filter(isTooLong).length
  if (tooLong === 0) return
  const counted = countOf(tooLong, 'title')
  throw refusal(`${counted} would be longer than ${titleLength} characters. Please shorten the pattern.`)
}
