import type { SQSEvent } from 'aws-lambda'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cartReader } from '#functions/checkout/cart.ts'
import { buyerFiles } from '#functions/deliveries/buyer-files.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { handleRenderMessage } from '#functions/media/render-photo.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { maxDeliveries } from '#functions/shared/queue/deliveries.ts'
import { put } from '#functions/shared/table/writes.ts'
import { RenderMessage } from '#schema/events/render.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto } from '#test/support/builders/photo.ts'
import { countedRandom, silent } from '#test/support/market/market-parts.ts'
import { jpegSegment, photograph, withSegments } from '#test/support/media/photo-files.ts'
import { arwFile, cr2File, nefFile } from '#test/support/media/raw-files.ts'
import { tiffFile } from '#test/support/media/tiff-file.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const spaniels = photograph('two-spaniels')
type Parts = Parameters<typeof handleRenderMessage>[0]

/** A pending photo, its storage, and the queue's side of the render function, as Lambda calls it. */
const setup = async (overrides: Partial<Parts> = {}) => {
  const table = fakeTable()
  const storage = fakeStorage()
  const [gallery, photo] = [aGallery(), aPendingPhoto()]
  const parts: Parts = {
    photos: photoStore(table),
    galleries: galleryStore(table),
    storage,
    send: async () => {},
    recall: async () => {},
    pause: async () => {},
    random: countedRandom(),
    log: silent,
    ...overrides,
  }
  await table.write(put({ ...galleryKeys.gallery(gallery.id), ...gallery }, 'absent'))
  await parts.photos.create(photo)
  const handler = consume(RenderMessage, () => handleRenderMessage(parts), silent)
  /** One delivery. @returns whether the message is done with. */
  const deliver = async (body: unknown, delivery = 1) => {
    const { batchItemFailures } = await handler(eventOf(body, delivery))
    return batchItemFailures.length === 0
  }
  const now = async () => {
    const found = await parts.photos.find(photo.id)
    if (!found) throw new Error('The record is gone.')
    return found
  }
  const countShown = () => table.stored(`GALLERY#${gallery.id}`, 'GALLERY')?.photoCount
  return { ...parts, table, storage, photo, gallery, deliver, now, countShown }
}

const eventOf = (body: unknown, delivery: number): SQSEvent => ({
  Records: [
    {
      messageId: 'message-1',
      receiptHandle: 'receipt',
      body: JSON.stringify(body),
      attributes: {
        ApproximateReceiveCount: String(delivery),
        SentTimestamp: '0',
        SenderId: 's3',
        ApproximateFirstReceiveTimestamp: '0',
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn',
      awsRegion: 'eu-west-2',
    },
  ],
})

type Upload = { key: string; size: number; eTag: string }
/** S3's words: keys are URL-encoded, with '+' for a space. */
const notice = (...uploads: Upload[]) => ({
  Records: uploads.map((upload) => ({
    eventName: 'ObjectCreated:Put',
    s3: {
      bucket: { name: 'originals' },
      object: { ...upload, key: encodeURIComponent(upload.key).replaceAll('%20', '+') },
    },
  })),
})

describe('events that repeat, come late or mean nothing', () => {
  test.each([
    ['the same notice twice', (upload: Upload) => [notice(upload), notice(upload)]],
    ['one message that holds the notice twice', (upload: Upload) => [notice(upload, upload)]],
    [
      'the notice of an earlier try after that of the present one',
      (upload: Upload) => [notice(upload), notice({ ...upload, key: upload.key.replace(/0$/, '9'), eTag: 'older' })],
    ],
    [
      'the notice of another try before that of the present one',
      (upload: Upload) => [notice({ ...upload, key: upload.key.replace(/0$/, '9') }), notice(upload)],
    ],
    [
      'a photo nobody knows',
      (upload: Upload) => [notice({ ...upload, key: upload.key.replace(photoIdOf(1), photoIdOf(77)) }), notice(upload)],
    ],
    [
      'keys that are none of ours',
      (upload: Upload) => [
        ...['uploads/', 'uploads/a b/c+d/é%2F/..', '../uploads/x', 'uploads/%00/x/y/0', ''].map((key) =>
          notice({ ...upload, key }),
        ),
        notice(upload),
      ],
    ],
    ['a key encoded as S3 does it', (upload: Upload) => [notice(upload)]],
  ])('%s: one photo, counted once, and no file left over', async (_, messages) => {
    const { storage, photo, deliver, now, countShown } = await setup()
    const upload = storage.upload(photo.uploadKey, spaniels)
    for (const message of messages(upload)) expect(await deliver(message)).toBe(true)
    expect(await now()).toMatchObject({ state: 'ready', original: { key: photo.uploadKey, etag: upload.eTag } })
    expect([countShown(), storage.keys('renditions').length, storage.keys('deliveries').length]).toEqual([1, 5, 2])
  })

  test('a key whose encoding is broken is set aside, and harms no other message', async () => {
    const { storage, photo, deliver, now } = await setup()
    const upload = storage.upload(photo.uploadKey, spaniels)
    const broken = {
      Records: [{ eventName: 'x', s3: { bucket: { name: 'o' }, object: { ...upload, key: 'uploads/%E0%A4%A' } } }],
    }
    expect(await deliver(broken)).toBe(false)
    expect(await deliver(notice(upload))).toBe(true)
    expect((await now()).state).toBe('ready')
  })

  test('a notice after the photo was deleted brings nothing back', async () => {
    const { storage, photo, photos, deliver, now } = await setup()
    const upload = storage.upload(photo.uploadKey, spaniels)
    await photos.remove(photo, new Date('2030-01-01T11:00:00.000Z'))
    expect(await deliver(notice(upload))).toBe(true)
    expect((await now()).state).toBe('deleted')
    expect(storage.keys('renditions')).toEqual([])
  })
})

test('a second upload after ready is ignored: file, version and ETag stay those that were drawn', async () => {
  const { storage, photo, deliver, now } = await setup()
  const first = { ...storage.upload(photo.uploadKey, spaniels), versionId: 'v1' }
  await deliver(notice(first))
  const before = await now()
  const second = { ...storage.upload(photo.uploadKey, photograph('paper-bird')), versionId: 'v2' }
  expect(await deliver(notice(second))).toBe(true)
  expect(await now()).toEqual(before)
  expect(before.original).toEqual({ key: photo.uploadKey, etag: first.eTag, versionId: 'v1' })
})

test('what is drawn cannot start a drawing: keys of pictures and of buyers’ files are none of an upload', async () => {
  const { storage, photo, deliver, now } = await setup()
  await deliver(notice(storage.upload(photo.uploadKey, spaniels)))
  const before = await now()
  for (const key of [...storage.keys('renditions'), ...storage.keys('deliveries')])
    expect(await deliver(notice({ key, size: 1, eTag: 'e' }))).toBe(true)
  expect(await now()).toEqual(before)
  expect(storage.keys('renditions')).toHaveLength(5)
})

describe('a file that takes the function down with it', () => {
  /** Out of memory or time: Lambda stops the function, and nothing after it runs. */
  const killed = () => new Promise<never>(() => {})

  test('ends as failed with a plain reason at the last try, whatever happens in it', async () => {
    const { storage, photo, deliver, now } = await setup({ render: killed })
    const upload = storage.upload(photo.uploadKey, spaniels)
    for (let delivery = 1; delivery < maxDeliveries; delivery++) void deliver(notice(upload), delivery)
    await settled()
    expect((await now()).state).toBe('pending')
    void deliver(notice(upload), maxDeliveries)
    await settled()
    expect(await now()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^We could not open this photo/),
    })
  })

  test('ends as failed too when it throws each time, and its message is left to be set aside', async () => {
    const { storage, photo, deliver, now } = await setup({ render: async () => Promise.reject(new Error('no memory')) })
    const upload = storage.upload(photo.uploadKey, spaniels)
    for (let delivery = 1; delivery <= maxDeliveries; delivery++)
      expect(await deliver(notice(upload), delivery)).toBe(false)
    expect(await now()).toMatchObject({ state: 'failed', original: null })
  })

  test('becomes ready when its message is sent again after the fault was mended', async () => {
    const { photos, storage, photo, deliver, now, countShown } = await setup()
    const upload = storage.upload(photo.uploadKey, spaniels)
    await photos.giveUp(photo, 'We could not open this photo.')
    expect(await deliver(notice(upload))).toBe(true)
    expect(await now()).toMatchObject({ state: 'ready', reason: null })
    expect(countShown()).toBe(1)
  })

  test('succeeds at the last try without a trace of having failed', async () => {
    const { storage, photo, deliver, now } = await setup()
    expect(await deliver(notice(storage.upload(photo.uploadKey, spaniels)), maxDeliveries)).toBe(true)
    expect(await now()).toMatchObject({ state: 'ready', reason: null })
  })

  test('does not come back once its owner has sent the photo anew', async () => {
    const { photos, storage, photo, deliver, now } = await setup()
    const old = storage.upload(photo.uploadKey, photograph('paper-bird'))
    await photos.giveUp(photo, 'We could not open this photo.')
    const again = await photos.restart(
      await now(),
      `${photo.uploadKey.slice(0, -1)}1`,
      new Date('2030-01-01T11:00:00.000Z'),
    )
    const upload = storage.upload(again.uploadKey, spaniels)
    expect(await deliver(notice(old), maxDeliveries)).toBe(true)
    expect((await now()).state).toBe('pending')
    await deliver(notice(upload))
    expect((await now()).original?.etag).toBe(upload.eTag)
  })

  test('was refused for its content: no later message changes that', async () => {
    const { storage, photo, deliver, now } = await setup()
    const pdf = storage.upload(photo.uploadKey, Buffer.from('%PDF-1.7'))
    await deliver(notice(pdf))
    storage.upload(photo.uploadKey, spaniels)
    await deliver(notice(pdf), maxDeliveries)
    expect(await now()).toMatchObject({ state: 'failed', reason: 'This file is a PDF, not a photo.' })
  })
})

/** Lets everything run that waits for nothing but a promise. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const frame = await sharp(spaniels).resize(32).png().toBuffer()
const hostile: [string, Buffer, string | RegExp][] = [
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'This file is a web page, not a photo.'],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'This file is a PDF, not a photo.'],
  ['a ZIP', Buffer.from('PK\x03\x04rest'), /ZIP/],
  ['a program', Buffer.from('MZ\x90\0rest'), 'This file is a program, not a photo.'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'This file is an SVG drawing, not a photo.'],
  ['a GIF', await sharp(frame).gif().toBuffer(), /GIF/],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /HEIC/],
  [
    'an animated WebP',
    await sharp([frame, await sharp(frame).negate().png().toBuffer()], { join: { animated: true } })
      .webp()
      .toBuffer(),
    'This file is an animation, not a photo.',
  ],
  ['a TIFF of several pages', await severalPages(), 'This TIFF holds several pages. Please export one photo per file.'],
  ['half a JPEG', spaniels.subarray(0, spaniels.length / 2), /incomplete/],
]
async function severalPages() {
  const page = {
    fields: {
      256: { long: 16 },
      257: { long: 12 },
      258: { short: [8, 8, 8] },
      259: { short: 1 },
      262: { short: 2 },
      277: { short: 3 },
    },
    blocks: [{ offsetTag: 273, lengthTag: 279, bytes: Buffer.alloc(16 * 12 * 3, 0x80) }],
  }
  return tiffFile([page, page])
}

test.each(hostile)(
  '%s named .jpg is judged by its bytes: the message is done, the photo says why',
  async (_, file, reason) => {
    const { storage, photo, deliver, now, countShown } = await setup()
    expect(await deliver(notice(storage.upload(photo.uploadKey, file)))).toBe(true)
    const ended = await now()
    expect(ended.state).toBe('failed')
    expect(ended.reason).toMatch(reason)
    expect([storage.keys('renditions'), storage.keys('deliveries'), countShown()]).toEqual([[], [], 0])
  },
)

test('a photo that is a web page and an archive as well is a photo, and nothing else comes out of it', async () => {
  const { storage, photo, deliver, now } = await setup()
  const page = '<script>alert(document.domain)</script>'
  const archive = Buffer.from('PK\x03\x04 an archive after the picture PK\x05\x06', 'latin1')
  const polyglot = Buffer.concat([withSegments(spaniels, jpegSegment(0xfe, Buffer.from(page))), archive])
  await deliver(notice(storage.upload(photo.uploadKey, polyglot)))
  const { original, webKey } = await now()
  const sold = { photoId: photo.id, webKey }
  const bought = await buyerFiles(storage).fileFor(
    { ...sold, originalKey: photo.uploadKey, originalEtag: original?.etag ?? '', originalVersionId: null },
    'original',
  )
  expect(bought).toMatchObject({ key: expect.stringMatching(/-clean\.jpg$/), format: 'jpeg' })
  const derived = (['renditions', 'deliveries'] as const).flatMap((bucket) =>
    storage.keys(bucket).map((key) => storage.contents(bucket, key)),
  )
  expect(derived).toHaveLength(7)
  for (const file of derived) {
    expect(file?.bytes.includes(page)).toBe(false)
    expect(file?.bytes.includes('PK\x03\x04', 0, 'latin1')).toBe(false)
    expect(file?.contentType).toMatch(/^image\/(jpeg|avif)$/)
  }
})

describe.each([
  ['CR2', cr2File],
  ['NEF', nefFile],
  ['ARW', arwFile],
])('a %s', (_, file) => {
  const cartOf = ({ photos, galleries, photo }: Awaited<ReturnType<typeof setup>>) =>
    cartReader({
      photos,
      galleries,
      orders: { bought: async () => [], find: async () => undefined },
      access: { buyerStateOf: async () => 'open' },
      now: () => new Date('2030-01-01T10:00:00.000Z'),
    })({ items: [{ photoId: photo.id, size: 'original' }], galleryIds: [] }, { grants: [], caller: undefined })

  test('without a preview is stored, shown to nobody, and in no cart', async () => {
    const market = await setup()
    const { storage, photo, deliver, now } = market
    await deliver(notice(storage.upload(photo.uploadKey, file({}))))
    expect(await now()).toMatchObject({ state: 'kept', reason: expect.stringMatching(/preview/), renditions: [] })
    expect(storage.keys('originals')).toEqual([photo.uploadKey])
    expect((await market.photos.listShown(galleryIdOf(1))).photos).toEqual([])
    expect(await cartOf(market)).toMatchObject({ offers: [], locked: [], unavailable: [photo.id] })
  })

  test('with a preview is on sale', async () => {
    const market = await setup()
    const { storage, photo, deliver, now } = market
    await deliver(notice(storage.upload(photo.uploadKey, file({ preview: spaniels }))))
    expect((await now()).state).toBe('ready')
    expect((await cartOf(market)).offers.map((offer) => offer.photo.id)).toEqual([photo.id])
  })
})
