import type { Gallery } from '#schema/entities/gallery.ts'
import { isWanted, type Question } from './browse-question.ts'
import { isListed } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { MarketSearch } from './market-search.ts'
import { searchNewest } from './search-newest.ts'
import { candidatesOf, intersect, type Reading, rankedPage } from './search-ranked.ts'
import { isMatch } from './search-terms.ts'

/** Most words of a question that count: more narrow an answer hardly further, and each costs a request. */
const maxWords = 6
/**
 * Matches of a word that are looked at in one go: 33 kB, 4 read units. Words that most questions are about have fewer in
 * the whole market, and then everything is known.
 */
const atFirst = 300

/** What is asked for by name, with the check of each gallery as it stands now: what an index says may be older. */
export const readingOf = (galleries: GalleryStore, question: Question, at: Date): Reading => {
  const words = question.sought.slice(0, maxWords)
  const isRight = (gallery: Gallery) => isListed(gallery, at) && isMatch(gallery, words) && isWanted(gallery, question)
  return { galleries, words, isRight }
}

/**
 * The market's search in the table itself. It costs one request a word and one for the cards, whatever the catalogue holds.
 * Where some word leads to few galleries, those are ordered and shown as far as they have the others; where every word
 * leads to many, see search-newest.ts, or for other orders the first of them are ordered.
 */
export const tableSearch =
  (galleries: GalleryStore): MarketSearch =>
  async (question, at) => {
    const read = readingOf(galleries, question, at)
    const { words } = read
    if (words.length === 0) return { entries: [], next: undefined }
    if (question.after?.stream !== undefined) return searchNewest(read, question)
    const pages = await Promise.all(words.map((word) => galleries.readMatches(word, { limit: atFirst })))
    const whole = pages.flatMap(({ matches, next }, index) => (next ? [] : { word: words[index] ?? '', matches }))
    if (whole.length > 0) return rankedPage(read, intersect(whole), question)
    if (question.sort === 'newest' && question.after === undefined) return searchNewest(read, question, pages)
    return rankedPage(read, await candidatesOf(galleries, words), question)
  }
