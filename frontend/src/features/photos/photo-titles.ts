import type { OwnPhoto } from '#schema/api/photos.ts'
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
  return whole.replaceAll('{n}', number).replaceAll('{file}', titleFromFileName(fileName)).trim()
}
