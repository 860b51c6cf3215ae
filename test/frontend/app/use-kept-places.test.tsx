import { fireEvent, screen } from '@testing-library/react'
import { useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { positions, ScrollKeeper } from '#frontend/app/scroll-keeper.tsx'
import { useKeptPlaces } from '#frontend/app/use-kept-places.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Pages = () => {
  useKeptPlaces()
  const navigate = useNavigate()
  return (
    <>
      <ScrollKeeper />
      <button type="button" onClick={() => void navigate('/gallery/one')}>
        Gallery
      </button>
      <button type="button" onClick={() => void navigate('?page=2', { replace: true })}>
        Next part
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const scrollTo = (top: number) => {
  vi.stubGlobal('scrollY', top)
  fireEvent.scroll(window)
}
const goAway = () => fireEvent(document, new Event('visibilitychange'))
/** The document is another one, of the same tab. */
const reload = (how: 'reload' | 'navigate', at = '/browse?page=4') => {
  positions.clear()
  vi.stubGlobal('scrollY', 0)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([Object.assign(performance.mark('page'), { type: how })])
  return renderPage(<Pages />, { at })
}

beforeEach(() => {
  positions.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation((...[to]: unknown[]) => {
    if (typeof to === 'object' && to !== null && 'top' in to) scrollTo(Number(to.top))
  })
})
afterEach(() => vi.unstubAllGlobals())

const readTo = (top: number) => {
  const { unmount } = renderPage(<Pages />, { at: '/browse?page=4' })
  scrollTo(top)
  goAway()
  unmount()
}

test('a page that is reloaded is stood at its place', () => {
  readTo(2_600)

  reload('reload')

  expect(window.scrollY).toBe(2_600)
})

test('an address that is typed into the same tab begins at its top', () => {
  readTo(2_600)

  reload('navigate')

  expect(window.scrollY).toBe(0)
})

test('a section that the address names goes before', () => {
  readTo(2_600)

  reload('reload', '/browse#faq')

  expect(window.scrollY).toBe(0)
})

test('who has scrolled before the places were there is left alone', () => {
  readTo(2_600)
  positions.clear()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  scrollTo(300)

  renderPage(<Pages />, { at: '/browse?page=4' })

  expect(window.scrollY).toBe(300)
})

test('the places of the pages before are known after a reload too, and another page begins at its top', () => {
  readTo(2_600)
  reload('reload')

  press('Gallery')
  expect(window.scrollY).toBe(0)
  press('Back')

  expect(window.scrollY).toBe(2_600)
})

test('parts that took each other’s place in the history push no page out of it', () => {
  renderPage(<Pages />, { at: '/browse?page=4' })
  scrollTo(2_600)
  press('Gallery')
  for (let part = 0; part < 80; part += 1) press('Next part')
  scrollTo(90)

  goAway()

  const kept: [string, number][] = JSON.parse(sessionStorage.getItem('scrolled_to') ?? '[]')
  expect(kept.map(([, top]) => top)).toEqual([2_600, 90])
})

test('no more places are kept than somebody goes back to', () => {
  for (let step = 0; step < 80; step += 1) positions.set(`step ${step}`, step)
  renderPage(<Pages />, { at: '/browse' })

  goAway()

  const kept: unknown[] = JSON.parse(sessionStorage.getItem('scrolled_to') ?? '[]')
  expect(kept).toHaveLength(50)
  expect(kept.at(-1)).toEqual(['step 79', 79])
})
