import { expect, test } from 'vitest'
import { browseGalleries } from '#functions/galleries/browse-galleries.ts'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { completeItem, countOutdated } from '#functions/galleries/migrate-layout.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { put } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { Pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { stocked } from '#test/support/market/stocked.ts'

const [id, caller] = [galleryIdOf(1), userIdOf(1)]
const claim = { claimedAt: '2030-01-01T09:00:00.000Z', quarantinedUntil: null }
const empty = { photoCount: 0, cover: null, lowestPence: null } as const
const pence = (amount: number) => Pence.parse(amount)

const setup = async (hook?: Parameters<typeof marketParts>[0]) => {
  const parts = marketParts(hook)
  await parts.profiles.create(aProfile())
  const owner = { kind: 'check', key: { PK: `USER#${caller}`, SK: 'PROFILE' }, when: 'present' } as const
  await parts.galleries.create(aGallery({ ...empty, pricePence: pence(500) }), { at: parts.now(), owner })
  const browse = async (query: object = {}) => {
    const asked = request(api.galleries.endpoints.browse, { query })
    const { answer } = { answer: await browseGalleries(parts)(asked) }
    return api.galleries.endpoints.browse.response.parse('answer' in answer ? answer.answer : answer).items
  }
  return {
    ...parts,
    browse,
    sell: (pounds: number) => stocked(parts, id, { pricePence: pence(pounds * 100) }),
    price: (photo: Photo, pounds: number) =>
      parts.photos.save(photo, { pricePence: pence(pounds * 100) }, { version: photo.version }),
    lowest: async () => (await parts.galleries.find(id))?.lowestPence,
    shown: async () => (await browse()).map(({ pricePence }) => pricePence),
    toShow: () => parts.table.all().filter(({ kind }) => kind === 'show-prices'),
  }
}

test('the price shown is the lowest of a photo on sale, whatever the next uploads will cost', async () => {
  const market = await setup()
  const [cheap] = [await market.sell(15), await market.sell(25)]
  const body = { version: 0, pricePence: 4_000 }
  const own = await updateGallery(market)(
    request(api.galleries.endpoints.update, { params: { galleryId: id }, body, caller }),
  )
  expect(own.pricePence).toBe(4_000)
  expect(await market.shown()).toEqual([1_500])
  const page = await getGallery(market)(
    request(api.galleries.endpoints.get, { params: { galleryId: id }, headers: {} }),
  )
  expect(JSON.stringify(page)).toContain('"pricePence":1500')
  expect(await market.browse({ minPence: 3_000, maxPence: 5_000 })).toEqual([])
  expect(await market.browse({ minPence: 1_000, maxPence: 2_000, q: 'ridge' })).toHaveLength(1)
  for (const sort of ['newest', 'price_low', 'price_high', 'popular']) {
    expect(await market.browse({ sort, minPence: 1_000, maxPence: 2_000 })).toHaveLength(1)
  }
  await market.price(cheap, 30)
  expect(await market.shown()).toEqual([2_500])
  // The words of a search know it as well.
  expect(await market.browse({ minPence: 2_000, q: 'ridge' })).toHaveLength(1)
  expect(market.toShow()).toEqual([])
})

test('the lowest price is that of the Web size where it is for sale, and follows it', async () => {
  const market = await setup()
  const sell = (changes: Partial<Photo>) => stocked(market, id, { pricePence: pence(2_000), ...changes })
  const web = (photo: Photo, webPence: number | null) =>
    market.photos.save(photo, { webPence: webPence === null ? null : pence(webPence) }, { version: photo.version })
  const photo = await sell({ webPence: pence(600) })
  expect(await market.shown()).toEqual([600])
  // Small photos, dearer ones and those without the file are sold as Original alone.
  await sell({ pricePence: pence(1_900), webPence: pence(100), width: 2_048, height: 1_365 })
  await sell({ pricePence: pence(1_900), webPence: pence(1_900) })
  await sell({ pricePence: pence(1_900), webPence: pence(100), webKey: null })
  expect(await market.shown()).toEqual([600])
  const dearer = await web(photo, 700)
  expect(await market.shown()).toEqual([700])
  const none = await web(dearer, null)
  expect(await market.shown()).toEqual([1_900])
  const again = await web(none, 300)
  expect(await market.browse({ minPence: 200, maxPence: 400, q: 'ridge' })).toHaveLength(1)
  await market.photos.remove(again, market.now())
  expect(await market.shown()).toEqual([1_900])
  const onSale = market.table.all().filter(({ SK }) => String(SK).startsWith('PRICE#'))
  expect(onSale).toHaveLength(3)
  expect(market.toShow()).toEqual([])
})

test('an old photo whose Web size is drawn at last is sold as that', async () => {
  const market = await setup()
  const photo = await stocked(market, id, { pricePence: pence(2_000), webPence: pence(600), webKey: null })
  expect(await market.shown()).toEqual([2_000])
  const drawn = { ...photo, webKey: `files/${photo.id}/new-web.jpg` }
  for (const _ of ['once', 'again'])
    expect(await market.photos.replaceRenditions(photo, drawn)).toMatchObject({ id: photo.id })
  expect(await market.shown()).toEqual([600])
  expect(market.table.all().filter(({ SK }) => String(SK).startsWith('PRICE#'))).toHaveLength(1)
})

test('free photos are left out, and a gallery is free only where all of them are', async () => {
  const market = await setup()
  const free = await market.sell(0)
  expect(await market.shown()).toEqual([0])
  const paid = await market.sell(12)
  expect(await market.shown()).toEqual([1_200])
  await market.photos.remove(paid, market.now())
  expect(await market.shown()).toEqual([0])
  await market.price(free, 8)
  expect(await market.shown()).toEqual([800])
})

test('a gallery is in no list until its first photo is ready, and leaves them with its last', async () => {
  const market = await setup()
  const portfolio = async () =>
    api.profiles.endpoints.portfolio.response.parse(
      await getPortfolio(market)(
        request(api.profiles.endpoints.portfolio, { params: { subdomain: 'iris' }, query: {} }),
      ),
    ).galleries
  await market.table.write(put({ PK: 'SUBDOMAIN#iris', SK: 'OWNER', userId: caller, name: 'iris', ...claim }, 'always'))
  const lists = async () => [await market.browse(), await market.browse({ q: 'ridge' }), await portfolio()]
  expect(await lists()).toEqual([[], [], []])
  const photo = await market.sell(15)
  expect((await lists()).map((list) => list.length)).toEqual([1, 1, 1])
  await market.photos.withdraw(photo, 'Its file is broken.')
  expect(await lists()).toEqual([[], [], []])
  expect(await market.lowest()).toBeNull()
})

test('only a gallery with a picture for everybody is featured', async () => {
  const market = await setup()
  expect(await market.browse({ only: 'featured' })).toEqual([])
  await market.sell(15)
  expect(await market.browse({ only: 'featured' })).toHaveLength(1)
  const owner = { kind: 'check', key: { PK: `USER#${caller}`, SK: 'PROFILE' }, when: 'present' } as const
  const gallery = await market.galleries.getOwn(id, caller)
  await market.galleries.save(gallery, { passwordHash: 'hash' }, { at: market.now(), owner })
  expect(await market.browse({ only: 'featured' })).toEqual([])
  expect(await market.browse()).toHaveLength(1)
})

test('taking down the cheapest shows the next, and putting it back shows it again', async () => {
  const market = await setup()
  const [cheap] = [await market.sell(5), await market.sell(9)]
  await market.photos.takeDown(cheap, 'A parent asks.', [])
  expect(await market.lowest()).toBe(900)
  await market.photos.putBack({ ...cheap, state: 'taken_down' }, [])
  expect(await market.lowest()).toBe(500)
})

/** As a dice, the same in every run. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'however changes at once come between each other, the lowest price is shown in the end (order %i)',
  async (seed) => {
    const roll = dice(seed)
    let isBusy = false
    const market = await setup({
      hook: async () => {
        if (isBusy) for (let turns = roll(4); turns > 0; turns--) await new Promise(setImmediate)
      },
    })
    const photos = [await market.sell(5), await market.sell(5), await market.sell(7), await market.sell(9)]
    isBusy = true
    await Promise.all([
      ...photos.map((photo) =>
        roll(2) === 0 ? market.price(photo, 1 + roll(12)) : market.photos.remove(photo, market.now()),
      ),
      market.sell(1 + roll(12)),
      market.sell(1 + roll(12)),
    ])
    isBusy = false
    const prices = market.table
      .all()
      .filter(({ SK, state }) => SK === 'PHOTO' && state === 'ready')
      .map(({ pricePence }) => Number(pricePence))
    expect(await market.lowest()).toBe(Math.min(...prices))
    expect(await market.shown()).toEqual([Math.min(...prices)])
    expect(market.table.all().filter(({ SK }) => String(SK).startsWith('PRICE#'))).toHaveLength(prices.length)
  },
)

test('what a crash leaves undone the timed job does', async () => {
  let isBroken = false
  let writes = 0
  const market = await setup({
    hook: (name) => {
      if (isBroken && name === 'transact' && ++writes === 3) throw new Error('The machine stops.')
    },
  })
  isBroken = true
  await expect(market.sell(15)).rejects.toThrow('The machine stops.')
  isBroken = false
  expect(await market.shown()).toEqual([])
  expect(market.toShow()).toHaveLength(1)
  await market.steps['show-prices'](id)
  expect(await market.shown()).toEqual([1_500])
})

test('a price that is not the lowest costs no look at the others, and the lowest one look at the next', async () => {
  const market = await setup()
  const photos = [await market.sell(5)]
  for (let n = 0; n < 200; n++) photos.push(await market.sell(20))
  market.requests.length = 0
  if (photos[1]) await market.price(photos[1], 30)
  expect(market.requests.toSorted()).toEqual(['getMany', 'transact'])
  market.requests.length = 0
  if (photos[0]) await market.price(photos[0], 40)
  expect(market.requests.toSorted()).toEqual(['get', 'getMany', 'query', 'transact', 'transact', 'write'])
  expect(await market.lowest()).toBe(2_000)
})

test('a photo that is not kept from earlier buyers any more leaves the price as it is, and nothing to be done', async () => {
  const market = await setup()
  await market.sell(15)
  const dear = await stocked(market, id, { pricePence: pence(2_000), isExcepted: true })
  const before = await market.galleries.find(id)
  await market.photos.save(dear, { isExcepted: false }, { version: dear.version })
  const after = await market.galleries.find(id)
  expect([await market.lowest(), await market.shown()]).toEqual([1_500, [1_500]])
  expect(market.toShow()).toEqual([])
  expect(after?.stockVersion).toBe((before?.stockVersion ?? 0) + 1)
  expect(after?.stockShown).toBe(after?.stockVersion)
})

test('a gallery of the last release shows what it showed, until its prices are completed', async () => {
  const market = await setup()
  const stored = market.table.all().find(({ SK }) => SK === 'GALLERY')
  const { uploadPence: _, lowestPence: __, stockVersion: ___, stockShown: ____, ...old } = stored ?? {}
  const listed = { publicKey: 'PUBLIC', sellerKey: `LISTED#${caller}`, sellerSort: id }
  await market.table.write(
    put({ PK: '', SK: '', ...old, ...listed, pricePence: 4_000, photoCount: 1, layout: 3 }, 'always'),
  )
  const photo = { ...aPhoto({ pricePence: pence(1_500) }), PK: `PHOTO#${aPhoto().id}`, SK: 'PHOTO' }
  const place = { ownerKey: `GALLERY#${id}#SHOWN`, ownerSort: `0#${photo.createdAt}#${photo.id}` }
  await market.table.write(put({ ...photo, ...place }, 'always'))
  expect(await market.shown()).toEqual([4_000])
  // A photo that is sold by this release meanwhile is not lost.
  await market.sell(20)
  expect(await market.shown()).toEqual([4_000])
  async function* items() {
    for (const item of market.table.all()) yield item
  }
  expect(await countOutdated(items())).toMatchObject({ galleries: 1 })
  for await (const item of items()) await completeItem(market)(item)
  expect(await countOutdated(items())).toMatchObject({ galleries: 0 })
  expect(await market.shown()).toEqual([1_500])
  expect(await market.galleries.find(id)).toMatchObject({ layout: 4, uploadPence: 4_000 })
})
