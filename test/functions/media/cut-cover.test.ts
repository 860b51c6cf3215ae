import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { listCard, openCard } from '#functions/galleries/gallery-views.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { coverOf, photoKeys } from '#functions/galleries/photo-writes.ts'
import { handleRenderMessage } from '#functions/media/render-photo.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { isPiece } from '#schema/entities/rendition-kinds.ts'
import { RenderMessage } from '#schema/events/render.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { opened } from '#test/support/media/likeness.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const upright = await readFile('local/seed/photos/two-spaniels.jpg')
const wide = await sharp(upright).resize({ width: 1_800, height: 1_200, fit: 'cover' }).jpeg().toBuffer()

const setup = async (gallery: Gallery = aGallery(), file = wide) => {
  const table = fakeTable()
  const storage = fakeStorage()
  const photos = photoStore(table)
  const galleries = galleryStore(table)
  let byte = 0
  const parts: Parameters<typeof handleRenderMessage>[0] & { storage: typeof storage } = {
    photos,
    galleries,
    storage,
    recall: async () => {},
    pause: async () => {},
    send: async (_: string, messages: readonly unknown[]) => {
      for (const message of messages) await handleRenderMessage(parts)(RenderMessage.parse(message))
    },
    random: (count: number) => new Uint8Array(count).fill(byte++),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
  await table.write(put({ ...galleryKeys.gallery(gallery.id), ...gallery }, 'absent'))
  const upload = async (n: number) => {
    const pending = aPendingPhoto({ id: photoIdOf(n), uploadKey: aPhoto({ id: photoIdOf(n) }).uploadKey })
    await photos.create(pending)
    const { key } = storage.upload(pending.uploadKey, file)
    await handleRenderMessage(parts)({
      Records: [
        { eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'originals' }, object: { key, size: 1, eTag: 'e' } } },
      ],
    })
  }
  await upload(1)
  const find = async (n = 1) => {
    const photo = await photos.find(photoIdOf(n))
    if (!photo) throw new Error('It is gone.')
    return photo
  }
  const change = (set: Partial<Gallery>) =>
    table.write(update(galleryKeys.gallery(gallery.id), { set, when: 'present' }))
  /** What the page of the gallery and its card offer phones. */
  const offered = async () => {
    const found = await galleries.find(gallery.id)
    if (!found) throw new Error('It is gone.')
    const keysOf = (pieces: readonly { url: string }[] = []) => pieces.map(({ url }) => new URL(url).pathname.slice(1))
    const [page, inList] = [await openCard(fakeMediaLinks(), found), await listCard(fakeMediaLinks(), found)]
    return { page: keysOf(page.cover?.tall), card: keysOf(inList.cover?.card) }
  }
  const cut = () => handleRenderMessage(parts)({ kind: 'cut-cover', galleryId: gallery.id })
  const card = async () => {
    const found = await galleries.find(gallery.id)
    return found && listCard(fakeMediaLinks(), found)
  }
  return { ...parts, table, find, change, offered, card, cut, upload }
}
const piecesOf = ({ renditions }: Photo) => renditions.filter(({ kind }) => isPiece(kind))
const tallOf = (photo: Photo) => piecesOf(photo).flatMap(({ kind, key }) => (kind === 'tall' ? [key] : []))
const cardOf = (photo: Photo) => piecesOf(photo).flatMap(({ kind, key }) => (kind === 'card' ? [key] : []))
const offeredOf = (photo: Photo) => ({ page: tallOf(photo), card: cardOf(photo) })
const none = { page: [], card: [] }
const middle = { x: 0.5, y: 0.5 }

test('the first photo of a gallery is its cover, and cut for phones at once; a further one is not', async () => {
  const { find, offered, card, storage, upload } = await setup()
  const cover = await find()
  expect(cover.cutFor).toEqual(middle)
  expect(piecesOf(cover).map(({ kind, width, height }) => [kind, width, height])).toEqual([
    ['card', 1_080, 720],
    ['tall', 840, 1_200],
  ])
  expect(await offered()).toEqual(offeredOf(cover))
  // No card fills a phone's screen, and no page of a gallery shows its card.
  expect((await card())?.cover?.tall).toBeUndefined()
  for (const { key } of piecesOf(cover)) {
    const file = await storage.read('renditions', { key })
    expect(file && (await opened(file, (image) => image.metadata())).compression).toBe('av1')
  }
  await upload(2)
  expect(piecesOf(await find(2))).toEqual([])
})

test('a photo that is upright itself is cut for its card alone', async () => {
  const { find, offered, cut } = await setup(aGallery(), upright)
  await cut()
  const cover = await find()
  expect(piecesOf(cover).map(({ kind }) => kind)).toEqual(['card'])
  expect(await offered()).toEqual({ page: [], card: cardOf(cover) })
})

test('a cover that an earlier release cut gets the pieces of today, and its old ones are gone', async () => {
  const { find, cut, offered, storage, table, change } = await setup()
  const cover = await find()
  const renditions = cover.renditions.map((each) =>
    each.kind === 'card' ? { ...each, kind: 'tall-medium' as const } : each,
  )
  const former = { ...cover, renditions }
  await table.write(update(photoKeys.photo(cover.id), { set: { renditions }, when: 'present' }))
  await change({ cover: coverOf(former) })
  await cut()
  const after = await find()
  expect(piecesOf(after).map(({ kind }) => kind)).toEqual(['card', 'tall'])
  expect(await offered()).toEqual(offeredOf(after))
  expect(storage.keys('renditions').toSorted()).toEqual(after.renditions.map(({ key }) => key).toSorted())
})

test('a cover of which the gallery knows less than its photo does is put right', async () => {
  const { find, cut, offered, storage, change } = await setup()
  const cover = await find()
  // As a function of an earlier release reads and writes it, which passes over kinds that it does not know.
  await change({ cover: coverOf({ ...cover, renditions: cover.renditions.filter(({ kind }) => kind !== 'card') }) })
  expect((await offered()).card).toEqual([])
  await cut()
  const after = await find()
  expect(await offered()).toEqual(offeredOf(after))
  expect(storage.keys('renditions').toSorted()).toEqual(after.renditions.map(({ key }) => key).toSorted())
})

test('another cover has its focal point in the middle, and the same one made the cover again keeps it', async () => {
  const { find, photos, galleries, change, upload } = await setup()
  const focus = { x: 0.2, y: 0.4 }
  await upload(2)
  await change({ coverFocus: focus })
  await photos.makeCover(await find(1))
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ cover: { photoId: photoIdOf(1) }, coverFocus: focus })
  await photos.makeCover(await find(2))
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ cover: { photoId: photoIdOf(2) }, coverFocus: middle })
  await change({ coverFocus: focus })
  const at = new Date('2030-01-01T10:00:00.000Z')
  await photos.remove(await find(2), at)
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ cover: { photoId: photoIdOf(1) }, coverFocus: middle })
  // Nor does the first photo after all were gone have a point of one of those.
  await photos.remove(await find(1), at)
  await change({ coverFocus: focus })
  await upload(3)
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ cover: { photoId: photoIdOf(3) }, coverFocus: middle })
})

test('a photo that is made the cover while another one becomes it keeps no focal point of that', async () => {
  const { find, photos, galleries, change, upload, table } = await setup()
  await upload(2)
  const [first, second] = [await find(1), await find(2)]
  const { transact } = table
  table.transact = async (writes) => {
    table.transact = transact
    await photos.makeCover(second)
    await change({ coverFocus: { x: 0, y: 1 } })
    return transact(writes)
  }
  await photos.makeCover(first)
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ cover: { photoId: first.id }, coverFocus: middle })
})

test('the card of a gallery says which point of its cover stays in sight, where that is not the middle', async () => {
  const { change, card } = await setup()
  expect(await card()).not.toHaveProperty('coverFocus')
  await change({ coverFocus: { x: 0.2, y: 0.4 } })
  expect(await card()).toMatchObject({ coverFocus: { x: 0.2, y: 0.4 } })
  // Of one that asks for something no picture is shown, and nothing is said of it.
  await change({ accessCode: 'SECRET' })
  expect(await card()).not.toHaveProperty('coverFocus')
})

test('another focal point hides the old pieces at once, and brings new ones; the old files are gone', async () => {
  const { find, offered, change, cut, storage } = await setup()
  const before = tallOf(await find())
  await change({ coverFocus: { x: 0.2, y: 0.4 } })
  expect(await offered()).toEqual(none)
  await cut()
  const after = await find()
  expect(after.cutFor).toEqual({ x: 0.2, y: 0.4 })
  expect(await offered()).toEqual(offeredOf(after))
  expect(storage.keys('renditions').toSorted()).toEqual(after.renditions.map(({ key }) => key).toSorted())
  expect(storage.keys('renditions')).not.toContain(before[0])
})

test('a message that comes twice changes nothing', async () => {
  const { find, cut, storage } = await setup()
  const before = [await find(), storage.keys('renditions')]
  await cut()
  expect([await find(), storage.keys('renditions')]).toEqual(before)
})

test('two that cut at once leave one piece, and no file that nobody names', async () => {
  const { find, change, cut, storage } = await setup()
  await change({ coverFocus: { x: 0, y: 0 } })
  await Promise.all([cut(), cut()])
  const after = await find()
  expect(piecesOf(after)).toHaveLength(2)
  expect(storage.keys('renditions').toSorted()).toEqual(after.renditions.map(({ key }) => key).toSorted())
})

test('a cover drawn anew while it is cut keeps its new pictures, and the cut is thrown away', async () => {
  const { find, change, cut, storage, photos, ...parts } = await setup()
  await change({ coverFocus: { x: 0, y: 0 } })
  const { put: store } = storage
  storage.put = async (bucket, file) => {
    storage.put = store
    await handleRenderMessage({ ...parts, storage, photos })({ kind: 'rerender-photo', photoId: photoIdOf(1) })
    return store(bucket, file)
  }
  await cut()
  const after = await find()
  expect(after.cutFor).toEqual({ x: 0, y: 0 })
  expect(storage.keys('renditions').toSorted()).toEqual(after.renditions.map(({ key }) => key).toSorted())
})

test('with another mark nothing is cut before the photo carries it', async () => {
  const { find, change, cut, offered, photos, ...parts } = await setup()
  await change({ watermarkEnabled: true, watermarkText: '© Iris', coverFocus: { x: 0, y: 0 } })
  const before = await find()
  await cut()
  expect([await find(), await offered()]).toEqual([before, none])
  await handleRenderMessage({ ...parts, photos })({ kind: 'rerender-photo', photoId: photoIdOf(1) })
  expect((await find()).watermark).toBe('© Iris')
  expect(await offered()).toEqual(offeredOf(await find()))
  expect(piecesOf(await find())).toHaveLength(2)
})

test('what is taken down while it is cut leaves no piece behind', async () => {
  const { change, cut, storage } = await setup()
  await change({ coverFocus: { x: 0, y: 0 } })
  const before = storage.keys('renditions')
  const { put: store } = storage
  storage.put = async (bucket, file) => {
    await change({ takedown: { reason: 'copyright', at: '2030-01-01T10:00:00.000Z' } })
    return store(bucket, file)
  }
  await cut()
  expect(storage.keys('renditions').filter((key) => !before.includes(key))).toEqual([])
})

test('another cover is offered to phones once it is cut, and by then no piece of the last one', async () => {
  const { find, cut, offered, photos, table, upload } = await setup()
  await upload(2)
  await photos.makeCover(await find(2))
  expect(await offered()).toEqual(none)
  expect(table.stored(`CHORE#cut-cover#${galleryIdOf(1)}`, 'CHORE')).toMatchObject({ kind: 'cut-cover' })
  await cut()
  expect(await offered()).toEqual(offeredOf(await find(2)))
  expect(piecesOf(await find())).toHaveLength(2)
})

test('of a cover that an earlier release drew, the piece lies where its one signature opens it', async () => {
  const { find, change, cut, offered, storage, table } = await setup()
  const [display] = (await find()).renditions
  const former = display && { ...display, key: `media/${galleryIdOf(1)}/${photoIdOf(1)}/former-display.jpg` }
  if (!former) throw new Error('It was not drawn.')
  const bytes = await storage.read('renditions', display)
  await storage.put('renditions', { key: former.key, bytes: bytes ?? Buffer.alloc(0), contentType: 'image/jpeg' })
  const thumbnail = { ...former, kind: 'thumbnail' as const }
  const set = { renditions: [former, thumbnail], drawn: null, cutFor: null }
  await table.write(update(photoKeys.photo(photoIdOf(1)), { set, when: 'present' }))
  await change({ coverFocus: { x: 0, y: 0 }, cover: coverOf(await find()) })
  await cut()
  const { page, card } = await offered()
  expect([page, card].map(({ length }) => length)).toEqual([1, 1])
  for (const key of [...page, ...card]) expect(key).toMatch(`media/${galleryIdOf(1)}/${photoIdOf(1)}/`)
})

test('a focal point that moves while its cover is cut is cut around as well', async () => {
  const { find, change, cut, offered, storage } = await setup()
  await change({ coverFocus: { x: 0, y: 0 } })
  const { put: store } = storage
  storage.put = async (bucket, file) => {
    storage.put = store
    await change({ coverFocus: { x: 1, y: 0 } })
    return store(bucket, file)
  }
  await cut()
  expect((await find()).cutFor).toEqual({ x: 1, y: 0 })
  expect(await offered()).toEqual(offeredOf(await find()))
  expect(storage.keys('renditions').toSorted()).toEqual((await find()).renditions.map(({ key }) => key).toSorted())
})

test('a photo drawn anew keeps its files where the answer to its write is lost and the write repeated', async () => {
  const { find, storage, table, upload, photos, ...parts } = await setup()
  await upload(2)
  const { write } = table
  // The client repeats what it heard nothing of, and meets what it has written.
  table.write = async (each) => {
    table.write = write
    const first = await write(each)
    expect(first.ok).toBe(true)
    return write(each)
  }
  await handleRenderMessage({ ...parts, storage, photos })({ kind: 'rerender-photo', photoId: photoIdOf(2) })
  const named = [...(await find(1)).renditions, ...(await find(2)).renditions].map(({ key }) => key)
  expect(storage.keys('renditions').toSorted()).toEqual(named.toSorted())
})
