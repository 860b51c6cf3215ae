import { expect, test } from 'vitest'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { createProofSession } from '#functions/proofing/create-proof-session.ts'
import { getMyProofSession } from '#functions/proofing/get-my-proof-session.ts'
import { api } from '#schema/api/all.ts'
import { CreateProofSession } from '#schema/api/proofing.ts'
import { ProofSessionId } from '#schema/ids.ts'
import { aFavouritesList, favouritesListIdOf } from '#test/support/builders/favourites-list.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const [iris, noor] = [userIdOf(1), userIdOf(2)]
const gallery = aGallery()
const other = aGallery({ id: galleryIdOf(2), slug: 'other' })

/** A gallery of 210 photos, of which some were sent. */
const setup = async (numbers: readonly number[], photos = 210) => {
  const parts = marketParts()
  const owner = profileUnchanged(aProfile())
  await parts.profiles.create(aProfile())
  for (const each of [gallery, other]) await parts.galleries.create(each, { at: new Date(0), owner })
  for (let n = 1; n <= photos; n++) await parts.photos.create(aPhoto({ id: photoIdOf(n), title: `${n}` }))
  const list = aFavouritesList({ photoIds: numbers.map(photoIdOf) })
  await parts.favouritesLists.add(gallery, { list, sender: 'maya', alongside: [] })
  const create = (sent: Partial<CreateProofSession> = {}, caller = iris) => {
    const words = { galleryId: gallery.id, title: 'Favourites of Maya', clientEmail: 'maya@example.com' }
    const body = CreateProofSession.parse({ ...words, favouritesListId: list.id, ...sent })
    return createProofSession(parts)(request(api.proofing.endpoints.create, { body, caller }))
  }
  const titlesOf = async (id: string) => {
    const titles: string[] = []
    let cursor: string | undefined
    do {
      const page = await getMyProofSession(parts)(
        request(api.proofing.endpoints.getMine, {
          params: { proofSessionId: ProofSessionId.parse(id) },
          query: cursor === undefined ? {} : { cursor },
          caller: iris,
        }),
      )
      titles.push(...page.photos.items.map(({ title }) => title))
      cursor = page.photos.nextCursor
    } while (cursor !== undefined)
    return titles
  }
  const reviews = () => parts.table.all().filter(({ PK }) => /^(PROOF|OUTBOX)/.test(String(PK)))
  return { ...parts, list, create, titlesOf, reviews }
}

test('favourites become a review of these photos alone, in their order, by that client', async () => {
  const { create, titlesOf } = await setup([3, 1, 2])
  const { session } = await create()
  expect(session).toMatchObject({ clientEmail: 'maya@example.com', status: 'pending', counts: { pending: 3 } })
  expect(await titlesOf(session.id)).toEqual(['3', '1', '2'])
})

test('many are filled in over several writes, each once and in order', async () => {
  const numbers = Array.from({ length: 200 }, (_, n) => 200 - n)
  const { create, titlesOf, table } = await setup(numbers)
  const { session } = await create()
  expect(session.counts).toMatchObject({ pending: 200 })
  expect(await titlesOf(session.id)).toEqual(numbers.map(String))
  expect(table.all().find(({ SK }) => SK === 'PROOF')).toMatchObject({ fillPlace: null, orderParts: 3 })
})

test('a filling that was interrupted goes on where it stopped, and leaves out what went meanwhile', async () => {
  const { create, titlesOf, steps, photos, table, proofs } = await setup([5, 4, 3, 2, 1], 5)
  const { session } = await create()
  const id = ProofSessionId.parse(session.id)
  const before = await proofs.find(id)
  if (!before) throw new Error('It should be there.')
  // As a session stands whose first filling was the last.
  const rest = JSON.stringify({ photoIds: [photoIdOf(7), photoIdOf(9)] })
  await table.write({
    kind: 'update',
    key: { PK: `PROOF#${id}`, SK: 'PROOF' },
    set: { fillPlace: rest },
    when: 'present',
  })
  await photos.create(aPhoto({ id: photoIdOf(7), title: '7' }))
  await Promise.all([steps['fill-proof-session'](id), steps['fill-proof-session'](id)])
  expect(await titlesOf(session.id)).toEqual(['5', '4', '3', '2', '1', '7'])
  expect(await proofs.find(id)).toMatchObject({ pendingCount: 6, fillPlace: null })
})

test('photos that went are left out; where none is left there is no review and no mail', async () => {
  const { create, titlesOf, photos, reviews } = await setup([2, 9, 1], 2)
  const { session } = await create()
  expect(await titlesOf(session.id)).toEqual(['2', '1'])
  const count = reviews().length
  for (const n of [1, 2]) {
    const photo = await photos.find(photoIdOf(n))
    if (photo) await photos.remove(photo, new Date(0))
  }
  await expect(create()).rejects.toMatchObject({ code: 'favourites_gone' })
  expect(reviews()).toHaveLength(count)
})

test.each([
  ['that is not there', { favouritesListId: favouritesListIdOf(7) }, iris, 'favourites_list_not_found'],
  ['of another gallery', { galleryId: other.id }, iris, 'favourites_list_not_found'],
  ['of another photographer', {}, noor, 'gallery_not_found'],
] as const)('a list %s becomes no review', async (_, sent, caller, code) => {
  const { create, reviews, profiles } = await setup([1], 1)
  await profiles.create(aProfile({ userId: noor }))
  await expect(create(sent, caller)).rejects.toMatchObject({ code })
  expect(reviews()).toEqual([])
})
