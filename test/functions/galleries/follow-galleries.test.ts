import type { DynamoDBRecord } from 'aws-lambda'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexGalleries } from '#functions/galleries/index-galleries.ts'
import { type IndexChange, searchIndex } from '#functions/galleries/search-index.ts'
import type { LogFields } from '#functions/shared/log/logger.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { marketParts, silent } from '#test/support/market/market-parts.ts'
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
  const errors: [string, LogFields | undefined][] = []
  const log = { ...silent, error: (...line: [string, LogFields?]) => void errors.push([line[0], line[1]]) }
  const index = searchIndex(standIn.url)
  const market = indexedMarket(parts, index, log)
  const made = await listedGalleries(parts, count)
  const titles = () => standIn.documents('galleries-1').map(({ id, words }) => [id, words[0]])
  return { ...parts, ...made, ...market, index, errors, titles }
}
const failures = (...numbers: string[]) => ({
  batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
})
const isGallery = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.SK?.S === 'GALLERY'

test('a batch of changes brings the index in line with the table, whatever else it tells of', async () => {
  const market = await setup(250)
  const { Records } = market.changes()
  expect(Records.filter(isGallery)).toHaveLength(250)
  expect(Records.length).toBeGreaterThan(500)
  expect(await market.follow({ Records })).toEqual(failures())
  expect(market.titles()).toHaveLength(250)
  await market.change(3, { title: 'Pier' })
  await market.change(4, { isPublic: false })
  await market.galleries.remove(await market.galleries.getOwn(galleryIdOf(5), (await one(market)).photographerId), [])
  expect(await market.follow(market.changes())).toEqual(failures())
  expect(market.titles()).toHaveLength(248)
  expect(market.titles()).toContainEqual([galleryIdOf(3), 'pier'])
  expect(market.titles().map(([id]) => id)).not.toContain(galleryIdOf(4))
})
const one = async ({ galleries }: Pick<ReturnType<typeof marketParts>, 'galleries'>) => {
  const gallery = await galleries.find(galleryIdOf(1))
  if (!gallery) throw new Error('It was made.')
  return gallery
}

test('messages that come late, again or in another order leave the index as the table is', async () => {
  const market = await setup(3)
  const first = market.changes()
  await market.change(1, { title: 'Pier' })
  await market.change(2, { isPublic: false })
  const second = market.changes()
  for (const event of [first, second, second, first]) {
    expect(await market.follow({ Records: event.Records.toReversed() })).toEqual(failures())
    expect(market.titles().toSorted()).toEqual([
      [galleryIdOf(1), 'pier'],
      [galleryIdOf(3), 'quay'],
    ])
  }
})

test('of two writers the one that read later wins, however late the other one writes', async () => {
  const market = await setup(1)
  await market.follow(market.changes())
  const held: (readonly IndexChange[])[] = []
  const slow = indexGalleries({
    galleries: market.galleries,
    index: {
      write: async (changes) => {
        held.push(changes)
        return changes.map(() => 'done' as const)
      },
    },
    log: silent,
    now: () => new Date(market.now().getTime() + 10),
  })
  await slow([galleryIdOf(1)])
  await market.change(1, { title: 'Pier' })
  const fast = indexGalleries({ ...market, log: silent, now: () => new Date(market.now().getTime() + 20) })
  await fast([galleryIdOf(1)])
  expect(await market.index.write(held.flat())).toEqual(['done'])
  expect(market.titles()).toEqual([[galleryIdOf(1), 'pier']])
})

test('what the index is too busy for comes again alone; the rest is done', async () => {
  const market = await setup(3)
  const event = market.changes()
  const galleries = event.Records.filter(isGallery)
  const status = (code: number) => ({ index: { status: code } })
  standIn.troubled((path) =>
    path.endsWith('/_bulk') ? { status: 200, body: { items: [201, 429, 201].map(status) } } : undefined,
  )
  expect(await market.follow(event)).toEqual(failures(galleries[1]?.dynamodb?.SequenceNumber ?? ''))
  standIn.troubled(undefined)
  expect(await market.follow({ Records: galleries.slice(1) })).toEqual(failures())
  expect(market.titles()).toHaveLength(2)
})

test('while the index does not answer, everything comes again, and is then done', async () => {
  const market = await setup(3)
  const event = market.changes()
  const numbers = event.Records.filter(isGallery).map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '')
  for (const status of [403, 429, 503]) {
    standIn.troubled(() => ({ status, body: { error: { type: 'no' } } }))
    expect(await market.follow(event)).toEqual(failures(...numbers))
  }
  standIn.troubled(undefined)
  expect(await market.follow(event)).toEqual(failures())
  expect(market.titles()).toHaveLength(3)
  expect(market.errors).toEqual([])
})

test('a document that is refused for good holds up nothing, and is told at once', async () => {
  const market = await setup(2)
  standIn.troubled((path) =>
    path.endsWith('/_bulk')
      ? { status: 200, body: { items: [{ index: { status: 400, error: { type: 'x' } } }, { index: { status: 201 } }] } }
      : undefined,
  )
  expect(await market.follow(market.changes())).toEqual(failures())
  expect(market.errors).toEqual([['the search index refused a gallery', { galleryId: galleryIdOf(1) }]])
})
