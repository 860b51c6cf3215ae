import { galleryTags, kept } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import { fillPage } from '#functions/shared/table/fill-page.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { isWanted, type Question } from './browse-question.ts'
import { isListed } from './gallery-access.ts'
import { publicPlace } from './gallery-list-store.ts'
import type { GalleryStore } from './gallery-store.ts'
import { listCard } from './gallery-views.ts'
import type { MarketSearch } from './market-search.ts'
import { wordsOf } from './search-terms.ts'

type Browse = typeof api.galleries.endpoints.browse
type Parts = {
  galleries: GalleryStore
  search: MarketSearch
  links: MediaLinks
  cursors: Cursors
  throttle: Pick<Throttle, 'count'>
  now: Clock
}

/** A page of the public galleries. Without words to look for it is one request; with them see market-search.ts. */
export const browseGalleries =
  ({ galleries, search, links, cursors, throttle, now }: Parts): Operation<Browse> =>
  async ({ query, address }) => {
    const sought = wordsOf(query.q ?? '')
    const list = [
      'galleries',
      query.sort,
      query.minPence,
      query.maxPence,
      ...(query.only ? [query.only] : []),
      ...sought,
    ].join(':')
    const { after } = await cursors.read(list, query.cursor)
    const question: Question = { ...query, sought, after }
    if (query.q) await throttle.count('searchesPerAddress', address)
    const page = query.q ? await search(question, now()) : await listGalleries(galleries, question, now())
    const answer = {
      items: await Promise.all(page.entries.map((gallery) => listCard(links, gallery))),
      ...(await cursors.of(list, page)),
    }
    return kept(answer, { tags: galleryTags(page.entries), until: firstExpiry(page.entries) })
  }

/** When the first of them leaves the list by itself. */
export const firstExpiry = (galleries: readonly Pick<Gallery, 'expiresAt'>[]): string | null =>
  galleries.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted()[0] ?? null

/** Enough for a page of twelve when a third of the galleries lie in the range. */
const filteredRead = 40

const listGalleries = (galleries: GalleryStore, question: Question, at: Date) => {
  const { minPence, maxPence } = question
  const isByPrice = question.sort === 'price_low' || question.sort === 'price_high'
  const isFiltered = (minPence !== undefined || maxPence !== undefined) && !isByPrice
  return fillPage<Gallery>({
    limit: question.limit,
    // Where only the prices' own order has the range in its key, more is read at once than to come back for more.
    ...(isFiltered && { readFirst: filteredRead }),
    after: question.after,
    read: async (place) => {
      const page = await galleries.listPublic(question.sort, { ...place, minPence, maxPence })
      return { entries: page.galleries, next: page.next }
    },
    keep: (gallery) => isListed(gallery, at) && isWanted(gallery, question),
    placeOf: (gallery) => publicPlace(gallery, question.sort),
  })
}
