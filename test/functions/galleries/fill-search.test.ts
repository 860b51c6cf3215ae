import { afterAll, beforeAll, expect, test } from 'vitest'
import { NotOpen } from '#functions/galleries/not-open.ts'
import { searchIndex } from '#functions/galleries/search-index.ts'
import { wordsOf } from '#functions/galleries/search-terms.ts'
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
  /** How far the clock goes with each page of galleries that is read. */
  const pace = { ms: 0 }
  const parts = marketParts({
    hook: async (name) => {
      if (name === 'query') parts.setTime(new Date(parts.now().getTime() + pace.ms).toISOString())
    },
  })
  const made = await listedGalleries(parts, count)
  const market = indexedMarket(parts, searchIndex(standIn.url))
  const search = async () => {
    standIn.refresh()
    const question = { sort: 'newest', limit: 48, sought: wordsOf('quay') } as const
    return (await market.search(question, parts.now())).entries.length
  }
  return { ...parts, ...made, ...market, pace, search, indexed: () => standIn.documents('galleries-1').length }
}

test('a fill writes every listed gallery once and then opens the index; before that it is not searched', async () => {
  const market = await setup(250)
  await market.change(9, { isPublic: false })
  await expect(market.search()).rejects.toThrow(NotOpen)
  expect(await market.fill()).toEqual({ looked: 249, step: 'done' })
  expect(market.indexed()).toBe(249)
  expect(await market.search()).toBe(48)
  expect(await market.fill()).toEqual({ looked: 0, step: 'done' })
})

test('a fill that takes too long goes on where it stopped, and opens the index when it is whole', async () => {
  const market = await setup(350)
  market.pace.ms = 5 * 60_000
  expect(await market.fill()).toEqual({ looked: 200, step: 'fill' })
  await expect(market.search()).rejects.toThrow(NotOpen)
  expect(await market.fill()).toMatchObject({ looked: 150 })
  market.pace.ms = 0
  await market.fill()
  expect(market.indexed()).toBe(350)
  expect(await market.search()).toBe(48)
})

test('a fill that the index is too busy for fails, and the next one begins with the same page', async () => {
  const market = await setup(150)
  const busy = { status: 200, body: { items: Array.from({ length: 100 }, () => ({ index: { status: 429 } })) } }
  standIn.troubled((path) => (path.endsWith('/_bulk') ? busy : undefined))
  await expect(market.fill()).rejects.toMatchObject({ code: 'unavailable' })
  standIn.troubled(undefined)
  expect(await market.fill()).toEqual({ looked: 150, step: 'done' })
})

test('what the stream lost is healed within a day: new ones are written, gone ones removed', async () => {
  const market = await setup(5)
  await market.fill()
  standIn.refresh()
  await market.change(1, { isPublic: false })
  await market.change(2, { title: 'Pier' })
  market.setTime('2030-01-02T09:59:00.000Z')
  expect(await market.fill()).toEqual({ looked: 0, step: 'done' })
  market.setTime('2030-01-02T10:00:00.000Z')
  await market.fill()
  expect(standIn.documents('galleries-1').map(({ id, words }) => [id, words[0]])).toEqual(
    [2, 3, 4, 5].map((n) => [galleryIdOf(n), n === 2 ? 'pier' : 'quay']),
  )
})
