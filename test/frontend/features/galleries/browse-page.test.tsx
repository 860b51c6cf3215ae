import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNavigate } from 'react-router-dom'
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

/** A catalogue of pages of one gallery each; `refusing` says which of them the server refuses. */
const mockPages = (
  last: number,
  refusing = (_page: number) => false,
  refuse: 'invalid_cursor' | 'unavailable' = 'invalid_cursor',
) =>
  mockEndpoint(browse, ({ query }) => {
    const page = Number(query.cursor ?? 1)
    if (refusing(page)) return { refuse }
    return { items: [aGalleryCard(page)], ...(page < last && { nextCursor: String(page + 1) }) }
  })
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)
const galleriesTo = (page: number) => Array.from({ length: page }, (_, index) => `Gallery ${index + 1}`)
const more = () => screen.findByRole('button', { name: 'Load More Galleries' })

test('how far somebody has read is in the address, beside the search', async () => {
  mockPages(4)
  renderPage(<BrowsePage />, { at: '/browse?sort=popular' })

  await userEvent.click(await more())
  await screen.findByText('Gallery 2')
  expect(address()).toBe('/browse?sort=popular&page=2')
  await userEvent.click(await more())
  await screen.findByText('Gallery 3')

  expect(address()).toBe('/browse?sort=popular&page=3')
})

test('who comes back finds all that was read, each page behind the one before, with room kept for it', async () => {
  const { requests } = mockPages(4)
  renderPage(<BrowsePage />, { at: '/browse?page=3' })

  const list = screen.getByRole('list', { name: 'Galleries' })
  expect(list.children).toHaveLength(36)
  expect(screen.getByText('Loading galleries')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('3 galleries shown')).toHaveLength(2))

  expect(titles()).toEqual(galleriesTo(3))
  expect(list.children).toHaveLength(3)
  expect(list.getAttribute('aria-busy')).toBe('false')
  expect(requests.map(({ query }) => query.cursor)).toEqual([undefined, '2', '3'])
  expect(address()).toBe('/browse?page=3')
  expect(await more()).toBeTruthy()
})

test('while the pages come, screen readers hear of all of them once', async () => {
  const said: (string | null)[] = []
  mockPages(3)
  renderPage(<BrowsePage />, { at: '/browse?page=3' })
  const status = screen.getByText('Loading galleries')
  new MutationObserver(() => said.push(status.textContent)).observe(status, { characterData: true, subtree: true })

  await waitFor(() => expect(status.textContent).toBe('3 galleries shown'))

  await waitFor(() => expect(said).toEqual(['3 galleries shown']))
})

test.each(['x', '-3', '0', '1.9', '-1e999'])('page=%s is the first page', async (page) => {
  const { requests } = mockPages(4)
  renderPage(<BrowsePage />, { at: `/browse?page=${page}` })

  await screen.findByText('Gallery 1')
  expect(await more()).toHaveProperty('disabled', false)
  expect(requests).toHaveLength(1)
})

test('an address brings twenty pages at most, and more by a press', async () => {
  const { requests } = mockPages(30)
  renderPage(<BrowsePage />, { at: '/browse?page=9999' })

  await screen.findAllByText('20 galleries shown')
  expect(requests).toHaveLength(20)
  await userEvent.click(await more())
  await screen.findAllByText('21 galleries shown')

  expect(address()).toBe('/browse?page=21')
})

test('an address that names more than there is shows what there is', async () => {
  mockPages(2)
  renderPage(<BrowsePage />, { at: '/browse?page=9' })

  expect(await screen.findByText('2 galleries shown')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Galleries' }).children).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Load More Galleries' })).toBeNull()
})

test('a page that is refused on the way leaves what came, says why, and reads on by a press', async () => {
  let isRefused = true
  const { requests } = mockPages(4, (page) => isRefused && page === 3)
  renderPage(<BrowsePage />, { at: '/browse?page=4' })
  const [, message] = errors.invalid_cursor
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(titles()).toEqual(galleriesTo(2))
  expect(screen.getByRole('list', { name: 'Galleries' }).children).toHaveLength(2)

  isRefused = false
  await userEvent.click(await more())

  await waitFor(() => expect(titles()).toEqual(galleriesTo(4)))
  expect(requests.slice(3).map(({ query }) => query.cursor)).toEqual([undefined, '2', '3', '4'])
})

test('a press after a page that failed on the way brings all that had been read', async () => {
  let isDown = true
  mockPages(5, (page) => isDown && page === 3, 'unavailable')
  renderPage(<BrowsePage />, { at: '/browse?page=4' })
  await screen.findByRole('alert')
  expect(titles()).toEqual(galleriesTo(2))

  isDown = false
  await userEvent.click(await more())

  await waitFor(() => expect(titles()).toEqual(galleriesTo(4)))
  expect(address()).toBe('/browse?page=4')
})

test.each([
  ['another sort', () => userEvent.selectOptions(screen.getByLabelText('Sort by'), 'oldest'), 'sort=oldest'],
  ['another word', () => userEvent.type(screen.getByLabelText('Search'), 'fox'), 'q=fox'],
  ['a lowest price', () => userEvent.type(screen.getByLabelText('From £'), '5'), 'min=5'],
  ['a highest price', () => userEvent.type(screen.getByLabelText('To £'), '5'), 'max=5'],
])('%s begins with the first page', async (_, act, search) => {
  mockPages(4)
  renderPage(<BrowsePage />, { at: '/browse?page=3' })
  await screen.findByText('Gallery 3')

  await act()

  await waitFor(() => expect(address()).toBe(`/browse?${search}`))
  await waitFor(() => expect(titles()).toEqual(['Gallery 1']))
})

test('as a list, the same galleries are shown', async () => {
  mockPages(4)
  renderPage(<BrowsePage />, { at: '/browse?page=3' })
  await screen.findByText('Gallery 3')

  await userEvent.click(screen.getByRole('button', { name: 'List view' }))

  await waitFor(() => expect(address()).toBe('/browse?page=3&view=list'))
  expect(titles()).toEqual(galleriesTo(3))
})

test('back from another sort is as far as before; the way in is the first page, and the next is known', async () => {
  const Ways = () => {
    const navigate = useNavigate()
    return (
      <>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
        <button type="button" onClick={() => void navigate('/browse')}>
          Browse
        </button>
      </>
    )
  }
  const { requests } = mockPages(2)
  renderPage(
    <>
      <Ways />
      <BrowsePage />
    </>,
    { at: '/browse?page=2' },
  )
  await screen.findByText('Gallery 2')
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'oldest')
  await waitFor(() => expect(titles()).toEqual(['Gallery 1']))
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(titles()).toEqual(galleriesTo(2)))
  await userEvent.click(screen.getByRole('button', { name: 'Browse' }))
  await waitFor(() => expect(titles()).toEqual(['Gallery 1']))
  const asked = requests.length

  await userEvent.click(await more())

  await waitFor(() => expect(titles()).toEqual(galleriesTo(2)))
  expect(requests).toHaveLength(asked)
  expect(document.activeElement?.textContent).toBe('2 galleries shown')
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
  await userEvent.click(await more())
  const [, message] = errors[refuse]
  expect((await screen.findByRole('alert')).textContent).toContain(message)

  isRefused = false
  await userEvent.click(await more())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
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
