import { expect, test } from 'vitest'
import { sortArrivals } from '#functions/media/sort-arrivals.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { RenderMessage } from '#schema/events/render.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'

const sorted = async (...messages: readonly unknown[]) => {
  const sent: { queue: string; message: unknown; group: string | undefined }[] = []
  const sort = sortArrivals({
    send: async (queue, each, { group } = {}) => {
      sent.push(...each.map((message) => ({ queue, message, group })))
    },
  })
  for (const message of messages) await sort(RenderMessage.parse(message))
  return sent
}
const notice = (key: string) => ({
  eventName: 'ObjectCreated:Put',
  s3: {
    bucket: { name: 'originals' },
    object: { key: encodeURIComponent(key), size: 5, eTag: 'etag', versionId: 'v1' },
  },
})
const uploadOf = (user: number) =>
  mediaKeys.upload({ userId: userIdOf(user), galleryId: galleryIdOf(1), photoId: photoIdOf(user), attempt: 0 })

test('each upload goes on under the name of the photographer whose it is, as S3 announced it', async () => {
  const records = [notice(uploadOf(1)), notice(uploadOf(2)), notice(uploadOf(1))]
  const sent = await sorted({ Records: records })
  expect(sent).toEqual(
    [1, 2, 1].map((user) => ({
      queue: 'RENDER_QUEUE_URL',
      message: { Records: [notice(uploadOf(user))] },
      group: userIdOf(user),
    })),
  )
  // Whoever draws it reads it as the first reader did.
  expect(sent.map(({ message }) => RenderMessage.parse(message))).toEqual(
    records.map((record) => RenderMessage.parse({ Records: [record] })),
  )
})

test('a key that is no upload’s goes on too, and reads as it was: what it is, is said where it is drawn', async () => {
  const key = 'uploads/100% + sure/é.jpg'
  const [only] = await sorted({ Records: [notice(key)] })
  expect(only).toMatchObject({ queue: 'RENDER_QUEUE_URL', group: undefined })
  expect(RenderMessage.parse(only?.message)).toMatchObject({ Records: [{ s3: { object: { key } } }] })
})

test('what functions of an earlier release put there goes where it is put now; S3’s own test goes nowhere', async () => {
  const gallery = { kind: 'rerender-gallery', galleryId: galleryIdOf(1) }
  const photo = { kind: 'rerender-photo', photoId: photoIdOf(1) }
  const upload = { kind: 'render-upload', photoId: photoIdOf(2) }
  expect(await sorted(gallery, photo, upload, { Event: 's3:TestEvent' })).toEqual([
    { queue: 'RENDER_QUEUE_URL', message: gallery, group: undefined },
    { queue: 'REDRAW_QUEUE_URL', message: photo, group: undefined },
    { queue: 'RENDER_QUEUE_URL', message: upload, group: undefined },
  ])
})
