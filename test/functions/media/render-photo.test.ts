import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { buyerFiles } from '#functions/deliveries/buyer-files.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { shownPicture } from '#functions/galleries/shown-picture.ts'
import { handleRenderMessage } from '#functions/media/render-photo.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { NumberTask } from '#schema/events/numbers.ts'
import { RenderMessage, Rerender } from '#schema/events/render.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { withSegmentsBehind } from '#test/support/media/hostile-files.ts'
import { nefFile } from '#test/support/media/raw-files.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const spaniels = await readFile('local/seed/photos/two-spaniels.jpg')

const soldOf = (photo: Photo | undefined) => {
  const { key = '', etag = '' } = photo?.original ?? {}
  return { photoId: photoIdOf(1), originalKey: key, originalEtag: etag, originalVersionId: null, webKey: null }
}
const coverOf = ({ id: photoId, width, height, thumbhash, renditions, cutFor, watermark }: Photo) => ({
  photoId,
  width,
  height,
  thumbhash,
  renditions,
  cutFor,
  watermark,
})

const Sent = z.union([Rerender, NumberTask])

const setup = async (gallery = aGallery(), photo = aPendingPhoto()) => {
  const table = fakeTable()
  const storage = fakeStorage()
  const sent: z.output<typeof Sent>[] = []
  const said: [string, unknown][] = []
  let byte = 0
  const recalled: string[] = []
  const recall = async (tags: readonly string[]) => void recalled.push(...tags)
  const parts = {
    recall,
    pause: async () => {},
    photos: photoStore(table),
    galleries: galleryStore(table),
    storage,
    send: async (_: string, messages: readonly unknown[]) => {
      // What is cut of a cover has tests of its own (cut-cover.test.ts).
      for (const message of messages.map((each) => Sent.parse(each)))
        if (message.kind !== 'cut-cover') sent.push(message)
    },
    random: (count: number) => new Uint8Array(count).fill(byte++),
    log: { info: () => {}, warn: () => {}, error: (...each: [string, unknown?]) => void said.push([each[0], each[1]]) },
  }
  await table.write(put({ ...galleryKeys.gallery(gallery.id), ...gallery }, 'absent'))
  await parts.photos.create(photo)
  const handle = handleRenderMessage(parts)
  /** What S3 announces: the key is URL-encoded, as S3 sends it. */
  const announce = (upload: { key: string; size: number; eTag: string }, times = 1) => {
    const record = {
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'originals' }, object: { ...upload, key: encodeURIComponent(upload.key), sequencer: '1' } },
    }
    return handle(RenderMessage.parse({ Records: Array.from({ length: times }, () => record) }))
  }
  /** Hands over what was sent, and what is sent by that. */
  const drain = async () => {
    for (let message = sent.shift(); message; message = sent.shift()) await handle(RenderMessage.parse(message))
  }
  const gone = (id: string) => table.stored(`GALLERY#${id}`, 'GALLERY')
  return { ...parts, table, handle, drain, announce, sent, said, photo, recalled, gallery: () => gone(gallery.id) }
}

test('an upload becomes a photo on sale: display, thumbnail, siblings, the buyers’ file', async () => {
  const { storage, announce, photos, photo, gallery } = await setup()
  await announce(storage.upload(photo.uploadKey, spaniels))
  const ready = await photos.find(photo.id)
  expect(ready).toMatchObject({
    state: 'ready',
    fileFormat: 'jpeg',
    watermark: null,
    width: 1704,
    height: 2560,
    original: { key: photo.uploadKey },
  })
  expect(ready?.renditions.map(({ kind, format }) => `${kind} ${format}`).toSorted()).toEqual([
    'display avif',
    'display jpeg',
    'medium avif',
    'thumbnail avif',
    'thumbnail jpeg',
  ])
  expect(Math.max(...(ready?.renditions.map(({ width, height }) => Math.max(width, height)) ?? []))).toBe(2048)
  expect(storage.keys('renditions').toSorted()).toEqual(ready?.renditions.map(({ key }) => key).toSorted())
  expect(storage.keys('deliveries').toSorted()).toEqual(
    [ready?.webKey, `files/${photo.id}/${ready?.original?.etag}-clean.jpg`].toSorted(),
  )
  // Not the number of its stock alone: whole galleries that were sold grow by each photo that comes.
  expect(gallery()).toMatchObject({ photoCount: 1, cameCount: 1, cover: { photoId: photo.id } })
})

test('notices that come three times, late or of no known photo change nothing more', async () => {
  const { storage, announce, photo, gallery } = await setup()
  const upload = storage.upload(photo.uploadKey, spaniels)
  await announce(upload, 3)
  const kept = storage.keys('renditions')
  await announce(upload)
  await announce({ ...upload, key: photo.uploadKey.replace(/0$/, '7') })
  await announce({ ...upload, key: 'uploads/nonsense' })
  await announce({ ...upload, key: photo.uploadKey.replace(photo.id, photoIdOf(99)) })
  expect(storage.keys('renditions')).toEqual(kept)
  expect(gallery()).toMatchObject({ photoCount: 1 })
})

test('two functions that draw the same upload at once make one photo and leave no file behind', async () => {
  const { storage, announce, photo, gallery } = await setup()
  const upload = storage.upload(photo.uploadKey, spaniels)
  await Promise.all([announce(upload), announce(upload)])
  expect(storage.keys('renditions')).toHaveLength(5)
  expect(gallery()).toMatchObject({ photoCount: 1 })
})

test.each([
  ['text', Buffer.from('<html><script>alert(1)</script></html>'), 'This file is a web page, not a photo.'],
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'This file is a PDF, not a photo.'],
  ['half a JPEG', spaniels.subarray(0, 300), /incomplete|damaged/],
  ['nothing', Buffer.alloc(0), 'This file is empty.'],
])('%s named .jpg ends as failed, with the reason in the photographer’s words', async (_, bytes, reason) => {
  const { storage, announce, photos, photo, gallery } = await setup()
  await announce(storage.upload(photo.uploadKey, bytes))
  expect(await photos.find(photo.id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) })
  expect(storage.keys('renditions')).toEqual([])
  expect(gallery()).toMatchObject({ photoCount: 0, cover: null })
})

test('storage that fails is an error, so that the message comes again', async () => {
  const market = await setup()
  const { storage, photo, photos } = market
  const upload = storage.upload(photo.uploadKey, spaniels)
  const failing = { ...storage, put: async () => Promise.reject(new Error('503')) }
  const handle = handleRenderMessage({ ...market, storage: failing })
  const message = RenderMessage.parse({
    Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'o' }, object: upload } }],
  })
  await expect(handle(message)).rejects.toThrow('503')
  expect((await photos.find(photo.id))?.state).toBe('pending')
})

test('in a watermarked gallery every rendition is marked and the buyers’ file is clean', async () => {
  const plain = await setup()
  const marked = await setup(aGallery({ watermarkEnabled: true, watermarkText: '© Iris' }))
  for (const each of [plain, marked]) await each.announce(each.storage.upload(each.photo.uploadKey, spaniels))
  const bytesOf = async ({ photos, photo, storage }: typeof plain, kind: string) => {
    const found = (await photos.find(photo.id))?.renditions.find((each) => each.kind === kind)
    return storage.contents('renditions', found?.key ?? '')?.bytes ?? Buffer.alloc(0)
  }
  const webOf = ({ storage }: typeof plain) =>
    storage.contents('deliveries', storage.keys('deliveries')[0] ?? '')?.bytes
  expect((await marked.photos.find(marked.photo.id))?.watermark).toBe('© Iris')
  for (const kind of ['display', 'medium', 'thumbnail']) {
    expect((await bytesOf(marked, kind)).equals(await bytesOf(plain, kind))).toBe(false)
  }
  expect(webOf(marked)?.equals(webOf(plain) ?? Buffer.alloc(0))).toBe(true)
})

test('after a change of mark nothing is shown until the new renditions exist; then the old ones are gone', async () => {
  const { storage, announce, handle, drain, photos, photo, table } = await setup()
  await announce(storage.upload(photo.uploadKey, spaniels))
  const before = await photos.find(photo.id)
  const gallery = aGallery({ watermarkEnabled: true, watermarkText: '© Iris' })
  await table.write(
    update(galleryKeys.gallery(gallery.id), {
      set: { watermarkEnabled: true, watermarkText: '© Iris' },
      when: 'present',
    }),
  )
  expect(await shownPicture(fakeMediaLinks(), gallery, before ?? null)).toBeNull()

  await handle(RenderMessage.parse({ kind: 'rerender-gallery', galleryId: gallery.id }))
  // Who kept an address of the clean pictures sees them no more, though nothing has been drawn yet.
  expect(storage.keys('renditions')).toEqual([])
  await drain()

  const after = await photos.find(photo.id)
  expect(after).toMatchObject({ watermark: '© Iris', webKey: before?.webKey })
  expect(await shownPicture(fakeMediaLinks(), gallery, after ?? null)).not.toBeNull()
  expect(storage.keys('renditions').toSorted()).toEqual(after?.renditions.map(({ key }) => key).toSorted())
  expect(table.stored(`GALLERY#${galleryIdOf(1)}`, 'GALLERY')).toMatchObject({ cover: { watermark: '© Iris' } })
})

test('when the mark is taken off, the marked pictures stay until the clean ones are there', async () => {
  const { storage, announce, handle, drain, photo, photos, table } = await setup(aGallery({ watermarkEnabled: true }))
  await announce(storage.upload(photo.uploadKey, spaniels))
  const marked = storage.keys('renditions')
  await table.write(update(galleryKeys.gallery(photo.galleryId), { set: { watermarkEnabled: false }, when: 'present' }))
  await handle(RenderMessage.parse({ kind: 'rerender-gallery', galleryId: photo.galleryId }))
  expect(storage.keys('renditions')).toEqual(marked)
  await drain()
  expect(storage.keys('renditions')).not.toContain(marked[0])
  expect(await photos.find(photo.id)).toMatchObject({ watermark: null })
})

test('of a gallery that is closed all pictures are gone before one is drawn anew, and the edge forgets them', async () => {
  const { storage, announce, handle, drain, photo, table, recalled } = await setup(aGallery())
  await announce(storage.upload(photo.uploadKey, spaniels))
  const pictures = `pictures:${photo.galleryId}`
  expect(storage.keys('renditions').map((key) => storage.contents('renditions', key)?.edgeTag)).toEqual(
    Array.from({ length: 5 }, () => pictures),
  )
  await table.write(update(galleryKeys.gallery(photo.galleryId), { set: { isPublic: false }, when: 'present' }))
  await handle(RenderMessage.parse({ kind: 'rerender-gallery', galleryId: photo.galleryId }))
  expect(storage.keys('renditions')).toEqual([])
  // Before the first is gone, and after the last.
  expect(recalled).toEqual([pictures, `gallery:${photo.galleryId}`, pictures, `gallery:${photo.galleryId}`])
  await drain()
  expect(storage.keys('renditions')).toHaveLength(5)
})

test('of a gallery that was deleted no picture stays; had back, all are drawn anew', async () => {
  const { storage, announce, handle, drain, photo, table, recalled } = await setup(aGallery())
  await announce(storage.upload(photo.uploadKey, spaniels))
  const mark = async (deletedAt: string | null) => {
    await table.write(update(galleryKeys.gallery(photo.galleryId), { set: { deletedAt }, when: 'present' }))
    await handle(RenderMessage.parse({ kind: 'rerender-gallery', galleryId: photo.galleryId }))
    await drain()
  }
  await mark('2030-01-01T10:00:00.000Z')
  expect(storage.keys('renditions')).toEqual([])
  expect(recalled).toContain(`pictures:${photo.galleryId}`)
  await mark(null)
  expect(storage.keys('renditions')).toHaveLength(5)
})

test('of a gallery that is taken down nothing is drawn again, whatever its owner changes', async () => {
  const { storage, announce, handle, drain, photo, table } = await setup(aGallery())
  await announce(storage.upload(photo.uploadKey, spaniels))
  const takedown = { at: '2030-01-01T10:00:00.000Z', reason: 'A parent asks for it.' }
  const set = { watermarkEnabled: true, takedown }
  await table.write(update(galleryKeys.gallery(photo.galleryId), { set, when: 'present' }))
  await storage.remove('renditions', storage.keys('renditions'))
  await handle(RenderMessage.parse({ kind: 'rerender-gallery', galleryId: photo.galleryId }))
  await drain()
  await handle(RenderMessage.parse({ kind: 'rerender-photo', photoId: photo.id }))
  expect(storage.keys('renditions')).toEqual([])
})

test('a gallery that is taken down while a photo is being drawn keeps no file of it', async () => {
  const market = await setup()
  const { storage, photos, photo, table } = market
  const upload = storage.upload(photo.uploadKey, spaniels)
  const slow = {
    ...storage,
    fetchTo: async (...args: Parameters<typeof storage.fetchTo>) => {
      const takedown = { at: '2030-01-01T10:00:00.000Z', reason: 'A parent asks for it.' }
      await table.write(update(galleryKeys.gallery(photo.galleryId), { set: { takedown }, when: 'present' }))
      return storage.fetchTo(...args)
    },
  }
  await handleRenderMessage({ ...market, storage: slow })(
    RenderMessage.parse({
      Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'o' }, object: upload } }],
    }),
  )
  expect(await photos.find(photo.id)).toMatchObject({ state: 'ready' })
  expect(storage.keys('renditions')).toEqual([])
})

test('a photo of a gallery with numbers is handed on to be read, again where that was cut off, and not once it was', async () => {
  const { storage, announce, photo, photos, sent } = await setup(aGallery({ numbers: true }))
  const task = { kind: 'read-photo', photoId: photo.id }
  const upload = storage.upload(photo.uploadKey, spaniels)
  await announce(upload)
  await announce(upload)
  expect(sent).toEqual([task, task])
  const ready = await photos.find(photo.id)
  if (ready) await photos.saveNumbers(ready, [])
  await announce(upload)
  expect(sent).toHaveLength(2)
})

test('a photo that is drawn anew is handed on where nothing was read in it, as after a gallery was had back', async () => {
  const { storage, announce, handle, photo, table, sent } = await setup()
  await announce(storage.upload(photo.uploadKey, spaniels))
  expect(sent).toEqual([])
  await table.write(update(galleryKeys.gallery(photo.galleryId), { set: { numbers: true }, when: 'present' }))
  await handle(RenderMessage.parse({ kind: 'rerender-photo', photoId: photo.id }))
  expect(sent).toEqual([{ kind: 'read-photo', photoId: photo.id }])
})

test('a file that becomes no photo is not handed on', async () => {
  const { storage, announce, photo, sent } = await setup(aGallery({ numbers: true }))
  await announce(storage.upload(photo.uploadKey, Buffer.from('no picture')))
  expect(sent).toEqual([])
})

test('a mark that changes while a photo is being drawn is noticed', async () => {
  const market = await setup()
  const { storage, photo, table, sent } = market
  const upload = storage.upload(photo.uploadKey, spaniels)
  const slow = {
    ...storage,
    fetchTo: async (...args: Parameters<typeof storage.fetchTo>) => {
      await table.write(
        update(galleryKeys.gallery(photo.galleryId), {
          set: { watermarkEnabled: true },
          when: { watermarkEnabled: is.equal(false) },
        }),
      )
      return storage.fetchTo(...args)
    },
  }
  await handleRenderMessage({ ...market, storage: slow })(
    RenderMessage.parse({
      Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'o' }, object: upload } }],
    }),
  )
  expect(sent).toEqual([{ kind: 'rerender-photo', photoId: photo.id }])
})

test('a buyer’s original is made once, with the pictures; the web size is the file that was drawn', async () => {
  const { storage, announce, photos, photo } = await setup()
  await announce(storage.upload(photo.uploadKey, spaniels))
  const ready = await photos.find(photo.id)
  const sold = {
    photoId: photo.id,
    originalKey: photo.uploadKey,
    originalEtag: ready?.original?.etag ?? '',
    originalVersionId: null,
    webKey: ready?.webKey ?? null,
  }
  const files = buyerFiles(storage)
  const bought = await files.fileFor(sold, 'original')
  const key = bought?.key
  expect(key).toMatch(new RegExp(`^files/${photo.id}/[0-9a-f]+-clean\\.jpg$`))
  expect(await files.fileFor(sold, 'original')).toEqual({ key, format: 'jpeg' })
  expect(storage.keys('deliveries')).toHaveLength(2)
  expect(await files.fileFor(sold, 'web')).toEqual({ key: ready?.webKey, format: 'jpeg' })
  expect(await files.fileFor({ ...sold, originalKey: 'gone', originalEtag: 'other' }, 'original')).toBeUndefined()
})

test('the buyers’ original lies there before the photo is on sale, and outlives the upload', async () => {
  const { storage, announce, photos, photo } = await setup()
  const becomeReady = photos.becomeReady.bind(photos)
  let soldWithout = true
  photos.becomeReady = async (...args) => {
    soldWithout = !storage.keys('deliveries').some((key) => key.endsWith('-clean.jpg'))
    return becomeReady(...args)
  }
  await announce(storage.upload(photo.uploadKey, spaniels))
  const ready = await photos.find(photo.id)
  expect([ready?.state, soldWithout]).toEqual(['ready', false])
  await storage.remove('originals', [photo.uploadKey])
  expect(await buyerFiles(storage).fileFor(soldOf(ready), 'original')).toMatchObject({ format: 'jpeg' })
})

test('a file of which no clean copy can be made is never on sale, and its owner reads why', async () => {
  const { storage, announce, photos, photo, gallery } = await setup()
  await announce(storage.upload(photo.uploadKey, withSegmentsBehind(spaniels, 1_000_000)))
  expect(await photos.find(photo.id)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/far more metadata.*export it again without it/),
  })
  expect([gallery()?.photoCount, storage.keys('deliveries')]).toEqual([0, []])
})

describe('a photo that was on sale before buyers’ originals were made with the pictures', () => {
  const older = async (upload: Buffer, photo = aPhoto({ fileFormat: null })) => {
    const market = await setup(aGallery({ photoCount: 1, cover: coverOf(photo) }), photo)
    market.storage.upload(photo.uploadKey, upload)
    await market.storage.put('deliveries', { key: photo.webKey ?? '', bytes: spaniels, contentType: 'image/jpeg' })
    return { ...market, redraw: () => market.handle({ kind: 'rerender-photo', photoId: photo.id }) }
  }

  test('gets both files when it is drawn again; what was sold before stays where it was', async () => {
    const { storage, photos, photo, redraw, gallery } = await older(spaniels)
    await redraw()
    const now = await photos.find(photo.id)
    expect(now).toMatchObject({ state: 'ready', fileFormat: 'jpeg' })
    expect(now?.webKey).not.toBe(photo.webKey)
    const files = [photo.webKey, now?.webKey, `files/${photo.id}/${photo.original?.etag}-clean.jpg`]
    expect(storage.keys('deliveries').toSorted()).toEqual(files.toSorted())
    await redraw()
    expect(storage.keys('deliveries')).toHaveLength(3)
    expect(gallery()).toMatchObject({ photoCount: 1, cover: { photoId: photo.id } })
  })

  test('is taken off sale where no clean copy can be made of it, once', async () => {
    const { photos, photo, redraw, gallery, storage } = await older(withSegmentsBehind(spaniels, 1_000_000))
    await redraw()
    await redraw()
    expect(await photos.find(photo.id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/metadata/) })
    expect(gallery()).toMatchObject({ photoCount: 0, cover: null })
    expect((await photos.listShown(photo.galleryId)).photos).toEqual([])
    expect((await photos.listHidden(photo.galleryId)).photos.map(({ id }) => id)).toEqual([photo.id])
    expect(storage.keys('deliveries')).toEqual([photo.webKey])
  })

  test('a RAW file whose preview is refused today is taken off sale, says why, and keeps what it sold', async () => {
    const { photos, photo, redraw, gallery, storage, said } = await older(
      nefFile({ preview: spaniels.subarray(0, 400) }),
    )
    await redraw()
    expect(await photos.find(photo.id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/no preview/) })
    expect(said).toEqual([['a photo was taken off sale: it cannot be cleaned or shown', { photoId: photo.id }]])
    expect(gallery()).toMatchObject({ photoCount: 0, cover: null })
    expect(storage.keys('deliveries')).toEqual([photo.webKey])
    await redraw()
    expect([said.length, gallery()?.photoCount]).toEqual([1, 0])
  })

  test('such a RAW file that has its copy stays on sale, and an error names it', async () => {
    const { photos, photo, redraw, said } = await older(nefFile({}), aPhoto())
    await redraw()
    expect((await photos.find(photo.id))?.state).toBe('ready')
    expect(said).toEqual([['a photo on sale cannot be drawn again', { photoId: photo.id }]])
  })

  test('one that has its copy stays on sale, whatever becomes of new pictures', async () => {
    const { photos, photo, redraw } = await older(Buffer.from('damaged since'), aPhoto())
    await redraw()
    expect((await photos.find(photo.id))?.state).toBe('ready')
  })
})

test.each([
  ['a PNG called .jpg', 'png', 'png', 'image/png'],
  ['a TIFF called .jpg', 'tiff', 'tif', 'image/tiff'],
  ['a WebP called .jpg', 'webp', 'webp', 'image/webp'],
] as const)('%s goes out as what it is', async (_, format, extension, contentType) => {
  const { storage, announce, photos, photo } = await setup()
  await announce(storage.upload(photo.uploadKey, await sharp(spaniels).resize(64).toFormat(format).toBuffer()))
  const ready = await photos.find(photo.id)
  expect(ready).toMatchObject({ state: 'ready', fileFormat: format })
  const sold = { photoId: photo.id, originalKey: photo.uploadKey, originalEtag: ready?.original?.etag ?? '' }
  const bought = await buyerFiles(storage).fileFor({ ...sold, originalVersionId: null, webKey: null }, 'original')
  expect(bought).toEqual({ key: expect.stringMatching(new RegExp(`-clean\\.${extension}$`)), format })
  expect(storage.contents('deliveries', bought?.key ?? '')?.contentType).toBe(contentType)
})
