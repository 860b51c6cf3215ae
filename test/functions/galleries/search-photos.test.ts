import { expect, test } from 'vitest'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { PhotoId } from '#schema/ids.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const { listPhotos } = api.galleries.endpoints
/** Each search counts for its address. */
const counted = 'write'
const galleryId = galleryIdOf(1)

const setup = async (titles: readonly string[], layout?: number, settings: Partial<Gallery> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  const gallery = { ...aGallery(settings), ...(layout !== undefined && { layout }) }
  await parts.galleries.create(gallery, { at: parts.now(), owner: profileUnchanged(aProfile()) })
  for (const [index, title] of titles.entries()) await parts.photos.create(aPhoto({ id: photoIdOf(index + 1), title }))
  parts.requests.length = 0
  const search = async (q: string, cursor?: string) =>
    listPhotos.response.parse(
      await listGalleryPhotos(parts)(request(listPhotos, { params: { galleryId }, headers: {}, query: { q, cursor } })),
    )
  return {
    ...parts,
    search,
    walk: async (q: string) => {
      const found: PhotoId[] = []
      let cursor: string | undefined
      do {
        const page = await search(q, cursor)
        found.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return found
    },
  }
}
const runners = (count: number) => Array.from({ length: count }, (_, n) => `Harbour race ${n + 1}`)

test('a number is found among thousands of photos by one query and one read of what it led to', async () => {
  const { search, requests } = await setup(runners(3_000))
  expect((await search('2718')).items.map(({ title }) => title)).toEqual(['Harbour race 2718'])
  expect(requests.toSorted()).toEqual(['get', 'getMany', 'query', counted])
  requests.length = 0
  expect((await search('race 2718')).items.map(({ title }) => title)).toEqual(['Harbour race 2718'])
  expect(requests.toSorted()).toEqual(['get', 'getMany', 'query', 'query', counted])
})

test('a number that is not there costs one query', async () => {
  const { search, requests } = await setup(runners(1_000))
  expect(await search('9999')).toEqual({ items: [] })
  expect(requests.toSorted()).toEqual(['get', 'query', counted])
})

test('exactly the number comes first, then longer ones; each photo once', async () => {
  const { walk } = await setup(['Bib 120', 'Bib 1207', 'Bib 12', 'Bib 12 and 120'])
  expect(await walk('12')).toEqual([photoIdOf(4), photoIdOf(3), photoIdOf(1), photoIdOf(2)])
})

test('a word that all photos have is walked to the end, each photo once; two such words too', async () => {
  const { walk } = await setup(runners(1_000))
  expect(new Set(await walk('harbour')).size).toBe(1_000)
  const both = await walk('harbour race')
  expect([both.length, new Set(both).size]).toEqual([1_000, 1_000])
})

test('words that many photos have and few have together are found, however far apart', async () => {
  const titles = Array.from({ length: 1_500 }, (_, n) => (n % 2 ? 'Bridge' : 'Finish'))
  const { walk } = await setup(['Bridge at the finish', ...titles])
  expect(await walk('bridge finish')).toEqual([photoIdOf(1)])
})

test('what is not on sale, was given another title, or is gone is not found', async () => {
  const { photos, walk, now } = await setup(['Old words', 'Gone words', 'Shown words'])
  await photos.create(aPendingPhoto({ id: photoIdOf(9), title: 'Pending words' }))
  const edited = await photos.save(aPhoto({ id: photoIdOf(1), title: 'Old words' }), { title: 'New' }, { version: 0 })
  await photos.remove(aPhoto({ id: photoIdOf(2), title: 'Gone words' }), now())
  expect(await walk('words')).toEqual([photoIdOf(3)])
  expect(await walk('new')).toEqual([edited.id])
})

test('the words of a removed photo, and of a gallery that is cleared, are stored no more', async () => {
  const { photos, table, now } = await setup(['One', 'Two'])
  const terms = () => table.all().filter(({ PK }) => String(PK).startsWith('PHOTOTERMS#'))
  expect(terms().map(({ PK, SK }) => [PK, SK])).toEqual([
    ['PHOTOTERMS#gal_00000000000000000000000001', 'one#ZZZZZZZZZZZZZZZZZZZZZZZZZY'],
    ['PHOTOTERMS#gal_00000000000000000000000001', 'two#ZZZZZZZZZZZZZZZZZZZZZZZZZX'],
  ])
  await photos.remove(aPhoto({ id: photoIdOf(1), title: 'One' }), now())
  expect(terms()).toHaveLength(1)
  await photos.removeAll(galleryId, now())
  expect(terms()).toEqual([])
})

test('photos of a gallery whose words are not stored yet are looked through', async () => {
  const { table, walk } = await setup(['Bib 1', 'Bib 2'], 2)
  for (const { PK, SK } of table.all()) {
    if (!String(PK).startsWith('PHOTOTERMS#')) continue
    await table.write({ kind: 'delete', key: { PK: String(PK), SK: String(SK) }, when: 'always' })
  }
  expect(await walk('bib')).toEqual([photoIdOf(2), photoIdOf(1)])
})

test('in a locked gallery strangers read the gallery and nothing else', async () => {
  const { search, requests } = await setup(runners(300), undefined, { accessCode: 'OPENSESAME' })
  await expect(search('race')).rejects.toMatchObject({ code: 'gallery_locked' })
  expect(requests).toEqual(['get'])
})

test('is done for 300 people at a finish, six times a minute each; then they read why and how long', async () => {
  const { search } = await setup(runners(1))
  for (let n = 0; n < 2_000; n++) await search('race')
  await expect(search('race')).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(
      /^Very many people on your network are searching\. Please try again in \d+ seconds\.$/,
    ),
  })
})
