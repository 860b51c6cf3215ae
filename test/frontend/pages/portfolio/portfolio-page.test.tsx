import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { PageFocus } from '#frontend/app/page-focus.tsx'
import { PortfolioPage } from '#frontend/pages/portfolio/portfolio-page.tsx'
import { api } from '#schema/api/all.ts'
import type { Portfolio } from '#schema/api/profiles.ts'
import { paths, reservedSegments } from '#schema/paths.ts'
import { aBrandPaint, pageStyles } from '#test/support/frontend/brand.ts'
import { aGalleryCard } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { portfolio } = api.profiles.endpoints
const aPortfolio = (override: Partial<Portfolio> = {}): Portfolio => ({
  displayName: 'Ada Lovelace',
  subdomain: 'ada',
  bio: 'Bridges, mostly.',
  websiteUrl: 'https://example.com/ada',
  brand: null,
  galleries: [aGalleryCard(1, { title: 'Low Tide', slug: 'low-tide' })],
  ...override,
})
const open = (at = '/ada', beside?: ReactNode) =>
  renderPage(
    <>
      {beside}
      <Routes>
        <Route path={paths.portfolio.pattern} element={<PortfolioPage />} />
      </Routes>
    </>,
    { at },
  )

test('a portfolio shows name, address, website, bio and galleries under its own address', async () => {
  // Pictures load at once; a DOM without a screen gives them no size.
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(480)
  mockEndpoint(portfolio, aPortfolio())

  open()

  expect(await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeTruthy()
  expect(screen.getByText('Professional Photography Portfolio')).toBeTruthy()
  expect(screen.getByText(`${location.host}/ada`)).toBeTruthy()
  expect(screen.getByText('Bridges, mostly.')).toBeTruthy()
  expect(screen.getByText('12 photos')).toBeTruthy()
  expect(screen.getByText(/^Photographs © Ada Lovelace/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /example\.com/ }).getAttribute('rel')).toContain('noopener')
  expect(screen.getByRole('link', { name: 'Low Tide' }).getAttribute('href')).toBe('/ada/low-tide')
  const card = within(screen.getByRole('list', { name: 'Galleries' })).getByRole('article')
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/media/photo-thumbnail.jpg')
})

test('a portfolio has the colours and the logo of its photographer', async () => {
  mockEndpoint(portfolio, aPortfolio({ brand: aBrandPaint() }))

  open()

  expect(await screen.findByRole('img', { name: 'Ada Lovelace' })).toBeTruthy()
  expect(pageStyles()).toContain('--ds-colors-accent:light-dark(#1f5f3f,')
})

test('a portfolio without galleries says so', async () => {
  mockEndpoint(portfolio, aPortfolio({ galleries: [] }))

  open()

  expect(await screen.findByText('No galleries available yet')).toBeTruthy()
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address'])(
  '%s never becomes a link',
  async (websiteUrl) => {
    mockEndpoint(portfolio, aPortfolio({ websiteUrl, galleries: [] }))

    open()

    await screen.findByText('Ada Lovelace')
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(addresses).toEqual(['/browse'])
  },
)

test('an unknown name is a photographer who was not found', async () => {
  mockEndpoint(portfolio, { refuse: 'photographer_not_found' })

  open('/nobody')

  const card = within(await screen.findByRole('alert'))
  expect(card.getByText('Photographer not found')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Browse Galleries' })).toBeTruthy()
})

test('a portfolio that has to wait says how long and why', async () => {
  const why = 'Very many people are here at this moment.'
  mockEndpoint(portfolio, { refuse: 'too_many_requests', details: { retryAfterSeconds: 40, why } })

  open()

  expect((await screen.findAllByText(`${why} Please try again in 40 seconds.`)).length).toBeGreaterThan(0)
})

test('other trouble says that the content could not be loaded', async () => {
  mockEndpoint(portfolio, { refuse: 'too_many_requests' })

  open()

  expect(await screen.findByText('Failed to load content')).toBeTruthy()
  expect(await toastOf('Error fetching galleries')).toMatchObject({ kind: 'destructive' })
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test.each([...reservedSegments, 'ADMIN'])('%s is a reserved segment, never a photographer', async (segment) => {
  const { requests } = mockEndpoint(portfolio, aPortfolio())

  open(`/${segment}`)

  expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
  expect(requests).toEqual([])
})

test.each(['photo.jpg', 'ab', 'iris_calloway', '日本'])(
  '%s can be nobody’s name: the page is not found',
  async (name) => {
    const { requests } = mockEndpoint(portfolio, aPortfolio())

    open(`/${name}`)

    expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
    expect(requests).toEqual([])
  },
)

test('a long portfolio is walked by links, page after page, and back to the newest', async () => {
  const [newest, oldest] = [aGalleryCard(2, { title: 'High Tide' }), aGalleryCard(1, { title: 'Low Tide' })]
  mockEndpoint(portfolio, ({ query }) =>
    query.before === newest.id
      ? aPortfolio({ galleries: [oldest] })
      : aPortfolio({ galleries: [newest], nextBefore: newest.id }),
  )

  const user = userEvent.setup()
  open()

  const older = await screen.findByRole('link', { name: 'Older Galleries' })
  expect(older.getAttribute('href')).toBe(`/ada?before=${newest.id}`)
  expect(screen.queryByRole('link', { name: 'Newest Galleries' })).toBeNull()
  await user.click(older)
  expect(await screen.findByRole('link', { name: 'Low Tide' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Older Galleries' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Newest Galleries' }))
  expect(await screen.findByRole('link', { name: 'High Tide' })).toBeTruthy()
})

test.each(['Newest Galleries', 'Older Galleries'])(
  'another page of a portfolio that is there at once by “%s” gives the focus to its heading',
  async (name) => {
    const [third, second, first] = [3, 2, 1].map((n) => aGalleryCard(n, { title: `Gallery ${String(n)}` }))
    if (!third || !second || !first) throw new Error('There are three.')
    mockEndpoint(portfolio, ({ query }) => {
      if (query.before === third.id) return aPortfolio({ galleries: [second], nextBefore: second.id })
      if (query.before === second.id) return aPortfolio({ galleries: [first] })
      return aPortfolio({ galleries: [third], nextBefore: third.id })
    })
    const user = userEvent.setup()
    open('/ada', <PageFocus />)
    const press = async (link: string) => user.click(await screen.findByRole('link', { name: link }))
    await press('Older Galleries')
    await screen.findByRole('link', { name: 'Gallery 2' })
    if (name === 'Older Galleries') {
      await press('Newest Galleries')
      await screen.findByRole('link', { name: 'Gallery 3' })
    }
    const link = screen.getByRole('link', { name })
    act(() => link.focus())
    await user.keyboard('{Enter}')

    expect(
      await screen.findByRole('link', { name: name === 'Older Galleries' ? 'Gallery 2' : 'Gallery 3' }),
    ).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Ada Lovelace' }))
  },
)
