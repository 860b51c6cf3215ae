import type { Gallery } from '#schema/entities/gallery.ts'
import { isWanted, type Question } from './browse-question.ts'
import { isListed } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { searchNewest } from './search-newest.ts'
import { type Found, intersect, rankedPage } from './search-ranked.ts'
import { isMatch } from './search-terms.ts'

/** More words narrow an answer hardly further, and each costs a request. */
const maxWords = 6
/**
 * Matches of a word that are looked at in one go: 33 kB, 4 read units. Words that most questions are about have fewer in
 * the whole market, and then everything is known.
 */
const atFirst = 300

/**
 * A page of the galleries that have every word, or longer words that begin so. It costs one request a word and one for
 * the cards, whatever the catalogue holds. Where some word leads to few galleries, those are ordered and shown as far as
 * they have the others; where every word leads to many, see search-newest.ts, or for other orders the first of them are
 * ordered. What a word says may be older than the gallery, so each gallery is checked again.
 */
export const searchGalleries = async (galleries: GalleryStore, question: Question, at: Date): Promise<Found> => {
  const words = question.sought.slice(0, maxWords)
  if (words.length === 0) return { entries: [], next: undefined }
  const isRight = (gallery: Gallery) => isListed(gallery, at) && isMatch(gallery, words) && isWanted(gallery, question)
  const read = { galleries, words, isRight }
  if (question.after?.stream !== undefined) return searchNewest(read, question)
  const pages = await Promise.all(words.map((word) => galleries.readMatches(word, { limit: atFirst })))
  const whole = pages.filter(({ next }) => !next).map(({ matches }) => matches)
  if (whole.length > 0) return rankedPage(read, intersect(whole), question)
  if (question.sort === 'newest' && question.after === undefined) return searchNewest(read, question, pages)
  return rankedPage(read, intersect(await Promise.all(words.map((word) => galleries.listMatches(word)))), question)
}
