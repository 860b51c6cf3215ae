import { expect, test } from 'vitest'
import { type Orphan, orphanStore } from '#functions/galleries/orphan-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { quotaStore } from '#functions/galleries/quota-store.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aRoom } from '#test/support/builders/room.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const later = new Date('2030-01-09T10:00:00.000Z')

const setup = async (photo: Photo) => {
  const table = fakeTable()
  const [photos, orphans] = [photoStore(table), orphanStore(table)]
  await photos.create(photo)
  await quotaStore(table).take(userIdOf(1), { bytes: photo.bytes, room: aRoom() })
  const find = async () => {
    const { refs } = await orphans.listDue(shardOf(photo.id), { now: later })
    const [orphan] = await orphans.again(refs)
    if (!orphan) throw new Error('Nothing is due.')
    return orphan
  }
  const item = () => table.stored('PHOTO#pho_00000000000000000000000001', 'PHOTO')
  const bytes = () => table.stored('USER#00000000-0000-4000-8000-000000000001', 'STORED')?.bytes
  const forget = (orphan: Orphan) => orphans.forget(photo.photographerId, [orphan])
  return { table, photos, orphans, find, forget, item, bytes, photo }
}
const noon = new Date('2030-01-05T12:00:00.000Z')

test('what waits for a file stands in the list of its shard from a day after its grant', async () => {
  const { orphans, photo, item } = await setup(aPendingPhoto())
  expect(item()).toMatchObject({ workKey: `SWEEP#PHOTO#${shardOf(photo.id)}`, workSort: '2030-01-02T10:00:00.000Z' })
  const dueAt = async (now: string) =>
    (await orphans.listDue(shardOf(photo.id), { now: new Date(now) })).refs.map(({ photoId }) => photoId)
  expect(await dueAt('2030-01-02T09:59:59.999Z')).toEqual([])
  expect(await dueAt('2030-01-02T10:00:00.000Z')).toEqual([photoIdOf(1)])
})

test('the bytes come back once, however often the same orphan is forgotten', async () => {
  const { photos, forget, photo, find, item, bytes } = await setup(aPhoto())
  await photos.remove(photo, noon)
  const orphan = await find()
  expect([await forget(orphan), await forget(orphan), bytes()]).toEqual([true, false, 0])
  expect(item()).toMatchObject({ state: 'deleted', original: null, webKey: null, renditions: [] })
  expect(item()).not.toHaveProperty('workKey')
})

test('with a photo go the bytes of all files that were sent for it', async () => {
  const { table, photos, photo, find, forget, bytes } = await setup(aPendingPhoto({ bytes: 1_000 }))
  await photos.settle(photo, { state: 'failed', reason: 'This file is empty.', original: null })
  const failed = await photos.getOwn(photo.id, photo.photographerId)
  await quotaStore(table).take(photo.photographerId, { bytes: 1_000, room: aRoom() })
  const again = await photos.restart(failed, 'uploads/u/g/p/1', noon)
  await photos.remove(again, noon)
  expect([await forget(await find()), bytes()]).toEqual([true, 0])
})

test('a photo that was ordered after the sweep had looked is not forgotten', async () => {
  const { photos, forget, photo, find, item, bytes } = await setup(aPhoto())
  await photos.remove(photo, noon)
  const orphan = await find()
  await photos.markOrdered([photo])
  expect([await forget(orphan), bytes()]).toEqual([false, photo.bytes])
  expect(item()).toMatchObject({ webKey: photo.webKey })
})

test.each([
  [
    'was kept',
    (photos: ReturnType<typeof photoStore>, photo: Photo) =>
      photos.settle(photo, { state: 'kept', reason: 'No preview.', original: null }),
  ],
  [
    'was tried anew',
    (photos: ReturnType<typeof photoStore>, photo: Photo) => photos.restart(photo, 'uploads/u/g/p/1', noon),
  ],
])('a photo that %s meanwhile does not expire, and has another place or none', async (_, change) => {
  const { photos, orphans, photo, find } = await setup(aPendingPhoto())
  const orphan = await find()
  await change(photos, photo)
  const ref = { photoId: photo.id, dueAt: orphan.dueAt }
  expect([await orphans.expire(orphan), await orphans.again([ref])]).toEqual([false, []])
})

test('an upload that was announced again is looked at a day later, and known as such', async () => {
  const { orphans, find, item } = await setup(aPendingPhoto())
  const orphan = await find()
  await orphans.askedAgain(orphan, noon)
  await orphans.askedAgain(orphan, later)
  expect(item()).toMatchObject({ state: 'pending', askedAgain: true, workSort: '2030-01-06T12:00:00.000Z' })
  expect(await find()).toMatchObject({ askedAgain: true, dueAt: '2030-01-06T12:00:00.000Z' })
})
