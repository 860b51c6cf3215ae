import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lendStorage } from '#frontend/app/lend-storage.ts'
import { ErrorBoundary } from '#frontend/shared/lazy/error-boundary.tsx'
import { watchForNewBuild } from '#frontend/shared/lazy/stale-build.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const entry = (file: string) => `<script type="module" src="/assets/${file}"></script>`
const Broken = ({ thrown }: { thrown: Error }) => {
  throw thrown
}
const show = (thrown: Error) =>
  renderPage(
    <ErrorBoundary resetOn="/">
      <Broken thrown={thrown} />
    </ErrorBoundary>,
  )
/** What Vite's loader tells of a part that could not be loaded. */
const missing = (thrown: Error) =>
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: thrown }))
const released = (html: string) => vi.stubGlobal('fetch', async () => new Response(html))

let reload: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const own = document.createElement('script')
  own.type = 'module'
  own.src = '/assets/index-old.js'
  document.body.append(own)
  watchForNewBuild()
})
afterEach(() => {
  document.querySelector('script')?.remove()
})

test('a part that is gone because a new build was released loads the page anew, once', async () => {
  released(entry('index-new.js'))
  const thrown = new Error('Failed to fetch dynamically imported module')

  missing(thrown)
  show(thrown)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))

  const again = new Error('Failed to fetch dynamically imported module')
  missing(again)
  show(again)
  expect(await screen.findByText(/a new version is being released/)).toBeTruthy()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a part that fails although the build is the same says so, and offers to load again', async () => {
  released(entry('index-old.js'))
  const thrown = new Error('Failed to fetch dynamically imported module')

  missing(thrown)
  show(thrown)

  expect(await screen.findByText('This page could not be shown')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  act(() => screen.getByRole('button', { name: 'Load again' }).click())
  expect(reload).toHaveBeenCalledTimes(1)
})

/** The browser gives none: what is lent instead ends with the page. */
const withoutStorage = (name: 'localStorage' | 'sessionStorage') => {
  const own = Object.getOwnPropertyDescriptor(window, name)
  Object.defineProperty(window, name, { configurable: true, get: () => null })
  onTestFinished(() => void (own && Object.defineProperty(window, name, own)))
  lendStorage()
}

test.each(['localStorage', 'sessionStorage'] as const)(
  'without %s a page is never loaded anew by itself',
  async (name) => {
    withoutStorage(name)
    released(entry('index-new.js'))
    const thrown = new Error('Failed to fetch dynamically imported module')

    missing(thrown)
    show(thrown)

    expect(await screen.findByText(/a new version is being released/)).toBeTruthy()
    expect(screen.getByText(/Go back to keep your cart/)).toBeTruthy()
    act(() => void dispatchEvent(new Event('online')))
    expect(reload).not.toHaveBeenCalled()
  },
)

test('a page that breaks without storage does not promise that what was typed and the cart are kept', async () => {
  withoutStorage('sessionStorage')

  show(new TypeError('x is not a function'))

  expect(await screen.findByText(/Something went wrong on our side/)).toBeTruthy()
  expect(screen.queryByText(/are kept/)).toBeNull()
})

test('without a connection nothing is loaded anew until it is back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  released(entry('index-new.js'))
  const thrown = new Error('Failed to fetch dynamically imported module')

  missing(thrown)
  show(thrown)
  expect(await screen.findByText(/The connection dropped/)).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new Event('online')))

  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page that breaks for another reason says that it is ours, and is not loaded anew by itself', async () => {
  released(entry('index-new.js'))

  show(new TypeError('x is not a function'))

  expect(await screen.findByText(/Something went wrong on our side/)).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
})
