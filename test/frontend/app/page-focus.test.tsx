import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { Link, Route, Routes, useNavigate } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { PageFocus } from '#frontend/app/page-focus.tsx'
import { BarePage, LoadingHeading } from '#frontend/ui/page.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'

/** The gallery takes the place of its grey shape. */
let come = () => {}
const Gallery = () => {
  const [isLoading, setIsLoading] = useState(true)
  come = () => act(() => setIsLoading(false))
  if (isLoading)
    return (
      <BarePage key="shape" title={undefined} loading>
        <LoadingHeading>Loading gallery</LoadingHeading>
      </BarePage>
    )
  return (
    <BarePage key="page" title="The Ridge">
      <h1>The Ridge</h1>
      <Link to="?q=owl">Owls</Link>
    </BarePage>
  )
}
/** A button that leads to another page when its work is done. */
const Deleting = ({ onClick }: { onClick: (leave: () => void) => void }) => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => onClick(() => void navigate('/cart'))}>
      Delete
    </button>
  )
}
const setup = (beside?: ReactNode) =>
  renderPage(
    <>
      {beside}
      <PageFocus />
      <nav>
        <Link to="/cart">Cart</Link>
      </nav>
      <Routes>
        <Route
          path="/"
          element={
            <BarePage title="Browse">
              <h1>Browse</h1>
              <Link to="/gallery">The Ridge</Link>
            </BarePage>
          }
        />
        <Route path="/gallery" element={<Gallery />} />
        <Route
          path="/cart"
          element={
            <BarePage title="Cart">
              <h1>Shopping Cart</h1>
            </BarePage>
          }
        />
      </Routes>
    </>,
  )
afterEach(() => void vi.useRealTimers())

const focused = () => document.activeElement?.textContent

test('a new page is told by the focus on its heading, once it has taken the place of its grey shape', async () => {
  setup()
  expect(document.activeElement).toBe(document.body)

  fireEvent.click(screen.getByRole('link', { name: 'The Ridge' }))

  await screen.findByText('Loading gallery')
  expect(focused()).toBe('Loading gallery')
  come()
  await screen.findByRole('heading', { name: 'The Ridge' })
  await waitFor(() => expect(focused()).toBe('The Ridge'))
})

test('a link of the bar, which stays, gives the focus to the new page too', async () => {
  setup()
  const link = screen.getByRole('link', { name: 'Cart' })
  act(() => link.focus())

  fireEvent.click(link)

  expect(focused()).toBe('Shopping Cart')
})

test('another search of the same page takes no focus, and so does a page that somebody acts on already', async () => {
  setup()
  fireEvent.click(screen.getByRole('link', { name: 'The Ridge' }))
  await screen.findByText('Loading gallery')
  fireEvent.keyDown(document.body, { key: 'Tab' })
  come()
  const owls = await screen.findByRole('link', { name: 'Owls' })
  act(() => owls.focus())

  fireEvent.click(owls)

  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/gallery?q=owl'))
  expect(document.activeElement).toBe(owls)
})

/** A page that becomes another one without another address. */
let unlock = () => {}
const Locked = () => {
  const [isOpen, setIsOpen] = useState(false)
  unlock = () => act(() => setIsOpen(true))
  return isOpen ? (
    <BarePage key="open" title="The Ridge">
      <h1>The Ridge</h1>
    </BarePage>
  ) : (
    <BarePage key="locked" title="Private">
      <h1>This gallery is private</h1>
      <input aria-label="Code" />
    </BarePage>
  )
}
const setupLocked = () =>
  renderPage(
    <>
      <PageFocus />
      <input aria-label="Elsewhere" />
      <Locked />
    </>,
  )

test('a page that becomes another one at its address is told when what had the focus has gone', async () => {
  setupLocked()
  act(() => screen.getByLabelText('Code').focus())
  unlock()
  await waitFor(() => expect(focused()).toBe('The Ridge'))
})

test.each(['nowhere', 'Elsewhere'])('and takes no focus that is %s', async (where) => {
  setupLocked()
  const before = where === 'nowhere' ? document.body : screen.getByLabelText(where)
  act(() => before.focus())
  unlock()
  await act(() => new Promise((resolve) => setTimeout(resolve, 30)))
  expect(document.activeElement).toBe(before)
})

test('an error of the page that was left goes with it; what led to the new page is still said there', async () => {
  vi.useFakeTimers()
  setup()
  act(() => toast({ title: 'Of the page before' }))
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  fireEvent.click(screen.getByRole('link', { name: 'Cart' }))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText('Of the page before')).toBeNull()

  act(() => toast({ title: 'Said on the way' }))
  screen.getByText('Said on the way')
})

test.each([
  { what: 'a success', kind: 'success', isGone: true },
  { what: 'what can be taken back', kind: 'info', action: { label: 'Undo', act: () => undefined }, isGone: false },
  { what: 'news of what goes on behind all pages', kind: 'info', isOfNoPage: true, isGone: false },
  { what: 'an error of what goes on behind all pages', kind: 'destructive', isOfNoPage: true, isGone: false },
] as const)(
  '$what that was said on a page: gone from the next one is $isGone',
  async ({ what: _, isGone, ...said }) => {
    vi.useFakeTimers()
    setup()
    act(() => toast({ title: 'Cart cleared', ...said }))
    screen.getByText('Cart cleared')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    fireEvent.click(screen.getByRole('link', { name: 'Cart' }))
    screen.getByRole('heading', { name: 'Shopping Cart' })
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.queryByText('Cart cleared') === null).toBe(isGone)
  },
)

test('a success that led to another page is said there, however long that page takes to come', async () => {
  vi.useFakeTimers()
  setup(
    <Deleting
      onClick={(leave) => {
        toast({ kind: 'success', title: 'Favourites deleted' })
        setTimeout(leave, 2_000)
      }}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  screen.getByText('Favourites deleted')
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  screen.getByRole('heading', { name: 'Shopping Cart' })
  expect(screen.queryByText('Favourites deleted')).not.toBeNull()
})
