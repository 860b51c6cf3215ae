import { expect, test } from 'vitest'
import { createGallery } from '#functions/galleries/create-gallery.ts'
import { removeGallery } from '#functions/galleries/remove-gallery.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import { savePageName } from '#functions/profiles/save-page-name.ts'
import { api } from '#schema/api/all.ts'
import type { GalleryId } from '#schema/ids.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { stocked } from '#test/support/market/stocked.ts'

const caller = userIdOf(1)
const { create, update, remove } = api.galleries.endpoints

const setup = async () => {
  const parts = { ...marketParts(), throttle: { count: async () => 0, takeBack: async () => {} } }
  await parts.profiles.create(
    aProfile({ subdomain: null, subscription: 'active', paidUntil: '2031-01-01T00:00:00.000Z' }),
  )
  await savePageName(parts)(request(api.profiles.endpoints.savePageName, { body: { name: 'iris' }, caller }))
  const make = async (body: object = {}) =>
    create.response.parse(
      await createGallery(parts)(request(create, { body: { title: 'Smith wedding', ...body }, caller })),
    )
  const change = async (galleryId: GalleryId, changes: object) => {
    const { version = 0 } = (await parts.galleries.find(galleryId)) ?? {}
    return updateGallery(parts)(request(update, { params: { galleryId }, body: { version, ...changes }, caller }))
  }
  let second = 0
  /** Two galleries that a photographer makes one after the other are not made in one moment. */
  const passSecond = () => {
    second += 1
    parts.setTime(new Date(Date.parse('2030-01-01T10:00:00.000Z') + second * 1_000).toISOString())
  }
  return {
    ...parts,
    passSecond,
    make,
    /** One of which a photo is on sale: from there on lists name it. */
    makeFull: async (body: object = {}) => {
      const gallery = await make(body)
      await stocked(parts, gallery.id)
      return gallery
    },
    change,
    drop: (galleryId: GalleryId) => removeGallery(parts)(request(remove, { params: { galleryId }, caller })),
    page: async (before?: GalleryId) =>
      api.profiles.endpoints.portfolio.response.parse(
        await getPortfolio(parts)(
          request(api.profiles.endpoints.portfolio, { params: { subdomain: 'iris' }, query: { before } }),
        ),
      ),
    see: (slug: string) =>
      getPortfolioGallery(parts)(
        request(api.profiles.endpoints.portfolioGallery, { params: { subdomain: 'iris', slug } }),
      ),
  }
}

test.each([
  ['made private', (market: Market, id: GalleryId) => market.change(id, { isPublic: false })],
  ['expired', (market: Market, id: GalleryId) => market.change(id, { expiresAt: '2030-01-01T09:00:00.000Z' })],
  ['deleted', (market: Market, id: GalleryId) => market.drop(id)],
  ['given another title', (market: Market, id: GalleryId) => market.change(id, { title: 'Other' })],
])('a shared address never opens another gallery once its own is %s', async (_, leave) => {
  const market = await setup()
  const [first, second] = [await market.make(), await market.make()]
  expect([(await market.see('smith-wedding')).gallery.id, (await market.see('smith-wedding-2')).gallery.id]).toEqual([
    first.id,
    second.id,
  ])
  await leave(market, first.id)
  const third = await market.make()
  const opened = await market.see('smith-wedding').then(
    ({ gallery }) => gallery.id,
    () => undefined,
  )
  expect([undefined, first.id]).toContain(opened)
  expect((await market.see('smith-wedding-2')).gallery.id).toBe(second.id)
  expect((await market.see('smith-wedding-3')).gallery.id).toBe(third.id)
})
type Market = Awaited<ReturnType<typeof setup>>

test('an address outlives the title that it came from, and says the present one', async () => {
  const market = await setup()
  const { id } = await market.make()
  await market.change(id, { title: 'The Smiths' })
  expect((await market.see('smith-wedding')).gallery).toMatchObject({ id, slug: 'the-smiths' })
  expect((await market.see('the-smiths')).gallery.id).toBe(id)
  await market.change(id, { title: 'Smith wedding' })
  expect((await market.see('the-smiths')).gallery).toMatchObject({ id, slug: 'smith-wedding' })
})

test('however many galleries are newer and private, an older one keeps its address and its place', async () => {
  const market = await setup()
  const { id } = await market.makeFull({ title: 'The oldest' })
  for (let n = 0; n < 1_100; n++) {
    market.passSecond()
    await market.make({ title: `Private ${n}`, isPublic: false })
  }
  expect((await market.see('the-oldest')).gallery.id).toBe(id)
  expect((await market.page()).galleries.map((gallery) => gallery.id)).toEqual([id])
})

test('a hundred galleries of one title have an address each', async () => {
  const market = await setup()
  const made = []
  for (let n = 0; n < 100; n++) made.push(await market.make())
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(100)
  for (const { id, slug } of made) expect((await market.see(slug)).gallery.id).toBe(id)
})

test('galleries of one title that are made at once have an address each', async () => {
  const market = await setup()
  const made = await Promise.all(Array.from({ length: 5 }, () => market.make()))
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(5)
})

test('a portfolio is walked to its end, 24 galleries at a time, each of them once', async () => {
  const market = await setup()
  const made: GalleryId[] = []
  for (let n = 0; n < 60; n++) {
    market.passSecond()
    made.push((await market.makeFull({ title: `Gallery ${n}`, isPublic: n % 10 !== 0 })).id)
  }
  const pages = []
  for (let before: GalleryId | undefined, isLast = false; !isLast; ) {
    const { galleries, nextBefore } = await market.page(before)
    pages.push(galleries.map(({ id }) => id))
    isLast = nextBefore === undefined
    before = nextBefore
  }
  expect(pages.map((page) => page.length)).toEqual([24, 24, 6])
  expect(pages.flat()).toEqual(made.filter((_, n) => n % 10 !== 0).toReversed())
})
