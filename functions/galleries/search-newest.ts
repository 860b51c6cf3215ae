import type { Item } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { GalleryId } from '#schema/ids.ts'
import { isInRange, type Question } from './browse-question.ts'
import { inAllOf, type JoinPlace } from './search-join.ts'
import { type Candidate, candidatesOf, cardsOf, type Found, type Reading, rankedPage } from './search-ranked.ts'
import { termsOf } from './search-terms.ts'
import type { Match, MatchPage } from './term-store.ts'

/** Queries of one page at most; a page cut short by it says where to go on. */
const maxReads = 5
const matchesAtOnce = 60
const cardsAtOnce = 100
/** Galleries of one page that are read and turn out to lack the words that could not be compared before. */
const maxCards = 300

/**
 * The newest galleries of words that lead to more of them than are looked at in one go: their lists are walked in their
 * own order, exact words first, newest first. So no gallery is out of reach, however many there are.
 * @param pages The first matches of each word, where they have been read.
 */
export const searchNewest = async (
  read: Reading,
  question: Question,
  pages: readonly MatchPage[] = [],
): Promise<Found> => {
  const [word = '', ...others] = read.words
  if (others.length === 0) return walkWord(read, word, { question, first: pages[0] })
  const { stream, exact } = question.after ?? {}
  const exactWords =
    exact === undefined
      ? read.words.filter((each, index) => pages[index]?.matches[0]?.term === each)
      : String(exact).split(' ').filter(Boolean)
  const mark = { exact: exactWords.join(' ') }
  if (stream !== 'longer' && exactWords.length > 0) {
    const found = await joinWords(read, exactWords, question)
    if (found.next) return { ...found, next: { ...mark, ...found.next } }
    if (found.entries.length > 0) return { ...found, next: { ...mark, stream: 'longer' } }
  }
  return longerWords(read, exactWords, question)
}

/** One word: its matches as they lie. */
const walkWord = async (
  { galleries, isRight }: Reading,
  word: string,
  { question, first }: { question: Question; first: MatchPage | undefined },
): Promise<Found> => {
  const entries: Gallery[] = []
  let behind = question.after === undefined ? undefined : String(question.after.place)
  for (let reads = 0; reads < maxReads; reads++) {
    const read = reads === 0 ? first : undefined
    const { matches, next } = read ?? (await galleries.readMatches(word, { behind, limit: matchesAtOnce }))
    for (let at = 0; at < matches.length; ) {
      const some = matches.slice(at, at + Math.min(cardsAtOnce, question.limit - entries.length))
      at += some.length
      behind = some.at(-1)?.place
      entries.push(...(await firstMatches(galleries, word, inRange(some, question))).filter(isRight))
      const isMore = at < matches.length || next !== undefined
      if (entries.length === question.limit) return { entries, next: isMore ? placeOf(behind) : undefined }
    }
    if (!next) return { entries, next: undefined }
  }
  return { entries, next: placeOf(behind) }
}

const placeOf = (place: string | undefined): Item => ({ stream: 'word', place: place ?? '' })
const inRange = (matches: readonly Match[], question: Question) =>
  matches.filter((match) => isInRange(match, question)).map((match) => ({ ...match, id: match.galleryId }))

/** A gallery with several words that begin so stands in the list several times, and is shown at the first of them. */
const firstMatches = async (
  galleries: Reading['galleries'],
  word: string,
  matches: readonly (Match & { id: GalleryId })[],
): Promise<Gallery[]> => {
  const termOf = new Map(matches.toReversed().map(({ id, term }) => [id, term]))
  const own = [...termOf.keys()].map((id) => ({ id }))
  const found = new Map((await cardsOf(galleries, own)).map((card) => [card.id, card]))
  return matches.flatMap(({ id, term }) => {
    const card = found.get(id)
    const first =
      card &&
      termsOf(card)
        .filter((each) => each.startsWith(word))
        .toSorted()[0]
    return card && first === term ? [card] : []
  })
}

/** Several words: the galleries that have all of those that somebody has exactly, newest first. */
const joinWords = async (
  { galleries, isRight }: Reading,
  exactWords: readonly string[],
  question: Question,
): Promise<Found> => {
  const join = inAllOf(galleries, exactWords, joinPlaceOf(question.after))
  const goingOn = (): Item => {
    const { id, isIncluded } = join.place()
    return { stream: 'exact', from: id ?? '', included: Number(isIncluded) }
  }
  const entries: Gallery[] = []
  for (let cards = 0; cards < maxCards && entries.length < question.limit; ) {
    const { ids, end } = await join.take(Math.min(cardsAtOnce, question.limit - entries.length))
    cards += Math.max(ids.length, 1)
    entries.push(
      ...(
        await cardsOf(
          galleries,
          ids.map((id) => ({ id })),
        )
      ).filter(isRight),
    )
    if (end === 'over') return { entries, next: undefined }
    if (end === 'cut') break
  }
  return { entries, next: goingOn() }
}

const joinPlaceOf = (after: Item | undefined): JoinPlace => {
  const { data: id } = GalleryId.safeParse(after?.from)
  return { id, isIncluded: after?.included === 1 }
}

/** Behind them those that have a longer word in the place of one, of as many as one request gives for each. */
const longerWords = async (read: Reading, exactWords: readonly string[], question: Question): Promise<Found> => {
  const { after } = question
  const isBehind = after?.id === undefined ? {} : { after: { id: after.id, rank: after.rank } }
  const isLonger = (gallery: Gallery) => {
    const terms = new Set(termsOf(gallery))
    return exactWords.length === 0 || exactWords.some((word) => !terms.has(word))
  }
  const { galleries, words } = read
  const listLonger = async (): Promise<Candidate[]> => {
    const matches = (await Promise.all(exactWords.map((word) => galleries.listLonger(word)))).flat()
    return [...new Map(matches.map((match) => [match.galleryId, { ...match, isExact: false }])).values()]
  }
  const once = exactWords.length === 0 ? await candidatesOf(galleries, words) : await listLonger()
  const page = await rankedPage({ ...read, isRight: (gallery) => read.isRight(gallery) && isLonger(gallery) }, once, {
    ...question,
    after: undefined,
    ...isBehind,
  })
  return { ...page, next: page.next && { ...page.next, stream: 'longer', exact: exactWords.join(' ') } }
}
