import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { listPhotoHours } from '#functions/galleries/photo-hours.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { SetId } from '#schema/ids.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, setIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const { listPhotos, photoHours } = api.galleries.endpoints
const galleryId = galleryIdOf(1)
const start = { id: setIdOf(1), name: 'Start' }

const setup = async (photos: readonly Partial<Photo>[], gallery: Partial<Gallery> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  const race = aGallery({ numbers: true, photoOrder: 'captured', sets: [start], ...gallery })
  await parts.galleries.create(race, { at: parts.now(), owner: profileUnchanged(aProfile()) })
  for (const [index, photo] of photos.entries())
    await parts.photos.create(aPhoto({ id: photoIdOf(index + 1), listedBy: race.photoOrder, ...photo }))
  parts.requests.length = 0
  type Query = { from?: string; to?: string; number?: string; q?: string; set?: SetId; cursor?: string }
  const list = async (query: Query) =>
    listPhotos.response.parse(
      await listGalleryPhotos(parts)(request(listPhotos, { params: { galleryId }, headers: {}, query })),
    )
  return {
    ...parts,
    list,
    titles: async (query: Query) => (await list(query)).items.map(({ title }) => title),
    hours: async () =>
      photoHours.response.parse(
        await listPhotoHours(parts)(request(photoHours, { params: { galleryId }, headers: {} })),
      ),
  }
}
const taken = (capturedAt: string | null, more: Partial<Photo> = {}) => ({
  title: capturedAt ?? 'none',
  capturedAt,
  ...more,
})

test('photos of a time come in the order in which they were taken, by the clock of each camera', async () => {
  const { titles } = await setup([
    taken('2026-05-10T10:40:00'),
    taken('2026-05-10T10:20:00+02:00'),
    taken('2026-05-10T10:39:59.5Z'),
    taken('2026-05-10T10:19:59'),
    taken('2026-05-11T10:30:00'),
    taken(null),
  ])
  expect(await titles({ from: '2026-05-10T10:20', to: '2026-05-10T10:40' })).toEqual([
    '2026-05-10T10:20:00+02:00',
    '2026-05-10T10:39:59.5Z',
  ])
  expect(await titles({ from: '2026-05-10T10:40' })).toEqual(['2026-05-10T10:40:00', '2026-05-11T10:30:00'])
  expect(await titles({ to: '2026-05-10T10:20' })).toEqual(['2026-05-10T10:19:59'])
  expect(await titles({ from: '2030-01-01T00:00' })).toEqual([])
})

/** Seconds of two days, some of them with a camera's zone. */
const anyTime = fc
  .record({ second: fc.nat(172_799), zone: fc.constantFrom('', 'Z', '+02:00', '-11:30') })
  .map(({ second, zone }) => new Date(Date.UTC(2026, 4, 10) + second * 1_000).toISOString().slice(0, 19) + zone)
const anyMinute = fc
  .nat(2_900)
  .map((minute) => new Date(Date.UTC(2026, 4, 10) + minute * 60_000).toISOString().slice(0, 16))

test('whatever the times are, a stretch of them holds those that a plain filter keeps, and the hours are all there are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(anyTime), { maxLength: 12 }),
      anyMinute,
      anyMinute,
      async (times, one, other) => {
        fc.pre(one !== other)
        const [from = '', to = ''] = [one, other].toSorted()
        const { titles, hours } = await setup(times.map((time) => taken(time)))
        const clocks = times.flatMap((time) => time ?? []).map((time) => ({ time, clock: time.slice(0, 19) }))
        const expected = clocks.filter(({ clock }) => clock >= `${from}:00` && clock < `${to}:00`)
        expect((await titles({ from, to })).toSorted()).toEqual(expected.map(({ time }) => time).toSorted())
        expect((await hours()).hours).toEqual([...new Set(clocks.map(({ clock }) => clock.slice(0, 13)))].toSorted())
      },
    ),
    { numRuns: 40 },
  )
})

test('a long time comes a page at a time, each one query, and a place of another time is refused', async () => {
  const photos = Array.from({ length: 45 }, (_, n) => taken(`2026-05-10T10:${String(n).padStart(2, '0')}:00`))
  const { list, requests } = await setup(photos)
  const span = { from: '2026-05-10T10:02', to: '2026-05-10T10:44' }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    requests.length = 0
    const page = await list({ ...span, ...(cursor !== undefined && { cursor }) })
    expect(requests.toSorted()).toEqual(['get', 'query'])
    seen.push(...page.items.map(({ title }) => title))
    cursor = page.nextCursor
    if (cursor !== undefined)
      await expect(list({ from: '2026-05-10T10:03', cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  } while (cursor !== undefined)
  expect(seen).toEqual(photos.slice(2, 44).map(({ title }) => title))
})

test('a time goes with a set and with a number; words do not count beside it', async () => {
  const { titles, photos } = await setup([
    taken('2026-05-10T09:10:00', { setId: start.id }),
    taken('2026-05-10T09:20:00'),
    taken('2026-05-10T11:20:00', { setId: start.id }),
  ])
  for (const n of [2, 3]) {
    const photo = await photos.find(photoIdOf(n))
    if (photo) await photos.saveNumbers(photo, [{ text: '214', confidence: 0.99 }])
  }
  const span = { from: '2026-05-10T09:00', to: '2026-05-10T10:00' }
  expect(await titles({ ...span, set: start.id, q: 'sunset' })).toEqual(['2026-05-10T09:10:00'])
  expect(await titles({ ...span, number: '214' })).toEqual(['2026-05-10T09:20:00'])
})

test.each([
  [{ from: '2026-05-10T10:00', to: '2026-05-10T10:00' }, 'to'],
  [{ from: '2026-05-10T10:00', to: '2026-05-10T09:00' }, 'to'],
])('a time that ends before it begins is refused, not looked for: %j', async (span, path) => {
  const { list } = await setup([])
  const refusal = { code: 'invalid_request', fields: [{ path }] }
  await expect(list(span)).rejects.toMatchObject(refusal)
  await expect(list({ ...span, number: '214' })).rejects.toMatchObject(refusal)
})

test.each(['', '10:00', '2026-05-10T10:00:00', '2026-05-10', "2026-05-10T10:0'"])('“%s” is no time', (from) => {
  expect(listPhotos.query.safeParse({ from }).success).toBe(false)
})

test('hours with photos are told, a query each and one a day; photos without a time, or of a month that there is none of, are in none', async () => {
  const times = [
    '2026-05-10T09:59:59',
    '2026-05-10T09:00:00',
    '2026-05-10T11:00:00',
    '2026-05-11T00:00:00',
    '2026-05-11T23:59:59',
    '0000-00-00T07:00:00',
    '2026-05-12T27:00:00',
  ]
  const { hours, requests } = await setup([...times, null].map((time) => taken(time)))
  expect(await hours()).toEqual({
    hours: ['2026-05-10T09', '2026-05-10T11', '2026-05-11T00', '2026-05-11T23'],
    isMore: false,
  })
  // The days: four, and that there is no fifth. Behind 09, 11 and 00: nothing comes behind 23, nor on days that are none.
  expect(requests.filter((name) => name === 'query')).toHaveLength(5 + 3)
})

/** A photo in each hour of so many days. */
const aroundTheClock = (days: number) =>
  Array.from({ length: days * 24 }, (_, n) => taken(new Date(Date.UTC(2026, 4, 10, n)).toISOString()))

test('a race of five days is told to its end', async () => {
  const { hours } = await setup(aroundTheClock(5))
  const told = await hours()
  expect([told.hours.length, told.hours.at(-1), told.isMore]).toEqual([120, '2026-05-14T23', false])
})

test('of more days than are told the first ones are, for a bounded number of queries', async () => {
  const { hours, requests } = await setup(aroundTheClock(15))
  const told = await hours()
  expect([told.hours.length, told.hours.at(-1), told.isMore]).toEqual([14 * 24, '2026-05-23T23', true])
  expect(requests.filter((name) => name === 'query')).toHaveLength(15 + 14 * 23)
})

test.each([
  ['are switched off', { numbers: false }],
  ['lie in another order', { photoOrder: 'featured' as const }],
])('where races %s there are no times, and a locked gallery tells of none', async (_, gallery) => {
  const photo = taken('2026-05-10T09:10:00')
  const off = await setup([photo], gallery)
  expect(await off.hours()).toEqual({ hours: [], isMore: false })
  expect(await off.titles({ from: '2026-05-10T09:00' })).toEqual([])
  const locked = await setup([photo], { isPublic: false, accessCode: 'ABCD1234' })
  await expect(locked.hours()).rejects.toMatchObject({ code: 'gallery_locked' })
  await expect(locked.titles({ from: '2026-05-10T09:00' })).rejects.toMatchObject({ code: 'gallery_locked' })
})
