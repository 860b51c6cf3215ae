import { expect, test } from 'vitest'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { put } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const at = new Date('2030-01-01T10:00:00.000Z')
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
    SK: 'cafe#gal_00000000000000000000000001',
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
  expect(await galleries.create(aGallery({ id: galleryIdOf(2) }), { at, owner })).toBe(false)
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

test('the count of likes never falls below zero, even if a like was left behind', async () => {
  const { galleries, table } = await setup(aGallery())
  const key = { PK: `GALLERY#${galleryIdOf(1)}`, SK: 'LIKE#SESSION#a' }
  await table.write(put(key, 'absent'))
  await expect(galleries.toggleLike(aGallery(), { subject: 'SESSION#a', at: 'now' })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect((await galleries.find(galleryIdOf(1)))?.likeCount).toBe(0)
})

test('of two edits of one version the second learns how the gallery looks now', async () => {
  const { galleries } = await setup(aGallery())
  await galleries.save(aGallery(), { title: 'First' }, { at, owner })
  expect(await galleries.save(aGallery(), { title: 'Second' }, { at, owner })).toMatchObject({
    kind: 'changed',
    gallery: { title: 'First', version: 1 },
  })
})

test('an edit does not disturb likes and views that come meanwhile', async () => {
  const { galleries } = await setup(aGallery())
  await galleries.toggleLike(aGallery(), { subject: 'SESSION#a', at: '2030-01-01T10:00:00.000Z' })
  await galleries.countView(galleryIdOf(1), 'SESSION#a', at)
  await galleries.save(aGallery(), { title: 'Edited' }, { at, owner })
  expect(await galleries.find(galleryIdOf(1))).toMatchObject({ title: 'Edited', likeCount: 1, viewCount: 1 })
})

test('200 people liking at once are 200 likes, and popularity counts each twice', async () => {
  const { galleries, table } = await setup(aGallery())
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      galleries.toggleLike(aGallery(), { subject: `SESSION#${n}`, at: '2030-01-01T10:00:00.000Z' }),
    ),
  )
  const stored = table.stored('GALLERY#gal_00000000000000000000000001', 'GALLERY')
  expect(stored).toMatchObject({ likeCount: 200, popularity: 400 })
  expect(table.all().filter(({ SK }) => String(SK).startsWith('LIKE#'))).toHaveLength(200)
})

test('one person pressing like any number of times at once leaves as many likes as the gallery counts', async () => {
  const { galleries, table } = await setup(aGallery())
  await Promise.all(
    Array.from({ length: 7 }, () => galleries.toggleLike(aGallery(), { subject: 'SESSION#a', at: 'now' })),
  )
  const likes = table.all().filter(({ SK }) => String(SK) === 'LIKE#SESSION#a').length
  expect((await galleries.find(galleryIdOf(1)))?.likeCount).toBe(likes)
  expect(likes).toBe(1)
})

test('a like is kept beside its gallery', async () => {
  const { galleries, table } = await setup(aGallery())
  await galleries.toggleLike(aGallery(), {
    subject: 'USER#00000000-0000-4000-8000-000000000009',
    at: '2030-01-01T10:00:00.000Z',
  })
  expect(
    table.stored('GALLERY#gal_00000000000000000000000001', 'LIKE#USER#00000000-0000-4000-8000-000000000009'),
  ).toBeDefined()
})

test('a session is counted once in 30 seconds, and again after them', async () => {
  const { galleries, table } = await setup(aGallery())
  const view = (seconds: number) =>
    galleries.countView(galleryIdOf(1), 'SESSION#a', new Date(at.getTime() + seconds * 1_000))
  expect([await view(0), await view(29), await view(30)]).toEqual([true, false, true])
  expect(table.stored('VIEW#gal_00000000000000000000000001', 'SESSION#a')).toMatchObject({ ttl: 1_893_492_060 })
  expect((await galleries.find(galleryIdOf(1)))?.viewCount).toBe(2)
})

test('likes and views of a gallery that is gone are refused and leave nothing behind', async () => {
  const { galleries, table } = await setup()
  await expect(galleries.toggleLike(aGallery(), { subject: 'SESSION#a', at: 'now' })).rejects.toMatchObject({
    code: 'gallery_not_found',
  })
  await expect(galleries.countView(galleryIdOf(1), 'SESSION#a', at)).rejects.toMatchObject({
    code: 'gallery_not_found',
  })
  expect(table.all().filter(({ PK }) => !String(PK).startsWith('USER#'))).toEqual([])
})

test('of 20 free downloads at once a limit of 7 lets 7 through', async () => {
  const gallery = aGallery({ downloadLimit: 7 })
  const { galleries } = await setup(gallery)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => galleries.countDownload(gallery)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'download_limit_reached' },
  })
  expect((await galleries.find(gallery.id))?.downloadCount).toBe(7)
})

test('a download limit that was lowered meanwhile holds at once', async () => {
  const { galleries } = await setup(aGallery())
  await galleries.save(aGallery(), { downloadLimit: 0 }, { at, owner })
  await expect(galleries.countDownload(aGallery())).rejects.toMatchObject({ code: 'download_limit_reached' })
})
