import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { PortfolioGalleryPage } from '#frontend/features/portfolio/portfolio-gallery-page.tsx'
import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { aGalleryCard, aPhoto, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { portfolioGallery } = api.profiles.endpoints
const open = (at = '/ada/low-tide') =>
  renderPage(
    <Routes>
      <Route path={paths.portfolioGallery.pattern} element={<PortfolioGalleryPage />} />
    </Routes>,
    { at },
  )

test('a gallery of a portfolio shows its photos with prices, a way back and the cart', async () => {
  const { requests } = mockEndpoint(portfolioGallery, {
    gallery: aGalleryCard(1, { title: 'Low Tide' }),
    watermark: null,
    photos: { items: [aPhoto(1), aPhoto(2)] },
  })

  open()

  expect(await screen.findByRole('heading', { level: 1, name: 'Low Tide' })).toBeTruthy()
  expect(requests[0]?.params).toEqual({ subdomain: 'ada', slug: 'low-tide' })
  expect(screen.getByText('What gallery 1 shows.')).toBeTruthy()
  expect(screen.getAllByText('£15.00')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'View Cart' }).getAttribute('href')).toBe('/cart')
  expect(screen.getByRole('link', { name: 'Aitzol Berasategi' }).getAttribute('href')).toBe('/ada')
})

test('a photo goes into the cart once', async () => {
  mockEndpoint(portfolioGallery, { gallery: aGalleryCard(1), watermark: null, photos: { items: [aPhoto(1)] } })
  open()

  await userEvent.click(await screen.findByRole('button', { name: /Add to Cart/ }))

  const said = screen.getByRole('button', { name: /In cart/ })
  expect(said.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(said)
  expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toMatchObject([{ photo_id: photoId(1) }])
})

test('more photos than one page are seen in the gallery itself', async () => {
  // Pictures load at once; a DOM without a screen gives them no size.
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(480)
  mockEndpoint(portfolioGallery, {
    gallery: aGalleryCard(1, { photoCount: 64 }),
    watermark: '© Ada',
    photos: { items: [aPhoto(1), aPhoto(2, { picture: null })], nextCursor: 'next' },
  })
  open()

  const all = await screen.findByRole('link', { name: 'See All 64 Photos' })
  expect(all.getAttribute('href')).toBe(`/gallery/${galleryId(1)}`)
  const overlaid = screen.getAllByRole('article').map((photo) => within(photo).queryAllByText('© Ada').length > 0)
  expect(overlaid).toEqual([false, true])
})

test('a gallery that asks for a password leads to where it is asked', async () => {
  mockEndpoint(portfolioGallery, { refuse: 'gallery_locked', details: { galleryId: galleryId(7) } })

  open()

  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`/gallery/${galleryId(7)}`))
})

test('an unknown slug is a gallery that was not found, with a way back to the portfolio', async () => {
  mockEndpoint(portfolioGallery, { refuse: 'gallery_not_found' })

  open()

  expect(await screen.findByText('Gallery Not Found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Portfolio' }).getAttribute('href')).toBe('/ada')
})

test('below a reserved segment there is no photographer’s gallery', () => {
  const { requests } = mockEndpoint(portfolioGallery, { refuse: 'gallery_not_found' })

  open('/admin/low-tide')

  expect(screen.getByText('Oops! Page not found')).toBeTruthy()
  expect(requests).toEqual([])
})

test('a gallery that cannot be loaded says so and can be asked for again', async () => {
  mockEndpoint(portfolioGallery, { refuse: 'too_many_requests' })
  open()
  await screen.findByText('Failed to load content')

  mockEndpoint(portfolioGallery, { gallery: aGalleryCard(1), watermark: null, photos: { items: [aPhoto(1)] } })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
})
