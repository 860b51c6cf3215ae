import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScrollKeeper } from '#frontend/app/scroll-keeper.tsx'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Steps = () => {
  const navigate = useNavigate()
  const { change } = useAddress()
  const steps = {
    Gallery: () => void navigate('/gallery/one'),
    'Other page': () => void navigate('/cart'),
    Back: () => void navigate(-1),
    Open: () => change({ photo: 'one' }),
    Filter: () => change({ page: '2' }, { replace: true }),
  }
  return (
    <>
      <ScrollKeeper />
      {Object.entries(steps).map(([name, act]) => (
        <button type="button" key={name} onClick={act}>
          {name}
        </button>
      ))}
    </>
  )
}
const go = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const scrollTo = (top: number) => {
  vi.stubGlobal('scrollY', top)
  fireEvent.scroll(window)
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation((...args: unknown[]) => {
    const [to] = args
    if (typeof to === 'object' && to !== null && 'top' in to && typeof to.top === 'number') scrollTo(to.top)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a new page begins at the top, and back returns to where the reader was', async () => {
  renderPage(<Steps />)
  await go('Gallery')
  scrollTo(700)

  await go('Other page')
  expect(window.scrollY).toBe(0)
  await go('Back')

  expect(window.scrollY).toBe(700)
})

test('after Back, what is opened or filtered on the page leaves it where it is', async () => {
  renderPage(<Steps />)
  await go('Gallery')
  scrollTo(700)
  await go('Other page')
  await go('Back')
  scrollTo(900)

  await go('Open')

  expect(window.scrollY).toBe(900)
})

test('closing returns to the place, also where the address changed without a scroll before', async () => {
  renderPage(<Steps />)
  await go('Gallery')
  scrollTo(700)
  await go('Filter')
  await go('Open')

  await go('Back')

  expect(window.scrollY).toBe(700)
})
