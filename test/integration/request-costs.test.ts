import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { GalleryId } from '#schema/ids.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { servedCatalogue } from '#test/support/costs/catalogue.ts'
import { type Cost, recordedClient } from '#test/support/costs/recorded-client.ts'
import { type VisitName, visitsTo } from '#test/support/costs/visits.ts'

/**
 * What each visit may ask of the table, whatever it holds: the requests that the SDK sends, and how many of them wait
 * for one another. Counts of throttles are apart. A photographer's request begins with the profile, which says whether
 * the account is alive (`serve`).
 */
const budget: Record<VisitName, { requests: string; depth: number; throttles?: number }> = {
  'landing page': { requests: 'Query', depth: 1 },
  'browse newest': { requests: 'Query', depth: 1 },
  'browse oldest': { requests: 'Query', depth: 1 },
  'browse price_low': { requests: 'Query', depth: 1 },
  'browse price_high': { requests: 'Query', depth: 1 },
  'browse popular': { requests: 'Query', depth: 1 },
  'browse price_low, £5 to £20': { requests: 'Query', depth: 1 },
  'browse newest, £5 to £20': { requests: 'Query', depth: 1 },
  'browse newest, second page': { requests: 'Query', depth: 1 },
  // One query a word, one batch for the cards.
  'search, one word': { requests: 'Query BatchGetItem', depth: 2, throttles: 1 },
  'search, two words': { requests: 'Query Query BatchGetItem', depth: 2, throttles: 1 },
  'search, a word of all others': { requests: 'Query BatchGetItem', depth: 2, throttles: 1 },
  'gallery: its page': { requests: 'GetItem', depth: 1 },
  // The gallery says, each time anew, whether the visitor may see its photos.
  'gallery: first 20 photos': { requests: 'GetItem Query', depth: 1 },
  'gallery: next 20 photos': { requests: 'GetItem Query', depth: 1 },
  'gallery: whether liked': { requests: 'BatchGetItem', depth: 1 },
  // And one message: what is counted is counted by the queue's function.
  view: { requests: 'GetItem', depth: 1 },
  like: { requests: 'BatchGetItem PutItem', depth: 2, throttles: 2 },
  heart: { requests: 'BatchGetItem GetItem PutItem', depth: 2, throttles: 2 },
  unlike: { requests: 'BatchGetItem PutItem', depth: 2, throttles: 2 },
  portfolio: { requests: 'GetItem GetItem Query', depth: 2 },
  'portfolio: one gallery': { requests: 'GetItem GetItem GetItem GetItem Query', depth: 3 },
  // The link; then the session and its gallery, and beside them the photos and their pictures.
  'proof page': { requests: 'GetItem GetItem Query BatchGetItem GetItem', depth: 3 },
  'proof decision': {
    requests: 'GetItem BatchGetItem GetItem GetItem TransactWriteItems',
    depth: 4,
    throttles: 1,
  },
  // Whether the request came before and what the browser's session last bought; photos; galleries; the order; and, after
  // Stripe has answered, where to pay.
  'checkout of 10 photos of 3 galleries': {
    requests: 'BatchGetItem BatchGetItem BatchGetItem TransactWriteItems TransactWriteItems',
    depth: 5,
    throttles: 2,
  },
  // The first order of a photo marks it, so that its files stay.
  'checkout of 2 photos that nobody has ordered before': {
    requests: 'BatchGetItem BatchGetItem BatchGetItem UpdateItem UpdateItem TransactWriteItems TransactWriteItems',
    depth: 6,
    throttles: 2,
  },
  // The return page looks for a finished order; then converge does the same work as the webhook's worker. Photos come
  // with their galleries: of one that was taken down no picture is shown.
  'order confirmed': {
    requests: 'GetItem GetItem Query GetItem Query TransactWriteItems GetItem BatchGetItem',
    depth: 7,
  },
  'order seen again': { requests: 'GetItem GetItem Query BatchGetItem', depth: 3 },
  'dashboard overview': { requests: 'GetItem Query', depth: 2 },
  // Own sales, own galleries and own downloads side by side; then five photos and their galleries.
  'analytics of a year': { requests: 'GetItem Query Query Query BatchGetItem BatchGetItem', depth: 4 },
}

const FoundPage = z.object({ items: z.array(z.object({ id: GalleryId })) })

const names = Object.keys(budget) as VisitName[]
/** Ten galleries are one page. */
const needsManyGalleries: readonly VisitName[] = ['browse newest, second page']

/** `npm run bench:api` measures the same visits with 100,000 galleries, which take a minute to be loaded. */
const sizes = [10, 1_000, 20_000] as const
const measured = new Map<number, Map<VisitName, Cost>>()

describe.each(sizes)('with %d galleries in the table', (galleryCount) => {
  let close: () => Promise<void>
  let visits: ReturnType<typeof visitsTo>
  const costs = new Map<VisitName, Cost>()
  measured.set(galleryCount, costs)

  beforeAll(async () => {
    const server = await servedCatalogue(galleryCount)
    const recorder = recordedClient(server.endpoint)
    close = () => {
      recorder.client.destroy()
      return server.close()
    }
    visits = visitsTo(recorder.client)
    for (const [name, visit] of Object.entries(visits)) {
      if (galleryCount === 10 && needsManyGalleries.some((each) => each === name)) continue
      costs.set(name as VisitName, await recorder.costOf(await visit()))
    }
  }, 300_000)
  afterAll(() => close())

  test.each(names)('%s asks no more than its budget', (name) => {
    const cost = costs.get(name)
    if (!cost && galleryCount === 10 && needsManyGalleries.includes(name)) return
    expect(cost).toMatchObject(summaryOf(name))
  })

  test('a word of more galleries than one request holds finds the newest', async () => {
    const search = await visits['search, a word of all others']()
    const { items } = FoundPage.parse(await search())
    expect(items[0]).toEqual({ id: galleryIdOf(galleryCount) })
  })
})

const summaryOf = (name: VisitName) => {
  const { requests, depth, throttles = 0 } = budget[name]
  return { requests, depth, throttleCount: throttles }
}

test.each(names.filter((name) => name !== 'search, a word of all others'))(
  '%s costs the same request units in a catalogue twenty times as large',
  (name) => {
    const [small, large] = [1_000, 20_000].map((size) => measured.get(size)?.get(name))
    expect(small).toBeDefined()
    expect([large?.readUnits, large?.writeUnits]).toEqual([small?.readUnits, small?.writeUnits])
  },
)

test('a search costs what it looks at in one go, however many galleries have the word', () => {
  const [ten, thousand, most] = sizes.map((size) => measured.get(size)?.get('search, a word of all others')?.readUnits)
  expect(ten).toBeLessThan(10)
  // 300 matches of about 0.1 kB, read eventually consistent, and 12 cards.
  expect(thousand).toBeLessThanOrEqual(5 + 12 + 1)
  expect(most).toBe(thousand)
})
