import { expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { orphanStore } from '#functions/galleries/orphan-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { quotaKeys, quotaStore } from '#functions/galleries/quota-store.ts'
import { handleRenderMessage } from '#functions/media/render-photo.ts'
import { sweepBatch } from '#functions/media/sweep-batch.ts'
import { sweepUploads } from '#functions/media/sweep-uploads.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { put, remove, update } from '#functions/shared/table/writes.ts'
import { RenderMessage, Rerender } from '#schema/events/render.ts'
import { SweepBatch } from '#schema/events/sweep.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aRoom } from '#test/support/builders/room.ts'
import { photograph } from '#test/support/media/photo-files.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const owner = userIdOf(1)
const gallery = aGallery({ photoCount: 1 })
const granted = '2030-01-01T10:00:00.000Z'
const bytes = 4_000_000

/** A market of one gallery; the clock stands a day and a minute after everything in it was granted. */
const setup = async (...photos: ReturnType<typeof aPhoto>[]) => {
  const table = fakeTable()
  const storage = fakeStorage()
  const sent: Rerender[] = []
  const due: SweepBatch[] = []
  let time = new Date('2030-01-02T10:01:00.000Z')
  const errors: string[] = []
  const parts = {
    orphans: orphanStore(table),
    photos: photoStore(table),
    galleries: galleryStore(table),
    quota: quotaStore(table),
    storage,
    send: async (queue: string, messages: readonly unknown[]) => {
      if (queue === 'SWEEP_QUEUE_URL') due.push(...messages.map((message) => SweepBatch.parse(message)))
      else sent.push(...messages.map((message) => Rerender.parse(message)))
    },
    now: () => time,
    log: { info: () => {}, warn: () => {}, error: (message: string) => void errors.push(message) },
  }
  await table.write(put({ ...galleryKeys.gallery(gallery.id), ...gallery }, 'absent'))
  for (const photo of photos) {
    await parts.photos.create(photo)
    await parts.quota.take(owner, { bytes: photo.bytes, room: aRoom() })
  }
  /** A night: what is due is found, and the queue emptied. */
  const sweepWith =
    (more: Partial<typeof parts> = {}) =>
    async () => {
      await sweepUploads({ ...parts, ...more })()
      for (const batch of due.splice(0)) await sweepBatch({ ...parts, ...more })(batch)
    }
  return {
    ...parts,
    table,
    sent,
    due,
    errors,
    find: sweepUploads(parts),
    sweepOne: sweepBatch(parts),
    sweep: sweepWith(),
    sweepWith,
    quotaBytes: () => table.stored(quotaKeys.stored(owner).PK, 'STORED')?.bytes,
    stateOf: async (n = 1) => (await parts.photos.find(photoIdOf(n)))?.state,
    isListed: (n = 1) => table.stored(`PHOTO#${photoIdOf(n)}`, 'PHOTO')?.workKey !== undefined,
    tomorrow: () => {
      time = new Date(time.getTime() + 24 * 3_600_000 + 60_000)
    },
  }
}

/** Every file that a photo of this market can have. */
const fill = async (storage: ReturnType<typeof fakeStorage>, photo: ReturnType<typeof aPhoto>) => {
  storage.upload(photo.uploadKey, Buffer.from('original'))
  const file = { bytes: Buffer.from('x'), contentType: 'image/jpeg' }
  for (const { key } of photo.renditions) await storage.put('renditions', { key, ...file })
  if (photo.webKey) await storage.put('deliveries', { key: photo.webKey, ...file })
  await storage.put('deliveries', { key: `files/${photo.id}/etag1-original.jpg`, ...file })
}
const filesIn = (storage: ReturnType<typeof fakeStorage>) =>
  (['originals', 'renditions', 'deliveries'] as const).flatMap((bucket) => storage.keys(bucket))

test('a photo whose file never came is gone after a day, and its bytes are the photographer’s again, once', async () => {
  const { sweep, stateOf, quotaBytes, isListed, photos, sent } = await setup(aPendingPhoto())
  expect(quotaBytes()).toBe(bytes)
  await sweep()
  expect(await stateOf()).toBe('deleted')
  expect((await photos.listHidden(gallery.id)).photos).toEqual([])
  expect([quotaBytes(), isListed()]).toEqual([0, false])
  await sweep()
  expect(quotaBytes()).toBe(0)
  expect(sent).toEqual([])
})

test('two sweeps at once give the bytes back once', async () => {
  const { sweep, quotaBytes } = await setup(aPendingPhoto(), aPhoto({ id: photoIdOf(2) }))
  await Promise.all([sweep(), sweep(), sweep()])
  expect(quotaBytes()).toBe(bytes)
})

test('a photo granted less than a day ago is left to its owner', async () => {
  const { sweep, stateOf, quotaBytes } = await setup(aPendingPhoto({ createdAt: '2030-01-01T10:02:00.000Z' }))
  await sweep()
  expect([await stateOf(), quotaBytes()]).toEqual(['pending', bytes])
})

test('a new try within the day begins a new day', async () => {
  const photo = aPendingPhoto()
  const { sweep, stateOf, photos, tomorrow } = await setup(photo)
  await photos.restart(photo, `${photo.uploadKey.slice(0, -1)}1`, new Date('2030-01-02T09:00:00.000Z'))
  await sweep()
  expect(await stateOf()).toBe('pending')
  tomorrow()
  await sweep()
  expect(await stateOf()).toBe('deleted')
})

test('an upload whose notice was lost is announced once more, and then becomes ready', async () => {
  const photo = aPendingPhoto()
  const parts = await setup(photo)
  parts.storage.upload(photo.uploadKey, photograph('two-spaniels'))
  await parts.sweep()
  expect(parts.sent).toEqual([{ kind: 'render-upload', photoId: photo.id }])
  const rest = { recall: async () => {}, pause: async () => {}, random: (count: number) => new Uint8Array(count) }
  const handle = handleRenderMessage({ ...parts, ...rest })
  for (const message of parts.sent) await handle(RenderMessage.parse(message))
  expect(await parts.stateOf()).toBe('ready')
  expect(parts.isListed()).toBe(false)
})

test('an upload that is not drawn in two days ends as failed, its owner reads why, and the file is kept', async () => {
  const photo = aPendingPhoto()
  const { sweep, storage, photos, tomorrow, sent, quotaBytes } = await setup(photo)
  storage.upload(photo.uploadKey, Buffer.from('x'))
  await sweep()
  tomorrow()
  await sweep()
  expect(await photos.find(photo.id)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/upload it again/),
  })
  expect([sent.length, filesIn(storage), quotaBytes()]).toEqual([1, [photo.uploadKey], bytes])
})

test('an upload into a gallery that was deleted meanwhile goes', async () => {
  const photo = aPendingPhoto()
  const { sweep, table, storage, stateOf, quotaBytes } = await setup(photo)
  storage.upload(photo.uploadKey, Buffer.from('x'))
  await table.write(remove(galleryKeys.gallery(gallery.id), 'present'))
  await sweep()
  expect([await stateOf(), filesIn(storage), quotaBytes()]).toEqual(['deleted', [], 0])
})

test('the files of a deleted photo that nobody ordered go a day later, every one of them', async () => {
  const photo = aPhoto()
  const other = aPhoto({ id: photoIdOf(10) })
  const { sweep, storage, photos, tomorrow, quotaBytes } = await setup(photo, other)
  await fill(storage, photo)
  await fill(storage, other)
  const left = storage.keys('renditions').length
  // Tries that were cut short left files whose names stand nowhere; one of them an earlier release's.
  for (const place of mediaKeys.renditionsOf({ galleryId: gallery.id, photoId: photo.id }))
    await storage.put('renditions', {
      key: `${place}forgotten-display.jpg`,
      bytes: Buffer.from('x'),
      contentType: 'image/jpeg',
    })
  await photos.remove(photo, new Date('2030-01-02T10:00:00.000Z'))
  await sweep()
  expect(storage.keys('renditions')).toHaveLength(left + 2)
  tomorrow()
  await sweep()
  expect(filesIn(storage).filter((key) => key.includes(photo.id))).toEqual([])
  expect(filesIn(storage).filter((key) => key.includes(other.id))).toHaveLength(5)
  expect(quotaBytes()).toBe(bytes)
  expect(await photos.find(photo.id)).toMatchObject({ state: 'deleted', renditions: [], webKey: null, original: null })
})

test('what a checkout holds stays until that is over, and goes then', async () => {
  const photo = aPhoto()
  const { sweep, storage, photos, tomorrow, quotaBytes, isListed } = await setup(photo)
  await fill(storage, photo)
  const before = filesIn(storage)
  await photos.hold([photo], new Date(granted))
  await photos.remove(photo, new Date(granted))
  for (let day = 2; day < 60; day += 1) {
    await sweep()
    expect([filesIn(storage), quotaBytes(), isListed(1)]).toEqual([before, bytes, true])
    tomorrow()
  }
  tomorrow()
  await sweep()
  expect([filesIn(storage), quotaBytes(), isListed(1)]).toEqual([[], 0, false])
})

test('what was held and is paid before that is over is never removed', async () => {
  const photo = aPhoto()
  const { sweep, storage, photos, tomorrow } = await setup(photo)
  await fill(storage, photo)
  const before = filesIn(storage)
  await photos.hold([photo], new Date(granted))
  await photos.remove(photo, new Date(granted))
  tomorrow()
  await sweep()
  await photos.markOrdered([photo])
  for (let day = 0; day < 61; day += 1) tomorrow()
  await sweep()
  expect(filesIn(storage)).toEqual(before)
})

test('what was sold is never removed, however the photo was deleted', async () => {
  const [single, withGallery] = [aPhoto(), aPhoto({ id: photoIdOf(2) })]
  const { sweep, storage, photos, tomorrow, quotaBytes, isListed } = await setup(single, withGallery)
  for (const photo of [single, withGallery]) await fill(storage, photo)
  const before = filesIn(storage)
  await photos.markOrdered([single, withGallery])
  await photos.remove(single, new Date(granted))
  await photos.removeAll(gallery.id, new Date(granted))
  await sweep()
  tomorrow()
  await sweep()
  expect(filesIn(storage)).toEqual(before)
  expect([quotaBytes(), isListed(1), isListed(2)]).toEqual([2 * bytes, false, false])
  expect((await photos.find(single.id))?.renditions).toHaveLength(2)
})

test('a record from before orders were noted keeps its files', async () => {
  const { isOrdered, ...old } = aPhoto({ state: 'deleted' })
  const { sweep, table, storage, photos } = await setup()
  await fill(storage, aPhoto())
  const place = { workKey: 'SWEEP#PHOTO#0', workSort: granted }
  await table.write(put({ PK: `PHOTO#${old.id}`, SK: 'PHOTO', ...old, ...place }, 'absent'))
  await sweep()
  expect(isOrdered).toBe(false)
  expect(filesIn(storage)).toHaveLength(5)
  expect((await photos.find(old.id))?.original).not.toBeNull()
})

test('all photos of a deleted gallery lose their files', async () => {
  const photos = [aPhoto(), aPendingPhoto({ id: photoIdOf(2) }), aPendingPhoto({ id: photoIdOf(3), state: 'failed' })]
  const market = await setup(...photos)
  for (const photo of photos) await fill(market.storage, photo)
  await market.photos.removeAll(gallery.id, new Date(granted))
  await market.sweep()
  expect([filesIn(market.storage), market.quotaBytes()]).toEqual([[], 0])
})

test('storage that fails for one photo stops no other, and the next day’s sweep goes on', async () => {
  const photos = [1, 2, 3].map((n) => aPhoto({ id: photoIdOf(n) }))
  const market = await setup(...photos)
  for (const photo of photos) await fill(market.storage, photo)
  await market.photos.removeAll(gallery.id, new Date(granted))
  const failing = {
    ...market.storage,
    list: async (...[bucket, prefix]: Parameters<typeof market.storage.list>) => {
      if (prefix.includes(photoIdOf(2))) throw new Error('503')
      return market.storage.list(bucket, prefix)
    },
  }
  await market.sweepWith({ storage: failing })()
  expect(market.errors).toEqual(['sweep failed'])
  expect([market.quotaBytes(), market.isListed(2)]).toEqual([bytes, true])
  await market.sweep()
  expect([market.quotaBytes(), market.isListed(2), filesIn(market.storage)]).toEqual([0, false, []])
})

test('more photos than one page of the list holds are all swept', async () => {
  const photos = Array.from({ length: 900 }, (_, n) => aPendingPhoto({ id: photoIdOf(n) }))
  const { sweep, quotaBytes } = await setup(...photos)
  await sweep()
  expect(quotaBytes()).toBe(0)
})

test('what is due is handed out 25 of a photographer at a time, and a message that comes twice changes nothing more', async () => {
  const theirs = Array.from({ length: 60 }, (_, n) => aPendingPhoto({ id: photoIdOf(n) }))
  const other = aPendingPhoto({ id: photoIdOf(99), photographerId: userIdOf(2) })
  const { find, due, sweepOne, quotaBytes, photos } = await setup(...theirs, other)
  await find()
  expect(due.map(({ photographerId, photos: some }) => [photographerId, some.length])).toEqual(
    expect.arrayContaining([
      [owner, 25],
      [owner, 25],
      [owner, 10],
      [userIdOf(2), 1],
    ]),
  )
  expect(due).toHaveLength(4)
  const ofOwner = due.filter(({ photographerId }) => photographerId === owner)
  for (const batch of [...ofOwner, ...ofOwner]) await sweepOne(batch)
  expect(quotaBytes()).toBe(bytes)
  expect((await photos.find(other.id))?.state).toBe('pending')
})

test('one photo of a batch that changes while its files are removed stays, and takes no other with it', async () => {
  const photos = [1, 2, 3].map((n) => aPhoto({ id: photoIdOf(n) }))
  const market = await setup(...photos)
  await market.photos.removeAll(gallery.id, new Date(granted))
  const storage = {
    ...market.storage,
    list: async (...[bucket, prefix]: Parameters<typeof market.storage.list>) => {
      if (prefix.includes(photoIdOf(2))) {
        const key = { PK: `PHOTO#${photoIdOf(2)}`, SK: 'PHOTO' }
        await market.table.write(update(key, { set: { workSort: '2030-01-01T11:00:00.000Z' }, when: 'present' }))
      }
      return market.storage.list(bucket, prefix)
    },
  }
  await market.sweepWith({ storage })()
  expect([market.quotaBytes(), market.isListed(1), market.isListed(2), market.isListed(3)]).toEqual([
    bytes,
    false,
    true,
    false,
  ])
})

test('a notice of a swept photo that S3 sends late changes nothing', async () => {
  const photo = aPendingPhoto()
  const parts = await setup(photo)
  await parts.sweep()
  const upload = parts.storage.upload(photo.uploadKey, photograph('two-spaniels'))
  const rest = { recall: async () => {}, pause: async () => {}, random: (count: number) => new Uint8Array(count) }
  const handle = handleRenderMessage({ ...parts, ...rest })
  await handle(
    RenderMessage.parse({
      Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'originals' }, object: upload } }],
    }),
  )
  expect(await parts.stateOf()).toBe('deleted')
  expect(parts.storage.keys('renditions')).toEqual([])
})
