import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSearch } from '#functions/galleries/open-search.ts'
import { searchWithFallback } from '#functions/galleries/search-fallback.ts'
import { tableSearch } from '#functions/galleries/search-galleries.ts'
import { searchIndex } from '#functions/galleries/search-index.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { searchFellBack } from '#schema/alarms.ts'
import type { GallerySort } from '#schema/api/galleries.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { indexedMarket } from '#test/support/search/indexed-market.ts'
import { listedGalleries } from '#test/support/search/listed-galleries.ts'
import { type SearchStandIn, searchStandIn } from '#test/support/search/stand-in.ts'

let standIn: SearchStandIn
beforeAll(async () => {
  standIn = await searchStandIn()
})
afterAll(() => standIn.close())

const setup = async (count: number) => {
  standIn.reset()
  const parts = marketParts()
  await listedGalleries(parts, count)
  const index = searchIndex(standIn.url)
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const search = searchWithFallback({
    chosen: async () => openSearch({ galleries: parts.galleries, index }),
    table: tableSearch(parts.galleries),
    log: { info: note, warn: note, error: note },
    now: parts.now,
  })
  const ask = (sort: GallerySort, after?: Item) => search({ sort, limit: 4, sought: ['quay'], after }, parts.now())
  const fill = async () => {
    await indexedMarket(parts, index).fill()
    standIn.refresh()
  }
  let asked = 0
  return {
    ...parts,
    lines,
    ask,
    fill,
    found: async () => (await ask('newest')).entries.map(({ id }) => id),
    /** From now on the collection answers nothing, or this; counts how often it is asked. */
    breakDown: (status?: number) => {
      standIn.troubled(() => {
        asked += 1
        return status === undefined ? 'silent' : { status, body: {} }
      })
    },
    asked: () => asked,
  }
}
const newest = [10, 9, 8, 7].map(galleryIdOf)

test('a collection that never answers is waited for once, and then left alone for a while', async () => {
  const market = await setup(10)
  await market.fill()
  market.breakDown()
  expect(await market.found()).toEqual(newest)
  expect(market.lines).toEqual([searchFellBack])
  for (let n = 0; n < 5; n++) expect(await market.found()).toEqual(newest)
  expect(market.asked()).toBe(1)
  market.setTime('2030-01-01T10:00:31.000Z')
  standIn.troubled(undefined)
  expect(await market.found()).toEqual(newest)
  expect(market.lines).toEqual([searchFellBack])
})

test.each([400, 401, 403, 404, 429, 500, 503])(
  'a collection that answers %i leaves the search to the table',
  async (status) => {
    const market = await setup(10)
    await market.fill()
    market.breakDown(status)
    expect(await market.found()).toEqual(newest)
    expect(market.lines).toEqual([searchFellBack])
  },
)

test('before the index is filled the table answers, and nobody is told of a failure', async () => {
  const market = await setup(10)
  expect(await market.found()).toEqual(newest)
  expect(market.lines).toEqual(['market search is not filled yet'])
})

test.each(['newest', 'oldest', 'price_low', 'price_high', 'popular'] as const)(
  'a walk by %s that one engine begins is ended by the other, each gallery once',
  async (sort) => {
    const market = await setup(10)
    await market.fill()
    const walk = async (isDown: (page: number) => boolean) => {
      const found: string[] = []
      let after: Item | undefined
      for (let page = 0; page === 0 || after; page++) {
        // Each page a minute later: whoever was left alone is asked again.
        market.setTime(new Date(market.now().getTime() + 60_000).toISOString())
        standIn.troubled(isDown(page) ? () => ({ status: 503, body: {} }) : undefined)
        const { entries, next } = await market.ask(sort, after)
        found.push(...entries.map(({ id }) => id))
        after = next
      }
      return found
    }
    const byTable = await walk(() => true)
    expect(new Set(byTable).size).toBe(10)
    expect(await walk(() => false)).toEqual(byTable)
    expect(await walk((page) => page % 2 === 0)).toEqual(byTable)
    expect(await walk((page) => page % 2 === 1)).toEqual(byTable)
  },
)

test('a walk along the table’s own lists stays there', async () => {
  const market = await setup(400)
  const first = await market.ask('newest')
  expect(first.next).toMatchObject({ stream: 'word' })
  await market.fill()
  market.setTime('2030-01-01T10:01:00.000Z')
  market.breakDown(500)
  const second = await market.ask('newest', first.next)
  expect(second.entries.map(({ id }) => id)).toEqual([396, 395, 394, 393].map(galleryIdOf))
  expect(market.asked()).toBe(0)
})
