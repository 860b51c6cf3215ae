import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { PortfolioGalleryPage } from '#frontend/pages/portfolio/portfolio-gallery-page.tsx'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { usualLook } from '#schema/entities/gallery-look.ts'
import { pence } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { aBrandPaint, brandShown } from '#test/support/frontend/brand.ts'
import { aGalleryCard, anOpenGallery, aPhoto, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { portfolioGallery } = api.profiles.endpoints
const galleries = api.galleries.endpoints
const open = (at = '/ada/low-tide') => {
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
      <Route path={paths.portfolioGallery.pattern} element={<PortfolioGalleryPage />} />
    </Routes>,
    { at },
  )
}

/** The answer about a gallery of one photo, with changes. */
const shown = (changes: Partial<ResponseOf<typeof portfolioGallery>> = {}): ResponseOf<typeof portfolioGallery> => ({
  gallery: aGalleryCard(1),
  watermark: null,
  priceSteps: [],
  wholePence: null,
  hasNumbers: false,
  hasTimes: false,
  clientCanDownload: true,
  sets: [],
  look: usualLook,
  brand: null,
  photos: { items: [aPhoto(1)] },
  ...changes,
})

test('a gallery of a portfolio shows its photos with prices, a way back and the cart', async () => {
  const { requests } = mockEndpoint(
    portfolioGallery,
    shown({ gallery: aGalleryCard(1, { title: 'Low Tide' }), photos: { items: [aPhoto(1), aPhoto(2)] } }),
  )

  open()

  expect(await screen.findByRole('heading', { level: 1, name: 'Low Tide' })).toBeTruthy()
  expect(requests[0]?.params).toEqual({ subdomain: 'ada', slug: 'low-tide' })
  expect(screen.getByText('What gallery 1 shows.')).toBeTruthy()
  expect(screen.getAllByText('£15.00')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'View Cart' }).getAttribute('href')).toBe('/cart')
  expect(screen.getByRole('link', { name: 'Aitzol Berasategi' }).getAttribute('href')).toBe('/ada')
})

test('a gallery of a portfolio has the colours, the typefaces and the logo of its photographer', async () => {
  mockEndpoint(portfolioGallery, shown({ brand: aBrandPaint({ typePair: 'warm' }) }))

  open()

  expect(await screen.findByRole('img', { name: 'Aitzol Berasategi' })).toBeTruthy()
  await waitFor(() => expect(brandShown()).toEqual({ accent: true, ground: true, typefaces: true }))
})

test('a photo goes into the cart once', async () => {
  mockEndpoint(portfolioGallery, shown())
  open()

  await userEvent.click(await screen.findByRole('button', { name: 'Add to Cart: Photo 1' }))

  expect(await screen.findByText('In cart')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Add to Cart/ })).toBeNull()
  expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toMatchObject([{ photo_id: photoId(1) }])
})

test('photos open in the viewer, which walks on behind the first page of them', async () => {
  mockEndpoint(
    portfolioGallery,
    shown({
      gallery: aGalleryCard(1, { photoCount: 3 }),
      photos: { items: [aPhoto(1), aPhoto(2)], nextCursor: 'next' },
    }),
  )
  const list = mockEndpoint(galleries.listPhotos, { items: [aPhoto(3)] })
  mockEndpoint(galleries.get, anOpenGallery())
  open()

  await userEvent.click(await screen.findByRole('button', { name: 'Open Photo 2' }))

  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeTruthy()
  expect(screen.getByText(/2 of 3/)).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toBe(`/ada/low-tide?photo=${photoId(2)}`)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 3' })).toBeTruthy()
  expect(list.requests.map(({ params, query }) => [params, query])).toEqual([
    [{ galleryId: galleryId(1) }, { cursor: 'next' }],
  ])
})

test('a free photo can be downloaded there as in the gallery', async () => {
  mockEndpoint(portfolioGallery, shown({ photos: { items: [aPhoto(1, { pricePence: pence(0) })] } }))
  open(`/ada/low-tide?photo=${photoId(1)}`)

  expect(await screen.findByRole('button', { name: 'Original' })).toBeTruthy()
})

test('a free photo that cannot be downloaded is called so there as well', async () => {
  const items = [aPhoto(1, { pricePence: pence(0) })]
  mockEndpoint(portfolioGallery, shown({ photos: { items }, clientCanDownload: false }))
  open()

  expect(await screen.findByText('Not for sale')).toBeTruthy()
  expect(screen.queryByText('Free')).toBeNull()
})

test('the gallery is searched, liked, selected from and protected as at its own address', async () => {
  mockEndpoint(portfolioGallery, shown())
  const list = mockEndpoint(galleries.listPhotos, { items: [aPhoto(7)] })
  open()

  await userEvent.click(await screen.findByLabelText('Select Photo 1'))
  expect(await screen.findByText('1 photo selected, £15.00')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Like' })).toBeTruthy()
  // `fireEvent` answers false when the default was prevented.
  expect(fireEvent.contextMenu(document.body)).toBe(false)
  expect(screen.getByText('Screenshots and downloads are protected')).toBeTruthy()
  await userEvent.type(screen.getByPlaceholderText('Search photos'), 'owl')

  expect(await screen.findByRole('button', { name: 'Open Photo 7' })).toBeTruthy()
  expect(list.requests.at(-1)?.query).toEqual({ q: 'owl' })
})

test('only a photo without its marked picture has the watermark laid over it', async () => {
  // Pictures load at once; a DOM without a screen gives them no size.
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(480)
  mockEndpoint(
    portfolioGallery,
    shown({ watermark: '© Ada', photos: { items: [aPhoto(1), aPhoto(2, { picture: null })] } }),
  )
  open()

  await screen.findByRole('button', { name: 'Open Photo 1' })
  const overlaid = screen.getAllByRole('article').map((photo) => within(photo).queryAllByText('© Ada').length > 0)
  expect(overlaid).toEqual([false, true])
})

test('a photo is shared by the address that goes on opening when the gallery becomes private', async () => {
  const share = vi.fn(async (_shared: ShareData) => undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  mockEndpoint(portfolioGallery, shown())
  mockEndpoint(galleries.get, anOpenGallery())
  open(`/ada/low-tide?photo=${photoId(1)}`)

  fireEvent.click(await screen.findByRole('button', { name: 'Share this photo' }))

  await waitFor(() => expect(share).toHaveBeenCalledOnce())
  expect(share.mock.calls[0]?.[0].url).toBe(`${location.origin}/gallery/${galleryId(1)}?photo=${photoId(1)}`)
})

test.each(['', `?photo=${photoId(14)}&set=set_1`, '?number=214&time=2030-05-01T10'])(
  'a gallery that asks for a password leads to where it is asked, and keeps %j',
  async (search) => {
    mockEndpoint(portfolioGallery, { refuse: 'gallery_locked', details: { galleryId: galleryId(7) } })
    mockEndpoint(galleries.get, { state: 'locked', id: galleryId(7), needs: ['password'] })

    open(`/ada/low-tide${search}`)

    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`/gallery/${galleryId(7)}${search}`))
  },
)

test('once the password is given, the photo of the link is open', async () => {
  mockEndpoint(portfolioGallery, { refuse: 'gallery_locked', details: { galleryId: galleryId(1) } })
  const locked: ResponseOf<typeof galleries.get> = { state: 'locked', id: galleryId(1), needs: ['password'] }
  mockEndpoint(galleries.get, ({ headers }) => (headers['x-gallery-grant'] ? anOpenGallery() : locked))
  mockEndpoint(galleries.unlock, { grant: 'signed', expiresAt: '2999-01-01T00:00:00.000Z' })
  mockEndpoint(galleries.listPhotos, { items: [aPhoto(1), aPhoto(2)] })
  mockEndpoint(galleries.recordView, { viewCount: 341 })
  open(`/ada/low-tide?photo=${photoId(2)}`)

  await userEvent.type(await screen.findByLabelText(/^Password/), 'high water')
  await userEvent.click(screen.getByRole('button', { name: 'Open Gallery' }))

  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeTruthy()
})

test('an unknown slug is a gallery that was not found, with a way back to the portfolio', async () => {
  mockEndpoint(portfolioGallery, { refuse: 'gallery_not_found' })

  open()

  expect(await screen.findByText('Gallery Not Found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Portfolio' }).getAttribute('href')).toBe('/ada')
})

test('below a reserved segment there is no photographer’s gallery', async () => {
  const { requests } = mockEndpoint(portfolioGallery, { refuse: 'gallery_not_found' })

  open('/admin/low-tide')

  expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
  expect(requests).toEqual([])
})

test('a gallery that cannot be loaded says so and can be asked for again', async () => {
  mockEndpoint(portfolioGallery, { refuse: 'too_many_requests' })
  open()
  await screen.findByText('Failed to load content')

  mockEndpoint(portfolioGallery, shown())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
})
