import { expect, test } from 'vitest'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { movePhoto } from '#functions/photos/edit-photo.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { UpdateGallery } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { PhotoOrder } from '#schema/entities/photo-order.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto, aRendering } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const galleryId = galleryIdOf(1)
const caller = userIdOf(1)

/** Three photos, uploaded as their numbers say, with other times and titles. */
const three: Partial<Photo>[] = [
  { title: 'Cake', capturedAt: '2029-06-01T16:00:00', createdAt: '2030-01-01T10:00:01.000Z' },
  { title: 'Aisle', capturedAt: '2029-06-01T14:00:00', createdAt: '2030-01-01T10:00:02.000Z' },
  { title: 'Band', capturedAt: '2029-06-01T15:00:00', createdAt: '2030-01-01T10:00:03.000Z' },
]

/** Does something between another call's reading and its write. */
const beforeNextWrite = (table: Table, meanwhile: () => Promise<unknown>) => {
  const { transact } = table
  table.transact = async (writes) => {
    table.transact = transact
    await meanwhile()
    return transact(writes)
  }
}

const setup = async (photos: readonly Partial<Photo>[] = three, gallery: Partial<Gallery> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery({ lowestPence: null, ...gallery }), {
    at: new Date(0),
    owner: profileUnchanged(aProfile()),
  })
  for (const [index, photo] of photos.entries()) {
    await parts.photos.create(aPhoto({ id: photoIdOf(index + 1), ...photo }))
  }
  const titles = async () => (await parts.photos.listShown(galleryId, { limit: 200 })).photos.map(({ title }) => title)
  return {
    ...parts,
    titles,
    choose: async (photoOrder: PhotoOrder) => {
      const version = (await parts.galleries.find(galleryId))?.version
      const body = UpdateGallery.parse({ version, photoOrder })
      return updateGallery(parts)(request(api.galleries.endpoints.update, { params: { galleryId }, body, caller }))
    },
    move: (id: number, after: number | null, who = caller) =>
      movePhoto(parts)(
        request(api.photos.endpoints.move, {
          params: { photoId: photoIdOf(id) },
          body: { after: after === null ? null : photoIdOf(after) },
          caller: who,
        }),
      ),
  }
}

test('where nothing is chosen, featured photos come first and then the newest', async () => {
  const { titles } = await setup([{ ...three[0], isFeatured: true }, ...three.slice(1)])
  expect(await titles()).toEqual(['Cake', 'Band', 'Aisle'])
})

test.each([
  ['captured', ['Aisle', 'Band', 'Cake']],
  ['name', ['Aisle', 'Band', 'Cake']],
  ['hand', ['Band', 'Aisle', 'Cake']],
] as const)('the photographer chooses an order, %s, and may go back', async (order, expected) => {
  const { choose, galleries, titles, table } = await setup()
  // So few are in order with the answer.
  expect(await choose(order)).toMatchObject({ photoOrder: order, isOrdering: false })
  expect(await galleries.find(galleryId)).toMatchObject({ isOrdering: false })
  expect(await titles()).toEqual(expected)
  expect(table.all().filter(({ kind }) => kind === 'order-photos')).toEqual([])
  await choose('featured')
  expect(await titles()).toEqual(['Band', 'Aisle', 'Cake'])
})

test.each(['featured', 'captured', 'name', 'hand'] as const)(
  'a page is one query in every order, and goes on where the last one ended: %s',
  async (order) => {
    const many = Array.from({ length: 45 }, (_, n) => ({ title: `Photo ${String(n)}` }))
    const { choose, photos, requests, titles } = await setup(many)
    await choose(order)
    const all = await titles()
    requests.length = 0
    const first = await photos.listShown(galleryId)
    const second = await photos.listShown(galleryId, { after: first.next })
    const third = await photos.listShown(galleryId, { after: second.next })
    expect(requests).toEqual(['query', 'query', 'query'])
    expect([first, second, third].map((page) => page.photos.length)).toEqual([20, 20, 5])
    expect([first, second, third].flatMap((page) => page.photos.map(({ title }) => title))).toEqual(all)
    if (order === 'name') expect(all).toEqual(many.map(({ title }) => title))
    expect(new Set(all).size).toBe(45)
  },
)

test('what becomes ready later, is renamed or put back stands where the order says', async () => {
  const { choose, photos, titles } = await setup()
  await choose('name')
  const late = aPendingPhoto({ id: photoIdOf(9), title: 'Bells' })
  await photos.create(late)
  expect(await photos.becomeReady(late, aRendering({ id: late.id }))).toBe(true)
  expect(await titles()).toEqual(['Aisle', 'Band', 'Bells', 'Cake'])

  const band = await photos.getOwn(photoIdOf(3), caller)
  await photos.save(band, { title: 'The band' }, { version: band.version })
  expect(await titles()).toEqual(['Aisle', 'Bells', 'Cake', 'The band'])

  const aisle = await photos.getOwn(photoIdOf(2), caller)
  await photos.takeDown(aisle, 'asked', [])
  const down = await photos.getOwn(photoIdOf(2), caller)
  await photos.putBack(down, [])
  expect(await titles()).toEqual(['Aisle', 'Bells', 'Cake', 'The band'])
})

test('a photo that becomes ready while the order is changed has the new one', async () => {
  const { choose, photos, table, titles } = await setup()
  const late = aPendingPhoto({ id: photoIdOf(9), title: 'Bells' })
  await photos.create(late)
  beforeNextWrite(table, () => choose('name'))
  expect(await photos.becomeReady(late, aRendering({ id: late.id }))).toBe(true)
  expect(await titles()).toEqual(['Aisle', 'Band', 'Bells', 'Cake'])
})

test('ordering that breaks off goes on where it was, by hand too', async () => {
  const many = Array.from({ length: 130 }, (_, n) => ({
    title: `Photo ${String(n)}`,
    createdAt: new Date(Date.UTC(2030, 0, 1, 0, 0, n)).toISOString(),
  }))
  const { galleries, photos, move, setTime, titles } = await setup(many)
  const before = await titles()
  const gallery = await galleries.getOwn(galleryId, caller)
  const changes = { photoOrder: 'hand', isOrdering: true } as const
  await galleries.save(gallery, changes, { at: new Date(0), owner: profileUnchanged(aProfile()) })
  let parts = 0
  const onlyTwo = () => {
    parts += 1
    if (parts > 2) throw new Error('out of time')
  }
  await expect(photos.orderPhotos(galleryId, onlyTwo)).rejects.toThrow('out of time')
  expect(await galleries.find(galleryId)).toMatchObject({ isOrdering: true })
  // The first uploaded is shown last, and is reached last.
  await expect(move(1, null)).rejects.toMatchObject({ code: 'ordering_under_way' })
  setTime('2030-01-01T10:05:00.000Z')
  await photos.orderPhotos(galleryId)
  expect((await photos.listShown(galleryId, { limit: 200 })).photos.every(({ listedBy }) => listedBy === 'hand')).toBe(
    true,
  )
  expect(await titles()).toEqual(before)
  expect(await galleries.find(galleryId)).toMatchObject({ isOrdering: false })
})

test('ordering ends where another order was chosen after it had begun', async () => {
  const { galleries, photos, choose, table, titles } = await setup()
  const gallery = await galleries.getOwn(galleryId, caller)
  await galleries.save(gallery, { photoOrder: 'name' }, { at: new Date(0), owner: profileUnchanged(aProfile()) })
  // It has read the order by then, and has written nothing.
  beforeNextWrite(table, () => choose('hand'))
  await photos.orderPhotos(galleryId)
  expect(await titles()).toEqual(['Band', 'Aisle', 'Cake'])
  expect((await photos.listShown(galleryId)).photos.map(({ listedBy }) => listedBy)).toEqual(['hand', 'hand', 'hand'])
})

test('by hand photos are put after one another, first and last', async () => {
  const { choose, move, titles } = await setup()
  await choose('hand')
  expect(await titles()).toEqual(['Band', 'Aisle', 'Cake'])
  await move(1, null)
  expect(await titles()).toEqual(['Cake', 'Band', 'Aisle'])
  await move(1, 3)
  expect(await titles()).toEqual(['Band', 'Cake', 'Aisle'])
  await move(3, 2)
  expect(await titles()).toEqual(['Cake', 'Aisle', 'Band'])
  await move(3, 2)
  expect(await titles()).toEqual(['Cake', 'Aisle', 'Band'])
})

test('what was put by hand is there again after another order', async () => {
  const { choose, move, titles } = await setup()
  await choose('hand')
  await move(1, null)
  await choose('captured')
  await choose('hand')
  expect(await titles()).toEqual(['Cake', 'Band', 'Aisle'])
})

test('a photo is moved by its owner alone, in a gallery that is in order by hand, beside photos of that gallery', async () => {
  const { choose, move, photos, titles } = await setup()
  await expect(move(1, null)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  await choose('hand')
  await photos.create(aPhoto({ id: photoIdOf(8), galleryId: galleryIdOf(2), listedBy: 'hand' }))
  await photos.create(aPendingPhoto({ id: photoIdOf(9) }))
  for (const beside of [7, 8, 9]) await expect(move(1, beside)).rejects.toMatchObject({ code: 'photo_not_found' })
  await expect(move(9, null)).rejects.toMatchObject({ code: 'photo_not_found' })
  await expect(move(1, null, userIdOf(2))).rejects.toMatchObject({ code: 'photo_not_found' })
  await move(1, 1)
  expect(await titles()).toEqual(['Band', 'Aisle', 'Cake'])
})
