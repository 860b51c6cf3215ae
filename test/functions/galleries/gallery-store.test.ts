import { expect, test } from 'vitest'
import { likeCountFor } from '#functions/galleries/like-store.ts'
import { isLiked } from '#functions/galleries/like-writes.ts'
import { moveStore } from '#functions/galleries/move-store.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { put } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { aTally } from '#test/support/builders/tally.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const at = new Date('2030-01-01T10:00:00.000Z')
const now = at.toISOString()
const owner = profileUnchanged(aProfile())

const setup = async (...galleries: Gallery[]) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  for (const gallery of galleries) await parts.galleries.create(gallery, { at, owner })
  return parts
}

test('a public gallery is kept under its id, listed for its owner and for everybody', async () => {
  const gallery = aGallery({ viewCount: 5, likeCount: 2 })
  const { table } = await setup(gallery)
  expect(table.stored('GALLERY#gal_00000000000000000000000001', 'GALLERY')).toEqual({
    PK: 'GALLERY#gal_00000000000000000000000001',
    SK: 'GALLERY',
    ...gallery,
    popularity: 9,
    ownerKey: 'USER#00000000-0000-4000-8000-000000000001',
    ownerSort: 'GALLERY#2030-01-01T09:00:00.000Z#gal_00000000000000000000000001',
    publicKey: 'PUBLIC',
    sellerKey: 'LISTED#00000000-0000-4000-8000-000000000001',
    sellerSort: 'gal_00000000000000000000000001',
  })
  expect(table.stored('GALLERY#gal_00000000000000000000000001', 'GALLERY')).toMatchObject({
    id: 'gal_00000000000000000000000001',
    title: 'The Ridge',
    description: '',
    photographerId: '00000000-0000-4000-8000-000000000001',
    isPublic: true,
    pricePence: 1_500,
    clientEmail: null,
    accessCode: null,
    passwordHash: null,
    expiresAt: null,
    downloadLimit: null,
    downloadCount: 0,
    clientCanDownload: true,
    clientCanComment: true,
    watermarkEnabled: false,
    watermarkText: 'Copyright',
    watermarkStrength: 'medium',
    cover: null,
    viewCount: 5,
    likeCount: 2,
    photoCount: 0,
    createdAt: '2030-01-01T09:00:00.000Z',
  })
  expect(table.stored('SLUG#00000000-0000-4000-8000-000000000001#the-ridge', 'SLUG')).toEqual({
    PK: 'SLUG#00000000-0000-4000-8000-000000000001#the-ridge',
    SK: 'SLUG',
    photographerId: userIdOf(1),
    galleryId: galleryIdOf(1),
    ownerKey: 'TRACES#00000000-0000-4000-8000-000000000001',
    ownerSort: 'SLUG#00000000-0000-4000-8000-000000000001#the-ridge SLUG',
  })
})

test.each([
  ['private', { isPublic: false }],
  ['expired', { expiresAt: '2030-01-01T10:00:00.000Z' }],
  ['of a hidden photographer', { ownerState: 'hidden' }],
  ['of a closed account', { ownerState: 'closed' }],
] as const)('a gallery that is %s is in no public list and under no search term', async (_, overrides) => {
  const { table } = await setup(aGallery(overrides))
  expect(table.all().filter((item) => 'publicKey' in item || String(item.PK).startsWith('SEARCH#'))).toEqual([])
})

test('words of title, photographer and description lead to the gallery', async () => {
  const { table } = await setup(aGallery({ title: 'Café by night', description: 'Rain, and 2 umbrellas' }))
  const terms = table.all().filter(({ PK }) => String(PK).startsWith('SEARCH#'))
  expect(terms.map(({ SK }) => String(SK).split('#')[0])).toEqual([
    'cafe',
    'by',
    'night',
    'iris',
    'calloway',
    'rain',
    'and',
    'umbrellas',
  ])
  expect(terms[0]).toEqual({
    PK: 'SEARCH#ca',
    SK: 'cafe#ZZZZZZZZZZZZZZZZZZZZZZZZZY',
    galleryId: galleryIdOf(1),
    pricePence: 1500,
  })
})

test('a gallery that asks for a password is not found by its description', async () => {
  const { galleries } = await setup(aGallery({ description: 'secret garden', passwordHash: 'hash' }))
  expect(await galleries.listMatches('garden')).toEqual([])
  expect(await galleries.listMatches('ridge')).toHaveLength(1)
})

test('a description of hundreds of different words is findable to its last word, and leaves with the gallery', async () => {
  const words = Array.from({ length: 320 }, (_, index) => `w${index}x`).join(' ')
  const gallery = aGallery({ description: words })
  const { galleries, table } = await setup(gallery)
  expect(await galleries.listMatches('w319x')).toHaveLength(1)
  await galleries.save(gallery, { description: '' }, { at, owner })
  expect(await galleries.listMatches('w')).toEqual([])
  expect(table.all().filter(({ PK }) => String(PK).startsWith('SEARCH#'))).toHaveLength(4)
})

test('a gallery saved while its owner becomes hidden is refused, so that it cannot stay in the lists', async () => {
  const { galleries, profiles } = await setup(aGallery())
  await profiles.save(userIdOf(1), { isPublic: false }, { version: 0 })
  expect(await galleries.save(aGallery(), { title: 'New' }, { at, owner })).toEqual({ kind: 'owner-changed' })
  expect(await galleries.create(aGallery({ id: galleryIdOf(2) }), { at, owner })).toBeUndefined()
})

test('a gallery saved while its owner asks for deletion is refused', async () => {
  const { galleries, profiles } = await setup(aGallery())
  await profiles.save(userIdOf(1), { deletionRequestedAt: '2030-01-01T10:00:00.000Z' }, { version: 0 })
  expect(await galleries.save(aGallery(), { title: 'New' }, { at, owner })).toEqual({ kind: 'owner-changed' })
})

test('a gallery that was edited since it was read is not deleted with the terms of what it was', async () => {
  const { galleries } = await setup(aGallery())
  await galleries.save(aGallery(), { title: 'Other' }, { at, owner })
  expect(await galleries.remove(aGallery(), [])).toBe('changed')
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ title: 'Other' })
})

test('of two edits of one version the second learns how the gallery looks now', async () => {
  const { galleries } = await setup(aGallery())
  await galleries.save(aGallery(), { title: 'First' }, { at, owner })
  expect(await galleries.save(aGallery(), { title: 'Second' }, { at, owner })).toMatchObject({
    kind: 'changed',
    gallery: { title: 'First', version: 1 },
  })
})

test('an edit does not disturb counts that come meanwhile', async () => {
  const { galleries, table } = await setup(aGallery())
  const moves = moveStore(table, () => at)
  const showing = await moves.findShowing(galleryIdOf(1))
  await galleries.save(aGallery(), { title: 'Edited' }, { at, owner })
  if (showing) await moves.show(showing, aTally({ views: 1, likes: 1 }))
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ title: 'Edited', likeCount: 1, viewCount: 1 })
})

test('one person pressing Like any number of times at once leaves one like or none, as often as it was pressed', async () => {
  const { galleries, table } = await setup(aGallery())
  const presses = await Promise.all(
    Array.from({ length: 7 }, (_, n) =>
      galleries.toggleLike(aGallery(), { subject: 'SESSION#a', id: `press ${n}`, at: now }),
    ),
  )
  expect(presses.reduce((sum, { event }) => sum + event.by, 0)).toBe(1)
  const likes = table.all().filter(({ SK }) => String(SK) === 'LIKE#SESSION#a')
  expect(likes).toMatchObject([{ liked: true, seq: 7 }])
})

test('a like is kept beside its gallery, and on a list until it is counted', async () => {
  const { galleries, table } = await setup(aGallery())
  const subject = 'USER#00000000-0000-4000-8000-000000000009'
  await galleries.toggleLike(aGallery(), { subject, id: 'press 1', at: now })
  const stored = () => table.stored('GALLERY#gal_00000000000000000000000001', `LIKE#${subject}`)
  expect(stored()).toEqual({
    PK: 'GALLERY#gal_00000000000000000000000001',
    SK: `LIKE#${subject}`,
    galleryId: 'gal_00000000000000000000000001',
    createdAt: now,
    liked: true,
    seq: 1,
    deltas: [{ id: 'press 1', by: 1, at: now }],
    photoIds: [],
    subject,
    workKey: expect.stringMatching(/^DUE#LIKES#[0-7]$/),
    workSort: now,
    ownerKey: 'TRACES#00000000-0000-4000-8000-000000000009',
    ownerSort: `GALLERY#gal_00000000000000000000000001 LIKE#${subject}`,
  })
  await galleries.settleLike(galleryIdOf(1), subject, { ids: new Set(['press 1']), version: 4 })
  expect(stored()).toMatchObject({ seq: 2, deltas: [{ id: 'press 1', by: 1, at: now, in: 4 }] })
  expect(stored()).not.toHaveProperty('workKey')
})

test('a like of the last release is liked and counted, and is taken back once', async () => {
  const { galleries, table } = await setup(aGallery({ likeCount: 3 }))
  const key = { PK: `GALLERY#${galleryIdOf(1)}`, SK: 'LIKE#SESSION#a' }
  await table.write(put({ ...key, galleryId: galleryIdOf(1), createdAt: '2029-12-01T10:00:00.000Z' }, 'absent'))
  const { gallery, like } = await galleries.findWithLike(galleryIdOf(1), 'SESSION#a')
  if (!gallery) throw new Error('no gallery')
  expect([isLiked(like), likeCountFor(gallery, like)]).toEqual([true, 3])
  const press = { subject: 'SESSION#a', like, id: 'press 1', at: now }
  const [one, other] = await Promise.all([
    galleries.toggleLike(gallery, press),
    galleries.toggleLike(gallery, { ...press, id: 'press 2' }),
  ])
  expect([one, other].map(({ likeCount, userLiked }) => [likeCount, userLiked]).toSorted()).toEqual([
    [2, false],
    [3, true],
  ])
})
