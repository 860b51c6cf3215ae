import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useNavigate } from 'react-router-dom'
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
    'Older galleries': () => void navigate('/gallery/one?before=gal_2'),
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
  vi.useRealTimers()
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

test('another part of a list begins at the top as a page does, and back returns to the first', async () => {
  renderPage(<Steps />)
  await go('Gallery')
  scrollTo(700)

  await go('Older galleries')
  expect(window.scrollY).toBe(0)
  scrollTo(300)
  await go('Open')
  expect(window.scrollY).toBe(300)
  await go('Back')
  await go('Back')

  expect(window.scrollY).toBe(700)
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

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** Back at a gallery that was read down to 700, whose page, or a list of it, is grey and so tall until it comes. */
const backToGrey = (greyTop: number, part: 'main' | 'ul' = 'main') => {
  vi.useFakeTimers()
  let tallest = 2_000
  vi.mocked(window.scrollTo).mockImplementation((...[to]: unknown[]) => {
    if (typeof to === 'object' && to !== null && 'top' in to) scrollTo(Math.min(Number(to.top), tallest))
  })
  renderPage(<Steps />)
  press('Gallery')
  scrollTo(700)
  press('Other page')
  const grey = document.createElement('main')
  const busy = part === 'main' ? grey : grey.appendChild(document.createElement(part))
  busy.setAttribute('aria-busy', 'true')
  document.body.append(grey)
  tallest = greyTop
  press('Back')
  return {
    come: () => {
      grey.remove()
      tallest = 2_000
    },
  }
}

test.each([
  ['waited for while its page is grey', 'main', 'blur', 700],
  ['waited for while a list of its page is on its way', 'ul', 'blur', 700],
  ['let go when somebody acts before its page is there', 'main', 'wheel', 100],
] as const)('a place is %s', (_, part, act, top) => {
  const page = backToGrey(100, part)
  fireEvent(window, new Event(act))
  vi.advanceTimersByTime(5_000)
  page.come()
  vi.advanceTimersByTime(1_000)

  expect(window.scrollY).toBe(top)
})

test('a page that takes long to be drawn, or whose tab was hidden, is stood at its place by the first frame after it', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  renderPage(<Steps />)
  press('Gallery')
  scrollTo(700)
  press('Other page')
  press('Back')
  scrollTo(100)
  now = 5_000

  frames.at(-1)?.(now)

  expect(window.scrollY).toBe(700)
})

test('whoever scrolls a grey page stays there, while it is grey and when it comes at once', () => {
  const page = backToGrey(500)
  vi.advanceTimersByTime(4_000)
  fireEvent(window, new Event('wheel'))
  scrollTo(30)
  vi.advanceTimersByTime(400)
  expect(window.scrollY).toBe(30)
  page.come()
  vi.advanceTimersByTime(3_000)

  expect(window.scrollY).toBe(30)
})

/** A page whose `#faq` is on its way until `come` is called; `grow` is what the browser says of a page of another size. */
const setupSection = (path: string) => {
  const led = vi.fn<(options: unknown) => void>()
  Element.prototype.scrollIntoView = led
  let grow = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe() {
        grow = this.tell
      }
      disconnect() {
        grow = () => {}
      }
    },
  )
  const view = renderPage(
    <>
      <ScrollKeeper />
      <Link to="/#faq">FAQ</Link>
      <Link to="?q=owl">Filter</Link>
      <Link to="/">Home</Link>
      <Link to="/#%">Mistyped</Link>
    </>,
    { at: path },
  )
  const come = () => {
    const section = document.createElement('section')
    section.id = 'faq'
    view.container.append(section)
  }
  return { led, come, grow: () => grow() }
}

test('a section is led to however late its page comes, and stays in the window while the page grows above it', () => {
  vi.useFakeTimers()
  const { led, come, grow } = setupSection('/#faq')
  expect(led).not.toHaveBeenCalled()

  vi.advanceTimersByTime(5_000)
  come()
  grow()
  grow()

  expect(led.mock.calls).toEqual([[{ behavior: 'instant' }], [{ behavior: 'instant' }]])
  vi.advanceTimersByTime(20_000)
  grow()
  expect(led).toHaveBeenCalledTimes(2)
})

test.each(['wheel', 'pointerdown', 'touchstart', 'touchmove', 'keydown'])(
  'who goes on by herself (%s) is left alone',
  (act) => {
    const { led, come, grow } = setupSection('/#faq')
    come()
    grow()

    fireEvent(window, new Event(act))
    grow()

    expect(led).toHaveBeenCalledTimes(1)
  },
)

test('a section of the page that is shown is scrolled to smoothly', async () => {
  const { led, come } = setupSection('/')
  come()

  await userEvent.click(screen.getByRole('link', { name: 'FAQ' }))

  expect(led.mock.calls).toEqual([[{ behavior: 'auto' }]])
})

test('who acts before the section has come is led to it still', () => {
  const { led, come, grow } = setupSection('/#faq')
  fireEvent(window, new Event('wheel'))

  come()
  grow()

  expect(led).toHaveBeenCalledTimes(1)
})

test('a section that is asked for again is led to again; a filter of its page leads nowhere, its page to the top', async () => {
  const { led, come } = setupSection('/?from=mail')
  come()
  await userEvent.click(screen.getByRole('link', { name: 'FAQ' }))
  await userEvent.click(screen.getByRole('link', { name: 'FAQ' }))
  expect(led).toHaveBeenCalledTimes(2)
  scrollTo(900)
  await userEvent.click(screen.getByRole('link', { name: 'Filter' }))
  expect(led).toHaveBeenCalledTimes(2)
  expect(window.scrollY).toBe(900)
  await userEvent.click(screen.getByRole('link', { name: 'FAQ' }))
  await userEvent.click(screen.getByRole('link', { name: 'Home' }))
  expect(window.scrollY).toBe(0)
})

test.each([-2_000, 480])('who has scrolled a first page before it is taken over is left there (%i)', (top) => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top))
  const section = document.createElement('section')
  section.id = 'faq'
  document.body.append(section)
  scrollTo(1_000)

  const { led, grow } = setupSection('/#faq')
  grow()

  expect(led).not.toHaveBeenCalled()
  section.remove()
})

test('a page that is reloaded at its top is led to its section', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 2_000))
  const section = document.createElement('section')
  section.id = 'faq'
  document.body.append(section)
  scrollTo(0)

  const { led } = setupSection('/#faq')

  expect(led).toHaveBeenCalledTimes(1)
  section.remove()
})

test('another page begins at its top until its section comes', async () => {
  setupSection('/browse')
  scrollTo(900)

  await userEvent.click(screen.getByRole('link', { name: 'FAQ' }))

  expect(window.scrollY).toBe(0)
})

test('an address with a mistyped section shows its page', async () => {
  setupSection('/')

  await userEvent.click(screen.getByRole('link', { name: 'Mistyped' }))

  expect(screen.getByRole('link', { name: 'FAQ' }).textContent).toBe('FAQ')
})
