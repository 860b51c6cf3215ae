import { expect, test } from 'vitest'
import {
  exportFavouritesList,
  getFavouritesList,
  listFavouritesLists,
  readFavouritesList,
  removeFavouritesList,
} from '#functions/galleries/own-favourites-lists.ts'
import { sendFavourites } from '#functions/galleries/send-favourites.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { api } from '#schema/api/all.ts'
import { SendFavourites } from '#schema/api/favourites-lists.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { FavouritesListId, type GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const endpoints = api.galleries.endpoints
const [galleryId, otherId] = [galleryIdOf(1), galleryIdOf(2)]
const iris = userIdOf(1)

type How = {
  who?: string
  email?: string
  name?: string
  note?: string
  grant?: string
  of?: GalleryId
  address?: string
}

/** Photos 1 to 4 are in a gallery, the fourth waits for its file; photo 5 is in another one. */
const setup = async (gallery: Partial<Gallery> = {}, profile: Partial<Profile> = {}) => {
  const parts = marketParts()
  const owner = profileUnchanged(aProfile(profile))
  await parts.profiles.create(aProfile(profile))
  await parts.galleries.create(aGallery(gallery), { at: new Date(0), owner })
  await parts.galleries.create(aGallery({ id: otherId, slug: 'other', title: 'Other' }), { at: new Date(0), owner })
  for (let n = 1; n <= 3; n++)
    await parts.photos.create(aPhoto({ id: photoIdOf(n), title: `Photo ${n}`, fileName: `IMG_${n}.CR2` }))
  await parts.photos.create(aPendingPhoto({ id: photoIdOf(4) }))
  await parts.photos.create(aPhoto({ id: photoIdOf(5), galleryId: otherId }))
  const send = async (numbers: number[], how: How = {}) => {
    const { who = 'maya', email = 'maya@example.com', name = 'Maya', note = '', grant, of = galleryId, address } = how
    const sent = {
      params: { galleryId: of },
      headers: { 'x-gallery-session': sessionOf(who), 'x-gallery-grant': grant },
      body: { photoIds: numbers.map(photoIdOf), name, email, note },
      ...(address !== undefined && { address }),
    }
    return (await sendFavourites(parts)(request(endpoints.sendFavourites, sent))).count
  }
  const lists = async (of?: GalleryId, cursor?: string, caller = iris) =>
    endpoints.favouritesLists.response.parse(
      await listFavouritesLists(parts)(
        request(endpoints.favouritesLists, {
          query: { ...(of && { galleryId: of }), ...(cursor !== undefined && { cursor }) },
          caller,
        }),
      ),
    )
  const params = async (nth = 0) => {
    const list = (await lists()).items[nth]
    return { galleryId, favouritesListId: FavouritesListId.parse(list?.id) }
  }
  const own = async () => ({ params: await params(), caller: iris })
  return {
    ...parts,
    send,
    lists,
    own,
    titles: async () =>
      (
        await getFavouritesList(parts)(request(endpoints.favouritesList, { ...(await own()), query: {} }))
      ).photos.items.map(({ title }) => title),
    exported: async () =>
      (await exportFavouritesList(parts)(request(endpoints.exportFavouritesList, await own()))).photos.map(
        ({ fileName }) => fileName,
      ),
    read: async (isRead: boolean) =>
      readFavouritesList(parts)(request(endpoints.readFavouritesList, { ...(await own()), body: { isRead } })),
    remove: async () => removeFavouritesList(parts)(request(endpoints.removeFavouritesList, await own())),
    mails: () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
    sent: () => parts.table.all().filter(({ SK }) => String(SK).startsWith('SENT#')),
  }
}

test('the photographer is sent the photos of that moment, with who chose them, and one mail', async () => {
  const { send, lists, titles, exported, mails } = await setup()
  expect(await send([3, 1, 3], { note: 'For the album.' })).toBe(2)
  expect((await lists()).items).toMatchObject([
    {
      galleryId,
      galleryTitle: 'The Ridge',
      name: 'Maya',
      email: 'maya@example.com',
      note: 'For the album.',
      count: 2,
      sentAt: '2030-01-01T10:00:00.000Z',
      isRead: false,
      pictures: [{ width: 6_000 }, { width: 6_000 }],
    },
  ])
  expect([await titles(), await exported()]).toEqual([
    ['Photo 3', 'Photo 1'],
    ['IMG_3.CR2', 'IMG_1.CR2'],
  ])
  const [list] = (await lists()).items
  expect(mails()).toMatchObject([
    {
      template: 'favourites-sent',
      to: 'iris@example.com',
      data: {
        name: 'Iris Calloway',
        galleryTitle: 'The Ridge',
        from: 'Maya',
        email: 'maya@example.com',
        note: 'For the album.',
        count: 2,
        url: `https://darkslide.test/dashboard/favourites?gallery=${galleryId}&list=${list?.id}`,
      },
    },
  ])
})

test('photos that are gone or not on sale are left out; where none is left, nothing is sent', async () => {
  const { send, titles, sent, mails } = await setup()
  expect(await send([4, 9, 2])).toBe(1)
  expect(await titles()).toEqual(['Photo 2'])
  await expect(send([4, 9])).rejects.toMatchObject({ code: 'favourites_gone' })
  expect([sent().length, mails().length]).toEqual([1, 1])
})

test('a photo of another gallery is refused, alone and among others', async () => {
  const { send, sent, mails } = await setup()
  await expect(send([5])).rejects.toMatchObject({ code: 'photo_not_found' })
  await expect(send([1, 5])).rejects.toMatchObject({ code: 'photo_not_found' })
  expect([sent(), mails()]).toEqual([[], []])
})

test('a private gallery takes none without its grant, or with another’s', async () => {
  const { send, sent, access, galleries } = await setup({ isPublic: false, accessCode: 'MAITEJON' })
  const other = await galleries.getOwn(otherId, iris)
  const own = await galleries.getOwn(galleryId, iris)
  await expect(send([1])).rejects.toMatchObject({ code: 'gallery_locked' })
  await expect(send([1], { grant: 'forged' })).rejects.toMatchObject({ code: 'gallery_locked' })
  const { grant: foreign } = await access.grant(other, 'visitor')
  await expect(send([1], { grant: foreign })).rejects.toMatchObject({ code: 'gallery_locked' })
  expect(sent()).toEqual([])
  const { grant } = await access.grant(own, 'visitor')
  expect(await send([1], { grant })).toBe(1)
})

test.each([
  ['no photo', { photoIds: [] }],
  ['501 photos', { photoIds: Array.from({ length: 501 }, (_, n) => photoIdOf(n)) }],
  ['no name', { name: ' \u200B ' }],
  ['no address', { email: '' }],
  ['half an address', { email: 'maya@' }],
  ['a note of 1,001 characters', { note: 'x'.repeat(1_001) }],
  ['the field that people do not see', { website: 'https://watches.example' }],
])('a list with %s is refused', (_, wrong) => {
  const right = { photoIds: [photoIdOf(1)], name: 'Maya', email: 'maya@example.com', note: '' }
  expect(SendFavourites.safeParse(right).success).toBe(true)
  expect(SendFavourites.safeParse({ ...right, ...wrong }).success).toBe(false)
  expect(
    SendFavourites.safeParse({ ...right, photoIds: Array.from({ length: 500 }, (_, n) => photoIdOf(n)) }).success,
  ).toBe(true)
})

test('500 photos are sent at once, shown in pages and exported whole', async () => {
  const { send, photos, exported, titles } = await setup()
  for (let n = 10; n < 509; n++) await photos.create(aPhoto({ id: photoIdOf(n), title: `Photo ${n}` }))
  expect(await send([1, ...Array.from({ length: 499 }, (_, n) => n + 10)])).toBe(500)
  expect([(await exported()).length, (await titles()).length]).toEqual([500, limits.favourites.perPage])
})

test('sent again it takes the place of the one before, unread; the same again is no other list and no other mail', async () => {
  const { send, lists, read, mails } = await setup()
  await send([1, 2])
  await read(true)
  expect((await lists()).items).toMatchObject([{ isRead: true }])
  await send([1, 2])
  expect((await lists()).items).toMatchObject([{ isRead: true }])
  expect(mails()).toHaveLength(1)
  await send([1, 2, 3], { note: 'One more.' })
  expect((await lists()).items).toMatchObject([{ count: 3, note: 'One more.', isRead: false }])
  expect(mails()).toHaveLength(2)
})

test('two people at one browser, told apart by their addresses, have two lists; so have two browsers', async () => {
  const { send, lists } = await setup()
  await send([1])
  await send([2], { email: 'tom@example.com', name: 'Tom' })
  await send([3], { who: 'ada' })
  expect((await lists()).items.map(({ name }) => name).toSorted()).toEqual(['Maya', 'Maya', 'Tom'])
})

test('a double press is one list, one mail and one of the five', async () => {
  const { send, sent, mails, table } = await setup()
  await Promise.all([send([1, 2]), send([1, 2])])
  expect([sent().length, mails().length]).toEqual([1, 1])
  const counted = table.all().find(({ PK }) => String(PK).startsWith('THROTTLE#favouritesSent#'))
  expect(counted?.count).toBe(1)
})

test('a browser sends five in an hour, and the next hour again; a repeat costs none of them', async () => {
  const { send, setTime, mails } = await setup()
  for (let n = 1; n <= 5; n++) {
    await send([1], { note: `${n}` })
    if (n < 5) await send([1], { note: `${n}` })
  }
  await expect(send([1], { note: '6' })).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { why: 'You have sent favourites five times in this hour.' },
  })
  expect(await send([1], { who: 'ada' })).toBe(1)
  expect(mails()).toHaveLength(6)
  setTime('2030-01-01T11:00:00.000Z')
  await send([1], { note: '6' })
})

test('300 people behind one address send theirs; a flood of mails stops, the lists are kept', async () => {
  const { send, sent, mails } = await setup()
  for (let n = 0; n < 300; n++) await send([1], { who: `guest${n}`, email: `guest${n}@example.com` })
  expect([sent().length, mails().length]).toEqual([300, throttles.favouritesMailsPerPhotographer.limit])
})

test('the outer bounds of an address and a gallery hold', async () => {
  const { send, throttle } = await setup()
  for (let n = 0; n < throttles.favouritesSentPerAddress.limit; n++)
    await throttle.count('favouritesSentPerAddress', '203.0.113.1')
  await expect(send([1], { address: '203.0.113.1' })).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let n = 0; n < throttles.favouritesSentPerGallery.limit; n++)
    await throttle.count('favouritesSentPerGallery', galleryId)
  await expect(send([1])).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await send([5], { of: otherId, who: 'ada' })).toBe(1)
})

test('300 people behind one address correct what they sent, and others behind it still send theirs', async () => {
  const { send, sent, setTime } = await setup()
  const guest = (n: number) => ({ who: `guest${n}`, email: `guest${n}@example.com` })
  for (let n = 0; n < 300; n++) await send([1], guest(n))
  setTime('2030-01-01T11:00:00.000Z')
  for (let n = 0; n < 300; n++) await send([1, 2], guest(n))
  expect(await send([1], guest(300))).toBe(1)
  expect(sent()).toHaveLength(301)
})

test('who switched news off gets the list and no mail', async () => {
  const { send, sent, mails } = await setup({}, { emailNotifications: false })
  await send([1])
  expect([sent().length, mails().length]).toEqual([1, 0])
})

test('lists of one gallery and of all, the last sent first, a page at a time', async () => {
  const { send, lists, setTime } = await setup()
  for (let n = 1; n <= 22; n++) {
    setTime(`2030-01-0${1 + Math.floor(n / 5)}T1${n % 5}:00:00.000Z`)
    await send([1], { who: `guest${n}`, email: `guest${n}@example.com`, name: `Guest ${n}` })
  }
  await send([5], { of: otherId, name: 'Elsewhere' })
  for (const of of [undefined, galleryId]) {
    const first = await lists(of)
    expect(first.items).toHaveLength(limits.favourites.listsPerPage)
    expect(first.items[0]?.name).toBe(of === undefined ? 'Elsewhere' : 'Guest 22')
    const second = await lists(of, first.nextCursor)
    expect(second.items.at(-1)?.name).toBe('Guest 1')
    expect([...first.items, ...second.items]).toHaveLength(of === undefined ? 23 : 22)
  }
  const { nextCursor } = await lists()
  await expect(lists(galleryId, nextCursor)).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('another photographer sees none of it', async () => {
  const { send, lists, ...parts } = await setup()
  await send([1])
  const noor = userIdOf(2)
  expect((await lists(undefined, undefined, noor)).items).toEqual([])
  await expect(lists(galleryId, undefined, noor)).rejects.toMatchObject({ code: 'gallery_not_found' })
  const { params } = await parts.own()
  const refused = { code: 'favourites_list_not_found' }
  const foreign = { params, caller: noor }
  await expect(
    getFavouritesList(parts)(request(endpoints.favouritesList, { ...foreign, query: {} })),
  ).rejects.toMatchObject(refused)
  await expect(exportFavouritesList(parts)(request(endpoints.exportFavouritesList, foreign))).rejects.toMatchObject(
    refused,
  )
  await expect(
    readFavouritesList(parts)(request(endpoints.readFavouritesList, { ...foreign, body: { isRead: true } })),
  ).rejects.toMatchObject(refused)
  await expect(removeFavouritesList(parts)(request(endpoints.removeFavouritesList, foreign))).rejects.toMatchObject(
    refused,
  )
})

test('of a deleted gallery a list is still there, without pictures; a deleted list is gone', async () => {
  const { send, lists, titles, exported, remove, galleries } = await setup()
  await send([1])
  const gallery = await galleries.getOwn(galleryId, iris)
  const owner = profileUnchanged(aProfile())
  await galleries.setDeleted(gallery, { deletedAt: '2030-01-01T10:00:00.000Z' }, { at: new Date(0), owner })
  expect((await lists()).items).toMatchObject([{ name: 'Maya', pictures: [] }])
  expect([await titles(), await exported()]).toEqual([[], ['IMG_1.CR2']])
  await remove()
  expect((await lists()).items).toEqual([])
})

test('one address fills no gallery’s day: a hall of 300 people is let in, another address after it', async () => {
  const { send, sent } = await setup()
  const most = throttles.favouritesSentPerAddressAndGallery.limit
  expect(most).toBeGreaterThan(300)
  expect(most).toBeLessThan(throttles.favouritesSentPerGallery.limit / 2)
  for (let n = 0; n < most; n++) await send([1], { who: `guest${n}`, email: `guest${n}@example.com` })
  await expect(send([1], { who: 'another', email: 'more@example.com' })).rejects.toMatchObject({
    details: { why: throttles.favouritesSentPerAddressAndGallery.why },
  })
  await send([1], { who: 'elsewhere', email: 'else@example.com', address: '203.0.113.9' })
  expect(sent()).toHaveLength(most + 1)
})
