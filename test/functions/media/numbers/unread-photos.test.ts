import { expect, test } from 'vitest'
import { choreKeys, choreRemove } from '#functions/chores/chore-writes.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { ownGallery } from '#functions/galleries/gallery-views.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { photoKeys } from '#functions/galleries/photo-writes.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { numberBudget } from '#functions/media/numbers/number-budget-store.ts'
import { readPhotoNumbers } from '#functions/media/numbers/read-photo-numbers.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { OwnGallery } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'

const { listPhotos } = api.galleries.endpoints
const galleryId = galleryIdOf(1)
const at = (time: string) => `2030-01-01T${time}.000Z`
const box = { left: 0, top: 0, width: 1, height: 1 }

type Market = { gallery?: Partial<Gallery>; profile?: Partial<Profile> }

/** A gallery that reads numbers, into which photos come as they are drawn. */
const setup = async ({ gallery = {}, profile = {} }: Market = {}) => {
  const parts = marketParts()
  const { table, chores, steps, log, now, setTime } = parts
  const home = aGallery({ id: galleryId, numbers: true, numbersReadUpTo: 0, ...gallery })
  await table.write(put({ ...galleryKeys.gallery(galleryId), ...home }, 'absent'))
  const subscribed = { subscription: 'active', paidUntil: '2031-01-01T00:00:00.000Z' } as const
  await parts.profiles.create(aProfile({ ...subscribed, ...profile }), [])
  const storage = fakeStorage()
  const handle = readPhotoNumbers({
    ...parts,
    budget: numberBudget(table),
    storage,
    readNumbers: async () => [{ text: '214', confidence: 0.99, box }],
    turn: async () => {},
  })
  const change = (set: Partial<Gallery>, add: Record<string, number> = {}) =>
    table.write(update(galleryKeys.gallery(galleryId), { set, add, when: 'present' }))
  const work = finishChores({ chores, steps, log, now })
  return {
    ...parts,
    storage,
    handle,
    change,
    come: async (n: number, photo: Partial<Photo> = {}) => {
      const webKey = `files/${photoIdOf(n)}/web.jpg`
      await parts.photos.create(aPhoto({ id: photoIdOf(n), galleryId, webKey, ...photo }))
      await storage.put('deliveries', { key: webKey, bytes: Buffer.from('jpeg'), contentType: 'image/jpeg' })
      await change({}, { photoCount: 1, cameCount: 1 })
    },
    read: (n: number) => handle({ kind: 'read-photo', photoId: photoIdOf(n) }),
    workAt: async (time: string) => {
      setTime(at(time))
      await work()
    },
    /** The same of their photographer. */
    ownHasUnread: async () => {
      const gallery = await parts.galleries.findKept(galleryId)
      return gallery && OwnGallery.parse(await ownGallery(parts.links, gallery)).hasUnread
    },
    /** What a runner is told of photos that were not read. */
    hasUnread: async () => {
      const asked = request(listPhotos, { params: { galleryId }, headers: {}, query: { number: '7' } })
      return listPhotos.response.parse(await listGalleryPhotos(parts)(asked)).hasUnread
    },
  }
}

test('a photo that came is one that was not read, until it was and all others are', async () => {
  const { come, read, workAt, hasUnread, ownHasUnread } = await setup()
  expect([await hasUnread(), await ownHasUnread()]).toEqual([undefined, undefined])
  await come(1)
  await come(2)
  expect([await hasUnread(), await ownHasUnread()]).toEqual([true, true])
  await read(1)
  await workAt('10:10:00')
  expect(await hasUnread()).toBe(true)
  await read(2)
  expect(await hasUnread()).toBe(true)
  await workAt('10:14:00')
  expect(await hasUnread()).toBeUndefined()
})

test('while photos are read one after the other nobody looks through the gallery, nor does each of them write a note', async () => {
  const { come, read, setTime, workAt, requests, hasUnread } = await setup()
  for (const n of [1, 2, 3, 4]) await come(n)
  requests.length = 0
  await read(1)
  const first = requests.length
  requests.length = 0
  await read(2)
  expect(requests.length).toBe(first - 1)
  await workAt('10:03:00')
  await read(3)
  await workAt('10:04:00')
  await read(4)
  setTime(at('10:05:59'))
  expect(await hasUnread()).toBe(true)
  await workAt('10:08:00')
  expect(await hasUnread()).toBeUndefined()
})

test('a photo that is deleted before its turn waits no more', async () => {
  const { come, read, photos, now, workAt, hasUnread } = await setup()
  await come(1)
  await photos.remove(aPhoto({ id: photoIdOf(1), galleryId }), now())
  expect(await hasUnread()).toBe(true)
  await read(1)
  await workAt('10:05:00')
  expect(await hasUnread()).toBeUndefined()
})

test.each([
  ['deleted', ({ photos, now }, photo) => photos.remove(photo, now())],
  ['taken down', ({ photos }, photo) => photos.takeDown(photo, 'A rule.', [])],
  ['withdrawn, since its file cannot be delivered', ({ photos }, photo) => photos.withdraw(photo, 'No file.')],
] satisfies [string, (market: Awaited<ReturnType<typeof setup>>, photo: Photo) => Promise<unknown>][])(
  'the last photo that waits for the next month is %s: all that are left were read',
  async (_, leave) => {
    const market = await setup({ profile: { numbersAMonth: 1, subscription: 'none', paidUntil: null } })
    const { come, read, photos, workAt, hasUnread } = market
    await come(1)
    await come(2)
    await read(1)
    await read(2)
    await workAt('10:10:00')
    expect(await hasUnread()).toBe(true)
    const waiting = await photos.find(photoIdOf(2))
    if (!waiting) throw new Error('There is none.')
    await leave(market, waiting)
    await workAt('10:15:00')
    expect(await hasUnread()).toBeUndefined()
  },
)

test('where no month has room any more, a photo is read once its owner subscribed again', async () => {
  const { come, read, handle, setTime, steps, profiles, table, sent, hasUnread } = await setup({
    profile: { subscription: 'none', paidUntil: null, trialExpiresAt: '2029-01-01T00:00:00.000Z' },
  })
  await come(1)
  await read(1)
  await steps['check-numbers'](galleryId)
  expect(await hasUnread()).toBe(true)
  setTime('2030-02-01T00:01:00.000Z')
  const { PK } = choreKeys.chore({ kind: 'read-numbers', subject: galleryId })
  expect(table.stored(PK, 'CHORE')).toMatchObject({ dueAt: '2030-02-01T00:00:00.000Z' })
  await table.write(choreRemove({ kind: 'read-numbers', subject: galleryId }))
  sent.length = 0
  await handle({ kind: 'read-gallery', galleryId })
  // None of its photos is sent anywhere for nothing.
  expect(sent).toEqual([])
  expect(table.stored(PK, 'CHORE')).toMatchObject({ dueAt: '2030-03-01T00:00:00.000Z' })
  const owner = await profiles.get(aProfile().userId)
  await profiles.save(owner.userId, { subscription: 'active', paidUntil: '2031-01-01T00:00:00.000Z' }, owner)
  setTime('2030-03-01T00:01:00.000Z')
  await handle({ kind: 'read-gallery', galleryId })
  await read(1)
  await steps['check-numbers'](galleryId)
  expect(await hasUnread()).toBeUndefined()
})

test('a gallery without unread photos whose owner has no month any more is looked at no further', async () => {
  const { come, handle, table } = await setup({
    gallery: { cameCount: 0 },
    profile: { subscription: 'none', paidUntil: null },
  })
  await come(1, { numbersRead: { etag: 'etag1', numbers: [] } })
  await table.write(update(galleryKeys.gallery(galleryId), { set: { numbersReadUpTo: 1 }, when: 'present' }))
  await handle({ kind: 'read-gallery', galleryId })
  const { PK } = choreKeys.chore({ kind: 'read-numbers', subject: galleryId })
  expect(table.stored(PK, 'CHORE')).toBeUndefined()
})

test('a photo whose file is gone counts as read', async () => {
  const { come, read, storage, workAt, hasUnread } = await setup()
  await come(1)
  await storage.remove('deliveries', [`files/${photoIdOf(1)}/web.jpg`])
  await read(1)
  await workAt('10:05:00')
  expect(await hasUnread()).toBeUndefined()
})

test('a photo that is drawn anew just before its file is read comes again', async () => {
  const { come, read, storage, photos, table, hasUnread } = await setup()
  await come(1)
  const webKey = `files/${photoIdOf(1)}/web2.jpg`
  const readNow = storage.read
  storage.read = async (bucket, file) => {
    await table.write(update(photoKeys.photo(photoIdOf(1)), { set: { webKey }, when: 'present' }))
    await storage.remove('deliveries', [file.key])
    return readNow(bucket, file)
  }
  expect(isBusy(await read(1).catch((error: unknown) => error))).toBe(true)
  storage.read = readNow
  await storage.put('deliveries', { key: webKey, bytes: Buffer.from('jpeg'), contentType: 'image/jpeg' })
  await read(1)
  expect((await photos.find(photoIdOf(1)))?.numbersRead?.numbers).toMatchObject([{ text: '214' }])
  expect(await hasUnread()).toBe(true)
})

test('what a used-up month leaves unread is said until it was read in the next one', async () => {
  const { come, read, workAt, setTime, steps, handle, hasUnread } = await setup({
    profile: { numbersAMonth: 1, subscription: 'none', paidUntil: null },
  })
  await come(1)
  await come(2)
  await read(1)
  await read(2)
  await workAt('10:10:00')
  expect(await hasUnread()).toBe(true)
  setTime('2030-02-01T00:01:00.000Z')
  await steps['read-numbers'](galleryId)
  await handle({ kind: 'read-gallery', galleryId })
  await read(2)
  setTime('2030-02-01T00:06:00.000Z')
  await steps['check-numbers'](galleryId)
  expect(await hasUnread()).toBeUndefined()
})

test('a gallery that is handed on and has nothing to read is found so', async () => {
  const { come, handle, workAt, hasUnread } = await setup({ gallery: { numbersReadUpTo: null } })
  await come(1, { numbersRead: { etag: 'etag1', numbers: [] } })
  // Its file is gone: no later look would find more.
  await come(2, { webKey: null })
  expect(await hasUnread()).toBe(true)
  await handle({ kind: 'read-gallery', galleryId })
  await workAt('10:05:00')
  expect(await hasUnread()).toBeUndefined()
})

test('of a gallery from before nothing is said, until a look shows a photo that was not read', async () => {
  const { come, steps, hasUnread } = await setup({ gallery: { cameCount: 7, numbersReadUpTo: undefined } })
  expect(await hasUnread()).toBeUndefined()
  await come(8)
  await steps['check-numbers'](galleryId)
  expect(await hasUnread()).toBe(true)
})

test('a look that missed a photo which the list did not have yet is put right by the next one', async () => {
  const { come, change, steps, hasUnread } = await setup()
  await come(1)
  await change({ numbersReadUpTo: 1 })
  expect(await hasUnread()).toBeUndefined()
  await steps['check-numbers'](galleryId)
  expect(await hasUnread()).toBe(true)
})

test.each([
  ['a photo comes', { add: { cameCount: 1 } }],
  ['its settings change', { add: { version: 1 } }],
])('nothing is noted where, while a gallery is looked through, %s', async (_, meanwhile) => {
  const { come, steps, photos, table } = await setup({ gallery: { numbersReadUpTo: null } })
  await come(1, { numbersRead: { etag: 'etag1', numbers: [] } })
  const { listShown } = photos
  photos.listShown = async (...asked) => {
    await table.write(update(galleryKeys.gallery(galleryId), { ...meanwhile, when: 'present' }))
    return listShown(...asked)
  }
  await steps['check-numbers'](galleryId).catch((error: unknown) => error)
  const { PK, SK } = galleryKeys.gallery(galleryId)
  expect(table.stored(PK, SK)).toMatchObject({ numbersReadUpTo: null })
})
