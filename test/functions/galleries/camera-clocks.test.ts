import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listCameras } from '#functions/galleries/list-cameras.ts'
import { listPhotoHours } from '#functions/galleries/photo-hours.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { UpdateGallery } from '#schema/api/galleries.ts'
import type { CameraClocks } from '#schema/entities/camera-clocks.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { limits } from '#schema/limits.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aRendering } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const { cameras, photoHours, update } = api.galleries.endpoints
const galleryId = galleryIdOf(1)
const caller = userIdOf(1)
const canon = 'Canon EOS R5 032021001234'
const nikon = 'NIKON Z 9 2001234'

/** Does something between another call's reading and its write. */
const beforeNextWrite = (table: Table, meanwhile: () => Promise<unknown>) => {
  const { transact } = table
  table.transact = async (writes) => {
    table.transact = transact
    await meanwhile()
    return transact(writes)
  }
}

type Shot = Pick<Photo, 'title' | 'capturedAt' | 'camera'>
const shot = (title: string, camera: string | null, capturedAt: string | null): Shot => ({ title, camera, capturedAt })

const setup = async (shots: readonly Shot[], gallery: Partial<Gallery> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  const race = aGallery({ numbers: true, photoOrder: 'captured', lowestPence: null, ...gallery })
  await parts.galleries.create(race, { at: parts.now(), owner: profileUnchanged(aProfile()) })
  let number = 0
  const takePhoto = async ({ title, ...taken }: Shot) => {
    const id = photoIdOf(++number)
    const waiting = aPendingPhoto({ id, title, fileName: `${String(number).padStart(4, '0')}.jpg` })
    await parts.photos.create(waiting)
    expect(await parts.photos.becomeReady(waiting, { ...aRendering({ id }), ...taken })).toBe(true)
    return waiting
  }
  for (const photo of shots) await takePhoto(photo)
  return {
    ...parts,
    takePhoto,
    titles: async () => (await parts.photos.listShown(galleryId, { limit: 200 })).photos.map(({ title }) => title),
    correct: async (clocks: CameraClocks) => {
      const version = (await parts.galleries.find(galleryId))?.version
      const body = UpdateGallery.parse({ version, clocks })
      return updateGallery(parts)(request(update, { params: { galleryId }, body, caller }))
    },
    cameras: async (who = caller) =>
      cameras.response.parse(await listCameras(parts)(request(cameras, { params: { galleryId }, caller: who }))),
    hours: async () =>
      photoHours.response.parse(
        await listPhotoHours(parts)(request(photoHours, { params: { galleryId }, headers: {} })),
      ).hours,
  }
}

const day = [
  shot('Start', canon, '2026-05-10T09:00:00'),
  shot('Hill', nikon, '2026-05-10T10:00:00'),
  shot('Bridge', canon, '2026-05-10T09:30:00'),
  shot('Finish', nikon, '2026-05-10T11:00:00'),
  shot('Phone', null, '2026-05-10T10:15:00'),
  shot('Poster', canon, null),
]

test('a camera whose clock was an hour ahead is put right, its photos stand between the others, and it can be undone', async () => {
  const { correct, titles, hours, photos, table } = await setup(day)
  expect(await titles()).toEqual(['Start', 'Bridge', 'Hill', 'Phone', 'Finish', 'Poster'])
  const answer = await correct([{ camera: nikon, shiftSeconds: -3_600 - 1 }])
  expect(answer).toMatchObject({ clocks: [{ camera: nikon, shiftSeconds: -3_601 }] })
  expect(await titles()).toEqual(['Hill', 'Start', 'Bridge', 'Finish', 'Phone', 'Poster'])
  expect(await hours()).toEqual(['2026-05-10T08', '2026-05-10T09', '2026-05-10T10'])
  // A second correction takes the place of the first, and what the camera wrote is still there.
  await correct([{ camera: nikon, shiftSeconds: -1_799 }])
  expect(await titles()).toEqual(['Start', 'Bridge', 'Hill', 'Phone', 'Finish', 'Poster'])
  expect(await photos.find(photoIdOf(2))).toMatchObject({ capturedAt: '2026-05-10T10:00:00', clockShift: -1_799 })
  await correct([])
  expect(await hours()).toEqual(['2026-05-10T09', '2026-05-10T10', '2026-05-10T11'])
  expect(await photos.find(photoIdOf(2))).toMatchObject({ clockShift: 0 })
  expect(table.all().filter(({ kind }) => kind === 'order-photos')).toEqual([])
})

test('clocks that are sent as they are leave every photo where it stands', async () => {
  const { correct, galleries } = await setup(day)
  const clocks = [{ camera: nikon, shiftSeconds: -60 }]
  await correct(clocks)
  const before = await galleries.find(galleryId)
  await correct(clocks)
  expect((await galleries.find(galleryId))?.clocksVersion).toBe(before?.clocksVersion)
})

test('a photo that comes later from a camera that was put right stands where it belongs', async () => {
  const { correct, takePhoto, titles } = await setup(day)
  await correct([{ camera: nikon, shiftSeconds: -3_600 }])
  await takePhoto(shot('Medal', nikon, '2026-05-10T10:20:00'))
  expect(await titles()).toEqual(['Start', 'Hill', 'Medal', 'Bridge', 'Finish', 'Phone', 'Poster'])
})

test('clocks that change while a photo becomes ready, or while others are being moved, leave none behind', async () => {
  const { correct, takePhoto, titles, photos, table } = await setup(day)
  beforeNextWrite(table, () => correct([{ camera: nikon, shiftSeconds: -3_600 }]))
  await takePhoto(shot('Medal', nikon, '2026-05-10T10:20:00'))
  expect(await titles()).toEqual(['Start', 'Hill', 'Medal', 'Bridge', 'Finish', 'Phone', 'Poster'])
  const moving = photos.orderPhotos(galleryId)
  await correct([{ camera: canon, shiftSeconds: 7_201 }])
  await moving
  await photos.orderPhotos(galleryId)
  expect(await titles()).toEqual(['Hill', 'Phone', 'Medal', 'Finish', 'Start', 'Bridge', 'Poster'])
})

const anyShot = fc.record({
  camera: fc.constantFrom(canon, nikon, null),
  second: fc.option(fc.nat(20_000)),
})
const anyClocks = fc.record({
  [canon]: fc.integer({ min: -9_000, max: 9_000 }),
  [nikon]: fc.integer({ min: -9_000, max: 9_000 }),
})

test('whatever the clocks are, photos follow each other as a plain sort by the right times has them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyShot, { maxLength: 8 }), anyClocks, anyClocks, async (shots, first, last) => {
      const base = Date.UTC(2026, 4, 10, 6)
      const timed = shots.map(({ camera, second }, n) => ({ title: String(n), camera, second }))
      const { correct, titles } = await setup(
        timed.map(({ title, camera, second }) =>
          shot(title, camera, second === null ? null : new Date(base + second * 1_000).toISOString().slice(0, 19)),
        ),
      )
      for (const clocks of [first, last])
        await correct(
          Object.entries(clocks)
            .map(([camera, shiftSeconds]) => ({ camera, shiftSeconds }))
            .filter(({ shiftSeconds }) => shiftSeconds !== 0),
        )
      const right = ({ camera, second }: (typeof timed)[number]) =>
        second === null ? Number.POSITIVE_INFINITY : second + (camera === null ? 0 : (last[camera] ?? 0))
      const sorted = timed.toSorted((a, b) => (right(a) === right(b) ? 0 : right(a) - right(b)))
      // Those without a time come last, and all of them became ready in one second, so that their ids decide.
      const dated = sorted.filter(({ second }) => second !== null).map(({ title }) => title)
      expect((await titles()).slice(0, dated.length)).toEqual(dated)
    }),
    { numRuns: 40 },
  )
})

test('its photographer is told which cameras there are, each with a photo, and nobody else is', async () => {
  const parts = await setup(day)
  const told = await parts.cameras()
  expect(told).toMatchObject({
    cameras: [
      { camera: canon, capturedAt: '2026-05-10T09:00:00', photo: { title: 'Start' } },
      { camera: nikon, capturedAt: '2026-05-10T10:00:00', photo: { title: 'Hill' } },
    ],
    isMore: false,
  })
  await expect(parts.cameras(userIdOf(2))).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test('a camera is written once for a card of photos, and goes with its gallery', async () => {
  const { takePhoto, galleries, table, requests } = await setup(day)
  const items = () => table.all().filter(({ SK }) => String(SK).startsWith('CAMERA#'))
  const before = items()
  await takePhoto(shot('Again', canon, '2026-05-10T12:00:00'))
  expect(items()).toEqual(before)
  expect(requests.length).toBeGreaterThan(0)
  await galleries.clearLikes(galleryId)
  expect(items()).toEqual([])
})

test('a gallery of more cameras than are told says so', async () => {
  const many = Array.from({ length: limits.gallery.camerasTold + 1 }, (_, n) =>
    shot(`Photo ${String(n)}`, `Camera ${String(n).padStart(3, '0')}`, '2026-05-10T12:00:00'),
  )
  const told = await (await setup(many)).cameras()
  expect([told.cameras.length, told.isMore]).toEqual([limits.gallery.camerasTold, true])
})

test.each([
  ['a clock that is right', [{ camera: canon, shiftSeconds: 0 }]],
  ['a part of a second', [{ camera: canon, shiftSeconds: 0.5 }]],
  ['a century', [{ camera: canon, shiftSeconds: 100 * 366 * 86_400 }]],
  ['a camera without a name', [{ camera: '', shiftSeconds: 5 }]],
  ['a camera that is named twice', [1, 2].map((shiftSeconds) => ({ camera: canon, shiftSeconds }))],
  [
    'too many cameras',
    Array.from({ length: limits.gallery.clocks + 1 }, (_, n) => ({ camera: `C${String(n)}`, shiftSeconds: 1 })),
  ],
])('%s is refused', (_name, clocks) => {
  expect(UpdateGallery.safeParse({ version: 0, clocks }).success).toBe(false)
})

test('a clock that was never set, and one that would leave the calendar, stay in an order', async () => {
  const { correct, titles } = await setup([
    shot('Early', canon, '0001-01-01T00:00:00'),
    shot('Now', nikon, '2026-05-10T10:00:00'),
    shot('Late', canon, '9999-12-31T23:59:59'),
  ])
  await correct([{ camera: canon, shiftSeconds: limits.gallery.mostClockShift }])
  expect(await titles()).toEqual(['Early', 'Now', 'Late'])
  await correct([{ camera: canon, shiftSeconds: -limits.gallery.mostClockShift }])
  expect(await titles()).toEqual(['Early', 'Now', 'Late'])
})
