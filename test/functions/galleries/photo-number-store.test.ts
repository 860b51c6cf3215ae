import { expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { showsNumber } from '#functions/galleries/photo-number-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { put } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const noon = new Date('2030-01-05T12:00:00.000Z')
const galleryId = galleryIdOf(1)
const partition = `PHOTONUMBERS#${galleryId}`
const [sure, unsure] = [0.99, 0.8]
const read = (...texts: string[]) => texts.map((text) => ({ text, confidence: sure }))
const doubted = (...texts: string[]) => texts.map((text) => ({ text, confidence: unsure }))

const setup = async (...photos: Photo[]) => {
  const table = fakeTable()
  const store = photoStore(table)
  await table.write(put({ ...galleryKeys.gallery(galleryId), ...aGallery() }, 'absent'))
  for (const photo of photos) await store.create(photo)
  return {
    table,
    store,
    places: async () => (await table.query({ partition })).items.map(({ SK }) => String(SK)),
    exact: async (number: string) => (await store.readExact(galleryId, number)).matches.map(({ id }) => id),
    near: async (number: string) => (await store.readNear(galleryId, number)).map(({ id, text }) => [id, text]),
  }
}

test('a number stands in its gallery before the photo, the newest photo first; a doubtful one by both of its ends too', async () => {
  const { places, store } = await setup(aPhoto())
  expect(await store.saveNumbers(aPhoto(), [...read('214'), ...doubted('87')])).toBe(true)
  expect(await places()).toEqual([
    'HEAD#2#87#87#ZZZZZZZZZZZZZZZZZZZZZZZZZY',
    'HEAD#3#87#87#ZZZZZZZZZZZZZZZZZZZZZZZZZY',
    'IS#214#ZZZZZZZZZZZZZZZZZZZZZZZZZY',
    'IS#87#ZZZZZZZZZZZZZZZZZZZZZZZZZY',
    'TAIL#2#78#87#ZZZZZZZZZZZZZZZZZZZZZZZZZY',
    'TAIL#3#78#87#ZZZZZZZZZZZZZZZZZZZZZZZZZY',
  ])
})

test('exactly the number leads to its photos, the newest first, and no other gallery’s', async () => {
  const elsewhere = aPhoto({ id: photoIdOf(4), galleryId: galleryIdOf(2) })
  const photos = [1, 2, 3].map((n) => aPhoto({ id: photoIdOf(n) }))
  const { store, exact } = await setup(...photos, elsewhere)
  for (const photo of photos) await store.saveNumbers(photo, read(photo.id === photoIdOf(2) ? '2145' : '214', '9'))
  await store.saveNumbers(elsewhere, read('214'))
  expect(await exact('214')).toEqual([photoIdOf(3), photoIdOf(1)])
  expect(await exact('21')).toEqual([])
})

test('what many photos show is walked in pages', async () => {
  const photos = Array.from({ length: 61 }, (_, n) => aPhoto({ id: photoIdOf(n + 1) }))
  const { store } = await setup(...photos)
  for (const photo of photos) await store.saveNumbers(photo, read('2026'))
  const first = await store.readExact(galleryId, '2026')
  expect([first.matches.length, first.isMore]).toEqual([60, true])
  const rest = await store.readExact(galleryId, '2026', { behind: first.matches.at(-1)?.place })
  expect([rest.matches.map(({ id }) => id), rest.isMore]).toEqual([[photoIdOf(1)], false])
})

test.each([
  // [what is looked for, what was read unsurely]
  ['214', '274'],
  ['214', '914'],
  ['214', '219'],
  ['214', '14'],
  ['214', '21'],
  ['1208', '208'],
  ['1208', '120'],
  ['1208', '1298'],
  ['17277', '17077'],
  ['17277', '17217'],
  ['123456', '123956'],
  ['123456', '12345'],
  ['A214', 'AZ14'],
  ['2051', '2OS1'],
  ['10', 'IO'],
  ['8', 'B'],
])('who looks for %s is offered a doubtful %s', async (number, text) => {
  const { store, near } = await setup(aPhoto())
  await store.saveNumbers(aPhoto(), doubted(text))
  expect(await near(number)).toEqual([[photoIdOf(1), text]])
})

test('another runner who was read surely is not offered, nor one with another number; letters make a reading doubtful', async () => {
  const { store, near } = await setup(aPhoto(), aPhoto({ id: photoIdOf(2) }), aPhoto({ id: photoIdOf(3) }))
  await store.saveNumbers(aPhoto(), read('213'))
  await store.saveNumbers(aPhoto({ id: photoIdOf(2) }), doubted('2195', '24'))
  await store.saveNumbers(aPhoto({ id: photoIdOf(3) }), read('2I4'))
  expect(await near('214')).toEqual([[photoIdOf(3), '2I4']])
})

test('a photo with two doubtful readings of a number is offered once, newer photos first', async () => {
  const { store, near } = await setup(aPhoto(), aPhoto({ id: photoIdOf(2) }))
  await store.saveNumbers(aPhoto(), doubted('274', '914'))
  await store.saveNumbers(aPhoto({ id: photoIdOf(2) }), doubted('219'))
  expect((await near('214')).map(([id]) => id)).toEqual([photoIdOf(2), photoIdOf(1)])
})

test('reading twice changes nothing, and another reading takes the place of the first', async () => {
  const { store, places } = await setup(aPhoto())
  await store.saveNumbers(aPhoto(), doubted('214'))
  const first = await places()
  await store.saveNumbers((await store.find(photoIdOf(1))) ?? aPhoto(), doubted('214'))
  expect(await places()).toEqual(first)
  await store.saveNumbers((await store.find(photoIdOf(1))) ?? aPhoto(), read('215'))
  expect(await places()).toEqual([expect.stringContaining('IS#215#')])
  expect(await store.find(photoIdOf(1))).toMatchObject({
    numbersRead: { etag: 'etag1', numbers: [{ text: '215', isSure: true }] },
  })
})

test('of two who read a photo at the same moment one keeps what it found, and no place of the other stays', async () => {
  const { store, places } = await setup(aPhoto())
  expect(await store.saveNumbers(aPhoto(), doubted('214'))).toBe(true)
  const first = await places()
  expect(await store.saveNumbers(aPhoto(), doubted('274'))).toBe(false)
  expect(await places()).toEqual(first)
  await store.forgetNumbersOf(photoIdOf(1))
  await store.forgetNumbersOf(photoIdOf(1))
  expect(await places()).toEqual([])
  expect(await store.find(photoIdOf(1))).toMatchObject({ numbersRead: null, state: 'ready' })
})

test('a start with a hundred runners fits into one transaction, and so does its removal', async () => {
  const crowd = Array.from({ length: 100 }, (_, n) => String(1_000 + n))
  const { store, places } = await setup(aPhoto())
  expect(await store.saveNumbers(aPhoto(), doubted(...crowd))).toBe(true)
  expect(await places()).toHaveLength(24 + 12 * 4)
  await store.remove((await store.find(photoIdOf(1))) ?? aPhoto(), noon)
  expect(await places()).toEqual([])
})

test('nothing is kept of a photo that went, was taken off sale, or has another file by now', async () => {
  const other = { key: 'k', etag: 'etag2', versionId: null }
  const { store, places } = await setup(
    aPhoto({ state: 'taken_down' }),
    aPhoto({ id: photoIdOf(2), original: other }),
    aPhoto({ id: photoIdOf(3) }),
  )
  await store.remove(aPhoto({ id: photoIdOf(3) }), noon)
  for (const n of [1, 2, 3]) expect(await store.saveNumbers(aPhoto({ id: photoIdOf(n) }), read('214'))).toBe(false)
  expect(await places()).toEqual([])
})

test('a photo that is removed takes its numbers with it, those too that were read after it was loaded', async () => {
  const { store, places } = await setup(aPhoto())
  const seen = await store.getOwn(photoIdOf(1), userIdOf(1))
  await store.saveNumbers(seen, read('214'))
  await store.remove(seen, noon)
  expect(await places()).toEqual([])
})

test('a gallery that is cleared keeps no number', async () => {
  const { store, places } = await setup(aPhoto())
  await store.saveNumbers(aPhoto(), doubted('214'))
  await store.removeAll(galleryId, noon)
  expect(await places()).toEqual([])
})

test('a number counts for a photo on sale in this gallery, if it was read in the file that is sold', () => {
  const numbersRead = { etag: 'etag1', numbers: [{ text: '214', isSure: true }] }
  const shows = (overrides: Partial<Photo>, text = '214') =>
    showsNumber(aPhoto({ numbersRead, ...overrides }), { galleryId, text })
  expect(shows({})).toBe(true)
  expect(shows({}, '215')).toBe(false)
  expect(shows({ state: 'taken_down' })).toBe(false)
  expect(shows({ galleryId: galleryIdOf(2) })).toBe(false)
  expect(shows({ numbersRead: null, original: null })).toBe(false)
  expect(shows({ original: { key: 'k', etag: 'etag2', versionId: null } })).toBe(false)
})
