import { expect, test } from 'vitest'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { tableSearch } from '#functions/galleries/search-galleries.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Item, Query } from '#functions/shared/table/writes.ts'
import type { GallerySort } from '#schema/api/galleries.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryId } from '#schema/ids.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { searchContract } from '#test/support/search/search-contract.ts'

searchContract('the search in the table', async ({ galleries }) => ({
  search: tableSearch(galleries),
  // Words are written with the gallery.
  settle: async () => {},
}))

/** Rows that one request gives at most: DynamoDB's 1 MB holds some 10,000 of these, a test's market is smaller. */
const mostRows = 400

const setup = async (titles: readonly string[]) => {
  const { table, profiles, now } = marketParts()
  const queries: Query[] = []
  const galleries = galleryStore({
    ...table,
    query: async (query) => {
      queries.push(query)
      return table.query({ ...query, limit: Math.min(query.limit ?? mostRows, mostRows) })
    },
  })
  await profiles.create(aProfile())
  for (const [index, title] of titles.entries()) {
    const gallery = aGallery({ id: galleryIdOf(index + 1), title, slug: `gallery-${index}`, description: '' })
    const pricePence = Gallery.shape.pricePence.parse(100 + (index % 7))
    await galleries.create({ ...gallery, pricePence }, { at: now(), owner: profileUnchanged(aProfile()) })
  }
  const search = (words: string, { sort = 'newest', after }: { sort?: GallerySort; after?: Item | undefined } = {}) =>
    tableSearch(galleries)({ sort, limit: 12, sought: words.split(' '), after }, now())
  return {
    queries,
    search,
    /** Every page of an answer, one after the other. */
    walk: async (words: string, sort: GallerySort = 'newest') => {
      const found: GalleryId[] = []
      let after: Item | undefined
      do {
        const page = await search(words, { sort, after })
        found.push(...page.entries.map(({ id }) => id))
        after = page.next
      } while (after)
      return found
    },
  }
}
/** The numbers of the galleries of this title, the newest first. */
const numbersOf = (titles: readonly string[], isOne: (title: string) => boolean): number[] =>
  titles.flatMap((title, index) => (isOne(title) ? [index + 1] : [])).toReversed()
const many = (count: number, titleOf: (n: number) => string) => Array.from({ length: count }, (_, n) => titleOf(n))

test('a gallery of exactly the word is found before a thousand of longer ones', async () => {
  const titles = [...many(1_000, () => 'Weddings'), 'Wedding', 'Wedding', 'Wedding']
  const { search } = await setup(titles)
  const { entries } = await search('wedding')
  expect(entries.slice(0, 3).map(({ id }) => id)).toEqual([1003, 1002, 1001].map(galleryIdOf))
  expect(entries).toHaveLength(12)
})

test('of a word that thousands have, the newest come first, and every one of them once', async () => {
  const titles = many(1_500, (n) => (n % 3 === 0 ? 'Wedding weddings' : n % 3 === 1 ? 'Weddings' : 'Wedding'))
  const { search, walk } = await setup(titles)
  expect((await search('wedding')).entries[0]?.id).toBe(galleryIdOf(1_500))
  const found = await walk('wedding')
  const exact = numbersOf(titles, (title) => /\bWedding\b/.test(title))
  expect(found.slice(0, exact.length)).toEqual(exact.map(galleryIdOf))
  expect(new Set(found).size).toBe(1_500)
  expect(found).toHaveLength(1_500)
})

test('a page of a word that thousands have reads a few hundred of its matches', async () => {
  const { search, queries } = await setup(many(1_000, () => 'Wedding'))
  queries.length = 0
  const { next } = await search('wedding')
  expect(queries).toHaveLength(1)
  expect(queries[0]?.limit).toBeLessThanOrEqual(300)
  queries.length = 0
  await search('wedding', { after: next })
  expect(queries).toHaveLength(1)
  expect(queries[0]?.limit).toBeLessThanOrEqual(60)
})

test('of two words both are honoured, however far behind the first thousands they meet', async () => {
  const titles = ['Wedding Smith', ...many(1_000, (n) => (n % 2 ? 'Wedding' : 'Smith')), 'Weddings Smith']
  const { walk } = await setup(titles)
  expect(await walk('wedding smith')).toEqual([galleryIdOf(1), galleryIdOf(1_002)])
  expect(await walk('smith wedding')).toEqual([galleryIdOf(1), galleryIdOf(1_002)])
})

test('two words that thousands have together are walked to the end, newest first, each gallery once', async () => {
  const titles = many(1_200, (n) => (n % 3 === 0 ? 'Wedding in York' : n % 3 === 1 ? 'Wedding' : 'York'))
  const { walk } = await setup(titles)
  const both = numbersOf(titles, (title) => title === 'Wedding in York')
  expect(await walk('york wedding')).toEqual(both.map(galleryIdOf))
})

test('a common word and a rare one, and a beginning beside a whole word, find what has both', async () => {
  const titles = many(1_000, (n) => (n === 3 ? 'Wedding Threlkeld' : n % 2 ? 'Wedding Smithson' : 'Wedding'))
  const { walk } = await setup(titles)
  expect(await walk('wedding threlkeld')).toEqual([galleryIdOf(4)])
  const smiths = numbersOf(titles, (title) => title === 'Wedding Smithson')
  expect(await walk('wedding smith')).toEqual(smiths.map(galleryIdOf))
})

test('of words that few have, those who have exactly the word come first, then the newest', async () => {
  const { walk } = await setup(['Harbour', 'Harbours', 'Harbour', 'Harbourside'])
  expect(await walk('harbour')).toEqual([3, 1, 4, 2].map(galleryIdOf))
  expect(await walk('harbour', 'price_low')).toEqual([1, 2, 3, 4].map(galleryIdOf))
})
