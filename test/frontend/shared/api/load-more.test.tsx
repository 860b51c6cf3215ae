import { useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiError, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointPages } from '#frontend/shared/api/endpoint-query.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { proofing } from '#schema/api/proofing.ts'
import { errors } from '#schema/errors.ts'
import { mockEndpoint, type Refusing } from '#test/support/frontend/mock-endpoint.ts'
import { anOwnSession } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { mine } = proofing.endpoints

/** A list of so many pages, of which the first is there; the others come when the test says so. */
let come = () => {}
const List = ({ pages, of = 20 }: { pages: number; of?: number }) => {
  const [there, setThere] = useState(1)
  come = () => act(() => setThere(there + 1))
  return (
    <>
      <LoadMore
        pages={{ hasNextPage: there < pages, isFetchingNextPage: false, fetchNextPage: () => Promise.resolve() }}
        count={there * of}
        one="photo"
      />
      <input aria-label="elsewhere" />
    </>
  )
}
const button = () => screen.getByRole('button', { name: 'Load more' })
const press = () => {
  button().focus()
  fireEvent.click(button())
}

test('the focus stays with the way to more, and with how many there are once that has ended', () => {
  renderPage(<List pages={3} />)
  press()
  come()
  expect(document.activeElement).toBe(button())
  expect(screen.getByText('40 photos shown')).toBeTruthy()
  press()
  come()
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement?.textContent).toBe('60 photos shown')
})

test('whoever has gone elsewhere meanwhile keeps the focus there', () => {
  renderPage(<List pages={2} />)
  press()
  screen.getByLabelText('elsewhere').focus()
  come()
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'))
})

test('a list of one page says nothing, nor one of which nothing is left', () => {
  renderPage(<List pages={1} />)
  expect(screen.queryByText(/shown/)).toBeNull()
  cleanup()
  renderPage(<List pages={2} of={0} />)
  press()
  come()
  expect(screen.queryByText(/shown/)).toBeNull()
})

test('a page that was refused is said, and one that the list has moved on from is read again from the start', () => {
  const [fetchNextPage, refetch] = [vi.fn(async () => {}), vi.fn(async () => ({ isError: false }))]
  const refused = (code: 'invalid_cursor' | 'too_many_requests') => (
    <LoadMore
      pages={{
        hasNextPage: true,
        isFetchingNextPage: false,
        isFetchNextPageError: true,
        error: new ApiError({ code }),
        fetchNextPage,
        refetch,
      }}
      count={20}
      one="photo"
    />
  )
  renderPage(refused('too_many_requests'))
  expect(screen.getByRole('alert').textContent).toBe(sentenceOf(new ApiError({ code: 'too_many_requests' })))
  press()
  expect([fetchNextPage, refetch].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  cleanup()
  renderPage(refused('invalid_cursor'))
  press()
  expect([fetchNextPage, refetch].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('a list that is read again is busy meanwhile, and says each time that it was refused', async () => {
  mockEndpoint(mine, ({ query }) =>
    query.cursor ? { refuse: 'invalid_cursor' } : { items: [anOwnSession()], nextCursor: 'next' },
  )
  const Sessions = () => {
    const pages = useInfiniteQuery(endpointPages(mine, (cursor) => ({ query: { cursor } }), { staleFor: '10 s' }))
    return <LoadMore pages={pages} count={1} one="session" />
  }
  renderPage(<Sessions />, { user: { userId: 'user_1', email: 'ada@example.com' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  const first = await screen.findByRole('alert')
  expect(first.textContent).toBe(sentenceOf(new ApiError({ code: 'invalid_cursor' })))

  let answer = (_refusal: Refusing): void => undefined
  const { requests } = mockEndpoint(
    mine,
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  for (const time of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Loading...' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(requests).toHaveLength(time))
    answer({ refuse: 'internal' })
    expect((await screen.findByRole('alert')).textContent).toContain(errors.internal[1])
  }

  mockEndpoint(mine, { items: [anOwnSession()] })
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('1 session shown')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
