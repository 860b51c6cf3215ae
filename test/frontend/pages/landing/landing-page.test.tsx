import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { LandingPage } from '#frontend/pages/landing/landing-page.tsx'
import { api } from '#schema/api/all.ts'
import { aGalleryCard, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { browse } = api.galleries.endpoints

test('the three newest galleries are featured, each with two ways in', async () => {
  const { requests } = mockEndpoint(browse, { items: [aGalleryCard(1), aGalleryCard(2), aGalleryCard(3)] })

  renderPage(<LandingPage />)

  const featured = await screen.findByRole('list', { name: 'Featured galleries' })
  await within(featured).findByText('Gallery 1')
  expect(requests[0]?.query).toEqual({ sort: 'newest', only: 'featured', limit: '3' })
  expect(within(featured).getAllByRole('listitem')).toHaveLength(3)
  const ways = [/^View Gallery ?: Gallery 2$/, /^Browse ?: Gallery 2$/].map((name) =>
    screen.getByRole('link', { name }),
  )
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([`/gallery/${galleryId(2)}`, `/gallery/${galleryId(2)}`])
  expect(screen.getByRole('link', { name: 'Browse All Galleries' }).getAttribute('href')).toBe('/browse')
})

test('the first thing the page offers is to start selling, or to watch how', async () => {
  mockEndpoint(browse, 'pending')

  renderPage(<LandingPage />)

  const [first] = screen.getAllByRole('link', { name: 'Start Selling Photos' })
  expect(first?.getAttribute('href')).toBe('/auth?tab=sign-up')
  expect(screen.getByRole('button', { name: 'Watch Demo' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Featured Photo Galleries' })).toBeTruthy()
})

test('whoever is signed in is led to their dashboard, not to a sign-up that sends them back', async () => {
  mockEndpoint(browse, 'pending')

  renderPage(<LandingPage />, { user: ada })

  await waitFor(() =>
    expect(
      screen.getAllByRole('link', { name: 'Start Selling Photos' }).map((link) => link.getAttribute('href')),
    ).toEqual(['/dashboard', '/dashboard', '/dashboard']),
  )
})

test('while the galleries load their places are kept, and the rest of the page is there', () => {
  mockEndpoint(browse, 'pending')

  renderPage(<LandingPage />)

  expect(screen.getByRole('list', { name: 'Featured galleries' }).getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
})

test('without galleries the page invites to hang the first one', async () => {
  mockEndpoint(browse, { items: [] })

  renderPage(<LandingPage />)

  expect(await screen.findByText('The walls are still bare')).toBeTruthy()
})

test('when the galleries cannot be loaded they can be asked for again', async () => {
  let isDown = true
  mockEndpoint(browse, () => (isDown ? { refuse: 'invalid_request' } : { items: [aGalleryCard(1)] }))
  renderPage(<LandingPage />)
  expect(await toastOf('Error loading galleries')).toMatchObject({ kind: 'destructive' })

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Gallery 1')).toBeTruthy()
})

test('nine features, a disabled standard plan, three pricing questions and ten others', () => {
  mockEndpoint(browse, 'pending')

  const { container } = renderPage(<LandingPage />)

  expect(container.querySelectorAll('#features li')).toHaveLength(9)
  expect(screen.getByRole('button', { name: 'Available After Launch Period' })).toHaveProperty('disabled', true)
  for (const card of ['Launch Special', 'Standard Plan'])
    expect(screen.getByRole('heading', { name: card })).toBeTruthy()
  expect(screen.getByText('£6.99')).toBeTruthy()
  expect(container.querySelectorAll('#pricing dt')).toHaveLength(3)
  const questions = [...container.querySelectorAll('#faq details')]
  expect(questions).toHaveLength(10)
  // One name: the browser keeps at most one of them open.
  expect(new Set(questions.map((each) => each.getAttribute('name')))).toEqual(new Set(['faq']))
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact')
})

test.each([
  /we take 10%/,
  /keep 90%/,
  /48-hour hold/,
  /Paid out weekly/,
  /your first 2 months/,
  /£6.99/,
  /up to 50MB per photo/,
  /about 5 minutes/,
])('what it costs and promises: %s', (words) => {
  mockEndpoint(browse, 'pending')

  renderPage(<LandingPage />)

  expect(screen.getAllByText(words).length).toBeGreaterThan(0)
})

test('the demo leads through six steps, forward, back and by its dots, and ends at the sign-up', async () => {
  mockEndpoint(browse, 'pending')
  renderPage(<LandingPage />)

  await userEvent.click(screen.getByRole('button', { name: 'Watch Demo' }))
  const demo = within(await screen.findByRole('dialog'))
  expect(demo.getByText('Step 1 of 6')).toBeTruthy()
  expect(demo.getByText('17%')).toBeTruthy()
  const previous = demo.getByRole('button', { name: 'Previous' })
  expect(previous.getAttribute('aria-disabled')).toBe('true')

  await userEvent.click(demo.getByRole('button', { name: 'Next' }))
  expect(demo.getByText('Step 2 of 6')).toBeTruthy()
  await userEvent.click(previous)
  expect(demo.getByText('Step 1 of 6')).toBeTruthy()
  expect(document.activeElement).toBe(previous)

  await userEvent.click(demo.getByRole('button', { name: /^Step 5/ }))
  await userEvent.click(demo.getByRole('button', { name: 'Next' }))
  expect(document.activeElement).toBe(demo.getByRole('link', { name: 'Get Started Now' }))

  await userEvent.click(demo.getByRole('button', { name: /^Step 6/ }))
  expect(demo.getByText('100%')).toBeTruthy()
  expect(demo.getByRole('link', { name: 'Get Started Now' }).getAttribute('href')).toBe('/auth?tab=sign-up')
})
