import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiError, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'

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
  const [fetchNextPage, refetch] = [vi.fn(async () => {}), vi.fn(async () => {})]
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
