import type { Item } from '#functions/shared/table/writes.ts'
import type { GallerySort } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { GalleryId } from '#schema/ids.ts'
import { isInRange, type Question } from './browse-question.ts'
import type { GalleryStore } from './gallery-store.ts'
import { galleryPopularity } from './gallery-writes.ts'
import type { Match } from './term-store.ts'

/** The most popular of how many newest matches: popularity changes too often to be kept with every word. */
const popularAmong = 300
const cardsAtOnce = 100
/** Galleries of one page that are read and turn out not to belong there; behind them the next page begins. */
const mostCards = 400

/** Galleries on a page, and where the next one begins. */
export type Found = { entries: Gallery[]; next: Item | undefined }

export type Reading = {
  readonly galleries: GalleryStore
  readonly words: readonly string[]
  /** Whether a gallery, as it stands now, belongs into the answer. */
  readonly isRight: (gallery: Gallery) => boolean
}

/** A gallery that the index of words leads to: whether it has exactly the words, each of them. */
export type Candidate = Pick<Match, 'galleryId' | 'pricePence'> & { readonly isExact: boolean }

/** A page of these galleries in the order that was asked for. */
export const rankedPage = async (
  { galleries, isRight }: Pick<Reading, 'galleries' | 'isRight'>,
  candidates: readonly Candidate[],
  question: Question,
): Promise<Found> => {
  const found = candidates.filter((candidate) => isInRange(candidate, question))
  const order = orders[question.sort]
  const ranked = question.sort === 'popular' ? await byPopularity(galleries, found) : found.map(ranksOf(question.sort))
  const behind = ranked.toSorted(order).filter((each) => !question.after || order(each, placeOf(question.after)) > 0)

  const entries: Gallery[] = []
  let read = 0
  while (entries.length < question.limit && read < Math.min(behind.length, mostCards)) {
    const some = behind.slice(read, read + Math.min(cardsAtOnce, question.limit - entries.length))
    entries.push(...(await cardsOf(galleries, some)).filter(isRight))
    read += some.length
  }
  const last = behind[read - 1]
  return { entries, next: last && read < behind.length ? { id: last.id, rank: last.rank } : undefined }
}

/** The galleries of these ids that there still are, in their order. */
export const cardsOf = async (
  galleries: Pick<GalleryStore, 'getMany'>,
  some: readonly { readonly id: GalleryId }[],
): Promise<Gallery[]> => {
  const cards = new Map((await galleries.getMany(some.map(({ id }) => id))).map((card) => [card.id, card]))
  return some.flatMap(({ id }) => cards.get(id) ?? [])
}

/** Where a match stands: by `rank`, among equals by its id, which rises with the time of creation. */
type Ranked = { id: GalleryId; rank: number }

/** By price; among the newest, who has exactly the words comes before who has longer ones. */
const ranksOf =
  (sort: GallerySort) =>
  ({ galleryId, pricePence, isExact }: Candidate): Ranked => {
    const isByPrice = sort === 'price_low' || sort === 'price_high'
    return { id: galleryId, rank: isByPrice ? pricePence : Number(sort === 'newest' && isExact) }
  }

const byPopularity = async (galleries: GalleryStore, found: readonly Candidate[]): Promise<Ranked[]> => {
  const newest = found
    .map(({ galleryId }) => galleryId)
    .toSorted(descending)
    .slice(0, popularAmong)
  return (await galleries.getMany(newest)).map((card) => ({ id: card.id, rank: galleryPopularity(card) }))
}

const placeOf = (after: Item): Ranked => ({ id: GalleryId.parse(after.id), rank: Number(after.rank) })

const descending = (a: string, b: string): number => (a === b ? 0 : a > b ? -1 : 1)
type Order = (a: Ranked, b: Ranked) => number
const lowFirst: Order = (a, b) => a.rank - b.rank || descending(b.id, a.id)
const highFirst: Order = (a, b) => b.rank - a.rank || descending(a.id, b.id)
const orders: Record<GallerySort, Order> = {
  newest: highFirst,
  oldest: lowFirst,
  price_low: lowFirst,
  price_high: highFirst,
  popular: highFirst,
}

/** What is known of one word: its matches, the exact ones before longer ones. */
type WordMatches = { readonly word: string; readonly matches: readonly Match[] }

/** Galleries that are in every list, once each. */
export const intersect = (lists: readonly WordMatches[]): Candidate[] => {
  const [first, ...others] = lists.map(({ word, matches }) => {
    // The first of a gallery's matches with a word is the exact one, if there is one: a map keeps the last that it is told.
    const found = matches.toReversed().map((match) => ({ ...match, isExact: match.term === word }))
    return new Map<GalleryId, Candidate>(found.map((match) => [match.galleryId, match]))
  })
  return [...(first?.values() ?? [])].toReversed().flatMap(({ galleryId, pricePence, isExact }) => {
    const also = others.map((list) => list.get(galleryId))
    if (also.some((each) => each === undefined)) return []
    return { galleryId, pricePence, isExact: isExact && also.every((each) => each?.isExact) }
  })
}

/** The galleries of all these words, of as many matches as one request gives for each. */
export const candidatesOf = async (
  galleries: Pick<GalleryStore, 'listMatches'>,
  words: readonly string[],
): Promise<Candidate[]> =>
  intersect(await Promise.all(words.map(async (word) => ({ word, matches: await galleries.listMatches(word) }))))
