import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { LoadMore } from '#frontend/ui/load-more.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'

/** A list of so many pages, of which the first is there. */
const List = ({ pages }: { pages: number }) => {
  const [come, setCome] = useState(1)
  const fetchNextPage = async () => setCome(come + 1)
  return (
    <>
      <LoadMore
        pages={{ hasNextPage: come < pages, isFetchingNextPage: false, fetchNextPage }}
        shown={`${come * 20} photos`}
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
  expect(document.activeElement).toBe(button())
  expect(screen.getByText('40 photos shown')).toBeTruthy()
  press()
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement?.textContent).toBe('60 photos shown')
})

test('whoever has gone elsewhere meanwhile keeps the focus there', () => {
  renderPage(<List pages={2} />)
  button().focus()
  screen.getByLabelText('elsewhere').focus()
  fireEvent.click(button())
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'))
})

test('a list of one page says nothing', () => {
  renderPage(<List pages={1} />)
  expect(screen.queryByText(/shown/)).toBeNull()
})
