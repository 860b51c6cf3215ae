import { expect, test } from 'vitest'
import { browseGalleries } from '#functions/galleries/browse-galleries.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { put } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const browse = api.galleries.endpoints.browse
type Query = Record<string, string>

const setup = async (...galleries: Gallery[]) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  for (const gallery of galleries) {
    await parts.galleries.create(gallery, { at: new Date(0), owner: profileUnchanged(aProfile()) })
  }
  const ask = (query: Query = {}, address = '198.51.100.7') =>
    browseGalleries(parts)(request(browse, { query, address }))
  const titles = async (query: Query = {}) => (await ask(query)).items.map(({ title }) => title)
  return { ...parts, ask, titles }
}

const gallery = (n: number, overrides: Partial<Gallery> = {}) =>
  aGallery({
    id: galleryIdOf(n),
    title: `Gallery ${n}`,
    createdAt: `2030-01-01T09:00:${String(n).padStart(2, '0')}.000Z`,
    ...overrides,
  })

const three = [
  gallery(1, { title: 'Cheap', pricePence: pence(500), viewCount: 1, likeCount: 5 }),
  gallery(2, { title: 'Dear', pricePence: pence(9_000), viewCount: 10 }),
  gallery(3, { title: 'Middling', pricePence: pence(2_000), viewCount: 3, likeCount: 1 }),
]

test.each([
  ['newest', ['Middling', 'Dear', 'Cheap']],
  ['oldest', ['Cheap', 'Dear', 'Middling']],
  ['price_low', ['Cheap', 'Middling', 'Dear']],
  ['price_high', ['Dear', 'Middling', 'Cheap']],
  // Views plus twice the likes: 11, 10, 5.
  ['popular', ['Cheap', 'Dear', 'Middling']],
])('sorted by %s, with and without words to look for', async (sort, expected) => {
  const { titles } = await setup(...three)
  expect(await titles({ sort })).toEqual(expected)
  expect(await titles({ sort, q: 'iris' })).toEqual(expected)
})

test.each(['newest', 'oldest', 'price_low', 'price_high', 'popular'])(
  'a price range narrows the sort %s, both ends included',
  async (sort) => {
    const { titles } = await setup(...three)
    expect((await titles({ sort, minPence: '500', maxPence: '2000' })).toSorted()).toEqual(['Cheap', 'Middling'])
    expect(await titles({ sort, minPence: '501', maxPence: '1999' })).toEqual([])
    expect((await titles({ sort, q: 'iris', minPence: '500', maxPence: '2000' })).toSorted()).toEqual([
      'Cheap',
      'Middling',
    ])
  },
)

test.each([{}, { q: 'gallery' }, { sort: 'popular' }, { sort: 'price_high', q: 'gallery' }, { minPence: '1' }])(
  'pages of 12 lead through all galleries once: %o',
  async (query: Query) => {
    const all = Array.from({ length: 30 }, (_, n) =>
      gallery(n + 1, { viewCount: n % 3, pricePence: pence(100 * (1 + (n % 4))) }),
    )
    const { ask } = await setup(...all)
    const first = await ask(query)
    const second = await ask({ ...query, cursor: first.nextCursor ?? '' })
    const third = await ask({ ...query, cursor: second.nextCursor ?? '' })
    expect([first, second, third].map(({ items }) => items.length)).toEqual([12, 12, 6])
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(30)
    expect(third.nextCursor).toBeUndefined()
  },
)

test('a last page that is full says that nothing follows', async () => {
  const { ask } = await setup(...Array.from({ length: 12 }, (_, n) => gallery(n + 1)))
  expect(await ask()).toMatchObject({ items: { length: 12 } })
  expect((await ask()).nextCursor).toBeUndefined()
})

test.each(['newest', 'oldest', 'price_low', 'price_high', 'popular'])(
  'a page in the order %s is one request to the table',
  async (sort) => {
    const { ask, requests } = await setup(...Array.from({ length: 40 }, (_, n) => gallery(n + 1)))
    requests.length = 0
    await ask({ sort })
    expect(requests).toEqual(['query'])
  },
)

test('a page of search results is one request a word and one for the cards', async () => {
  const { ask, requests } = await setup(...Array.from({ length: 40 }, (_, n) => gallery(n + 1)))
  requests.length = 0
  await ask({ q: 'gallery iris' })
  expect(requests.filter((name) => name !== 'write')).toEqual(['query', 'query', 'getMany'])
})

test('what is private, expired, hidden or of a closed account is in no answer', async () => {
  const { titles } = await setup(
    gallery(1),
    gallery(2, { isPublic: false }),
    gallery(3, { isPublic: false, accessCode: 'ABCD1234' }),
    gallery(4, { ownerState: 'hidden' }),
    gallery(5, { ownerState: 'closed' }),
    gallery(6, { expiresAt: '2030-01-01T10:00:00.000Z' }),
    gallery(7, { expiresAt: '2030-01-01T10:00:00.001Z' }),
  )
  expect(await titles()).toEqual(['Gallery 7', 'Gallery 1'])
  expect(await titles({ q: 'gallery' })).toEqual(['Gallery 7', 'Gallery 1'])
})

test('a gallery that expires leaves the answers at that moment', async () => {
  const { titles, setTime } = await setup(gallery(1, { expiresAt: '2030-01-02T00:00:00.000Z' }))
  setTime('2030-01-01T23:59:59.999Z')
  expect(await titles()).toHaveLength(1)
  setTime('2030-01-02T00:00:00.000Z')
  expect(await titles()).toEqual([])
  expect(await titles({ q: 'gallery' })).toEqual([])
})

test('many expired galleries in front do not empty the page', async () => {
  const expired = Array.from({ length: 40 }, (_, n) => gallery(n + 11, { expiresAt: '2029-12-31T00:00:00.000Z' }))
  const { titles } = await setup(gallery(1), gallery(2), ...expired)
  expect(await titles()).toEqual(['Gallery 2', 'Gallery 1'])
})

test('a listed gallery that asks for a password shows its name and nothing of what it holds', async () => {
  const { id, width, height, thumbhash, renditions, watermark } = aPhoto()
  const { ask } = await setup(
    gallery(1, {
      passwordHash: 'hash',
      description: 'for the family',
      photoCount: 9,
      viewCount: 8,
      likeCount: 7,
      cover: { photoId: id, width, height, thumbhash, renditions, cutFor: null, watermark },
    }),
  )
  expect((await ask()).items).toMatchObject([
    { title: 'Gallery 1', isProtected: true, description: '', cover: null, photoCount: 0, viewCount: 0, likeCount: 0 },
  ])
})

test('a card names no more than the contract says', async () => {
  const { ask } = await setup(gallery(1, { clientEmail: 'client@example.com', photoCount: 7 }))
  const [card] = browse.response.parse(await ask()).items
  expect(card).toMatchObject({ title: 'Gallery 1', photoCount: 7, photographerName: 'Iris Calloway' })
  expect(Object.keys(card ?? {}).toSorted()).toEqual([
    'cover',
    'createdAt',
    'description',
    'id',
    'isProtected',
    'likeCount',
    'photoCount',
    'photographerName',
    'photographerSubdomain',
    'pricePence',
    'slug',
    'title',
    'viewCount',
  ])
})

test.each([
  ['the beginning of a word', 'harb', ['Harbour at dawn']],
  ['other case and accents', 'CAFE', ['Café Noir']],
  ['words in any order', 'dawn harbour', ['Harbour at dawn']],
  ['a word of the description', 'espresso', ['Café Noir']],
  ['two words of different galleries', 'harbour espresso', []],
  ['the end of a word', 'bour', []],
  ['a single letter', 'h', []],
  ['only punctuation', '!!!', []],
])('search by %s', async (_, q, expected) => {
  const { titles } = await setup(
    gallery(1, { title: 'Harbour at dawn' }),
    gallery(2, { title: 'Café Noir', description: 'Double espresso' }),
  )
  expect(await titles({ q })).toEqual(expected)
})

test('search follows a change of title', async () => {
  const { titles, galleries } = await setup(gallery(1, { title: 'Before' }))
  await galleries.save(
    gallery(1, { title: 'Before' }),
    { title: 'After' },
    { at: new Date(0), owner: profileUnchanged(aProfile()) },
  )
  expect(await titles({ q: 'before' })).toEqual([])
  expect(await titles({ q: 'after' })).toEqual(['After'])
})

test('a word that a gallery no longer has leads nowhere, even while the index still names it', async () => {
  const { titles, table } = await setup(gallery(1, { title: 'After' }))
  const id = galleryIdOf(1)
  await table.write(put({ PK: 'SEARCH#be', SK: `before#${id}`, galleryId: id, pricePence: 1500 }, 'absent'))
  expect(await titles({ q: 'before' })).toEqual([])
})

test('a cursor that is forged, altered, or of another sort, range or search is refused', async () => {
  const { ask } = await setup(...Array.from({ length: 30 }, (_, n) => gallery(n + 1)))
  const { nextCursor = '' } = await ask({ sort: 'newest' })
  const refused = { code: 'invalid_cursor' }
  await expect(ask({ sort: 'newest', cursor: 'e30.e30' })).rejects.toMatchObject(refused)
  await expect(ask({ sort: 'newest', cursor: `x${nextCursor}` })).rejects.toMatchObject(refused)
  await expect(ask({ sort: 'oldest', cursor: nextCursor })).rejects.toMatchObject(refused)
  await expect(ask({ sort: 'newest', minPence: '1', cursor: nextCursor })).rejects.toMatchObject(refused)
  await expect(ask({ sort: 'newest', q: 'gallery', cursor: nextCursor })).rejects.toMatchObject(refused)
})

test('searching is limited to 600 a minute from one address', async () => {
  const { ask } = await setup(gallery(1))
  for (let n = 0; n < 600; n++) await ask({ q: 'gallery' })
  await expect(ask({ q: 'gallery' })).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await ask({ q: 'gallery' }, '198.51.100.8')).items).toHaveLength(1)
  expect((await ask()).items).toHaveLength(1)
})

test('an empty price is none, and a price is digits: "0x10" is none of sixteen pence', () => {
  const { query } = api.galleries.endpoints.browse
  expect(query.parse({ minPence: '', maxPence: '' })).toMatchObject({ minPence: undefined, maxPence: undefined })
  expect(query.parse({ minPence: '16', maxPence: '0', limit: '' })).toMatchObject({
    minPence: 16,
    maxPence: 0,
    limit: 12,
  })
  for (const text of ['0x10', '1e3', '-1', '+1', ' 1', '1.5', '٣', '10000001', '99999999999999999'])
    expect(query.safeParse({ minPence: text }).success).toBe(false)
})
