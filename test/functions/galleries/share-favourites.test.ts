import { expect, test } from 'vitest'
import { setFavourite } from '#functions/galleries/set-favourite.ts'
import { favouritesLink, sharedFavourites, shareFavourites } from '#functions/galleries/share-favourites.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { idMaker } from '#functions/shared/ids/ids.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { FavouritesId } from '#schema/ids.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const endpoints = api.galleries.endpoints
const galleryId = galleryIdOf(1)
const unknown = FavouritesId.parse(`fav_${'0'.repeat(26)}`)

/** Ada has hearts on photos 1 and 3 of a gallery. */
const setup = async (gallery: Partial<Gallery> = {}, hook?: (name: string) => void | Promise<void>) => {
  const parts = marketParts(hook ? { hook } : {})
  const made = { ...parts, ids: idMaker(parts.now, parts.random) }
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery(gallery), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  for (let n = 1; n <= 3; n++) await parts.photos.create(aPhoto({ id: photoIdOf(n), title: `Photo ${n}` }))
  const headers = (name: string) => ({ 'x-gallery-session': sessionOf(name), 'x-gallery-grant': undefined })
  const heart = (n: number, isFavourite = true) =>
    setFavourite(parts)(
      request(endpoints.setFavourite, {
        params: { galleryId, photoId: photoIdOf(n) },
        headers: headers('ada'),
        body: { isFavourite },
      }),
    )
  return {
    ...parts,
    heart,
    share: async (isShared = true, name = 'ada') =>
      (
        await shareFavourites(made)(
          request(endpoints.shareFavourites, { params: { galleryId }, headers: headers(name), body: { isShared } }),
        )
      ).sharedAs,
    link: async (name = 'ada') =>
      (
        await favouritesLink(parts)(
          request(endpoints.favouritesLink, { params: { galleryId }, headers: headers(name) }),
        )
      ).sharedAs,
    shared: async (favouritesId: FavouritesId, of = galleryId) =>
      endpoints.sharedFavourites.response
        .parse(
          await sharedFavourites(parts)(
            request(endpoints.sharedFavourites, { params: { galleryId: of, favouritesId }, headers: {}, query: {} }),
          ),
        )
        .items.map(({ title }) => title),
    links: () => parts.table.all().filter(({ SK }) => String(SK).startsWith('SHARED#')),
  }
}
const idOf = (sharedAs: string | null) => FavouritesId.parse(sharedAs)

test('a link shows the list as it stands whenever somebody looks, and says nothing of whose it is', async () => {
  const { heart, share, shared, link } = await setup()
  await heart(1)
  await heart(3)
  expect(await link()).toBeNull()
  const id = idOf(await share())
  expect(await shared(id)).toEqual(['Photo 3', 'Photo 1'])
  await heart(2)
  await heart(3, false)
  expect(await shared(id)).toEqual(['Photo 2', 'Photo 1'])
  expect([await link(), await link('ben')]).toEqual([id, null])
})

test('asked for twice, also at once, there is one link; taken back twice there is none', async () => {
  const { heart, share, links } = await setup()
  await heart(1)
  const id = await share()
  expect(await share()).toBe(id)
  expect(links()).toHaveLength(1)
  expect([await share(false), await share(false)]).toEqual([null, null])
  expect(links()).toHaveLength(0)
  const both = await Promise.all([share(), share()])
  expect(new Set(both).size).toBe(1)
  expect(links()).toHaveLength(1)
})

test('a link that was taken back opens nothing, and a new one is another', async () => {
  const { heart, share, shared } = await setup()
  await heart(1)
  const id = idOf(await share())
  await share(false)
  await expect(shared(id)).rejects.toMatchObject({ code: 'not_found' })
  const next = idOf(await share())
  expect(next).not.toBe(id)
  expect(await shared(next)).toEqual(['Photo 1'])
  await expect(shared(unknown)).rejects.toMatchObject({ code: 'not_found' })
})

test('the last heart taken out leaves an empty list behind the link', async () => {
  const { heart, share, shared } = await setup()
  await heart(1)
  const id = idOf(await share())
  await heart(1, false)
  expect(await shared(id)).toEqual([])
  await heart(2)
  expect(await shared(id)).toEqual(['Photo 2'])
})

test('a link opens no gallery: a locked one stays locked, and another gallery knows nothing of it', async () => {
  const { heart, share, shared, galleries } = await setup()
  await heart(1)
  const id = idOf(await share())
  const other = aGallery({ id: galleryIdOf(2), slug: 'other' })
  await galleries.create(other, { at: new Date(0), owner: profileUnchanged(aProfile()) })
  await expect(shared(id, other.id)).rejects.toMatchObject({ code: 'not_found' })

  expect(await shared(id)).toEqual(['Photo 1'])
  await galleries.save(
    await galleries.getOwn(galleryId, aProfile().userId),
    { isPublic: false, accessCode: 'ABCD1234' },
    { at: new Date(0), owner: profileUnchanged(aProfile()), chores: [], dropped: [] },
  )
  await expect(shared(id)).rejects.toMatchObject({ code: 'gallery_locked' })
  await expect(shared(unknown)).rejects.toMatchObject({ code: 'gallery_locked' })
  await expect(share()).rejects.toMatchObject({ code: 'gallery_locked' })
})

test('what was shared of a gallery goes with its likes', async () => {
  const { heart, share, links, galleries } = await setup()
  await heart(1)
  await share()
  await galleries.clearLikes(galleryId)
  expect(links()).toEqual([])
})
