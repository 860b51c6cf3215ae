import { expect, test } from 'vitest'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { savePageName } from '#functions/profiles/save-page-name.ts'
import { api } from '#schema/api/all.ts'
import { Portfolio } from '#schema/api/profiles.ts'
import { contrastOf, paintOf } from '#schema/brand-paint.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const setup = async (...galleries: Gallery[]) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile({ subdomain: null, bio: 'Landscapes.', websiteUrl: 'https://iris.example/' }))
  await savePageName(parts)(
    request(api.profiles.endpoints.savePageName, { body: { name: 'iris' }, caller: userIdOf(1) }),
  )
  for (const gallery of galleries) {
    const owner = profileUnchanged(aProfile())
    await parts.galleries.create(gallery, { at: new Date(0), owner })
  }
  parts.requests.length = 0
  return {
    ...parts,
    page: (subdomain = 'iris') =>
      getPortfolio(parts)(request(api.profiles.endpoints.portfolio, { params: { subdomain } })),
    gallery: (slug: string, subdomain = 'iris') =>
      getPortfolioGallery(parts)(request(api.profiles.endpoints.portfolioGallery, { params: { subdomain, slug } })),
    hide: async (changes: Partial<Profile>) => parts.profiles.save(userIdOf(1), changes, { version: 1 }),
  }
}
const gallery = (n: number, overrides: Partial<Gallery> = {}) =>
  aGallery({ id: galleryIdOf(n), createdAt: `2030-01-01T09:0${n}:00.000Z`, ...overrides })

test('a portfolio shows the photographer and the public galleries, newest first', async () => {
  const { page } = await setup(
    gallery(1, { title: 'One', slug: 'one' }),
    gallery(2, { title: 'Two', slug: 'two' }),
    gallery(3, { isPublic: false, accessCode: 'ABCD1234' }),
    gallery(4, { expiresAt: '2030-01-01T10:00:00.000Z' }),
  )
  const portfolio = api.profiles.endpoints.portfolio.response.parse(await page())
  expect(portfolio).toMatchObject({
    displayName: 'Iris Calloway',
    subdomain: 'iris',
    bio: 'Landscapes.',
    websiteUrl: 'https://iris.example/',
  })
  expect(portfolio.galleries.map(({ title }) => title)).toEqual(['Two', 'One'])
  expect(Object.keys(portfolio).toSorted()).toEqual([
    'bio',
    'brand',
    'displayName',
    'galleries',
    'subdomain',
    'websiteUrl',
  ])
})

test('a brand goes with the page and its galleries, its contrast repaired, and costs no further read', async () => {
  const brand = { accent: '#ffff00', ground: 'paper', typePair: 'house', logo: null } as const
  const { page, requests, profiles } = await setup(gallery(1))
  const profile = await profiles.get(gallery(1).photographerId)
  await profiles.save(profile.userId, { brand }, { version: profile.version })
  requests.length = 0
  const portfolio = Portfolio.parse(await page())
  expect(portfolio.brand).toEqual(paintOf(brand))
  expect(contrastOf(portfolio.brand?.shades?.light.text ?? '', '#fbfaf7')).toBeGreaterThanOrEqual(4.5)
  expect(requests).toEqual(['get', 'get', 'query'])
})

test('a portfolio costs two gets and one query', async () => {
  const { page, requests } = await setup(...[1, 2, 3].map((n) => gallery(n)))
  await page()
  expect(requests).toEqual(['get', 'get', 'query'])
})

test('the address is read without regard to case', async () => {
  const { page } = await setup()
  expect(await page('IRIS')).toMatchObject({ subdomain: 'iris', galleries: [] })
})

test.each(['nobody', 'x', 'browse', '../iris', ''])('nobody is found under %j', async (name) => {
  const { page, gallery: see } = await setup(gallery(1))
  await expect(page(name)).rejects.toMatchObject({ code: 'photographer_not_found' })
  await expect(see('the-ridge', name)).rejects.toMatchObject({ code: 'photographer_not_found' })
})

test.each([
  ['a hidden profile', { isPublic: false }],
  ['an account that asked to be deleted', { deletionRequestedAt: '2030-01-01T00:00:00.000Z' }],
])('the page of %s is dark at once', async (_, changes) => {
  const { page, gallery: see, hide } = await setup(gallery(1))
  await hide(changes)
  await expect(page()).rejects.toMatchObject({ code: 'photographer_not_found' })
  await expect(see('the-ridge')).rejects.toMatchObject({ code: 'photographer_not_found' })
})

test('an earlier page name leads nowhere', async () => {
  const parts = await setup()
  await savePageName(parts)(
    request(api.profiles.endpoints.savePageName, { body: { name: 'iris-two' }, caller: userIdOf(1) }),
  )
  await expect(parts.page('iris')).rejects.toMatchObject({ code: 'photographer_not_found' })
  expect(await parts.page('iris-two')).toMatchObject({ subdomain: 'iris-two' })
})

test('a gallery is found by its slug with its photos, and further photos by the gallery’s own list', async () => {
  const { gallery: see, photos } = await setup(gallery(1, { watermarkEnabled: true, watermarkText: 'Iris' }))
  for (let n = 1; n <= 21; n++) await photos.create(aPhoto({ id: photoIdOf(n), watermark: 'Iris' }))
  const found = api.profiles.endpoints.portfolioGallery.response.parse(await see('the-ridge'))
  expect(found).toMatchObject({ gallery: { title: 'The Ridge' }, watermark: 'Iris', photos: { items: { length: 20 } } })
  expect(found.photos.nextCursor).toBeDefined()
})

test('of its photos those say so that are kept from earlier buyers of the whole, and the others nothing', async () => {
  const { gallery: see, photos } = await setup(gallery(1))
  for (const n of [1, 2]) await photos.create(aPhoto({ id: photoIdOf(n), isExcepted: n === 2 }))
  const found = api.profiles.endpoints.portfolioGallery.response.parse(await see('the-ridge'))
  expect(new Map(found.photos.items.map((each) => [each.id, 'isExcepted' in each && each.isExcepted]))).toEqual(
    new Map([
      [photoIdOf(1), false],
      [photoIdOf(2), true],
    ]),
  )
})

test('two galleries of one title have an address each, and the older keeps the plain one', async () => {
  const { page, gallery: see } = await setup(
    gallery(1),
    gallery(2),
    gallery(3, { title: 'The Ridge 2', slug: 'the-ridge-2' }),
  )
  const slugs = (await page()).galleries.map(({ id, slug }) => [id, slug])
  expect(slugs).toEqual([
    [galleryIdOf(3), 'the-ridge-2-2'],
    [galleryIdOf(2), 'the-ridge-2'],
    [galleryIdOf(1), 'the-ridge'],
  ])
  expect((await see('the-ridge-2')).gallery.id).toBe(galleryIdOf(2))
})

test.each([
  ['private', { isPublic: false, accessCode: 'ABCD1234' }],
  ['expired', { expiresAt: '2030-01-01T10:00:00.000Z' }],
])('a %s gallery is not found by its slug', async (_, overrides) => {
  const { gallery: see } = await setup(gallery(1, overrides))
  await expect(see('the-ridge')).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test('a gallery that asks for a password says where to enter it, and shows nothing', async () => {
  const { gallery: see } = await setup(gallery(1, { passwordHash: 'hash' }))
  await expect(see('the-ridge')).rejects.toMatchObject({
    code: 'gallery_locked',
    details: { galleryId: galleryIdOf(1) },
  })
})
