import { expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { getLikeState } from '#functions/galleries/get-like-state.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { recordView } from '#functions/galleries/record-view.ts'
import { toggleLike } from '#functions/galleries/toggle-like.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { update } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { CountEvent } from '#schema/events/count.ts'
import { pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const params = { galleryId: galleryIdOf(1) }
const browserOf = (name: string) => ({ 'x-gallery-session': sessionOf(name) })

const setup = async ({ gallery = {}, photos = [] }: { gallery?: Partial<Gallery>; photos?: Photo[] } = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  const saving = { at: new Date(0), owner: profileUnchanged(aProfile()) }
  await parts.galleries.create(aGallery(gallery), saving)
  for (const photo of photos) await parts.photos.create(photo)
  parts.requests.length = 0
  const recorded = recordView(parts)
  const stateOf = getLikeState(parts)
  return {
    ...parts,
    see: () => getGallery(parts)(request(api.galleries.endpoints.get, { params, headers: {} })),
    list: (query: { q?: string; cursor?: string } = {}) =>
      listGalleryPhotos(parts)(request(api.galleries.endpoints.listPhotos, { params, query, headers: {} })),
    like: (name: string) =>
      toggleLike(parts)(request(api.galleries.endpoints.toggleLike, { params, headers: browserOf(name) })),
    likeState: (name: string) =>
      stateOf(request(api.galleries.endpoints.likeState, { params, headers: browserOf(name) })),
    view: (name: string) => recorded(request(api.galleries.endpoints.recordView, { params, headers: browserOf(name) })),
  }
}

type Setup = Awaited<ReturnType<typeof setup>>

const photo = (n: number, overrides: Partial<Photo> = {}) =>
  aPhoto({
    id: photoIdOf(n),
    title: `Photo ${n}`,
    createdAt: `2030-01-01T09:${String(n).padStart(2, '0')}:00.000Z`,
    ...overrides,
  })

test('an open gallery shows its card, its mark and whether free photos can be downloaded', async () => {
  const counts = { photoCount: 12, viewCount: 5, likeCount: 2 }
  const { see } = await setup({
    gallery: { ...counts, watermarkEnabled: true, watermarkText: 'Iris', clientCanDownload: false },
  })
  expect(api.galleries.endpoints.get.response.parse(await see())).toMatchObject({
    state: 'open',
    gallery: { ...counts, title: 'The Ridge', isPublic: true, watermark: 'Iris', clientCanDownload: false },
  })
})

test.each([
  ['downloads are off', { clientCanDownload: false }],
  ['their limit is used up', { downloadLimit: 3, downloadCount: 3 }],
])('free photos that cannot be had are not offered, and are no price: %s', async (_name, gallery) => {
  const { see } = await setup({ gallery: { photoCount: 2, lowestPence: pence(0), ...gallery } })
  expect(await see()).toMatchObject({ gallery: { clientCanDownload: false, pricePence: null } })
})

test.each([
  ['those that can be had', { downloadLimit: 3, downloadCount: 2 }, 0],
  ['beside others', { clientCanDownload: false, lowestPence: pence(900) }, 900],
])('a gallery has a price: %s', async (_name, gallery, pricePence) => {
  const { see } = await setup({ gallery: { photoCount: 2, lowestPence: pence(0), ...gallery } })
  expect(await see()).toMatchObject({ gallery: { pricePence } })
})

test('its own photographer’s visit counts nothing, another photographer’s does', async () => {
  const parts = await setup({ gallery: { viewCount: 5 } })
  const { sent } = parts
  const visit = (n: number) =>
    recordView(parts)(
      request(api.galleries.endpoints.recordView, { params, headers: browserOf('Iris'), caller: userIdOf(n) }),
    )
  const before = sent.length
  expect(await visit(1)).toEqual({ viewCount: 5 })
  expect(sent).toHaveLength(before)
  expect(await visit(2)).toEqual({ viewCount: 6 })
  expect(sent).toHaveLength(before + 1)
})

test('its own photographer’s like is refused and counts nothing; one of before can be taken back', async () => {
  const parts = await setup({ gallery: { likeCount: 5 } })
  const endpoint = api.galleries.endpoints.toggleLike
  const own = { params, headers: browserOf('Iris'), caller: userIdOf(1) }
  const stateOf = getLikeState(parts)
  const state = (n: number) =>
    stateOf(request(api.galleries.endpoints.likeState, { params, headers: browserOf('Iris'), caller: userIdOf(n) }))
  const before = parts.sent.length
  await expect(toggleLike(parts)(request(endpoint, own))).rejects.toMatchObject({ code: 'own_gallery' })
  expect(parts.sent).toHaveLength(before)
  expect(await state(1)).toMatchObject({ isOwn: true, userLiked: false, likeCount: 5 })
  expect(await state(2)).toMatchObject({ isOwn: false })

  const { subject } = await parts.sessions.visitorOf(request(endpoint, own))
  const { gallery, like } = await parts.galleries.findWithLike(params.galleryId, subject)
  if (!gallery) throw new Error('the gallery is there')
  await parts.galleries.toggleLike(gallery, { subject, like, id: 'a', at: new Date(0).toISOString() })
  expect(await toggleLike(parts)(request(endpoint, own))).toMatchObject({ userLiked: false, likeCount: 5 })
})

test('an unknown gallery is not found', async () => {
  const parts = marketParts()
  await expect(getGallery(parts)(request(api.galleries.endpoints.get, { params, headers: {} }))).rejects.toMatchObject({
    code: 'gallery_not_found',
  })
})

test('photos come featured first, then newest, 20 a page, each once', async () => {
  const photos = [
    ...Array.from({ length: 44 }, (_, n) => photo(n + 1)),
    photo(45, { isFeatured: true, createdAt: '2029-01-01T00:00:00.000Z' }),
    aPendingPhoto({ id: photoIdOf(46) }),
  ]
  const { list } = await setup({ photos })
  const first = await list()
  const second = await list({ cursor: first.nextCursor ?? '' })
  const third = await list({ cursor: second.nextCursor ?? '' })
  expect(first.items.slice(0, 3).map(({ title }) => title)).toEqual(['Photo 45', 'Photo 44', 'Photo 43'])
  expect([first, second, third].map(({ items }) => items.length)).toEqual([20, 20, 5])
  expect(new Set([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(45)
  expect(third.nextCursor).toBeUndefined()
})

test('a page of photos is one get and one query', async () => {
  const { list, requests } = await setup({ photos: Array.from({ length: 50 }, (_, n) => photo(n + 1)) })
  await list()
  expect(requests.toSorted()).toEqual(['get', 'query'])
})

test('a search within the gallery finds photos behind the first page', async () => {
  const photos = [photo(1, { title: 'Lighthouse' }), ...Array.from({ length: 50 }, (_, n) => photo(n + 2))]
  const { list } = await setup({ photos })
  expect((await list({ q: 'light' })).items.map(({ title }) => title)).toEqual(['Lighthouse'])
  expect((await list({ q: 'nothing' })).items).toEqual([])
})

test('while the mark is on, a photo without that very mark shows no picture', async () => {
  const { list } = await setup({
    gallery: { watermarkEnabled: true, watermarkText: 'Iris' },
    photos: [photo(1, { watermark: 'Iris' }), photo(2, { watermark: null }), photo(3, { watermark: 'Old' })],
  })
  const { items } = await list()
  expect(items.map(({ title, picture }) => [title, picture !== null])).toEqual([
    ['Photo 3', false],
    ['Photo 2', false],
    ['Photo 1', true],
  ])
})

test('a photo’s view names no more than the contract says', async () => {
  const { list } = await setup({ photos: [photo(1)] })
  const [view] = api.galleries.endpoints.listPhotos.response.parse(await list()).items
  expect(Object.keys(view ?? {}).toSorted()).toEqual([
    'createdAt',
    'description',
    'galleryId',
    'id',
    'isFeatured',
    'picture',
    'pricePence',
    'title',
    'webPence',
  ])
  expect(JSON.stringify(view)).not.toMatch(/uploads\/|files\//)
})

test('a cursor of one gallery is refused by another list', async () => {
  const { list } = await setup({ photos: Array.from({ length: 30 }, (_, n) => photo(n + 1)) })
  const { nextCursor = '' } = await list()
  await expect(list({ q: 'photo', cursor: nextCursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('a like counts, is remembered, and is taken back by the second press', async () => {
  const { like, likeState, settleCounts } = await setup()
  expect(await like('ada')).toEqual({ likeCount: 1, userLiked: true })
  await settleCounts()
  expect(await like('bob')).toEqual({ likeCount: 2, userLiked: true })
  expect(await likeState('ada')).toEqual({ userLiked: true, likeCount: 1, favourites: [], isOwn: false })
  await settleCounts()
  expect(await likeState('ada')).toEqual({ userLiked: true, likeCount: 2, favourites: [], isOwn: false })
  expect(await like('ada')).toEqual({ likeCount: 1, userLiked: false })
  expect(await likeState('ada')).toEqual({ userLiked: false, likeCount: 1, favourites: [], isOwn: false })
})

test.each([
  ['before anything is counted', async () => {}],
  [
    'while it is counted and not shown',
    async ({ counts, sent }: Setup) => {
      await counts.count(sent.splice(0).map(({ message }) => CountEvent.parse(message)))
    },
  ],
  ['when it is shown', ({ settleCounts }: Setup) => settleCounts()],
])('who presses Like sees it at once and afterwards: %s', async (_, step) => {
  const parts = await setup({ gallery: { likeCount: 5 } })
  const { like, likeState } = parts
  for (const [likeCount, userLiked] of [
    [6, true],
    [5, false],
    [6, true],
  ] as const) {
    expect(await like('ada')).toEqual({ likeCount, userLiked })
    await step(parts)
    expect(await likeState('ada')).toEqual({ likeCount, userLiked, favourites: [], isOwn: false })
  }
})

test('somebody signed in likes as themselves, whatever session they send', async () => {
  const parts = await setup()
  const asUser = (name: string) =>
    toggleLike(parts)(
      request(api.galleries.endpoints.toggleLike, { params, headers: browserOf(name), caller: userIdOf(5) }),
    )
  await asUser('one')
  expect(await asUser('two')).toEqual({ likeCount: 0, userLiked: false })
})

test('a like or view without user and session is refused', async () => {
  const parts = await setup()
  await expect(
    toggleLike(parts)(
      request(api.galleries.endpoints.toggleLike, { params, headers: { 'x-gallery-session': undefined } }),
    ),
  ).rejects.toMatchObject({ code: 'session_needed' })
})

test('one person presses Like 30 times a minute, and 600 people of one address once each', async () => {
  const { like, galleries, settleCounts } = await setup()
  for (let n = 0; n < 30; n++) await like('ada')
  await expect(like('ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  // What one person is refused is not counted against the address.
  for (let n = 0; n < 570; n++) await like(`fan${n}`)
  await expect(like('latecomer')).rejects.toMatchObject({ code: 'too_many_requests' })
  await settleCounts()
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ likeCount: 570 })
})

test('a visit counts once within 30 seconds and answers the count', async () => {
  const { view, settleCounts, galleries, setTime } = await setup()
  const count = async () => (await galleries.find(galleryIdOf(1)))?.viewCount
  expect(await view('ada')).toEqual({ viewCount: 1 })
  setTime('2030-01-01T10:00:29.000Z')
  expect(await view('ada')).toEqual({ viewCount: 1 })
  await view('bob')
  await settleCounts()
  expect(await count()).toBe(2)
  setTime('2030-01-01T10:00:35.000Z')
  expect(await view('ada')).toEqual({ viewCount: 3 })
  await view('bob')
  await settleCounts()
  expect(await count()).toBe(3)
})

test('a view is one message, which names nobody, and writes nothing', async () => {
  const { view, sent, requests } = await setup()
  await view('ada')
  await view('bob')
  expect(requests).toEqual(['get'])
  expect(sent.map(({ queue }) => queue)).toEqual(['COUNTS_QUEUE_URL', 'COUNTS_QUEUE_URL'])
  expect(JSON.stringify(sent)).not.toMatch(/anon_|SESSION|USER|\d+\.\d+\.\d+\.\d+/)
})

test('a gallery that turned private counts views of strangers for five seconds, and then says that it is not there', async () => {
  const { view, requests, table, setTime } = await setup()
  await view('ada')
  await table.write(
    update(galleryKeys.gallery(galleryIdOf(1)), { set: { isPublic: false }, remove: ['publicKey'], when: 'present' }),
  )
  requests.length = 0
  setTime('2030-01-01T10:00:05.000Z')
  await expect(view('carol')).rejects.toMatchObject({ code: 'gallery_not_found' })
  await expect(view('carol')).rejects.toMatchObject({ code: 'gallery_not_found' })
  expect(requests).toEqual(['get', 'get'])
})

test('whether somebody likes a gallery reads only their own like while the function remembers the gallery', async () => {
  const { likeState, table, requests, setTime } = await setup({ gallery: { likeCount: 5 } })
  expect(await likeState('ada')).toEqual({ userLiked: false, likeCount: 5, favourites: [], isOwn: false })
  expect(await likeState('bob')).toEqual({ userLiked: false, likeCount: 5, favourites: [], isOwn: false })
  expect(requests).toEqual(['getMany', 'get'])
  await table.write(
    update(galleryKeys.gallery(galleryIdOf(1)), { set: { isPublic: false }, remove: ['publicKey'], when: 'present' }),
  )
  setTime('2030-01-01T10:00:05.000Z')
  await expect(likeState('carol')).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test('whoever pressed Like since the gallery was read sees a number that says so, without the memory', async () => {
  const { like, likeState, settleCounts, setTime, requests } = await setup({ gallery: { likeCount: 5 } })
  await likeState('bob')
  setTime('2030-01-01T10:00:03.000Z')
  await like('ada')
  await settleCounts()
  // This press takes the first one off the like, as the gallery shows it by now; the remembered one does not.
  await like('ada')
  requests.length = 0
  expect(await likeState('ada')).toEqual({ userLiked: false, likeCount: 5, favourites: [], isOwn: false })
  expect(requests).toEqual(['get', 'getMany'])
  requests.length = 0
  setTime('2030-01-01T10:00:05.000Z')
  expect(await likeState('ada')).toEqual({ userLiked: false, likeCount: 5, favourites: [], isOwn: false })
  expect(await likeState('carol')).toEqual({ userLiked: false, likeCount: 6, favourites: [], isOwn: false })
})

test('a queue that takes nothing loses no like: it is sent again, and counted once', async () => {
  const { like, queue, settleCounts, galleries, setTime } = await setup()
  queue.isDown = true
  expect(await like('ada')).toEqual({ likeCount: 1, userLiked: true })
  expect(await like('ada')).toEqual({ likeCount: 0, userLiked: false })
  expect(await like('ada')).toEqual({ likeCount: 1, userLiked: true })
  queue.isDown = false
  const count = async () => (await galleries.find(galleryIdOf(1)))?.likeCount
  await settleCounts()
  expect(await count()).toBe(0)
  setTime('2030-01-01T10:11:00.000Z')
  await settleCounts()
  await settleCounts()
  expect(await count()).toBe(1)
  setTime('2030-01-01T10:33:00.000Z')
  await settleCounts()
  await settleCounts()
  expect(await count()).toBe(1)
})

test('a photo that is kept from earlier buyers of the whole gallery says so, and any other nothing', async () => {
  const { list } = await setup({ photos: [photo(1), photo(2, { isExcepted: true })] })
  const { items } = api.galleries.endpoints.listPhotos.response.parse(await list())
  expect(new Map(items.map((each) => [each.id, 'isExcepted' in each && each.isExcepted]))).toEqual(
    new Map([
      [photoIdOf(1), false],
      [photoIdOf(2), true],
    ]),
  )
})
