import { expect, test } from 'vitest'
import { getLikeState } from '#functions/galleries/get-like-state.ts'
import { listFavourites } from '#functions/galleries/list-favourites.ts'
import { setFavourite } from '#functions/galleries/set-favourite.ts'
import { toggleLike } from '#functions/galleries/toggle-like.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const endpoints = api.galleries.endpoints
const galleryId = galleryIdOf(1)
const like = 'LIKE#SESSION#'

const setup = async ({ gallery = {}, photos = 3 }: { gallery?: Partial<Gallery>; photos?: number } = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery(gallery), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  for (let n = 1; n <= photos; n++) await parts.photos.create(aPhoto({ id: photoIdOf(n), title: `Photo ${n}` }))
  parts.requests.length = 0
  const headersOf = (name: string, grant?: string) => ({
    'x-gallery-session': sessionOf(name),
    'x-gallery-grant': grant,
  })
  return {
    ...parts,
    heart: (name: string, photoId: PhotoId, { isOn = true, grant }: { isOn?: boolean; grant?: string } = {}) =>
      setFavourite(parts)(
        request(endpoints.setFavourite, {
          params: { galleryId, photoId },
          headers: headersOf(name, grant),
          body: { isFavourite: isOn },
        }),
      ),
    favourites: (name: string, { cursor, grant }: { cursor?: string | undefined; grant?: string } = {}) =>
      listFavourites(parts)(
        request(endpoints.favourites, { params: { galleryId }, headers: headersOf(name, grant), query: { cursor } }),
      ),
    state: (name: string) =>
      getLikeState(parts)(request(endpoints.likeState, { params: { galleryId }, headers: headersOf(name) })),
    like: (name: string) =>
      toggleLike(parts)(request(endpoints.toggleLike, { params: { galleryId }, headers: headersOf(name) })),
  }
}
const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title)

test('a heart is kept with the session, the newest first, and nobody else sees it', async () => {
  const { heart, favourites, state } = await setup()
  expect(await heart('ada', photoIdOf(1))).toEqual({ count: 1 })
  expect(await heart('ada', photoIdOf(3))).toEqual({ count: 2 })
  expect(await state('ada')).toEqual({
    userLiked: false,
    likeCount: 0,
    favourites: [photoIdOf(3), photoIdOf(1)],
    isOwn: false,
  })
  expect(titles(await favourites('ada'))).toEqual(['Photo 3', 'Photo 1'])
  expect(await favourites('ben')).toEqual({ items: [] })
})

test('a heart said twice is one, and taken back twice is none', async () => {
  const { heart, state } = await setup()
  await heart('ada', photoIdOf(1))
  expect(await heart('ada', photoIdOf(1))).toEqual({ count: 1 })
  expect(await heart('ada', photoIdOf(1), { isOn: false })).toEqual({ count: 0 })
  expect(await heart('ada', photoIdOf(1), { isOn: false })).toEqual({ count: 0 })
  expect((await state('ada')).favourites).toEqual([])
})

test('a heart is one write beside its two limits, in the item of the like', async () => {
  const { heart, like: press, table, requests } = await setup()
  await heart('ada', photoIdOf(1))
  expect(requests.filter((name) => name === 'write')).toHaveLength(3)
  await press('ada')
  await heart('ada', photoIdOf(2))
  const items = table.all().filter(({ SK }) => String(SK).startsWith(like))
  expect(items).toMatchObject([{ liked: true, photoIds: [photoIdOf(1), photoIdOf(2)] }])
})

test('a like that is taken back and counted leaves the hearts, and the last heart leaves nothing for ever', async () => {
  const { heart, like: press, settleCounts, state, table } = await setup()
  await heart('ada', photoIdOf(1))
  await press('ada')
  await press('ada')
  await settleCounts()
  const item = () => table.all().find(({ SK }) => String(SK).startsWith(like))
  expect(item()).not.toHaveProperty('ttl')
  expect(await state('ada')).toEqual({ userLiked: false, likeCount: 0, favourites: [photoIdOf(1)], isOwn: false })
  await heart('ada', photoIdOf(1), { isOn: false })
  expect(item()).toHaveProperty('ttl')
  await heart('ada', photoIdOf(2))
  expect(item()).not.toHaveProperty('ttl')
})

test('seven hearts at once are seven', async () => {
  const { galleries, table } = await setup({ photos: 0 })
  const subject = 'SESSION#a'
  await Promise.all(
    Array.from({ length: 7 }, (_, n) =>
      galleries.setFavourite(galleryId, {
        subject,
        photoId: photoIdOf(n + 1),
        isFavourite: true,
        at: '2030-01-01T10:00:00.000Z',
      }),
    ),
  )
  expect(table.all().find(({ SK }) => SK === `LIKE#${subject}`)?.photoIds).toHaveLength(7)
})

test('a photo that is not on sale, or of another gallery, gets no heart; one that went drops out', async () => {
  const { heart, favourites, photos, state } = await setup()
  await photos.create(aPendingPhoto({ id: photoIdOf(8) }))
  await photos.create(aPhoto({ id: photoIdOf(9), galleryId: galleryIdOf(2) }))
  for (const n of [8, 9, 10])
    await expect(heart('ada', photoIdOf(n))).rejects.toMatchObject({ code: 'photo_not_found' })
  await heart('ada', photoIdOf(1))
  await heart('ada', photoIdOf(2))
  const gone = await photos.find(photoIdOf(1))
  if (gone) await photos.remove(gone, new Date('2030-01-01T10:00:00.000Z'))
  expect(titles(await favourites('ada'))).toEqual(['Photo 2'])
  // Its heart can still be taken back.
  expect(await heart('ada', photoIdOf(1), { isOn: false })).toEqual({ count: 1 })
  expect((await state('ada')).favourites).toEqual([photoIdOf(2)])
})

test('a list holds 500 photos, comes 60 a page and costs its pages alone', async () => {
  const { favourites, galleries, heart, photos, requests } = await setup({ photos: 0 })
  const subject = `SESSION#${sessionOf('ada').split('.')[0]}`
  const at = '2030-01-01T10:00:00.000Z'
  for (let n = 1; n <= limits.favourites.photos; n++) {
    await photos.create(aPhoto({ id: photoIdOf(n), title: `Photo ${n}` }))
    await galleries.setFavourite(galleryId, {
      subject,
      photoId: photoIdOf(n),
      isFavourite: true,
      at,
      like: await galleries.findLike(galleryId, subject),
    })
  }
  await photos.create(aPhoto({ id: photoIdOf(501) }))
  await expect(heart('ada', photoIdOf(501))).rejects.toMatchObject({ code: 'favourites_full' })
  // What is among them already is no further one.
  expect(await heart('ada', photoIdOf(500))).toEqual({ count: 500 })

  requests.length = 0
  const seen: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await favourites('ada', { cursor })
    seen.push(...titles(page))
    cursor = page.nextCursor
    pages += 1
  } while (cursor !== undefined)
  expect(seen).toEqual(Array.from({ length: 500 }, (_, n) => `Photo ${500 - n}`))
  expect(pages).toBe(9)
  // The gallery with the list, and a page of photos, each time.
  expect(requests).toEqual(Array.from({ length: 18 }, () => 'getMany'))
})

test('a page goes on where the last one ended, also when that photo was taken out meanwhile', async () => {
  const { favourites, heart } = await setup({ photos: 62 })
  for (let n = 1; n <= 62; n++) await heart('ada', photoIdOf(n))
  const first = await favourites('ada')
  expect(titles(first).at(-1)).toBe('Photo 3')
  await heart('ada', photoIdOf(3), { isOn: false })
  expect(titles(await favourites('ada', { cursor: first.nextCursor }))).toEqual(['Photo 2', 'Photo 1'])
  await expect(favourites('ben', { cursor: first.nextCursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('the favourites of a private gallery need its grant', async () => {
  const { access, favourites, galleries, heart } = await setup({ gallery: { isPublic: false, accessCode: 'MAITEJON' } })
  await expect(heart('ada', photoIdOf(1))).rejects.toMatchObject({ code: 'gallery_locked' })
  const { grant } = await access.grant(await galleries.getOwn(galleryId, userIdOf(1)), 'visitor')
  await heart('ada', photoIdOf(1), { grant })
  expect(titles(await favourites('ada', { grant }))).toEqual(['Photo 1'])
  await expect(favourites('ada')).rejects.toMatchObject({ code: 'gallery_locked' })
})

test('one person presses 300 hearts a minute, and no more', async () => {
  const { heart } = await setup()
  for (let n = 0; n < 300; n++) await heart('ada', photoIdOf(1), { isOn: n % 2 === 0 })
  await expect(heart('ada', photoIdOf(1))).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await heart('ben', photoIdOf(1))).toEqual({ count: 1 })
})

test('hearts go with their gallery', async () => {
  const { galleries, heart, table } = await setup()
  await heart('ada', photoIdOf(1))
  await galleries.clearLikes(galleryId)
  expect(table.all().filter(({ SK }) => String(SK).startsWith(like))).toEqual([])
})
