import type { Gallery } from '#schema/entities/gallery.ts'
import { needsOf } from './gallery-access.ts'

/** Lower case, without accents, so that 'Cafe' finds 'Café'. */
const plain = (text: string): string => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')

/** Two letters are the partition of a term, so shorter words are not searched for. */
const shortest = 2
/** Longer words are found by their beginning. */
const longest = 40

/** The different words of a text, in the order in which they first appear. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    plain(text)
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => [...word].slice(0, longest).join(''))
      .filter((word) => [...word].length >= shortest),
  ),
]

/** The partition of a term: its first two letters. */
export const partOf = (word: string): string => [...word].slice(0, shortest).join('')

type Searched = Pick<
  Gallery,
  'title' | 'description' | 'photographerName' | 'isPublic' | 'accessCode' | 'passwordHash' | 'asksEmail'
>

/**
 * What a gallery is found by. A gallery that asks for a password is found by what its card shows, never by its
 * description: a search would give it away word by word.
 */
const searchedText = (gallery: Searched): string =>
  [gallery.title, gallery.photographerName, ...(needsOf(gallery).length > 0 ? [] : [gallery.description])].join(' ')

export const termsOf = (gallery: Searched): string[] => wordsOf(searchedText(gallery))

/** Whether every word that is looked for begins a word of the gallery. */
export const isMatch = (gallery: Searched, sought: readonly string[]): boolean => {
  const terms = termsOf(gallery)
  return sought.every((word) => terms.some((term) => term.startsWith(word)))
}

/** Whether a text contains every word that is looked for, as the beginning of one of its words. */
export const textMatches = (text: string, sought: readonly string[]): boolean => {
  const words = wordsOf(text)
  return sought.every((word) => words.some((each) => each.startsWith(word)))
}
