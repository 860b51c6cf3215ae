import type { Item } from '#functions/shared/table/writes.ts'
import type { GallerySort } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { GalleryId } from '#schema/ids.ts'
import { isInRange, type Question } from './browse-question.ts'
import { isListed } from './gallery-access.ts'
import { type GalleryStore, type Match, popularityOf } from './gallery-store.ts'
import { isMatch } from './search-terms.ts'

/** More words narrow an answer hardly further, and each costs a request. */
const maxWords = 6
/** The most popular of how many newest matches: popularity changes too often to be kept with every word. */
const popularAmong = 300
const cardsAtOnce = 100

/**
 * A page of the galleries that have every word. It costs one request a word and one for the cards, whatever the
 * catalogue holds: each word gives its galleries, the lists are intersected and ordered, and only the page's galleries
 * are read. What a word says may be older than the gallery, so each gallery is checked again.
 */
export const searchGalleries = async (galleries: GalleryStore, question: Question, at: Date) => {
  const words = question.sought.slice(0, maxWords)
  if (words.length === 0) return { entries: [], next: undefined }
  const lists = await Promise.all(words.map((word) => galleries.listMatches(word)))
  const found = intersect(lists).filter((match) => isInRange(match, question))
  const isRight = (gallery: Gallery) => isListed(gallery, at) && isMatch(gallery, words) && isInRange(gallery, question)

  const order = orders[question.sort]
  const ranked = question.sort === 'popular' ? await byPopularity(galleries, found) : found.map(ranksOf(question.sort))
  const behind = ranked.toSorted(order).filter((each) => !question.after || order(each, placeOf(question.after)) > 0)

  const entries: Gallery[] = []
  let read = 0
  while (entries.length < question.limit && read < behind.length) {
    const some = behind.slice(read, read + Math.min(cardsAtOnce, question.limit - entries.length))
    const cards = new Map((await galleries.getMany(some.map(({ id }) => id))).map((card) => [card.id, card]))
    entries.push(...some.flatMap(({ id }) => cards.get(id) ?? []).filter(isRight))
    read += some.length
  }
  const last = behind[read - 1]
  return { entries, next: last && read < behind.length ? { id: last.id, rank: last.rank } : undefined }
}

/** Where a match stands: by `rank`, among equals by its id, which rises with the time of creation. */
type Ranked = { id: GalleryId; rank: number }

const ranksOf =
  (sort: GallerySort) =>
  ({ galleryId, pricePence }: Match): Ranked => ({
    id: galleryId,
    rank: sort === 'price_low' || sort === 'price_high' ? pricePence : 0,
  })

const byPopularity = async (galleries: GalleryStore, found: readonly Match[]): Promise<Ranked[]> => {
  const newest = found
    .map(({ galleryId }) => galleryId)
    .toSorted(descending)
    .slice(0, popularAmong)
  const batches = Array.from({ length: Math.ceil(newest.length / cardsAtOnce) }, (_, index) =>
    galleries.getMany(newest.slice(index * cardsAtOnce, (index + 1) * cardsAtOnce)),
  )
  return (await Promise.all(batches)).flat().map((card) => ({ id: card.id, rank: popularityOf(card) }))
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

/** Galleries that are in every list, once each. */
const intersect = ([first = [], ...others]: Match[][]): Match[] => {
  const sets = others.map((list) => new Set(list.map(({ galleryId }) => galleryId)))
  const inAll = first.filter(({ galleryId }) => sets.every((set) => set.has(galleryId)))
  return [...new Map(inAll.map((match) => [match.galleryId, match])).values()]
}
