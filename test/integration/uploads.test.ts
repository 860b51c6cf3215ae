import { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photoKeys } from '#functions/galleries/photo-writes.ts'
import { quotaKeys } from '#functions/galleries/quota-store.ts'
import { s3Storage } from '#functions/shared/storage/s3-storage.ts'
import type { BucketName } from '#functions/shared/storage/storage.ts'
import { region } from '#local/template/names.ts'
import { api } from '#schema/api/all.ts'
import { Photo } from '#schema/entities/photo.ts'
import { type GalleryId, OrderId, type PhotoId } from '#schema/ids.ts'
import {
  type Account,
  demoPhoto,
  galleryOnSale,
  openCheckout,
  type Running,
  runningSystem,
  uploadPhoto,
} from '#test/support/system/running.ts'
import { type RunningTable, tableOf } from '#test/support/system/table.ts'

const photos = api.photos.endpoints
let running: Running
let data: RunningTable
let jpeg: Buffer
beforeAll(async () => {
  running = await runningSystem()
  data = tableOf(running)
  jpeg = await demoPhoto('paper-bird.jpg')
})
afterAll(async () => {
  data.close()
  await running.close()
})

const dayMs = 24 * 3_600_000
const sweepTomorrow = async () => {
  await running.system.clock.advance(dayMs + 60_000)
  await running.system.runJob('sweep-uploads')
}
const grantTo = (account: Account, galleryId: GalleryId, bytes = jpeg.length) =>
  account.own.call(photos.grantUpload, {
    params: { galleryId },
    body: { fileName: 'bird.jpg', contentType: 'image/jpeg', bytes },
  })
const bucketOf = (name: BucketName) =>
  running.system.environmentOf('functions/media/sweep-batch.lambda.ts')(`${name.toUpperCase()}_BUCKET`) ?? ''
/** What lies in storage and has the photo's id in its key. */
const filesNaming = async (id: PhotoId) => {
  const { storage, credentials } = running.system
  const client = new S3Client({ endpoint: storage.url, region, credentials, forcePathStyle: true })
  const files = s3Storage(client, {
    originals: () => bucketOf('originals'),
    renditions: () => bucketOf('renditions'),
    deliveries: () => bucketOf('deliveries'),
    zips: () => bucketOf('zips'),
    pages: () => bucketOf('pages'),
  })
  const naming = async (bucket: BucketName) => (await files.list(bucket, '')).filter((key) => key.includes(id))
  return {
    originals: await naming('originals'),
    renditions: await naming('renditions'),
    deliveries: await naming('deliveries'),
  }
}
const storedBytes = async ({ userId }: Account) => (await data.table.get(quotaKeys.stored(userId)))?.bytes
const recordOf = (id: PhotoId) => data.table.get(photoKeys.photo(id))

test('storage takes a file of one byte, and none that is empty, longer or shorter than granted', async () => {
  const ada = await running.signUp('Ada')
  const gallery = await ada.own.call(api.galleries.endpoints.create, { body: { title: 'Sizes' } })
  const { photo, upload } = await grantTo(ada, gallery.id, 1)
  const send = (body: string) => fetch(upload.url, { method: 'PUT', headers: upload.headers, body })
  expect([(await send('')).status, (await send('ab')).status]).toEqual([403, 403])
  expect((await send('a')).status).toBe(200)
  await running.system.drainQueues()
  expect(await ada.own.call(photos.getMine, { params: { photoId: photo.id } })).toMatchObject({ state: 'failed' })
  for (const bytes of [0, 52_428_801])
    await expect(grantTo(ada, gallery.id, bytes)).rejects.toMatchObject({ status: bytes === 0 ? 422 : 413 })
  expect((await grantTo(ada, gallery.id, 52_428_800)).upload.url).toContain('X-Amz-Signature')
})

test('nothing is granted in a foreign gallery, in one that was deleted, or after the trial', async () => {
  const [bea, cyd] = [await running.signUp('Bea'), await running.signUp('Cyd')]
  const gallery = await bea.own.call(api.galleries.endpoints.create, { body: { title: 'Mine' } })
  await expect(grantTo(cyd, gallery.id)).rejects.toMatchObject({ status: 404 })
  await data.endTrial(bea.userId)
  await expect(grantTo(bea, gallery.id)).rejects.toMatchObject({ status: 402 })
  await data.endTrial(bea.userId, '2099-01-01T00:00:00.000Z')
  await bea.own.call(api.galleries.endpoints.remove, { params: { galleryId: gallery.id } })
  await expect(grantTo(bea, gallery.id)).rejects.toMatchObject({ status: 404 })
  expect(await storedBytes(bea)).toBeUndefined()
})

test('after a day the files of deleted photos are gone; bought ones open for their buyer for ever', async () => {
  const { system, anyone } = running
  const dov = await running.signUp('Dov')
  const { gallery, photo: bought } = await galleryOnSale(running, dov, 'Sold and unsold')
  const unsold = await uploadPhoto(running, dov, { galleryId: gallery.id, bytes: jpeg })
  const { photo: never } = await grantTo(dov, gallery.id)
  const { sessionId } = await openCheckout(running, [bought.id])
  await system.stripe.control.pay({ session: sessionId })
  const confirmed = await anyone.call(api.orders.endpoints.confirm, { body: { sessionId } })
  if (confirmed.state !== 'completed') throw new Error('The order should be complete.')
  await system.drainQueues()
  const before = Number(await storedBytes(dov))
  expect(unsold.picture).not.toBeNull()

  for (const { id } of [bought, unsold]) await dov.own.call(photos.remove, { params: { photoId: id } })
  await sweepTomorrow()

  expect(await storedBytes(dov)).toBe(before - 2 * jpeg.length)
  expect(await recordOf(unsold.id)).toMatchObject({ state: 'deleted', renditions: [], original: null })
  expect(await recordOf(never.id)).toMatchObject({ state: 'deleted' })
  await expect(dov.own.call(photos.getMine, { params: { photoId: never.id } })).rejects.toMatchObject({ status: 404 })
  expect(await filesNaming(unsold.id)).toEqual({ originals: [], renditions: [], deliveries: [] })
  // Five pictures, and the piece for the card of the gallery that it was the cover of.
  expect(Object.values(await filesNaming(bought.id)).map((keys) => keys.length)).toEqual([1, 6, 2])
  for (const size of ['original', 'web'] as const) {
    const { url } = await anyone.call(api.orders.endpoints.download, {
      params: { orderId: OrderId.parse(confirmed.order.id), line: 1 },
      body: { size },
    })
    expect((await fetch(url)).status).toBe(200)
  }
})

test('an upload whose notice was lost is found by the sweep and becomes ready', async () => {
  const { system } = running
  const eli = await running.signUp('Eli')
  const gallery = await eli.own.call(api.galleries.endpoints.create, { body: { title: 'Lost notice' } })
  const { photo } = await grantTo(eli, gallery.id)
  const record = Photo.parse(await recordOf(photo.id))
  // Laid into the bucket behind the back of the server that announces what comes.
  const spooled = await system.storage.files.spool(Readable.from([jpeg]))
  await system.storage.files.commit(bucketOf('originals'), record.uploadKey, {
    spooled,
    headers: { 'content-type': 'image/jpeg' },
  })
  await system.drainQueues()
  const mine = () => eli.own.call(photos.getMine, { params: { photoId: photo.id } })
  expect((await mine()).state).toBe('pending')
  await sweepTomorrow()
  expect((await mine()).state).toBe('ready')
})
