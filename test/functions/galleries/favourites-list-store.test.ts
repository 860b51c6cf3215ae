import { expect, test } from 'vitest'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { put } from '#functions/shared/table/writes.ts'
import { aFavouritesList, favouritesListIdOf } from '#test/support/builders/favourites-list.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const gallery = aGallery()
const at = new Date('2030-01-01T10:00:00.000Z')
const mail = (name: string) => put({ PK: 'OUTBOX#0', SK: name }, 'absent')

const setup = async () => {
  const parts = marketParts()
  const owner = profileUnchanged(aProfile())
  await parts.profiles.create(aProfile())
  await parts.galleries.create(gallery, { at, owner })
  await parts.galleries.create(aGallery({ id: galleryIdOf(2), slug: 'other' }), { at, owner })
  const below = (sort: string) => parts.table.all().filter(({ SK }) => String(SK).startsWith(sort))
  return {
    ...parts,
    below,
    sent: () => below('SENT#'),
    mails: () => parts.table.all().filter(({ PK }) => PK === 'OUTBOX#0'),
  }
}

test('a list lies beside its gallery, among those of its photographer, and is found by its sender’s address', async () => {
  const { favouritesLists, table } = await setup()
  const list = aFavouritesList()
  await favouritesLists.add(gallery, { list, sender: 'hash', alongside: [] })
  expect(table.stored('GALLERY#gal_00000000000000000000000001', 'SENT#fvl_00000000000000000000000001')).toEqual({
    PK: 'GALLERY#gal_00000000000000000000000001',
    SK: 'SENT#fvl_00000000000000000000000001',
    ...list,
    ownerKey: 'USER#00000000-0000-4000-8000-000000000001',
    ownerSort: 'FAVOURITES#fvl_00000000000000000000000001',
    // The SHA-256 of maya@example.com.
    sellerKey: expect.stringMatching(/^REPORTER#[A-Za-z0-9_-]{43}$/),
    sellerSort: 'GALLERY#gal_00000000000000000000000001 SENT#fvl_00000000000000000000000001',
  })
  expect(table.stored('GALLERY#gal_00000000000000000000000001', 'SENDER#hash')).toEqual({
    PK: 'GALLERY#gal_00000000000000000000000001',
    SK: 'SENDER#hash',
    listId: 'fvl_00000000000000000000000001',
  })
})

test('the next of the same sender takes its place, unread; another sender’s stands beside it', async () => {
  const { favouritesLists, sent, mails } = await setup()
  const own = { galleryId: gallery.id, owner: userIdOf(1) }
  await favouritesLists.add(gallery, { list: aFavouritesList(), sender: 'maya', alongside: [mail('1')] })
  await favouritesLists.setRead({ ...own, favouritesListId: favouritesListIdOf(1) }, '2030-01-01T11:00:00.000Z')
  const next = aFavouritesList({ id: favouritesListIdOf(2), photoIds: [photoIdOf(3)] })
  await favouritesLists.add(gallery, { list: next, sender: 'maya', alongside: [mail('2')] })
  await favouritesLists.add(gallery, {
    list: aFavouritesList({ id: favouritesListIdOf(3) }),
    sender: 'tom',
    alongside: [],
  })
  expect(sent().map(({ id, readAt }) => [id, readAt])).toEqual([
    [favouritesListIdOf(2), null],
    [favouritesListIdOf(3), null],
  ])
  expect(mails()).toHaveLength(2)
})

test('the same of the same sender, also at once, is one list and one mail', async () => {
  const { favouritesLists, sent, mails } = await setup()
  await Promise.all(
    [1, 2, 3].map((n) =>
      favouritesLists.add(gallery, {
        list: aFavouritesList({ id: favouritesListIdOf(n) }),
        sender: 'maya',
        alongside: [mail(String(n))],
      }),
    ),
  )
  expect([sent().length, mails().length]).toEqual([1, 1])
})

test('one that its photographer deleted can be sent again', async () => {
  const { favouritesLists, sent } = await setup()
  const list = aFavouritesList()
  await favouritesLists.add(gallery, { list, sender: 'maya', alongside: [] })
  await favouritesLists.remove({ galleryId: gallery.id, favouritesListId: list.id, owner: userIdOf(1) })
  expect(sent()).toEqual([])
  await favouritesLists.add(gallery, { list: { ...list, id: favouritesListIdOf(2) }, sender: 'maya', alongside: [] })
  expect(sent()).toHaveLength(1)
})

test('nothing is put into a gallery that closed, changed hands or went meanwhile', async () => {
  const { favouritesLists, sent, mails } = await setup()
  for (const other of [
    { ...gallery, accessVersion: 7 },
    { ...gallery, id: galleryIdOf(9) },
  ]) {
    const list = aFavouritesList({ galleryId: other.id })
    const add = favouritesLists.add(other, { list, sender: 'maya', alongside: [mail('1')] })
    await expect(add).rejects.toMatchObject({ code: 'gallery_not_found' })
  }
  expect([sent(), mails()]).toEqual([[], []])
})

test('nobody reads, marks or deletes another photographer’s', async () => {
  const { favouritesLists, sent } = await setup()
  const list = aFavouritesList()
  await favouritesLists.add(gallery, { list, sender: 'maya', alongside: [] })
  const foreign = { galleryId: gallery.id, favouritesListId: list.id, owner: userIdOf(2) }
  const unknown = { ...foreign, galleryId: galleryIdOf(2), owner: userIdOf(1) }
  for (const each of [foreign, unknown]) {
    const refused = { code: 'favourites_list_not_found' }
    await expect(favouritesLists.getOwn(each)).rejects.toMatchObject(refused)
    await expect(favouritesLists.setRead(each, 'now')).rejects.toMatchObject(refused)
    await expect(favouritesLists.remove(each)).rejects.toMatchObject(refused)
  }
  expect(sent()).toMatchObject([{ readAt: null }])
})

test('they go with what was said of their gallery', async () => {
  const { favouritesLists, galleries, below } = await setup()
  await favouritesLists.add(gallery, { list: aFavouritesList(), sender: 'maya', alongside: [] })
  await galleries.clearLikes(gallery.id)
  expect(below('SEN')).toEqual([])
})
