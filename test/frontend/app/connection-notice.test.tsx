import { QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConnectionNotice } from '#frontend/app/connection-notice.tsx'
import { endpointPages, endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { api } from '#schema/api/all.ts'
import { aGalleryCard } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Galleries = () => {
  const { data } = useQuery(endpointQuery(api.galleries.endpoints.browse, { query: {} }))
  return <p>{data ? `${String(data.items.length)} galleries` : 'none yet'}</p>
}
const say = (name: 'online' | 'offline') =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(name === 'online')
    dispatchEvent(new Event(name))
  })
const notice = () => screen.getAllByRole('status')[0]?.textContent

test('whoever loses the connection is told, until it is back', () => {
  renderPage(<ConnectionNotice />)
  expect(notice()).toBe('')

  say('offline')
  expect(notice()).toContain('You are offline. Nothing that you typed is lost')

  say('online')
  expect(notice()).toBe('')
})

test('what nothing answered is said, and asked for again', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  renderPage(
    <>
      <ConnectionNotice />
      <Galleries />
    </>,
  )
  await waitFor(() => expect(notice()).toContain('Darkslide cannot be reached'))

  mockEndpoint(api.galleries.endpoints.browse, { items: [aGalleryCard(1)] })
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }))

  expect(await screen.findByText('1 galleries')).toBeTruthy()
  expect(notice()).toBe('')
})

test('it is asked for again without a word from anybody', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  renderPage(
    <QueryClientProvider client={queries}>
      <ConnectionNotice />
      <Galleries />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(notice()).toContain('Darkslide cannot be reached'))

  mockEndpoint(api.galleries.endpoints.browse, { items: [] })
  await act(() => vi.advanceTimersByTimeAsync(5_000))

  expect(await screen.findByText('0 galleries')).toBeTruthy()
  vi.useRealTimers()
})

test('an answer that is a refusal is the page’s to show', async () => {
  mockEndpoint(api.galleries.endpoints.browse, { refuse: 'unavailable' })
  const settled = vi.fn()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queries.getQueryCache().subscribe((event) => event.query.state.status === 'error' && settled())
  render(
    <QueryClientProvider client={queries}>
      <Galleries />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(settled).toHaveBeenCalled())
  renderPage(
    <QueryClientProvider client={queries}>
      <ConnectionNotice />
    </QueryClientProvider>,
  )

  expect(notice()).toBe('')
})

test('of a list whose next page did not come that page alone is asked for again', async () => {
  const browse = mockEndpoint(api.galleries.endpoints.browse, ({ query }) =>
    query.cursor ? { refuse: 'unavailable' } : { items: [aGalleryCard(1)], nextCursor: 'two' },
  )
  const Pages = () => {
    const { data, fetchNextPage } = useInfiniteQuery(
      endpointPages(api.galleries.endpoints.browse, (cursor) => ({ query: { cursor } })),
    )
    return (
      <button type="button" onClick={() => void fetchNextPage()}>
        {data?.pages.length} pages
      </button>
    )
  }
  renderPage(
    <>
      <ConnectionNotice />
      <Pages />
    </>,
  )
  await userEvent.click(await screen.findByText('1 pages'))
  await waitFor(() => expect(browse.requests).toHaveLength(2))
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await userEvent.click(screen.getByText('1 pages'))
  await waitFor(() => expect(notice()).toContain('Darkslide cannot be reached'))
  vi.unstubAllGlobals()
  const again = mockEndpoint(api.galleries.endpoints.browse, { items: [aGalleryCard(2)] })
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await screen.findByText('2 pages')
  expect(again.requests.map(({ query }) => query.cursor)).toEqual(['two'])
})
