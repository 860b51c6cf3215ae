import { render, screen } from '@testing-library/react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHeardAddress } from '#frontend/app/use-heard-address.ts'

/** What the browser does while the page is drawn for the first time: nobody listens yet. */
let meanwhile = () => {}
const Page = () => {
  const { pathname, search } = useLocation()
  useHeardAddress()
  meanwhile()
  meanwhile = () => {}
  return <output>{`${pathname}${search}`}</output>
}
const open = () =>
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  )

beforeEach(() => history.replaceState({ idx: 1, key: 'gallery' }, '', '/gallery/one'))
afterEach(() => history.replaceState(null, '', '/'))

test('an address that changed while the page was being taken over is gone to', async () => {
  meanwhile = () => history.replaceState({ idx: 0, key: 'browse' }, '', '/browse?page=2')

  open()

  expect(await screen.findByText('/browse?page=2')).toBeDefined()
})

test('the router is told nothing where the address is the one that it has read', () => {
  const told = vi.fn()
  addEventListener('popstate', told)

  open()

  expect(screen.getByText('/gallery/one')).toBeDefined()
  expect(told).not.toHaveBeenCalled()
  removeEventListener('popstate', told)
})
