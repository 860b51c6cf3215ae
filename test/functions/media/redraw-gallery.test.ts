import { describe, expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { handleRenderMessage } from '#functions/media/render-photo.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { Rerender } from '#schema/events/render.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto, aRendering } from '#test/support/builders/photo.ts'
import { countedRandom, silent } from '#test/support/market/market-parts.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

type Parts = Parameters<typeof handleRenderMessage>[0]
type Queued = { queue: string; message: Rerender; group: string | undefined; delaySeconds?: number | undefined }

const galleryId = galleryIdOf(1)
/** Photos of a part where a list of the bucket has the keys of two: three lists a round, five rounds a part. */
const photosAPart = 30
const file = { bytes: Buffer.from('x'), contentType: 'image/jpeg', width: 1, height: 1 } as const
const drawing: Awaited<ReturnType<NonNullable<Parts['render']>>> = {
  kind: 'rendered',
  fileFormat: 'jpeg',
  width: 1,
  height: 1,
  capturedAt: undefined,
  camera: undefined,
  thumbhash: '',
  display: file,
  thumbnail: file,
  displayAvif: { ...file, contentType: 'image/avif' },
  mediumAvif: { ...file, contentType: 'image/avif' },
  thumbnailAvif: { ...file, contentType: 'image/avif' },
  web: file,
  original: file.bytes,
}

const renditionsOf = (id: Photo['id']): Photo['renditions'] =>
  ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    ...(aRendering({ id }).renditions[0] ?? { kind: 'display', format: 'jpeg', width: 1, height: 1, bytes: 1 }),
    key: `media/01/${galleryId}/${id}/old-${name}.jpg`,
  }))

/** A gallery of so many photos with five pictures each, and its queues, whose messages a test hands over. */
const setup = async (
  count: number,
  { gallery = {}, photosAPage = 1 }: { gallery?: object; photosAPage?: number } = {},
) => {
  const table = fakeTable()
  const storage = fakeStorage()
  const store = photoStore(table)
  const queued: Queued[] = []
  /** What was done, in order; the next of them may fail. */
  const done: { what: string; size: number }[] = []
  let failing = Number.POSITIVE_INFINITY
  const step = (what: string, size = 1) => {
    if (failing-- === 0) throw new Error(`The function ended at ${what}.`)
    done.push({ what, size })
  }
  const parts: Parts = {
    photos: {
      ...store,
      listShown: async (id, { after, limit = photosAPage } = {}) => {
        step('list')
        return store.listShown(id, { after, limit: Math.min(limit, photosAPage) })
      },
    },
    galleries: galleryStore(table),
    storage: {
      ...storage,
      list: async (bucket, prefix, after) => {
        step('list')
        return (await storage.list(bucket, prefix, after)).slice(0, 10 * photosAPage)
      },
      remove: async (bucket, keys) => {
        if (keys.length > 1_000) throw new Error('MalformedXML')
        step('remove', keys.length)
        await storage.remove(bucket, keys)
        step('removed', 0)
      },
    },
    send: async (queue, messages, { group, delaySeconds } = {}) => {
      step('send')
      // What is cut of a cover has tests of its own (cut-cover.test.ts).
      for (const message of messages.map((each) => Rerender.parse(each)))
        if (message.kind !== 'cut-cover') queued.push({ queue, message, group, ...(delaySeconds && { delaySeconds }) })
      step('sent')
    },
    recall: async (tags) => {
      step(`recall ${tags.join(' ')}`)
    },
    random: countedRandom(),
    pause: async (ms) => {
      step('pause', ms)
    },
    render: async () => {
      step('render')
      return drawing
    },
    log: silent,
  }
  const stored = aGallery({ photoCount: count, ...gallery })
  await table.write(put({ ...galleryKeys.gallery(galleryId), ...stored }, 'absent'))
  for (let n = 1; n <= count; n++) {
    const photo = aPhoto({ id: photoIdOf(n), renditions: renditionsOf(photoIdOf(n)), drawRun: stored.drawRun })
    await store.create(photo)
    storage.upload(photo.uploadKey, file.bytes)
    for (const { key } of photo.renditions) await storage.put('renditions', { key, ...file })
  }
  const handle = handleRenderMessage(parts)
  const change = async (set: Partial<Gallery>, run = 1): Promise<Rerender> => {
    await table.write(update(galleryKeys.gallery(galleryId), { set: { ...set, drawRun: run }, when: 'present' }))
    return { kind: 'rerender-gallery', galleryId, run }
  }
  const next = (): Rerender => {
    const message = queued.shift()?.message
    if (!message) throw new Error('Nothing waits.')
    return message
  }
  const drain = async (...first: Rerender[]) => {
    for (const message of first) await handle(message)
    while (queued.length > 0) await handle(next())
  }
  return {
    handle,
    change,
    queued,
    next,
    drain,
    done,
    storage,
    store,
    table,
    pictures: () => storage.keys('renditions'),
    /** Has the step fail that comes after so many. */
    failAfter: (steps: number) => {
      failing = steps
    },
    count: (what: string) => done.filter((each) => each.what.startsWith(what)).length,
    /** Photos whose files of before are still there. */
    withOldFiles: () =>
      new Set(
        storage
          .keys('renditions')
          .filter((key) => key.includes('/old-'))
          .map((key) => key.split('/')[3]),
      ).size,
  }
}

const closed = { isPublic: false }

test('a race that closes is withdrawn in parts of 3,000 photos, all of it before one is drawn, and the edge is told each time', async () => {
  const { handle, change, queued, next, count, withOldFiles } = await setup(3_050, { photosAPage: 100 })
  await handle(await change(closed))
  expect(withOldFiles()).toBe(50)
  expect(count('recall pictures:gal_00000000000000000000000001 gallery:gal_00000000000000000000000001')).toBe(2)
  expect(queued).toMatchObject([{ queue: 'RENDER_QUEUE_URL', message: { kind: 'rerender-gallery', run: 1 } }])

  await handle(next())
  expect(withOldFiles()).toBe(0)
  expect(count('recall')).toBe(3)
  expect(queued).toEqual([
    { queue: 'REDRAW_QUEUE_URL', message: { kind: 'redraw-gallery', galleryId, run: 1 }, group: galleryId },
  ])

  await handle(next())
  expect(queued).toHaveLength(2_001)
  await handle(queued.pop()?.message ?? next())
  expect(queued.pop()).toEqual({
    queue: 'REDRAW_QUEUE_URL',
    message: { kind: 'redraw-gallery', galleryId, run: 1, pass: 2 },
    group: galleryId,
    delaySeconds: 900,
  })
  expect(queued.map(({ message, group }) => [message.kind, group])).toEqual(
    Array.from({ length: 3_050 }, () => ['rerender-photo', galleryId]),
  )
  expect(new Set(queued.map(({ message }) => JSON.stringify(message))).size).toBe(3_050)
})

test('S3 is asked to remove 3,000 keys a second at most, a thousand at a time', async () => {
  const { handle, change, done } = await setup(3_000, { photosAPage: 100 })
  await handle(await change(closed))
  let [seconds, keys] = [0, 0]
  for (const { what, size } of done) {
    if (what === 'remove') keys += size
    if (what === 'pause') seconds += size / 1_000
    expect(keys).toBeLessThanOrEqual(3_000 * seconds + 1e-6)
  }
  expect([keys, seconds]).toEqual([15_000, 5])
})

test('what lacks the new mark is withdrawn; what carries it stays', async () => {
  const { handle, change, store, withOldFiles } = await setup(6)
  const marked = await store.find(photoIdOf(2))
  if (marked) await store.replaceRenditions(marked, { ...marked, watermark: '© Iris', drawn: 'token', drawRun: 0 })
  await handle(await change({ watermarkEnabled: true, watermarkText: '© Iris' }))
  expect(withOldFiles()).toBe(1)
})

test('a mark that is taken off withdraws nothing, and each photo is drawn once', async () => {
  const { drain, change, count, pictures } = await setup(photosAPart + 3, { gallery: { watermarkEnabled: true } })
  await drain(await change({ watermarkEnabled: false }))
  expect([count('render'), count('recall'), pictures().length]).toEqual([33, 0, 165])
})

describe('of a gallery of three parts', () => {
  const photos = 2 * photosAPart + 5
  const change = closed

  /** Each step but those that only read on, from the closing to the last photo that is to be drawn. */
  const steps = async (): Promise<number[]> => {
    const { handle, change: close, queued, next, done } = await setup(photos)
    await handle(await close(change))
    while (queued.length > 0) {
      const message = next()
      if (message.kind !== 'rerender-photo') await handle(message)
    }
    return [...done.keys()].filter((at) => at === 0 || done[at]?.what !== done[at - 1]?.what)
  }

  test('a function that ends at any step loses no photo, repeats no more than a part, and is done by the message that comes again', async () => {
    const all = await steps()
    expect(all.length).toBeGreaterThan(40)
    for (const at of all) {
      const { handle, change: close, queued, next, failAfter, withOldFiles, done } = await setup(photos)
      failAfter(at)
      let failures = 0
      const deliver = async (message: Rerender): Promise<void> => {
        try {
          await handle(message)
        } catch {
          failures++
          await handle(message)
        }
      }
      await deliver(await close(change))
      const drawn = new Set<string>()
      while (queued.length > 0) {
        const message = next()
        if (message.kind !== 'rerender-photo') await deliver(message)
        else {
          expect(withOldFiles()).toBe(0)
          drawn.add(message.photoId)
        }
      }
      expect([at, failures, drawn.size]).toEqual([at, 1, photos])
      const removed = done.reduce((sum, { what, size }) => (what === 'remove' ? sum + size : sum), 0)
      expect(removed).toBeLessThanOrEqual(5 * (2 * photos + photosAPart))
      expect(done.findLastIndex(({ what }) => what === 'removed')).toBeLessThan(
        done.findLastIndex(({ what }) => what.startsWith('recall')),
      )
    }
  })

  test('every message delivered twice leaves each photo with the pictures of one drawing', async () => {
    const { handle, change: close, queued, next, pictures, withOldFiles, count } = await setup(photos)
    const first = await close(change)
    for (const message of [first, first]) await handle(message)
    while (queued.length > 0) {
      const message = next()
      for (const each of [message, message]) await handle(each)
    }
    expect([withOldFiles(), pictures().length, count('render')]).toEqual([0, 5 * photos, photos])
  })

  test('each part that comes late, once all is drawn, removes and draws nothing', async () => {
    const { handle, change: close, queued, next, pictures, count } = await setup(photos)
    const all: Rerender[] = [await close(change)]
    for (let at = 0; at < all.length; at++) {
      const message = all[at]
      if (message) await handle(message)
      while (queued.length > 0) all.push(next())
    }
    const [kept, drawings] = [pictures(), count('render')]
    for (const message of all) await handle(message)
    while (queued.length > 0) await handle(next())
    expect([pictures(), count('render')]).toEqual([kept, drawings])
    expect(drawings).toBe(photos)
  })

  test('a photo that is drawn in between keeps its pictures when the part before comes again', async () => {
    const { handle, change: close, queued, next, store, storage } = await setup(photos)
    const parts: Rerender[] = [await close(change)]
    await handle(parts[0] ?? next())
    while (queued[0]?.message.kind !== 'rerender-photo') {
      const part = next()
      parts.push(part)
      await handle(part)
    }
    const drawn = next()
    await handle(drawn)
    const photo = drawn.kind === 'rerender-photo' ? await store.find(drawn.photoId) : undefined
    for (const part of parts) await handle(part)
    expect(photo?.renditions.map(({ key }) => storage.contents('renditions', key) !== undefined)).toEqual(
      Array.from({ length: 5 }, () => true),
    )
  })

  test('a photo that became ready since the closing is left as it is', async () => {
    const { handle, change: close, store, pictures, drain, storage, queued } = await setup(photos)
    const first = await close(change)
    const late = aPhoto({ id: photoIdOf(999), state: 'pending', original: null, renditions: [], webKey: null })
    await store.create(late)
    storage.upload(late.uploadKey, file.bytes)
    await handle({ kind: 'render-upload', photoId: late.id })
    queued.length = 0
    const own = pictures().filter((key) => key.includes(late.id))
    await drain(first)
    expect([own.length, pictures().filter((key) => key.includes(late.id))]).toEqual([5, own])
  })

  test('a message of an earlier release, which names no change, has all of it withdrawn and drawn', async () => {
    const { table, drain, pictures, withOldFiles, count } = await setup(photos)
    await table.write(update(galleryKeys.gallery(galleryId), { set: change, when: 'present' }))
    await drain({ kind: 'rerender-gallery', galleryId })
    expect([withOldFiles(), pictures().length, count('render')]).toEqual([0, 5 * photos, photos])
  })

  test('photos whose records are older than their gallery’s changes are withdrawn and drawn', async () => {
    const { table, change: close, drain, withOldFiles, count } = await setup(photos)
    for (const { PK, SK } of table.all().filter((item) => item.SK === 'PHOTO')) {
      await table.write(update({ PK: String(PK), SK: String(SK) }, { remove: ['drawRun'], when: 'present' }))
    }
    await drain(await close(change))
    expect([withOldFiles(), count('render')]).toEqual([0, photos])
  })

  test('a later change takes over: nothing goes on for the one before, and each photo is drawn once more', async () => {
    const { handle, change: to, drain, queued, count, store } = await setup(photos)
    await handle(await to({ watermarkEnabled: true, watermarkText: 'First' }))
    while (queued[0]?.message.kind !== 'rerender-photo') await handle(queued.shift()?.message ?? (await to({})))
    const second = await to({ watermarkText: 'Second' }, 2)
    await drain(second)
    expect(count('render')).toBe(photos)
    expect(await store.find(photoIdOf(1))).toMatchObject({ watermark: 'Second', drawRun: 2 })
  })

  test('deleted while it is drawn it loses every picture, and nothing is drawn any more', async () => {
    const { handle, change: to, drain, next, queued, pictures, count } = await setup(photos)
    await handle(await to(change))
    while (queued[0]?.message.kind !== 'rerender-photo') await handle(next())
    for (let n = 0; n < 7; n++) await handle(next())
    const drawings = count('render')
    await drain(await to({ deletedAt: '2030-01-01T10:00:00.000Z' }, 2))
    expect([drawings, count('render'), pictures()]).toEqual([7, 7, []])
    await drain(await to({ deletedAt: null }, 3))
    expect(pictures()).toHaveLength(5 * photos)
  })

  test('opened again while its pictures are withdrawn, it loses no more of them, and those that are gone come back', async () => {
    const { handle, change: to, table, drain, pictures, withOldFiles } = await setup(photos)
    await handle(await to(change))
    await table.write(update(galleryKeys.gallery(galleryId), { set: { isPublic: true }, when: 'present' }))
    const left = withOldFiles()
    await drain()
    expect([left, pictures().length]).toEqual([photos - photosAPart, 5 * photos])
  })
})

describe('photos that change their places', () => {
  const photos = 2 * photosAPart + 5
  type Setup = Awaited<ReturnType<typeof setup>>
  const changes: [string, (gallery: Setup) => Promise<void>][] = [
    [
      'are featured',
      async ({ store }) => {
        for (const n of [1, 2, 3]) {
          const photo = await store.find(photoIdOf(n))
          if (photo) await store.save(photo, { isFeatured: true }, photo)
        }
      },
    ],
    [
      'are put into another order',
      async ({ store, table }) => {
        await table.write(update(galleryKeys.gallery(galleryId), { set: { photoOrder: 'name' }, when: 'present' }))
        await store.orderPhotos(galleryId)
      },
    ],
  ]

  test.each(changes)('while their gallery is withdrawn are all gone before one is drawn: they %s', async (_, move) => {
    const gallery = await setup(photos)
    const { handle, change, queued, next, withOldFiles, pictures, drain } = gallery
    await handle(await change(closed))
    await move(gallery)
    while (queued[0]?.message.kind !== 'rerender-photo') await handle(next())
    expect(withOldFiles()).toBe(0)
    await drain()
    expect(pictures()).toHaveLength(5 * photos)
  })

  test.each(changes)('while their gallery is drawn get their pictures: they %s', async (_, move) => {
    const gallery = await setup(photos)
    const { handle, change, queued, next, pictures, count, drain } = gallery
    await handle(await change(closed))
    while (queued[0]?.message.kind !== 'rerender-photo') await handle(next())
    await move(gallery)
    await drain()
    expect([pictures().length, count('render')]).toEqual([5 * photos, photos])
  })

  /** What is done for the messages of a gallery, by kind, where each comes once. */
  const allOf = async ({ handle, queued, next }: Setup, first: Rerender): Promise<Rerender[]> => {
    const all = [first]
    await handle(first)
    while (queued.length > 0) {
      const message = next()
      all.push(message)
      await handle(message)
    }
    return all
  }
  const passesOf = (all: readonly Rerender[]) => [
    ...new Set(all.flatMap((message) => (message.kind === 'redraw-gallery' ? [message.pass ?? 1] : []))),
  ]

  test('where none did, the list is read once more, and no photo is asked for again', async () => {
    const gallery = await setup(photos)
    const all = await allOf(gallery, await gallery.change(closed))
    expect(passesOf(all)).toEqual([1, 2])
    expect(all.filter(({ kind }) => kind === 'rerender-photo')).toHaveLength(photos)
  })

  test('where nothing was to be drawn, the list is not read again', async () => {
    const gallery = await setup(photos)
    await gallery.drain(await gallery.change(closed))
    expect(passesOf(await allOf(gallery, { kind: 'redraw-gallery', galleryId, run: 1 }))).toEqual([1])
  })

  test('one whose original is gone is asked for three times, and the others once', async () => {
    const gallery = await setup(photos)
    const { store, storage, change, pictures } = gallery
    const lost = await store.find(photoIdOf(2))
    await storage.remove('originals', [lost?.uploadKey ?? ''])
    const all = await allOf(gallery, await change(closed))
    const asked = all.flatMap((message) => (message.kind === 'rerender-photo' ? [message.photoId] : []))
    expect(passesOf(all)).toEqual([1, 2, 3])
    expect(asked.filter((id) => id === lost?.id)).toHaveLength(3)
    expect([asked.length, pictures().length]).toEqual([photos + 2, 5 * (photos - 1)])
  })

  test('messages that name a place and no reading of the list, as they first were, are understood', async () => {
    const { handle, change, drain, queued, withOldFiles, pictures, store } = await setup(photos)
    await change(closed)
    const place = (await store.listShown(galleryId, { limit: photosAPart })).next
    const after = {
      PK: String(place?.PK),
      SK: 'PHOTO',
      ownerKey: String(place?.ownerKey),
      ownerSort: String(place?.ownerSort),
    }
    await handle({ kind: 'rerender-gallery', galleryId, run: 1, after })
    while (queued[0]?.message.kind === 'rerender-gallery')
      await drain(...queued.splice(0).map(({ message }) => message))
    expect([withOldFiles(), pictures().length]).toEqual([0, 5 * photos])
    await change({}, 2)
    await drain({ kind: 'redraw-gallery', galleryId, run: 2, after })
    expect(await store.find(photoIdOf(photos))).toMatchObject({ drawRun: 2 })
    expect(await store.find(photoIdOf(1))).toMatchObject({ drawRun: 2 })
  })
})

test('the pictures of a photo that its gallery shows no more are left to the sweep', async () => {
  const { store, change, handle, withOldFiles } = await setup(3)
  const photo = await store.find(photoIdOf(2))
  if (photo) await store.remove(photo, new Date('2030-01-01T10:00:00.000Z'))
  await handle(await change(closed))
  expect(withOldFiles()).toBe(1)
})

test('pictures under names of earlier releases are withdrawn too', async () => {
  const { store, storage, change, handle, pictures } = await setup(0)
  const photo = aPhoto({ id: photoIdOf(1) })
  await store.create(photo)
  for (const { key } of photo.renditions) await storage.put('renditions', { key, ...file })
  const before = pictures()
  await handle(await change(closed))
  expect(before.every((key) => key.startsWith(`media/${galleryId}/`))).toBe(true)
  expect([before.length > 0, pictures()]).toEqual([true, []])
})

test('of a gallery in which one photo was put back, only that one is drawn', async () => {
  const { store, drain, count } = await setup(4)
  const photo = await store.find(photoIdOf(3))
  if (photo) await store.takeDown(photo, 'A parent asks for it.', [])
  const down = await store.find(photoIdOf(3))
  if (down) await store.putBack(down, [])
  await drain({ kind: 'rerender-gallery', galleryId, run: 0 })
  expect(count('render')).toBe(1)
})

test('pictures that were begun before a change do not take the place of those that were begun after it', async () => {
  const { store } = await setup(1)
  const photo = await store.find(photoIdOf(1))
  if (!photo) throw new Error('It is gone.')
  const [newer, older] = [
    { ...aRendering(photo), drawn: 'newer', drawRun: 2 },
    { ...aRendering(photo), drawn: 'older', drawRun: 1 },
  ]
  expect(await store.replaceRenditions(photo, newer)).toMatchObject({ drawRun: 0 })
  expect(await store.replaceRenditions(photo, older)).toBeUndefined()
  expect(await store.find(photo.id)).toMatchObject({ drawn: 'newer', drawRun: 2 })
})
