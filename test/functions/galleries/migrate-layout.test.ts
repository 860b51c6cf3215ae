import { expect, test } from 'vitest'
import { createGallery } from '#functions/galleries/create-gallery.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { completeItem, countOutdated } from '#functions/galleries/migrate-layout.ts'
import { tableSearch } from '#functions/galleries/search-galleries.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { GalleryId } from '#schema/ids.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { firstReleaseItems, writeFirstRelease } from '#test/support/first-release/first-release.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { stocked } from '#test/support/market/stocked.ts'

const caller = userIdOf(1)

const setup = async (hook?: (name: string) => void) => {
  const parts = marketParts({ startsAt: '2029-12-20T10:00:00.000Z', hook })
  await writeFirstRelease(parts.table)
  async function* items(): AsyncGenerator<Item> {
    for (const item of parts.table.all()) yield item
  }
  const complete = completeItem(parts)
  return {
    ...parts,
    left: () => countOutdated(items()),
    migrate: async () => {
      for await (const item of items()) await complete(item)
    },
    create: async (title: string) =>
      createGallery(parts)(request(api.galleries.endpoints.create, { body: { title }, caller })),
    rename: async (galleryId: GalleryId, title: string) =>
      updateGallery(parts)(
        request(api.galleries.endpoints.update, { params: { galleryId }, body: { version: 0, title }, caller }),
      ),
    shown: async () => {
      const page = await getPortfolio(parts)(
        request(api.profiles.endpoints.portfolio, { params: { subdomain: 'iris' } }),
      )
      return page.galleries.map(({ id, slug }) => [slug, id])
    },
    opens: async (slug: string) => {
      const params = { subdomain: 'iris', slug }
      const asked = request(api.profiles.endpoints.portfolioGallery, { params })
      return getPortfolioGallery(parts)(asked).then(
        ({ gallery }) => gallery.id,
        ({ code, details }) => [code, details.galleryId],
      )
    },
  }
}

const sought = async (market: Market, ...words: string[]) => {
  const question = { sort: 'newest', limit: 12, sought: words } as const
  return (await tableSearch(market.galleries)(question, market.now())).entries.map(({ id }) => id)
}

/** The galleries of Iris, as they were made. */
const [first, second, third, hidden, race, locked, ended] = firstReleaseItems
  .filter(({ PK, SK, photographerId }) => PK.startsWith('GALLERY#') && SK === 'GALLERY' && photographerId === caller)
  .map(({ id }) => GalleryId.parse(id))
if (!(first && second && third && hidden && race && locked && ended)) throw new Error('The fixture has seven.')

const addresses = [
  ['puppies', locked],
  ['harbour-race', race],
  ['smith-wedding-3', third],
  ['smith-wedding-2', second],
  ['smith-wedding', first],
]
const opened = [first, second, third, ['gallery_locked', locked], ['gallery_not_found', undefined]]
type Market = Awaited<ReturnType<typeof setup>>
const openAll = (market: Market) =>
  Promise.all(['smith-wedding', 'smith-wedding-2', 'smith-wedding-3', 'puppies', 'ended'].map(market.opens))

test('what the first release wrote is shown at the addresses that it had, before anything is completed', async () => {
  const market = await setup()
  expect(await market.shown()).toEqual(addresses)
  expect(await openAll(market)).toEqual(opened)
})

test('completed, it has the same addresses, and nothing is left', async () => {
  const market = await setup()
  expect(await market.left()).toEqual({ photographers: 2, galleries: 8 })
  await market.migrate()
  expect(await market.left()).toEqual({ photographers: 0, galleries: 0 })
  expect(await market.shown()).toEqual(addresses)
  expect(await openAll(market)).toEqual(opened)
  // The private one comes behind those whose addresses somebody may have.
  expect(await market.galleries.find(hidden)).toMatchObject({ slug: 'smith-wedding-4' })
})

test('its words lead to it before it is completed, and after', async () => {
  const market = await setup()
  const ofNoor = firstReleaseItems.find(({ photographerId, SK }) => photographerId === userIdOf(2) && SK === 'GALLERY')
  const found = [ofNoor?.id, third, second, first]
  expect(await sought(market, 'smith', 'wedding')).toEqual(found)
  expect(await sought(market, 'umbrella')).toEqual([third])
  await market.migrate()
  expect(await sought(market, 'smith', 'wedding')).toEqual(found)
  expect(await sought(market, 'umbrella')).toEqual([third])
  expect(market.table.all().filter(({ PK, SK }) => /^SEARCH#/.test(String(PK)) && /#gal_/.test(String(SK)))).toEqual([])
})

test('a number is found among its photos before it is completed, and after', async () => {
  const market = await setup()
  const titles = async (q: string) => {
    const { listPhotos } = api.galleries.endpoints
    const asked = request(listPhotos, { params: { galleryId: race }, headers: {}, query: { q } })
    return (await listGalleryPhotos(market)(asked)).items.map(({ title }) => title)
  }
  expect((await titles('1207')).toSorted()).toEqual(['Bib 1207', 'Finish line'])
  await market.migrate()
  expect(await titles('1207')).toEqual(['Finish line', 'Bib 1207'])
  expect(await titles('bib 1208')).toEqual(['Bib 1208, at the bridge'])
  market.requests.length = 0
  await titles('1207')
  // The write counts the search.
  expect(market.requests.toSorted()).toEqual(['get', 'getMany', 'query', 'write'])
})

test('a migration that stops at any write is finished by the next one, with the same addresses', async () => {
  for (let stopsAt = 1; ; stopsAt++) {
    let writes = 0
    let isBroken = false
    const market = await setup((name) => {
      if (name !== 'transact' && name !== 'write') return
      writes += 1
      if (isBroken && writes === stopsAt) throw new Error('The machine stops.')
    })
    writes = 0
    isBroken = true
    const isWhole = await market.migrate().then(
      () => true,
      () => false,
    )
    isBroken = false
    await market.migrate()
    expect(await market.left()).toEqual({ photographers: 0, galleries: 0 })
    expect(await market.shown()).toEqual(addresses)
    if (isWhole) return
  }
})

test('who comes before the migration takes no address of an older gallery, by a new one or a new title', async () => {
  const market = await setup()
  expect(await market.create('Smith wedding')).toMatchObject({ slug: 'smith-wedding-5' })
  expect(await openAll(market)).toEqual(opened)

  const other = await setup()
  expect(await other.rename(hidden, 'Harbour race')).toMatchObject({ slug: 'harbour-race-2' })
  expect(await other.opens('harbour-race')).toBe(race)
})

test('a gallery that the first release still wrote after its photographer was completed is found by the next walk', async () => {
  const market = await setup()
  await market.migrate()
  const late = firstReleaseItems.find(({ id }) => id === first)
  const id = GalleryId.parse('gal_01PYHZZZZZZZZZZZZZZZZZZZZZ')
  await market.table.write({
    kind: 'put',
    item: { ...late, id, PK: `GALLERY#${id}`, SK: 'GALLERY', ownerSort: `GALLERY#2029-12-01T00:00:00.000Z#${id}` },
    when: 'absent',
  })
  await stocked(market, id)
  expect(await market.left()).toEqual({ photographers: 0, galleries: 1 })
  await market.migrate()
  expect(await market.left()).toEqual({ photographers: 0, galleries: 0 })
  expect(await market.shown()).toEqual([['smith-wedding-5', id], ...addresses])
})
