import { expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { type PhotoStore, photoStore } from '#functions/galleries/photo-store.ts'
import { put, type Table, type Write } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto, aRendering } from '#test/support/builders/photo.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const noon = new Date('2030-01-05T12:00:00.000Z')

const setup = async (...photos: Photo[]) => {
  const table = fakeTable()
  const store = photoStore(table)
  const gallery = aGallery()
  await table.write(put({ ...galleryKeys.gallery(gallery.id), ...gallery }, 'absent'))
  for (const photo of photos) await store.create(photo)
  const galleryNow = () => table.stored(`GALLERY#${gallery.id}`, 'GALLERY')
  return { table, store, gallery, galleryNow }
}

test('a photo is kept under its id and listed in its gallery', async () => {
  const photo = aPhoto({ isFeatured: true })
  const { table } = await setup(photo)
  expect(table.stored('PHOTO#pho_00000000000000000000000001', 'PHOTO')).toEqual({
    PK: 'PHOTO#pho_00000000000000000000000001',
    SK: 'PHOTO',
    ...photo,
    renditions: {
      folder: 'media/gal_00000000000000000000000001/pho_00000000000000000000000001/',
      files: [
        ['display', 'jpeg', 'token-display.jpg', 2_048, 1_365, 500_000],
        ['thumbnail', 'jpeg', 'token-thumbnail.jpg', 480, 320, 30_000],
      ],
    },
    ownerKey: 'GALLERY#gal_00000000000000000000000001#SHOWN',
    ownerSort: '1#2030-01-01T10:00:00.000Z#pho_00000000000000000000000001',
  })
  expect(table.stored('PHOTO#pho_00000000000000000000000001', 'PHOTO')).toMatchObject({
    id: 'pho_00000000000000000000000001',
    galleryId: 'gal_00000000000000000000000001',
    photographerId: '00000000-0000-4000-8000-000000000001',
    title: 'First light',
    description: '',
    pricePence: 1_500,
    isFeatured: true,
    width: 6_000,
    height: 4_000,
    bytes: 4_000_000,
    createdAt: '2030-01-01T10:00:00.000Z',
  })
})

test('visitors see featured photos first, then the newest; what is not ready is listed apart', async () => {
  const { store } = await setup(
    aPhoto({ id: photoIdOf(1), createdAt: '2030-01-01T10:00:00.000Z' }),
    aPhoto({ id: photoIdOf(2), createdAt: '2030-01-02T10:00:00.000Z' }),
    aPhoto({ id: photoIdOf(3), createdAt: '2029-01-01T10:00:00.000Z', isFeatured: true }),
    aPendingPhoto({ id: photoIdOf(4) }),
    aPendingPhoto({ id: photoIdOf(5), state: 'failed' }),
  )
  const shown = await store.listShown(galleryIdOf(1))
  const hidden = await store.listHidden(galleryIdOf(1))
  expect(shown.photos.map(({ id }) => id)).toEqual([photoIdOf(3), photoIdOf(2), photoIdOf(1)])
  expect(hidden.photos.map(({ id }) => id)).toEqual([photoIdOf(5), photoIdOf(4)])
})

test('becoming ready raises the count and gives the gallery its first cover, once', async () => {
  const photo = aPendingPhoto()
  const { store, galleryNow } = await setup(photo)
  expect(await store.becomeReady(photo, aRendering({ id: photo.id }))).toBe(true)
  expect(await store.becomeReady(photo, aRendering({ id: photo.id }))).toBe(false)
  expect(galleryNow()).toMatchObject({ photoCount: 1, cover: { photoId: photo.id, width: 6000 } })
  expect((await store.find(photo.id))?.state).toBe('ready')
})

test('a second photo is counted and leaves the cover as it is', async () => {
  const [first, second] = [aPendingPhoto({ id: photoIdOf(1) }), aPendingPhoto({ id: photoIdOf(2) })]
  const { store, galleryNow } = await setup(first, second)
  await store.becomeReady(first, aRendering({ id: first.id }))
  await store.becomeReady(second, aRendering({ id: second.id }))
  expect(galleryNow()).toMatchObject({ photoCount: 2, cover: { photoId: first.id } })
})

test('a photo of a gallery that is gone never becomes ready', async () => {
  const photo = aPendingPhoto({ galleryId: galleryIdOf(9) })
  const { store } = await setup(photo)
  expect(await store.becomeReady(photo, aRendering({ id: photo.id }))).toBe(false)
  expect((await store.find(photo.id))?.state).toBe('pending')
})

test('new renditions replace the old ones, on the cover too', async () => {
  const photo = aPendingPhoto()
  const { store, galleryNow } = await setup(photo)
  await store.becomeReady(photo, aRendering({ id: photo.id }))
  const ready = await store.getOwn(photo.id, userIdOf(1))
  const renewed = { ...aRendering({ id: photo.id }), watermark: '© Iris' }
  expect(await store.replaceRenditions(ready, renewed)).toEqual(ready)
  expect(await store.find(photo.id)).toMatchObject({ watermark: '© Iris' })
  expect(galleryNow()).toMatchObject({ cover: { watermark: '© Iris' } })
})

test('a photo drawn anew while it is made the cover is the cover with its new pictures', async () => {
  const [first, second] = [aPendingPhoto({ id: photoIdOf(1) }), aPendingPhoto({ id: photoIdOf(2) })]
  const { store, galleryNow } = await setup(first, second)
  await store.becomeReady(first, aRendering({ id: first.id }))
  await store.becomeReady(second, aRendering({ id: second.id }))
  const seen = await store.getOwn(second.id, userIdOf(1))
  // Its buyers' file stays what it was.
  await store.replaceRenditions(seen, {
    ...aRendering({ id: second.id }),
    renditions: seen.renditions.slice(0, 1),
    drawn: 'anew',
  })
  await store.makeCover(seen)
  expect(galleryNow()?.cover).toMatchObject({ photoId: second.id, renditions: { files: [expect.anything()] } })
})

test('removing the cover photo hands the cover to the next one shown, and repeating it changes nothing', async () => {
  const [first, second] = [aPendingPhoto({ id: photoIdOf(1) }), aPendingPhoto({ id: photoIdOf(2) })]
  const { store, galleryNow } = await setup(first, second)
  await store.becomeReady(first, aRendering({ id: first.id }))
  await store.becomeReady(second, aRendering({ id: second.id }))
  const ready = await store.getOwn(first.id, userIdOf(1))
  await store.remove(ready, noon)
  await store.remove(ready, noon)
  expect(galleryNow()).toMatchObject({ photoCount: 1, cover: { photoId: second.id } })
  expect((await store.listShown(galleryIdOf(1))).photos.map(({ id }) => id)).toEqual([second.id])
  expect(await store.find(first.id)).toMatchObject({ state: 'deleted' })
})

/** Busy the first time that a cover is to change. */
const busyForCover = (table: Table): Table => {
  const setsCover = (write: Write) => write.kind === 'update' && write.set !== undefined && 'cover' in write.set
  let isBusy = true
  return {
    ...table,
    transact: async (writes) => {
      if (!isBusy || !writes.some(setsCover)) return table.transact(writes)
      isBusy = false
      throw new AppError('unavailable')
    },
  }
}

const leavings = [
  ['removed', (store: PhotoStore, photo: Photo) => store.remove(photo, noon)],
  ['taken off sale', (store: PhotoStore, photo: Photo) => store.withdraw(photo, 'Its file is gone.')],
  ['taken down', (store: PhotoStore, photo: Photo) => store.takeDown(photo, 'A parent asks.', [])],
] as const

/** Two photos on sale, of which the first is the cover. */
const withCover = async () => {
  const [first, second] = [aPendingPhoto({ id: photoIdOf(1) }), aPendingPhoto({ id: photoIdOf(2) })]
  const parts = await setup(first, second)
  for (const photo of [first, second]) await parts.store.becomeReady(photo, aRendering({ id: photo.id }))
  const chore = () => parts.table.stored('CHORE#pass-cover-on#gal_00000000000000000000000001', 'CHORE')
  return { ...parts, cover: await parts.store.getOwn(first.id, userIdOf(1)), second, chore }
}

test.each(leavings)(
  'a cover that is %s while the table is busy leaves a chore, which passes it on',
  async (_, leave) => {
    const { table, store, galleryNow, cover, second, chore } = await withCover()
    await expect(leave(photoStore(busyForCover(table)), cover)).rejects.toMatchObject({ code: 'unavailable' })
    expect(chore()).toMatchObject({ kind: 'pass-cover-on' })
    for (let n = 0; n < 2; n++) await store.passCoverOn(galleryIdOf(1))
    expect(galleryNow()).toMatchObject({ photoCount: 1, cover: { photoId: second.id } })
  },
)

test.each(leavings)('a photo that is made the cover just when it is %s is none afterwards', async (_, leave) => {
  const { table, store, galleryNow, cover, second, chore } = await withCover()
  const next = await store.getOwn(second.id, userIdOf(1))
  let isMade = false
  const overtaken: typeof table = {
    ...table,
    transact: async (writes) => {
      if (!isMade) await store.makeCover(next)
      isMade = true
      return table.transact(writes)
    },
  }
  await expect(leave(photoStore(busyForCover(overtaken)), next)).rejects.toMatchObject({ code: 'unavailable' })
  expect([chore()?.kind, galleryNow()?.cover]).toMatchObject(['pass-cover-on', { photoId: second.id }])
  await store.passCoverOn(galleryIdOf(1))
  expect(galleryNow()).toMatchObject({ photoCount: 1, cover: { photoId: cover.id } })
})

test.each(leavings)('of a cover that is %s nothing is left to do', async (_, leave) => {
  const { store, cover, galleryNow, second, chore } = await withCover()
  await leave(store, cover)
  expect(chore()).toBeUndefined()
  expect(galleryNow()).toMatchObject({ photoCount: 1, cover: { photoId: second.id } })
})

test('a cover that is shown is passed on to none', async () => {
  const { store, cover, galleryNow } = await withCover()
  await store.passCoverOn(galleryIdOf(1))
  expect(galleryNow()).toMatchObject({ cover: { photoId: cover.id } })
})

test('removing the only photo leaves the gallery without a cover', async () => {
  const photo = aPendingPhoto()
  const { store, galleryNow } = await setup(photo)
  await store.becomeReady(photo, aRendering({ id: photo.id }))
  await store.remove(await store.getOwn(photo.id, userIdOf(1)), noon)
  expect(galleryNow()).toMatchObject({ photoCount: 0, cover: null })
})

test('a photo that was removed after it was read becomes no cover', async () => {
  const [first, second] = [aPendingPhoto({ id: photoIdOf(1) }), aPendingPhoto({ id: photoIdOf(2) })]
  const { store, galleryNow } = await setup(first, second)
  await store.becomeReady(first, aRendering({ id: first.id }))
  await store.becomeReady(second, aRendering({ id: second.id }))
  const seen = await store.getOwn(second.id, userIdOf(1))
  await store.remove(seen, noon)
  await expect(store.makeCover(seen)).rejects.toMatchObject({ code: 'photo_not_found' })
  expect(galleryNow()).toMatchObject({ cover: { photoId: first.id } })
})

test('a photo that was drawn anew after it was read becomes the cover as it is now', async () => {
  const photo = aPendingPhoto()
  const { store, galleryNow } = await setup(photo)
  await store.becomeReady(photo, aRendering({ id: photo.id }))
  const seen = await store.getOwn(photo.id, userIdOf(1))
  await store.replaceRenditions(seen, {
    ...aRendering({ id: photo.id }),
    watermark: '© Iris',
    webKey: 'files/renewed-web.jpg',
  })
  await store.makeCover(seen)
  expect(galleryNow()).toMatchObject({ cover: { watermark: '© Iris' } })
})

test('a photo of a gallery that is gone becomes no cover', async () => {
  const photo = aPhoto({ galleryId: galleryIdOf(9) })
  const { store } = await setup(photo)
  await expect(store.makeCover(photo)).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test('two photos that are removed at once leave the cover to one that is shown', async () => {
  const ids = [photoIdOf(1), photoIdOf(2), photoIdOf(3)]
  const { table, store, galleryNow } = await setup(...ids.map((id) => aPendingPhoto({ id })))
  for (const id of ids) {
    const photo = aPendingPhoto({ id })
    await store.becomeReady(photo, aRendering({ id: photo.id }))
  }
  const [cover, next] = await Promise.all([ids[0], ids[2]].map((id) => store.getOwn(id ?? photoIdOf(0), userIdOf(1))))
  if (!cover || !next) throw new Error('They should be there.')
  let isRemoved = false
  // The first in the list is removed by somebody else between being listed and being made the cover.
  const interrupted = photoStore({
    ...table,
    query: async (asked) => {
      const page = await table.query(asked)
      if (!isRemoved) {
        isRemoved = true
        await store.remove(next, noon)
      }
      return page
    },
  })
  await interrupted.remove(cover, noon)
  expect(galleryNow()).toMatchObject({ photoCount: 1, cover: { photoId: ids[1] } })
})

test('an edit that saw an older version is refused', async () => {
  const photo = aPhoto()
  const { store } = await setup(photo)
  const saved = await store.save(photo, { title: 'New', isFeatured: true }, { version: 0 })
  expect(saved).toMatchObject({ title: 'New', version: 1 })
  await expect(store.save(photo, { title: 'Older' }, { version: 0 })).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
  expect((await store.listShown(galleryIdOf(1))).photos).toMatchObject([{ title: 'New', isFeatured: true }])
})

test('an edit of a photo that became ready meanwhile keeps it in the visitors’ list', async () => {
  const photo = aPendingPhoto()
  const { store } = await setup(photo)
  await store.becomeReady(photo, aRendering({ id: photo.id }))

  const saved = await store.save(photo, { title: 'New' }, { version: 0 })

  expect(saved).toMatchObject({ title: 'New', state: 'ready', version: 1 })
  expect((await store.listShown(galleryIdOf(1))).photos).toMatchObject([{ title: 'New', state: 'ready' }])
  expect((await store.listHidden(galleryIdOf(1))).photos).toEqual([])
})

test('an edit of a photo that became ready and was edited meanwhile, or was deleted, is refused', async () => {
  const [first, second] = [aPendingPhoto({ id: photoIdOf(1) }), aPendingPhoto({ id: photoIdOf(2) })]
  const { store } = await setup(first, second)
  await store.becomeReady(first, aRendering({ id: first.id }))
  await store.save(aPhoto({ id: first.id }), { title: 'Newer' }, { version: 0 })
  await store.remove(second, noon)

  for (const photo of [first, second]) {
    await expect(store.save(photo, { title: 'Older' }, { version: 0 })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
  }
})

test('somebody else’s photo and a deleted one are not found', async () => {
  const { store } = await setup(aPhoto(), aPhoto({ id: photoIdOf(2), state: 'deleted' }))
  await expect(store.getOwn(photoIdOf(1), userIdOf(2))).rejects.toMatchObject({ code: 'photo_not_found' })
  await expect(store.getOwn(photoIdOf(2), userIdOf(1))).rejects.toMatchObject({ code: 'photo_not_found' })
})

test('a failed upload can be tried again, a ready photo cannot', async () => {
  const failed = aPendingPhoto({ state: 'failed', reason: 'This file is empty.' })
  const { store } = await setup(failed, aPhoto({ id: photoIdOf(2) }))
  expect(await store.restart(failed, 'uploads/u/g/p/1', noon)).toMatchObject({
    state: 'pending',
    reason: null,
    uploadKey: 'uploads/u/g/p/1',
    version: 1,
  })
  await expect(store.restart(aPhoto({ id: photoIdOf(2) }), 'x', noon)).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
})

test('a photo goes from a gallery that counts none, or that is gone, all the same', async () => {
  const { table, store, gallery } = await setup(aPhoto(), aPhoto({ id: photoIdOf(2), galleryId: galleryIdOf(9) }))
  expect(table.stored(`GALLERY#${gallery.id}`, 'GALLERY')).toMatchObject({ photoCount: 0 })
  for (const n of [1, 2]) await store.remove(await store.getOwn(photoIdOf(n), userIdOf(1)), noon)
  expect(await store.find(photoIdOf(1))).toMatchObject({ state: 'deleted' })
  expect(await store.find(photoIdOf(2))).toMatchObject({ state: 'deleted' })
  expect(table.stored(`GALLERY#${gallery.id}`, 'GALLERY')).toMatchObject({ photoCount: 0 })
})

test('a photo that becomes ready while its owner removes it goes, and is counted no more', async () => {
  const photo = aPendingPhoto()
  const { store, galleryNow } = await setup(photo)
  await store.becomeReady(photo, aRendering({ id: photo.id }))
  await store.remove(photo, noon)
  expect(await store.find(photo.id)).toMatchObject({ state: 'deleted' })
  expect(galleryNow()).toMatchObject({ photoCount: 0, cover: null })
})

test('the sweep’s list holds what waits for a file and what was deleted, each a day later, and nothing else', async () => {
  const photo = aPendingPhoto()
  const { table, store } = await setup(photo)
  const place = () => {
    const { workKey, workSort } = table.stored('PHOTO#pho_00000000000000000000000001', 'PHOTO') ?? {}
    return [workKey, workSort]
  }
  expect(place()).toEqual([expect.stringMatching(/^SWEEP#PHOTO#[0-7]$/), '2030-01-02T10:00:00.000Z'])
  const again = await store.restart(photo, 'uploads/u/g/p/1', noon)
  expect(place()[1]).toBe('2030-01-06T12:00:00.000Z')
  await store.becomeReady(again, aRendering({ id: again.id }))
  expect(place()).toEqual([undefined, undefined])
  await store.remove(await store.getOwn(photo.id, userIdOf(1)), noon)
  expect(place()[1]).toBe('2030-01-06T12:00:00.000Z')
})

test('a file that was refused leaves the sweep’s list, and a new try of it waits again', async () => {
  const photo = aPendingPhoto()
  const { table, store } = await setup(photo)
  const original = { key: photo.uploadKey, etag: 'e', versionId: null }
  await store.settle(photo, { state: 'failed', reason: 'This file is empty.', original })
  expect(table.stored('PHOTO#pho_00000000000000000000000001', 'PHOTO')).not.toHaveProperty('workKey')
  const again = await store.restart(await store.getOwn(photo.id, userIdOf(1)), 'uploads/u/g/p/1', noon)
  expect(again).toMatchObject({ state: 'pending', original: null })
  expect(await store.becomeReady(again, aRendering({ id: again.id }))).toBe(true)
})

test('an upload that was replaced by a newer try cannot make the photo ready, nor fail it', async () => {
  const photo = aPendingPhoto()
  const { store } = await setup(photo)
  await store.restart(photo, 'uploads/u/g/p/1', noon)
  expect(await store.becomeReady(photo, aRendering({ id: photo.id }))).toBe(false)
  expect(await store.settle(photo, { state: 'failed', reason: 'This file is empty.', original: null })).toBe(false)
  expect(await store.find(photo.id)).toMatchObject({ state: 'pending', uploadKey: 'uploads/u/g/p/1' })
})

test('a file that was refused stays refused, whatever is drawn from it later', async () => {
  const photo = aPendingPhoto()
  const { store } = await setup(photo)
  await store.settle(photo, {
    state: 'failed',
    reason: 'This file is empty.',
    original: { key: photo.uploadKey, etag: 'e', versionId: null },
  })
  expect(await store.becomeReady(photo, aRendering({ id: photo.id }))).toBe(false)
  expect(await store.giveUp(photo, 'We could not open this photo.')).toBe(false)
  expect(await store.find(photo.id)).toMatchObject({ state: 'failed', reason: 'This file is empty.' })
})
