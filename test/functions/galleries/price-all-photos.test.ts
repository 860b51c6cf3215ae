import { expect, test } from 'vitest'
import { priceAllPhotos } from '#functions/galleries/price-all-photos.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { OwnGallery, PriceAll } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { Price, pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto, aRendering } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const galleryId = galleryIdOf(1)
const caller = userIdOf(1)

/** Does something between another call's reading and its write. */
const beforeNextWrite = (table: Table, meanwhile: () => Promise<unknown>) => {
  const { transact } = table
  table.transact = async (writes) => {
    table.transact = transact
    await meanwhile()
    return transact(writes)
  }
}

const setup = async (photos: readonly Photo[], gallery: Partial<Gallery> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  const photoCount = photos.filter(({ state }) => state === 'ready').length
  await parts.galleries.create(aGallery({ lowestPence: pence(1_500), photoCount, ...gallery }), {
    at: new Date(0),
    owner: profileUnchanged(aProfile()),
  })
  for (const photo of photos) await parts.photos.create(photo)
  const stored = () => parts.galleries.getOwn(galleryId, caller)
  const photo = (n: number) => parts.photos.getOwn(photoIdOf(n), caller)
  const ask = async (prices: { pricePence?: number; webPence?: number | null }, version?: number, who = caller) => {
    const body = PriceAll.parse({ version: version ?? (await stored()).version, ...prices })
    const asked = request(api.galleries.endpoints.priceAll, { params: { galleryId }, body, caller: who })
    return OwnGallery.parse(await priceAllPhotos(parts)(asked))
  }
  return {
    ...parts,
    ask,
    stored,
    photo,
    price: (pricePence: number, { version, who }: { version?: number; who?: typeof caller } = {}) =>
      ask({ pricePence }, version, who),
    /** Kept as the request leaves it when it can do nothing of it. */
    begin: async (pricePence: number) => {
      const before = await stored()
      const pricing = { priceForAll: Price.parse(pricePence), pricedSoFar: 0, priceRun: before.priceRun + 1 }
      await parts.galleries.save(before, pricing, { at: new Date(0), owner: profileUnchanged(aProfile()) })
    },
    edit: async (n: number, changes: Parameters<typeof parts.photos.save>[1]) => {
      const before = await photo(n)
      return parts.photos.save(before, changes, { version: before.version })
    },
    pricesOf: async (...ids: readonly number[]) => Promise.all(ids.map(async (n) => (await photo(n)).pricePence)),
    /** What the lowest price is looked for in. */
    onSale: () =>
      parts.table
        .all()
        .flatMap(({ SK, pricePence }) => (typeof SK === 'string' && SK.startsWith('PRICE#') ? [pricePence] : [])),
    chores: () => parts.table.all().filter(({ PK }) => typeof PK === 'string' && PK.startsWith('CHORE#')),
  }
}

const many = (count: number) => Array.from({ length: count }, (_, n) => aPhoto({ id: photoIdOf(n + 1) }))

test('all photos cost what is said: those on sale, free ones, those that wait, and what comes', async () => {
  const { price, pricesOf, stored, onSale, chores } = await setup([
    aPhoto({ id: photoIdOf(1), pricePence: pence(1_500) }),
    aPhoto({ id: photoIdOf(2), pricePence: pence(0) }),
    aPhoto({ id: photoIdOf(3), pricePence: pence(9_500) }),
    aPendingPhoto({ id: photoIdOf(4), pricePence: pence(1_500) }),
    aPhoto({ id: photoIdOf(5), state: 'kept', pricePence: pence(1_500) }),
  ])
  const answer = await price(2_000)
  expect(answer).toMatchObject({ pricePence: 2_000, lowestPence: 2_000, priceForAll: null, pricedSoFar: 5 })
  expect(await pricesOf(1, 2, 3, 4, 5)).toEqual([2_000, 2_000, 2_000, 2_000, 2_000])
  expect(onSale()).toEqual([2_000, 2_000, 2_000])
  expect(await stored()).toMatchObject({ lowestPence: 2_000, pricePence: 2_000, uploadPence: 2_000 })
  expect(chores()).toEqual([])
})

test.each([0, 500, 9_500])('the lowest price on sale follows, up and down: %d', async (pricePence) => {
  const { price, stored, onSale } = await setup(many(70))
  await price(pricePence)
  expect(await stored()).toMatchObject({ lowestPence: pricePence, priceForAll: null, pricedSoFar: 70 })
  expect(onSale()).toEqual(Array.from({ length: 70 }, () => pricePence))
})

test('the Web size of all photos is priced alone, or with the Original, and taken off sale', async () => {
  const { ask, photo, stored, onSale, chores } = await setup(
    Array.from({ length: 70 }, (_, n) => aPhoto({ id: photoIdOf(n + 1), pricePence: pence(1_000 + n) })),
  )
  expect(await ask({ webPence: 600 })).toMatchObject({ webPence: 600, webForAll: null, lowestPence: 600 })
  expect(await photo(3)).toMatchObject({ pricePence: 1_002, webPence: 600 })
  expect(onSale()).toEqual(Array.from({ length: 70 }, () => 600))
  expect(await ask({ pricePence: 500 })).toMatchObject({ pricePence: 500, webPence: 600, lowestPence: 500 })
  expect(await ask({ pricePence: 2_000, webPence: 700 })).toMatchObject({ lowestPence: 700, pricedSoFar: 70 })
  expect(await ask({ webPence: null })).toMatchObject({ webPence: null, lowestPence: 2_000 })
  expect(await photo(70)).toMatchObject({ pricePence: 2_000, webPence: null })
  expect(onSale()).toEqual(Array.from({ length: 70 }, () => 2_000))
  expect(await stored()).toMatchObject({ priceForAll: null, webForAll: null, uploadPence: 2_000 })
  expect(chores()).toEqual([])
})

test('a pricing of one size does not end one of the other that is under way', async () => {
  const { ask, begin, stored } = await setup(many(3))
  await begin(2_000)
  await expect(ask({ webPence: 600 })).rejects.toMatchObject({ code: 'pricing_under_way' })
  expect(await stored()).toMatchObject({ priceForAll: 2_000, webForAll: null, webPence: null })
  expect(await ask({ pricePence: 2_500, webPence: 600 })).toMatchObject({ lowestPence: 600, priceForAll: null })
})

test('pricing that breaks off goes on where it was, and leaves what was priced by hand meanwhile', async () => {
  const { begin, photos, edit, stored, photo, onSale, chores } = await setup(many(130))
  await begin(2_000)
  let parts = 0
  const onlyTwo = () => {
    parts += 1
    if (parts > 2) throw new Error('out of time')
  }
  await expect(photos.priceAll(galleryId, onlyTwo)).rejects.toThrow('out of time')
  expect(await stored()).toMatchObject({ priceForAll: 2_000, pricedSoFar: 32, lowestPence: 1_500 })
  const all = (await photos.listShown(galleryId, { limit: 200 })).photos
  const numberOf = (price: number) => {
    const id = all.find(({ pricePence }) => pricePence === price)?.id
    return many(130).findIndex((made) => made.id === id) + 1
  }
  const byHand = [numberOf(2_000), numberOf(1_500)]
  for (const n of byHand) await edit(n, { pricePence: pence(700) })

  await photos.priceAll(galleryId)
  expect(await stored()).toMatchObject({ priceForAll: null, pricedSoFar: 129, lowestPence: 700 })
  for (const n of byHand) expect(await photo(n)).toMatchObject({ pricePence: 700 })
  expect(onSale().toSorted()).toEqual([...Array.from({ length: 128 }, () => 2_000), 700, 700].toSorted())
  expect(chores()).toEqual([])
})

test('a photo that is edited between reading and writing keeps the edit and gets the price', async () => {
  const { begin, edit, photos, table, photo, stored, onSale } = await setup(many(3))
  await begin(2_000)
  beforeNextWrite(table, () => edit(2, { title: 'The ridge, again' }))
  await photos.priceAll(galleryId)
  expect(await photo(2)).toMatchObject({ title: 'The ridge, again', pricePence: 2_000 })
  expect(await stored()).toMatchObject({ priceForAll: null, pricedSoFar: 3, lowestPence: 2_000 })
  expect(onSale()).toEqual([2_000, 2_000, 2_000])
})

test('one that is priced by hand between reading and writing keeps that price, and one deleted stays so', async () => {
  const { begin, edit, photos, table, pricesOf, photo, onSale } = await setup(many(3))
  await begin(2_000)
  beforeNextWrite(table, async () => {
    await edit(2, { pricePence: pence(700) })
    await photos.remove(await photo(3), new Date(0))
  })
  await photos.priceAll(galleryId)
  expect(await pricesOf(1, 2)).toEqual([2_000, 700])
  await expect(photo(3)).rejects.toMatchObject({ code: 'photo_not_found' })
  expect(onSale().toSorted()).toEqual([2_000, 700])
})

test('pricing ends where another price was chosen after it had begun', async () => {
  const { begin, price, photos, table, pricesOf, stored } = await setup(many(3))
  await begin(2_000)
  // It has read the price by then, and has written nothing.
  beforeNextWrite(table, () => price(3_000))
  await photos.priceAll(galleryId)
  expect(await pricesOf(1, 2, 3)).toEqual([3_000, 3_000, 3_000])
  expect(await stored()).toMatchObject({ priceForAll: null, lowestPence: 3_000, pricedSoFar: 3 })
})

test('what becomes ready, or was put elsewhere, while all are priced has the price too', async () => {
  const late = aPendingPhoto({ id: photoIdOf(50), pricePence: pence(1_500) })
  const { begin, photos, pricesOf, stored, onSale } = await setup([...many(40), late])
  await begin(2_000)
  const drawn = aRendering()
  let parts = 0
  await photos.priceAll(galleryId, () => {
    parts += 1
    // The first list has been read, and says that it waits.
    if (parts === 1) void photos.becomeReady(late, drawn)
  })
  expect(await pricesOf(1, 40, 50)).toEqual([2_000, 2_000, 2_000])
  expect(onSale()).toEqual(Array.from({ length: 41 }, () => 2_000))
  expect(await stored()).toMatchObject({ priceForAll: null, lowestPence: 2_000, photoCount: 41 })
})

test('doing it again changes nothing, and a repeat of the same request does not undo what was priced since', async () => {
  const { price, edit, photo, photos, stored, table } = await setup(many(3))
  const { version } = await stored()
  await price(2_000, { version })
  await edit(1, { pricePence: pence(700) })
  await expect(price(2_000, { version })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    details: { current: { id: galleryId, priceForAll: null } },
  })
  const before = JSON.stringify(table.all())
  await photos.priceAll(galleryId)
  expect(JSON.stringify(table.all())).toBe(before)
  expect(await photo(1)).toMatchObject({ pricePence: 700 })
})

test('a part is few requests, however many photos it has', async () => {
  const { begin, photos, requests } = await setup(many(96), { lowestPence: pence(1_000) })
  await begin(2_000)
  requests.length = 0
  await photos.priceAll(galleryId)
  expect(requests.filter((name) => name === 'transact')).toHaveLength(3)
})

test('only its owner prices a gallery', async () => {
  const { price, profiles, stored, pricesOf } = await setup(many(1))
  await profiles.create(aProfile({ userId: userIdOf(2), subdomain: null }))
  const { version } = await stored()
  await expect(price(100, { version, who: userIdOf(2) })).rejects.toMatchObject({ code: 'gallery_not_found' })
  expect(await pricesOf(1)).toEqual([1_500])
})
