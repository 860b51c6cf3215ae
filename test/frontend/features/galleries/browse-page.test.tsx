import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { BrowsePage } from '#frontend/features/galleries/browse-page.tsx'
import { api } from '#schema/api/all.ts'
import { errors } from '#schema/errors.ts'
import { pence } from '#schema/money.ts'
import { aGalleryCard, aPicture, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { browse } = api.galleries.endpoints
const address = () => screen.getByTestId('address').textContent

test('every gallery is a card that leads to its page', async () => {
  mockEndpoint(browse, { items: [aGalleryCard(1), aGalleryCard(2)] })

  renderPage(<BrowsePage />, { at: '/browse' })

  const link = await screen.findByRole('link', { name: 'Gallery 2' })
  expect(link.getAttribute('href')).toBe(`/gallery/${galleryId(2)}`)
})

test.each([
  ['the lowest price', { pricePence: pence(1200) }, 'from £12.00'],
  ['that all is free', { pricePence: pence(0) }, 'Free'],
])('a card says %s', async (_, override, words) => {
  mockEndpoint(browse, { items: [aGalleryCard(1, override)] })
  renderPage(<BrowsePage />, { at: '/browse' })

  expect(within(await screen.findByRole('article')).getByText(words)).toBeTruthy()
})

test('search, sort and prices in the address are what the server is asked', async () => {
  const { requests } = mockEndpoint(browse, { items: [aGalleryCard(1)] })

  renderPage(<BrowsePage />, { at: '/browse?q=sea&sort=price_low&min=2.50&max=40' })

  await screen.findByText('Gallery 1')
  expect(requests[0]?.query).toEqual({ sort: 'price_low', q: 'sea', minPence: '250', maxPence: '4000' })
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'sea')
  expect(screen.getByLabelText('Sort by')).toHaveProperty('value', 'price_low')
})

test('a search that has to wait says how long and why, and can be tried again', async () => {
  const why = 'Very many people on your network are searching.'
  mockEndpoint(browse, { refuse: 'too_many_requests', details: { retryAfterSeconds: 40, why } })

  renderPage(<BrowsePage />, { at: '/browse?q=sea' })

  expect((await screen.findAllByText(`${why} Please try again in 40 seconds.`)).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an empty end of a price range is 0 or 100 pounds', async () => {
  const { requests } = mockEndpoint(browse, { items: [aGalleryCard(1)] })

  renderPage(<BrowsePage />, { at: '/browse?min=5' })

  await screen.findByText('Gallery 1')
  expect(requests[0]?.query).toMatchObject({ minPence: '500', maxPence: '10000' })
})

test('an unknown sort in the address is the newest first', async () => {
  const { requests } = mockEndpoint(browse, { items: [aGalleryCard(1)] })

  renderPage(<BrowsePage />, { at: '/browse?sort=sideways' })

  await screen.findByText('Gallery 1')
  expect(requests[0]?.query).toEqual({ sort: 'newest' })
})

test('what is typed goes into the address when typing pauses', async () => {
  mockEndpoint(browse, { items: [aGalleryCard(1)] })
  renderPage(<BrowsePage />, { at: '/browse' })

  await userEvent.type(screen.getByLabelText('Search'), 'fox')
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'popular')
  await userEvent.click(screen.getByRole('button', { name: 'List view' }))

  await waitFor(() => expect(address()).toContain('q=fox'))
  expect(address()).toContain('sort=popular')
  expect(address()).toContain('view=list')
})

test('a card shows its piece of the cover in the grid, and a line of the list its small picture', async () => {
  const cover = aPicture({ card: [{ url: '/media/photo-card.avif', width: 1_080, height: 720 }] })
  mockEndpoint(browse, { items: [{ ...aGalleryCard(1), cover }] })
  // On its way: jsdom loads none.
  const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  renderPage(<BrowsePage />, { at: '/browse' })
  await screen.findByText('Gallery 1')
  const pieces = () => document.querySelectorAll('source[srcset*="photo-card.avif"]').length

  expect(pieces()).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'List view' }))

  await waitFor(() => expect(pieces()).toBe(0))
  expect(document.querySelectorAll('source[srcset*="photo-thumbnail.avif"]')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Grid view' }))

  await waitFor(() => expect(pieces()).toBe(1))
  expect(address()).toBe('/browse')
  complete.mockRestore()
})

test('more galleries are loaded behind the ones that are there', async () => {
  const { requests } = mockEndpoint(browse, ({ query }) =>
    query.cursor ? { items: [aGalleryCard(13)] } : { items: [aGalleryCard(1)], nextCursor: 'next' },
  )
  renderPage(<BrowsePage />, { at: '/browse' })

  await userEvent.click(await screen.findByRole('button', { name: 'Load More Galleries' }))

  await screen.findByText('Gallery 13')
  expect(screen.getByText('Gallery 1')).toBeTruthy()
  expect(requests.at(-1)?.query.cursor).toBe('next')
  expect(screen.queryByRole('button', { name: 'Load More Galleries' })).toBeNull()
})

test('another search does not say how many it has as if more had been asked for', async () => {
  mockEndpoint(browse, ({ query }) =>
    query.cursor || query.sort === 'popular'
      ? { items: [aGalleryCard(13)] }
      : { items: [aGalleryCard(1)], nextCursor: 'next' },
  )
  renderPage(<BrowsePage />, { at: '/browse?sort=popular' })
  await screen.findByText('Gallery 13')
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'newest')
  await userEvent.click(await screen.findByRole('button', { name: 'Load More Galleries' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('2 galleries shown'))

  // This list is there already, and takes the place of the other at once.
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'popular')

  await waitFor(() => expect(screen.queryByText('Gallery 1')).toBeNull())
  // Said to screen readers alone.
  expect(screen.getAllByText('1 gallery shown').map((each) => each.getAttribute('role'))).toEqual(['status'])
})

test('nothing found offers to clear the search', async () => {
  mockEndpoint(browse, ({ query }) => ({ items: query.q ? [] : [aGalleryCard(1)] }))
  renderPage(<BrowsePage />, { at: '/browse?q=zzz' })

  await userEvent.click(await screen.findByRole('button', { name: 'Clear search and prices' }))

  expect(await screen.findByText('Gallery 1')).toBeTruthy()
  expect(address()).toBe('/browse')
  // The button is gone; what it brought has the focus.
  expect(document.activeElement?.textContent).toBe('1 gallery shown')
})

test('where no gallery is on sale yet the page says so and invites', async () => {
  mockEndpoint(browse, { items: [] })
  renderPage(<BrowsePage />, { at: '/browse' })

  expect(await screen.findByText('No galleries yet')).toBeTruthy()
  expect(screen.getByRole('main').textContent).toContain('Yours could be the first.')
  expect(screen.queryByText('No galleries match')).toBeNull()
})

test('a page that came empty is no end: the next ones are read until one holds something', async () => {
  const places = [undefined, 'two', 'three']
  const { requests } = mockEndpoint(browse, ({ query }) => {
    const next = places[places.indexOf(query.cursor) + 1]
    return next ? { items: [], nextCursor: next } : { items: [aGalleryCard(7)] }
  })
  renderPage(<BrowsePage />, { at: '/browse?min=80&max=100' })

  expect(await screen.findByText('Gallery 7')).toBeTruthy()
  expect(requests.map(({ query }) => query.cursor)).toEqual(places)
})

test('while further pages are looked through, the page says that it loads, not that nothing matches', async () => {
  const { requests } = mockEndpoint(browse, ({ query }) =>
    query.cursor ? 'pending' : { items: [], nextCursor: 'two' },
  )
  renderPage(<BrowsePage />, { at: '/browse?min=80&max=100' })

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(screen.getByText('Loading galleries')).toBeTruthy()
  expect(screen.queryByText('No galleries match')).toBeNull()
})

test('more galleries are looked for behind a page that came empty', async () => {
  mockEndpoint(browse, ({ query }) => {
    if (query.cursor === 'three') return { items: [aGalleryCard(99)] }
    return query.cursor ? { items: [], nextCursor: 'three' } : { items: [aGalleryCard(1)], nextCursor: 'two' }
  })
  renderPage(<BrowsePage />, { at: '/browse?min=80&max=100' })

  await userEvent.click(await screen.findByRole('button', { name: 'Load More Galleries' }))

  expect(await screen.findByText('Gallery 99')).toBeTruthy()
})

test('a refusal is told and can be tried again', async () => {
  mockEndpoint(browse, { refuse: 'invalid_cursor' })

  renderPage(<BrowsePage />, { at: '/browse' })

  const told = (await screen.findByRole('heading', { name: 'Error loading galleries' })).parentElement
  expect(within(told ?? document.body).getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(await toastOf('Error loading galleries')).toEqual({
    kind: 'destructive',
    description: 'This list has moved on. Load it again from the start.',
  })
})

test.each([
  ['internal', [undefined, 'two', 'two']],
  ['invalid_cursor', [undefined, 'two', undefined, 'new']],
] as const)('more galleries that are refused with %s are said to be, and asked for again', async (refuse, cursors) => {
  let isRefused = true
  const { requests } = mockEndpoint(browse, ({ query }) => {
    if (query.cursor) return isRefused ? { refuse } : { items: [aGalleryCard(99)] }
    return { items: [aGalleryCard(1)], nextCursor: isRefused ? 'two' : 'new' }
  })
  renderPage(<BrowsePage />, { at: '/browse' })
  const more = () => screen.findByRole('button', { name: 'Load More Galleries' })
  await userEvent.click(await more())
  const [, message] = errors[refuse]
  expect((await screen.findByRole('alert')).textContent).toContain(message)

  isRefused = false
  await userEvent.click(await more())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  if (refuse === 'invalid_cursor') await userEvent.click(await more())
  expect(await screen.findByText('Gallery 99')).toBeTruthy()
  expect(requests.map(({ query }) => query.cursor)).toEqual(cursors)
})

test('a price that is none says so beside its field', async () => {
  mockEndpoint(browse, { items: [aGalleryCard(1)] })

  renderPage(<BrowsePage />, { at: '/browse?max=cheap' })

  expect(screen.getByText('Not a price. For example 7.50')).toBeTruthy()
  await screen.findByText('Gallery 1')
})

test.each([
  [1, '1 gallery shown'],
  [2, '2 galleries shown'],
])('how many galleries are shown is said: %i', async (count, words) => {
  mockEndpoint(browse, { items: Array.from({ length: count }, (_, index) => aGalleryCard(index + 1)) })

  renderPage(<BrowsePage />, { at: '/browse' })

  expect(await screen.findByText(words)).toBeTruthy()
})
