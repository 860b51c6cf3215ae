import { describe, expect, test } from 'vitest'
import { buyerFiles } from '#functions/deliveries/buyer-files.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { quotaKeys, quotaStore } from '#functions/galleries/quota-store.ts'
import { downloadFreePhoto } from '#functions/photos/download-free-photo.ts'
import { removePhoto, updatePhoto } from '#functions/photos/edit-photo.ts'
import { getUploadRoom } from '#functions/photos/get-upload-room.ts'
import { grantUpload, regrantUpload } from '#functions/photos/grant-upload.ts'
import { limitedDownloadStore } from '#functions/photos/limited-download-store.ts'
import { confirmUpload, findMyPhotos, getMyPhoto, listMyPhotos } from '#functions/photos/own-photos.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { idMaker } from '#functions/shared/ids/ids.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { signer } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { put } from '#functions/shared/table/writes.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { throttle, throttleKeys } from '#functions/shared/throttle/throttle.ts'
import { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { pence } from '#schema/money.ts'
import { titleFromFileName } from '#schema/upload-rules.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { counting } from '#test/support/market/counting.ts'
import { countedRandom, silent } from '#test/support/market/market-parts.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { interruptedTable, type Step } from '#test/support/payments/interrupted.ts'
import { pointsOf, runWithFault } from '#test/support/sim/fault-at.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const owner = userIdOf(1)
const now = () => new Date('2030-01-05T10:00:00.000Z')

const setup = async (gallery = aGallery(), photos = [aPhoto()], profile = aProfile()) => {
  const table = fakeTable()
  const sent: { queue: string; message: unknown }[] = []
  const send: Send = async (queue, messages) => {
    sent.push(...messages.map((message) => ({ queue, message })))
  }
  const signing = signer(async () => ({ current: 'k'.repeat(32), previous: null }))
  const storage = fakeStorage()
  const parts = {
    galleries: galleryStore(table),
    photos: photoStore(table),
    profiles: profileStore(table),
    quota: quotaStore(table),
    downloads: downloadStore(table),
    limitedDownloads: limitedDownloadStore(table),
    send,
    random: countedRandom(),
    sent,
    settleCounts: () => counting({ table, send, log: silent, now }).settle(sent),
    files: buyerFiles(storage),
    storage,
    access: galleryAccess({ signer: signing, now, isReviewOpen: async () => false }),
    cursors: cursors(signing),
    links: fakeMediaLinks(),
    throttle: throttle(table, now),
    ids: idMaker(now, countedRandom()),
    now,
  }
  await table.write(put({ ...galleryKeys.gallery(gallery.id), ...gallery }, 'absent'))
  await parts.profiles.create(profile)
  for (const photo of photos) await parts.photos.create(photo)
  return { ...parts, table }
}

const file = { fileName: 'DSC_0042.JPG', contentType: 'image/jpeg', bytes: 4_200_000 }
const galleryId = galleryIdOf(1)
const grant = api.photos.endpoints.grantUpload

test('a grant records the photo as pending, under the file’s name and the gallery’s price', async () => {
  const parts = await setup(aGallery({ pricePence: pence(900) }), [])
  const { photo, upload } = await grantUpload(parts)(
    request(grant, { params: { galleryId }, body: file, caller: owner }),
  )
  expect(photo).toMatchObject({ title: 'DSC_0042', pricePence: 900, state: 'pending', picture: null })
  expect(upload).toMatchObject({
    url: `https://originals.test/uploads/${owner}/${galleryId}/${photo.id}/0`,
    headers: { 'content-type': 'image/jpeg' },
    expiresAt: '2030-01-05T10:15:00.000Z',
  })
  expect(parts.table.stored(`PHOTO#${photo.id}`, 'PHOTO')).toMatchObject({
    id: photo.id,
    galleryId,
    photographerId: owner,
    title: 'DSC_0042',
    description: '',
    pricePence: 900,
    bytes: 4_200_000,
  })
})

test('a grant records what its photographer filled in, and the size that the browser saw', async () => {
  const parts = await setup(aGallery({ pricePence: pence(900) }), [])
  const filledIn = {
    title: 'Dusk',
    description: 'From the pier',
    pricePence: pence(1_250),
    width: 6_000,
    height: 4_000,
  }
  const body = grant.body.parse({ ...file, ...filledIn })
  const { photo } = await grantUpload(parts)(request(grant, { params: { galleryId }, body, caller: owner }))
  const recorded = { ...filledIn, galleryId, photographerId: owner, bytes: 4_200_000 }
  expect(parts.table.stored(`PHOTO#${photo.id}`, 'PHOTO')).toMatchObject(recorded)
})

test('a photo that is kept from earlier buyers of the whole gallery is so from its grant on, and no other is', async () => {
  const parts = await setup(aGallery(), [])
  const recorded = async (isExcepted?: boolean) => {
    const body = grant.body.parse({ ...file, isExcepted })
    const { photo } = await grantUpload(parts)(request(grant, { params: { galleryId }, body, caller: owner }))
    return [photo.isExcepted, parts.table.stored(`PHOTO#${photo.id}`, 'PHOTO')?.isExcepted]
  }
  expect(await recorded(true)).toEqual([true, true])
  expect(await recorded()).toEqual([false, false])
})

test.each([
  ['a PDF', { ...file, fileName: 'invoice.pdf', contentType: 'application/pdf' }, 'file_type_refused'],
  ['no type and no known extension', { ...file, fileName: 'IMG', contentType: '' }, 'file_type_refused'],
  ['an SVG', { ...file, fileName: 'logo.svg', contentType: 'image/svg+xml' }, 'file_type_refused'],
  ['one byte too many', { ...file, bytes: 52_428_801 }, 'file_too_large'],
  ['an empty file', { ...file, bytes: 0 }, 'file_too_small'],
  ['a negative size', { ...file, bytes: -1 }, 'file_too_small'],
])('%s is refused by the server and records nothing', async (_, body, code) => {
  const parts = await setup(aGallery(), [])
  const run = grantUpload(parts)(request(grant, { params: { galleryId }, body, caller: owner }))
  await expect(run).rejects.toMatchObject({ code })
  expect((await parts.photos.listHidden(galleryId)).photos).toEqual([])
})

test.each([
  ['50 MB exactly', { ...file, bytes: 52_428_800 }, 'image/jpeg'],
  ['one byte', { ...file, bytes: 1 }, 'image/jpeg'],
  ['a RAW file, whose type browsers do not know', { ...file, fileName: 'a.NEF', contentType: '' }, 'image/x-raw'],
  ['a TIFF with the short extension', { ...file, fileName: 'a.tif', contentType: 'image/tiff' }, 'image/tiff'],
])('%s is accepted', async (_, body, contentType) => {
  const parts = await setup(aGallery(), [])
  const { upload } = await grantUpload(parts)(request(grant, { params: { galleryId }, body, caller: owner }))
  expect(upload.headers['content-type']).toBe(contentType)
})

test.each([
  ['../../../../tmp/evil.jpg', 'evil.jpg', 'evil'],
  ['C:\\DCIM\\IMG_1.JPG', 'IMG_1.JPG', 'IMG_1'],
  ['\u202Egnp.exe\u202C photo.jpg', 'gnp.exe photo.jpg', 'gnp.exe photo'],
  ['zero\u200Bwidth\0nul.jpg', 'zerowidthnul.jpg', 'zerowidthnul'],
  ['two\r\nlines.jpg', 'two lines.jpg', 'two lines'],
  ['1000012345', '1000012345.jpg', '1000012345'],
])('the file %j is stored as %j and called %j', async (fileName, stored, title) => {
  const parts = await setup(aGallery(), [])
  const body = grant.body.parse({ ...file, fileName })
  await grantUpload(parts)(request(grant, { params: { galleryId }, body, caller: owner }))
  expect(parts.table.all().find(({ fileName: name }) => name !== undefined)).toMatchObject({ fileName: stored, title })
})

test.each(['holiday.hta', 'invoice.exe', 'run.bat', 'x.lnk', 'holiday.html', '.htaccess'])(
  'the file %j is refused, whatever image it is said to be',
  async (fileName) => {
    const parts = await setup(aGallery(), [])
    const run = grantUpload(parts)(
      request(grant, { params: { galleryId }, body: { ...file, fileName }, caller: owner }),
    )
    await expect(run).rejects.toMatchObject({ code: 'file_type_refused' })
  },
)

test('nobody uploads into somebody else’s gallery', async () => {
  const parts = await setup()
  const run = grantUpload(parts)(request(grant, { params: { galleryId }, body: file, caller: userIdOf(2) }))
  await expect(run).rejects.toMatchObject({ code: 'gallery_not_found' })
})

describe('room for uploads', () => {
  const paying = aProfile({ subscription: 'active', paidUntil: '2030-02-01T00:00:00.000Z' })
  type Parts = Awaited<ReturnType<typeof setup>>
  const ask = (parts: Parts, bytes = file.bytes) =>
    grantUpload(parts)(request(grant, { params: { galleryId }, body: { ...file, bytes }, caller: owner }))
  const has = (parts: Parts, stored: object) =>
    parts.table.write(put({ ...quotaKeys.stored(owner), ...stored }, 'always'))
  const roomOf = (parts: Parts) => getUploadRoom(parts)(request(api.photos.endpoints.uploadRoom, { caller: owner }))

  test('of a trial is 2,000 photos and 50 GB, and the page can say how much is used', async () => {
    const parts = await setup(aGallery(), [])
    await has(parts, { bytes: 1_000_000, photos: 1_999 })
    await ask(parts)
    expect(await roomOf(parts)).toEqual({
      plan: 'trial',
      usedBytes: 5_200_000,
      maxBytes: 50_000_000_000,
      photos: 2_000,
      maxPhotos: 2_000,
      photosToday: 1,
      maxPhotosADay: 2_000,
    })
    await expect(ask(parts)).rejects.toMatchObject({ code: 'quota_reached' })
    await has(parts, { bytes: 50_000_000_000 - 99, photos: 3 })
    await expect(ask(parts, 100)).rejects.toMatchObject({ code: 'quota_reached' })
    expect(await ask(parts, 99)).toBeDefined()
  })

  test('of a subscription is 300 GB and 70,000 photos a day: a marathon of 60,000 fits', async () => {
    const parts = await setup(aGallery(), [], paying)
    await has(parts, { bytes: 0, photos: 500_000, day: '2030-01-05', today: 59_999 })
    await ask(parts)
    await has(parts, { bytes: 300_000_000_000 - 1, photos: 1, day: '2030-01-05', today: 1 })
    await expect(ask(parts, 2)).rejects.toMatchObject({ code: 'quota_reached' })
    await has(parts, { bytes: 0, photos: 1, day: '2030-01-05', today: 70_000 })
    await expect(ask(parts)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'You have uploaded as many photos as fit into one day. Please try again in 14 hours.',
      details: { retryAfterSeconds: 14 * 3_600 },
    })
    await has(parts, { bytes: 0, photos: 1, day: '2030-01-04', today: 70_000 })
    expect(await ask(parts)).toBeDefined()
    expect(await roomOf(parts)).toMatchObject({ plan: 'subscribed', maxPhotos: null, photosToday: 1 })
  })

  test('that an operator gave counts where it is more than the plan’s', async () => {
    const parts = await setup(aGallery(), [], aProfile({ uploadRoom: { maxBytes: 80_000_000_000, photos: 10 } }))
    await has(parts, { bytes: 60_000_000_000, photos: 1_500 })
    expect(await ask(parts)).toBeDefined()
    expect(await roomOf(parts)).toMatchObject({ maxBytes: 80_000_000_000, maxPhotos: 2_000 })
  })

  test('is not exceeded by uploads at the same moment, and the first of a day begins its count once', async () => {
    const parts = await setup(aGallery(), [])
    await has(parts, { bytes: 0, photos: 1_995, day: '2030-01-04', today: 8 })
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => ask(parts)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await roomOf(parts)).toMatchObject({ photos: 2_000, photosToday: 5 })
  })
})

describe('a new upload address', () => {
  type Parts = Awaited<ReturnType<typeof setup>>
  const again = (parts: Parts, photoId = photoIdOf(1)) =>
    regrantUpload(parts)(request(api.photos.endpoints.regrantUpload, { params: { photoId }, caller: owner }))
  const placesOf = async (parts: Parts, times: number) => {
    const places = new Set<string>()
    for (let n = 0; n < times; n++) places.add((await again(parts)).upload.url)
    return [...places]
  }
  const used = (parts: Parts) => parts.quota.used(owner, '2030-01-05')
  const taken = { bytes: 4_000_000, photos: 1, day: '2030-01-05', today: 1 }
  const begun = async (photo = aPendingPhoto(), profile = aProfile()) => {
    const parts = await setup(aGallery(), [photo], profile)
    await parts.table.write(put({ ...quotaKeys.stored(owner), ...taken }, 'always'))
    return parts
  }
  const refused = aPendingPhoto({ state: 'failed', reason: 'This file is empty.', bytes: 4_000_000 })

  test('of a photo that waits leads to the one place that its file has, whether or not it has come', async () => {
    const parts = await begun()
    const [place, ...others] = await placesOf(parts, 5)
    expect(others).toEqual([])
    expect(place).toBe(`https://originals.test/${aPendingPhoto().uploadKey}`)
    parts.storage.upload(aPendingPhoto().uploadKey, Buffer.from('x'))
    expect(await placesOf(parts, 5)).toEqual([place])
    expect(await used(parts)).toEqual({ bytes: 4_000_000, photos: 1, today: 1 })
  })

  test('of a photo that was refused is under a key that was never used, and counts as one upload more', async () => {
    const parts = await begun(refused)
    parts.storage.upload(refused.uploadKey, Buffer.from('junk'))
    const { photo, upload } = await again(parts)
    expect(photo).toMatchObject({ state: 'pending', reason: null })
    expect(upload.url).toMatch(new RegExp(`/${refused.id}/1$`))
    expect(await used(parts)).toEqual({ bytes: 8_000_000, photos: 2, today: 2 })
  })

  test('is no way around a full storage', async () => {
    const parts = await begun(refused)
    parts.storage.upload(refused.uploadKey, Buffer.from('junk'))
    await parts.table.write(put({ ...quotaKeys.stored(owner), ...taken, bytes: 50_000_000_000 - 3_999_999 }, 'always'))
    await expect(again(parts)).rejects.toMatchObject({ code: 'quota_reached' })
    expect(await parts.photos.find(refused.id)).toMatchObject({ state: 'failed', uploadKey: refused.uploadKey })
  })

  test('takes no room twice where two are asked for at once', async () => {
    const parts = await begun(refused)
    parts.storage.upload(refused.uploadKey, Buffer.from('junk'))
    const answers = await Promise.allSettled([again(parts), again(parts)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await used(parts)).toMatchObject({ bytes: 8_000_000, photos: 2 })
  })

  test('and each grant take room for what they recorded and nothing else, wherever they end', async () => {
    const ways = {
      grant: {
        begun: () => setup(aGallery(), []),
        run: (parts: Parts) => grantUpload(parts)(request(grant, { params: { galleryId }, body: file, caller: owner })),
      },
      again: { begun: () => begun(refused), run: again },
    }
    for (const way of Object.values(ways)) {
      const start = async () => {
        const parts = await way.begun()
        parts.storage.upload(refused.uploadKey, Buffer.from('junk'))
        const body = (step: Step) => {
          const table = interruptedTable(parts.table, step)
          return way.run({ ...parts, photos: photoStore(table), quota: quotaStore(table) })
        }
        return { parts, body }
      }
      const points = await pointsOf((await start()).body)
      expect(points).toBeGreaterThanOrEqual(4)
      for (let point = 0; point < points; point++) {
        for (const fault of ['crash', 'lost'] as const) {
          const { parts, body } = await start()
          await runWithFault({ point, fault }, body)
          const { photos } = await parts.photos.listHidden(galleryId)
          const files = photos.reduce((sum, { uploadsAgain }) => sum + 1 + uploadsAgain, 0)
          const bytes = photos.reduce((sum, photo) => sum + (1 + photo.uploadsAgain) * photo.bytes, 0)
          expect([point, fault, await used(parts)]).toEqual([point, fault, { bytes, photos: files, today: files }])
        }
      }
    }
  })

  test.each([
    ['trial', aProfile(), throttles.uploadsAgainPerTrial.limit],
    [
      'subscription',
      aProfile({ subscription: 'active', paidUntil: '2030-02-01T00:00:00.000Z' }),
      throttles.uploadsAgainPerSubscriber.limit,
    ],
  ] as const)('is given so often a day in a %s', async (_, profile, limit) => {
    const parts = await begun(aPendingPhoto(), profile)
    const name = profile.subscription === 'active' ? 'uploadsAgainPerSubscriber' : 'uploadsAgainPerTrial'
    const day = throttleKeys.window(name, owner, Date.UTC(2030, 0, 5) / 1_000)
    await parts.table.write(put({ ...day, count: limit - 1 }, 'always'))
    expect(await again(parts)).toBeDefined()
    await expect(again(parts)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'Very many uploads were begun again today. Please try again in 14 hours.',
    })
  })
})

test('confirming an upload that never arrived says so; one that did answers the photo', async () => {
  const pending = aPendingPhoto()
  const parts = await setup(aGallery(), [pending])
  const confirm = () =>
    confirmUpload(parts)(
      request(api.photos.endpoints.confirmUpload, { params: { photoId: pending.id }, caller: owner }),
    )
  await expect(confirm()).rejects.toMatchObject({ code: 'upload_missing' })
  parts.storage.upload(pending.uploadKey, Buffer.from('x'))
  expect(await confirm()).toMatchObject({ state: 'pending' })
})

test('the owner sees what failed and why, nobody else sees the photo at all', async () => {
  const kept = aPendingPhoto({ state: 'kept', reason: 'This RAW file holds no preview.' })
  const parts = await setup(aGallery(), [kept])
  const getMine = api.photos.endpoints.getMine
  const mine = await getMyPhoto(parts)(request(getMine, { params: { photoId: kept.id }, caller: owner }))
  expect(mine).toMatchObject({ state: 'kept', reason: 'This RAW file holds no preview.' })
  const stranger = getMyPhoto(parts)(request(getMine, { params: { photoId: kept.id }, caller: userIdOf(2) }))
  await expect(stranger).rejects.toMatchObject({ code: 'photo_not_found' })
})

test('many own photos are looked at in one call; what is gone or somebody else’s is left out', async () => {
  const parts = await setup(aGallery(), [
    aPhoto({ id: photoIdOf(1) }),
    aPendingPhoto({ id: photoIdOf(2), state: 'failed', reason: 'This file is empty.' }),
    aPhoto({ id: photoIdOf(3), photographerId: userIdOf(2) }),
    aPhoto({ id: photoIdOf(4), state: 'deleted' }),
  ])

  const { items } = await findMyPhotos(parts)(
    request(api.photos.endpoints.findMine, {
      body: { photoIds: [1, 2, 3, 4, 5].map(photoIdOf) },
      caller: owner,
    }),
  )

  const seen = items.map(({ id, state, reason, picture }) => ({ id, state, reason, hasPicture: picture !== null }))
  expect(seen.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: photoIdOf(1), state: 'ready', reason: null, hasPicture: true },
    { id: photoIdOf(2), state: 'failed', reason: 'This file is empty.', hasPicture: false },
  ])
})

test('a hundred own photos are one page', async () => {
  const photos = Array.from({ length: 100 }, (_, n) => aPhoto({ id: photoIdOf(n) }))
  const parts = await setup(aGallery(), photos)

  const page = await listMyPhotos(parts)(
    request(api.photos.endpoints.listMine, { params: { galleryId }, query: {}, caller: owner }),
  )

  expect(page.items).toHaveLength(100)
})

test('the owner’s list walks through every photo once, whatever its state', async () => {
  const photos = Array.from({ length: 245 }, (_, n) => {
    const createdAt = new Date(Date.UTC(2030, 0, 1, 10, 0, n)).toISOString()
    return n < 122 ? aPendingPhoto({ id: photoIdOf(n), createdAt }) : aPhoto({ id: photoIdOf(n), createdAt })
  })
  const parts = await setup(aGallery(), photos)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listMyPhotos(parts)(
      request(api.photos.endpoints.listMine, { params: { galleryId }, query: { cursor }, caller: owner }),
    )
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toHaveLength(245)
  expect(new Set(seen).size).toBe(245)
})

test('an edit changes what was sent and nothing else', async () => {
  const parts = await setup()
  const edited = await updatePhoto(parts)(
    request(api.photos.endpoints.update, {
      params: { photoId: photoIdOf(1) },
      body: { version: 0, description: 'At dusk', pricePence: 2_500, isCover: true },
      caller: owner,
    }),
  )
  expect(edited).toMatchObject({
    title: 'First light',
    description: 'At dusk',
    pricePence: 2_500,
    isCover: true,
    version: 1,
  })
})

test('a photo that becomes ready while it is edited is shown, under its new title', async () => {
  const parts = await setup(aGallery(), [aPendingPhoto()])
  const { original, renditions, width, height } = aPhoto()
  const photos: typeof parts.photos = {
    ...parts.photos,
    getOwn: async (id, caller) => {
      const read = await parts.photos.getOwn(id, caller)
      await parts.photos.becomeReady(read, { ...read, original, renditions, width, height })
      return read
    },
  }

  const edited = await updatePhoto({ ...parts, photos })(
    request(api.photos.endpoints.update, {
      params: { photoId: photoIdOf(1) },
      body: { version: 0, title: 'Dusk', isCover: true },
      caller: owner,
    }),
  )

  expect(edited).toMatchObject({ title: 'Dusk', state: 'ready', isCover: true })
  expect((await parts.photos.listShown(galleryId)).photos).toMatchObject([{ title: 'Dusk' }])
})

test.each(['', '   '])('a photo whose title is emptied to %j is called like its file again', async (title) => {
  const parts = await setup()
  const edited = await updatePhoto(parts)(
    request(api.photos.endpoints.update, {
      params: { photoId: photoIdOf(1) },
      body: api.photos.endpoints.update.body.parse({ version: 0, title }),
      caller: owner,
    }),
  )
  expect(edited.title).toBe(titleFromFileName(edited.fileName))
  expect(edited.title).not.toBe('')
})

test('a deleted photo leaves its gallery', async () => {
  const parts = await setup(aGallery({ photoCount: 1 }))
  await removePhoto(parts)(request(api.photos.endpoints.remove, { params: { photoId: photoIdOf(1) }, caller: owner }))
  expect((await parts.photos.listShown(galleryId)).photos).toEqual([])
})

test('a photo whose removal ended early is removed again, with what was left: the cover goes to the next', async () => {
  const parts = await setup(aGallery({ photoCount: 2 }), [aPhoto(), aPhoto({ id: photoIdOf(2) })])
  await parts.photos.makeCover(aPhoto())
  const shown = () => parts.galleries.find(galleryId)
  let isBusy = true
  const busy = photoStore({
    ...parts.table,
    transact: async (writes) => {
      const isOfCover = writes.some(
        (write) => write.kind === 'update' && write.set !== undefined && 'cover' in write.set,
      )
      if (!isBusy || !isOfCover) return parts.table.transact(writes)
      isBusy = false
      throw new AppError('unavailable')
    },
  })
  const remove = (caller = owner) =>
    removePhoto({ photos: busy, now })(
      request(api.photos.endpoints.remove, { params: { photoId: photoIdOf(1) }, caller }),
    )
  await expect(remove()).rejects.toMatchObject({ code: 'unavailable' })
  expect((await shown())?.cover?.photoId).toBe(photoIdOf(1))
  await remove()
  expect(await shown()).toMatchObject({ photoCount: 1, cover: { photoId: photoIdOf(2) } })
  await expect(remove(userIdOf(2))).rejects.toMatchObject({ code: 'photo_not_found' })
})

const free = { pricePence: pence(0) }
const download = (parts: Awaited<ReturnType<typeof setup>>, size: 'original' | 'web' = 'web') =>
  downloadFreePhoto({ ...parts, log: silent })(
    request(api.photos.endpoints.downloadFree, { params: { photoId: photoIdOf(1) }, body: { size } }),
  )

test('a free photo is downloaded and counted, up to the gallery’s limit and never beyond', async () => {
  const parts = await setup(aGallery({ downloadLimit: 3 }), [aPhoto(free)])
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => download(parts)))
  const refused = tries.filter((each) => each.status === 'rejected').map(({ reason }) => reason.code)
  expect(refused).toEqual(Array.from({ length: 17 }, () => 'download_limit_reached'))
  expect(parts.sent).toMatchObject(Array.from({ length: 3 }, () => ({ message: { kind: 'fetched', galleryId } })))
  await parts.settleCounts()
  expect(await parts.galleries.find(galleryId)).toMatchObject({ downloadCount: 3 })
  expect(await parts.downloads.countBetween(owner, now(), now())).toBe(3)
})

test('where no limit is set a free download is one message, counted for the gallery and the photographer’s day', async () => {
  const parts = await setup(aGallery({ downloadCount: 7 }), [aPhoto(free)])
  for (let n = 0; n < 3; n++) await download(parts)
  expect(parts.sent).toHaveLength(3)
  expect(await parts.galleries.find(galleryId)).toMatchObject({ downloadCount: 7 })
  await parts.settleCounts()
  expect(await parts.galleries.find(galleryId)).toMatchObject({ downloadCount: 10 })
  expect(await parts.downloads.countBetween(owner, now(), now())).toBe(3)
})

test('a limit that is set later counts what was downloaded before it', async () => {
  const parts = await setup(aGallery({ downloadLimit: 5, downloadCount: 3 }), [aPhoto(free)])
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => download(parts)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await parts.settleCounts()
  expect(await parts.galleries.find(galleryId)).toMatchObject({ downloadCount: 5, limitedDownloads: 2 })
  await expect(download(parts)).rejects.toMatchObject({ code: 'download_limit_reached' })
})

test('a free photo of a gallery that is taken down is downloaded by nobody, its owner included', async () => {
  const takedown = { at: '2030-01-01T10:00:00.000Z', reason: 'A parent asks for it.' }
  const parts = await setup(aGallery({ takedown }), [aPhoto(free)])
  const params = { photoId: photoIdOf(1) }
  const asked = request(api.photos.endpoints.downloadFree, { params, body: { size: 'original' }, caller: owner })
  await expect(downloadFreePhoto({ ...parts, log: silent })(asked)).rejects.toMatchObject({ code: 'photo_not_found' })
})

test('a free photo is saved under its title, as what it is', async () => {
  const parts = await setup(aGallery(), [aPhoto({ ...free, title: '../present', fileName: 'present.hta' })])
  expect(await download(parts)).toMatchObject({ fileName: 'present.jpg' })
})

test.each([
  ['a photo with a price', aGallery(), aPhoto(), 'download_not_allowed'],
  ['where clients may not download', aGallery({ clientCanDownload: false }), aPhoto(free), 'download_not_allowed'],
  ['behind an access code', aGallery({ isPublic: false, accessCode: 'X' }), aPhoto(free), 'gallery_locked'],
  ['in a gallery for its owner alone', aGallery({ isPublic: false }), aPhoto(free), 'photo_not_found'],
  ['after the last day', aGallery({ expiresAt: '2030-01-05T09:59:59.999Z' }), aPhoto(free), 'photo_not_found'],
  ['one that is not ready', aGallery(), aPendingPhoto(free), 'photo_not_found'],
])('%s cannot be downloaded for nothing', async (_, gallery, photo, code) => {
  const parts = await setup(gallery, [photo])
  await expect(download(parts)).rejects.toMatchObject({ code })
})
