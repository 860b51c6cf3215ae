import type { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { MarketSearch } from './market-search.ts'
import { readingOf } from './search-galleries.ts'
import type { Hit, SearchIndex } from './search-index.ts'
import { cardsOf } from './search-ranked.ts'
import { type Place, searchRequest } from './search-request.ts'

/** Places that are asked for where those of a page's own length turned out to be shown no more. */
const hitsAtOnce = 100
/** Requests of one page at most; a page cut short by it says where to go on. */
const maxRounds = 5

type Parts = { galleries: GalleryStore; index: Pick<SearchIndex, 'find'> }

/**
 * The market's search in an OpenSearch index: one request for a page's places and one for its cards, which are checked
 * again, since the index hears of a change up to a minute later. Places are those of the table's search, so that either
 * engine goes on where the other stopped.
 * @throws whatever the index throws; search-fallback.ts answers then.
 */
export const openSearch =
  ({ galleries, index }: Parts): MarketSearch =>
  async (question, at) => {
    const { words, isRight } = readingOf(galleries, question, at)
    if (words.length === 0) return { entries: [], next: undefined }
    const entries: Gallery[] = []
    let behind: Place | undefined = question.after && {
      id: String(question.after.id),
      rank: Number(question.after.rank),
    }
    for (let round = 0; round < maxRounds; round++) {
      const size = round === 0 ? question.limit : hitsAtOnce
      const hits: Hit[] = await index.find(searchRequest({ words, question, at, behind, size }))
      const right = new Map((await cardsOf(galleries, hits)).filter(isRight).map((card) => [card.id, card]))
      for (const [place, hit] of hits.entries()) {
        const card = right.get(hit.id)
        if (card) entries.push(card)
        behind = hit
        const isLast = place === hits.length - 1 && hits.length < size
        if (entries.length === question.limit) return { entries, next: isLast ? undefined : { ...hit } }
      }
      if (hits.length < size) return { entries, next: undefined }
    }
    return { entries, next: behind && { ...behind } }
  }
