import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { FavouritesPage } from '#frontend/features/galleries/favourites-page.tsx'
import { api } from '#schema/api/all.ts'
import { FavouritesId } from '#schema/ids.ts'
import { addresses, paths } from '#schema/paths.ts'
import { anOpenGallery, aPhoto, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const galleries = api.galleries.endpoints
const favouritesId = FavouritesId.parse(`fav_${'0'.repeat(25)}1`)
const shared = addresses.sharedFavourites(galleryId(1), favouritesId)

type Setup = {
  isPublic?: boolean
  isProtected?: boolean
  asksOnlyEmail?: true
  asksEmail?: true
  sharedAs?: FavouritesId | null
}
const setup = (at: string, { sharedAs = null, ...gallery }: Setup = {}) => {
  mockEndpoint(galleries.get, anOpenGallery(gallery))
  const photos = [aPhoto(2), aPhoto(1)]
  mockEndpoint(galleries.likeState, {
    userLiked: false,
    likeCount: 21,
    favourites: photos.map(({ id }) => id),
    isOwn: false,
  })
  mockEndpoint(galleries.favourites, { items: photos })
  let now = sharedAs
  mockEndpoint(galleries.favouritesLink, () => ({ sharedAs: now }))
  const share = mockEndpoint(galleries.shareFavourites, ({ body }) => {
    now = JSON.stringify(body) === '{"isShared":true}' ? favouritesId : null
    return { sharedAs: now }
  })
  renderPage(
    <Routes>
      <Route path={paths.favourites.pattern} element={<FavouritesPage />} />
    </Routes>,
    { at },
  )
  return { share, user: userEvent.setup() }
}
const own = paths.favourites({ galleryId: galleryId(1) })

test('a link is made by a press, copied by another, and taken back', async () => {
  const { share, user } = setup(own)
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('button', { name: 'Make a link' }))

  const field = await screen.findByLabelText<HTMLInputElement>('Link to your favourites')
  expect(field.value).toBe(`${location.origin}${shared}`)
  await user.click(screen.getByRole('button', { name: 'Share link' }))
  expect(write).toHaveBeenCalledWith(`${location.origin}${shared}`)
  expect(await toastOf('Link copied!')).toMatchObject({ description: 'It opens your favourites.' })

  await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
  expect(await screen.findByRole('alertdialog', { name: 'Stop sharing your favourites?' })).toBeDefined()
  expect(share.requests).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
  expect(await screen.findByRole('button', { name: 'Make a link' })).toBeDefined()
  expect(share.requests.map(({ body }) => body)).toEqual([{ isShared: true }, { isShared: false }])
})

test('who would rather go on sharing does', async () => {
  const { share, user } = setup(own, { sharedAs: favouritesId })
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('button', { name: 'Stop sharing' }))
  await user.click(await screen.findByRole('button', { name: 'Keep sharing' }))
  expect(await screen.findByLabelText('Link to your favourites')).toBeDefined()
  expect(share.requests).toEqual([])
})

test.each([
  [{ isPublic: false, isProtected: true }, /is private: they need its code or password as well/],
  [{ isPublic: true, isProtected: true }, /asks everybody for its code or password: them as well, as you/],
  [
    { isPublic: false, isProtected: true, asksEmail: true },
    /they need its code or password as well, and leave an email address/,
  ],
  [
    { isPublic: true, isProtected: true, asksEmail: true },
    /asks everybody for its code or password and an email address: them as well/,
  ],
  [{ isPublic: true, isProtected: true, asksOnlyEmail: true, asksEmail: true }, /asks everybody for an email address/],
  [{ isPublic: false }, /the link alone does not open it/],
] as const)('of a gallery with %j it is said that the link alone is not enough', async (gallery, words) => {
  const { user } = setup(own, { ...gallery, sharedAs: favouritesId })
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByText(words)).toBeDefined()
})

test.each([
  [['email'], 'Open it with your email address, and then this link once more.'],
  [['password'], 'Open it with its password, and then this link once more.'],
  [['access_code', 'email'], 'Open it with its code and your email address, and then this link once more.'],
  [['access_code', 'password'], 'Open it with its code and its password, and then this link once more.'],
  [
    ['access_code', 'password', 'email'],
    'Open it with its code, its password and your email address, and then this link once more.',
  ],
  [[], 'Only its photographer can see it for now.'],
] as const)('the link into a gallery that asks for %j says how it is opened', async (needs, words) => {
  setup(shared)
  mockEndpoint(galleries.get, { state: 'locked', id: galleryId(1), needs: [...needs] })
  expect(await screen.findByText(words)).toBeDefined()
})

test('a link that could not be made is said, and can be asked for again', async () => {
  const { user } = setup(own)
  mockEndpoint(galleries.shareFavourites, { refuse: 'gallery_locked' })
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('button', { name: 'Make a link' }))
  expect(await toastOf('No link was made')).toMatchObject({ kind: 'destructive' })
  expect(screen.getByRole('button', { name: 'Make a link' })).toBeDefined()
})

test('whoever opens the link sees the photos, may buy them, and shares nothing of their own', async () => {
  const list = mockEndpoint(galleries.sharedFavourites, { items: [aPhoto(1)] })
  setup(shared)
  expect(await screen.findByRole('heading', { level: 1, name: 'Shared favourites' })).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Open Photo 1' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add all to Cart' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  expect(list.requests).toMatchObject([{ params: { galleryId: galleryId(1), favouritesId } }])
})

test.each(['not_found', 'invalid_request'] as const)(
  'a link that is answered with %s says so, and leads to the gallery',
  async (code) => {
    mockEndpoint(galleries.sharedFavourites, { refuse: code })
    setup(shared)
    expect(await screen.findByRole('heading', { name: 'These favourites are not shared' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Look at the photos' }).getAttribute('href')).toBe(
      paths.gallery({ galleryId: galleryId(1) }),
    )
  },
)

test('an empty list is no mistake of the link', async () => {
  mockEndpoint(galleries.sharedFavourites, { items: [] })
  setup(shared)
  expect(await screen.findByRole('heading', { name: 'No favourites at the moment' })).toBeDefined()
})
