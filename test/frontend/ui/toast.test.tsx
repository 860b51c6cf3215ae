import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { dismissErrors, ToastRegion, toast } from '#frontend/ui/toast.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

test('one toast at most: the next takes its place', async () => {
  renderPage(<p>A page</p>)

  act(() => toast({ title: 'Invalid access code', description: 'First' }))
  act(() => toast({ title: 'Invalid access code', description: 'Second' }))
  await toastOf('Invalid access code')
  expect(screen.getAllByText('Invalid access code')).toHaveLength(1)
  expect(screen.getByText('Second')).toBeTruthy()

  act(() => toast({ kind: 'success', title: 'Added to cart' }))

  await screen.findByText('Added to cart')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error is seen before another matter takes its place', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderPage(<p>A page</p>)
  act(() => {
    toast({ title: 'Upload failed' })
    toast({ kind: 'success', title: 'Upload complete' })
  })

  expect(await toastOf('Upload failed')).toMatchObject({ kind: 'destructive' })
  await act(() => vi.advanceTimersByTimeAsync(800))
  expect(await toastOf('Upload complete')).toMatchObject({ kind: 'success' })
  expect(screen.queryByText('Upload failed')).toBeNull()
  vi.useRealTimers()
})

test('what stands beside a field goes when something is typed', async () => {
  renderPage(<input aria-label="Code" />)
  act(() => toast({ title: 'Invalid discount code', isAtField: true }))
  await toastOf('Invalid discount code')

  fireEvent.input(screen.getByLabelText('Code'), { target: { value: 'A' } })

  await waitFor(() => expect(screen.queryByText('Invalid discount code')).toBeNull())
})

test('errors whose matter is over are taken away, other toasts stay', async () => {
  renderPage(<p>A page</p>)
  act(() => toast({ title: 'Invalid access code' }))
  await toastOf('Invalid access code')
  act(() => dismissErrors())
  await waitFor(() => expect(screen.queryByText('Invalid access code')).toBeNull())

  act(() => toast({ kind: 'success', title: 'Added to cart' }))
  act(() => dismissErrors())

  expect(await toastOf('Added to cart')).toMatchObject({ kind: 'success' })
})

test('what a toast offers is done once, and the toast goes', async () => {
  const undo = vi.fn()
  renderPage(<p>A page</p>)
  act(() => toast({ kind: 'info', title: 'Cart cleared', action: { label: 'Undo', act: undo } }))

  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('Cart cleared')).toBeNull())
})

test('of several regions, as while one dialog gives way to another, one is a landmark', async () => {
  renderPage(
    <>
      <ToastRegion />
      <ToastRegion />
    </>,
  )
  await waitFor(() => expect(screen.getAllByRole('region', { name: 'Notifications' })).toHaveLength(1))
})

test('in a dialog it stands among its parts, above its buttons, and lies on none of them', async () => {
  const Opening = () => {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <Dialog open={isOpen} title="New" onClose={() => undefined} footer={<button type="button">Create</button>}>
          <p>A form</p>
        </Dialog>
      </>
    )
  }
  renderPage(<Opening />)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog')
  act(() => toast({ title: 'Error', description: 'Not created' }))
  const region = (await within(dialog).findByRole('alert')).parentElement ?? document.body
  expect(getComputedStyle(region).position).not.toBe('fixed')
  const order = (a: Element, b: Element) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(order(screen.getByText('A form'), region)).toBeTruthy()
  expect(order(region, screen.getByRole('button', { name: 'Create' }))).toBeTruthy()
})

test('a dialog that opens meanwhile does not let it stand any longer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const Opening = () => {
    const [isOpen, setIsOpen] = useState(false)
    return isOpen ? (
      <ToastRegion />
    ) : (
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
    )
  }
  renderPage(<Opening />)
  act(() => toast({ kind: 'success', title: 'Added to cart' }))
  await toastOf('Added to cart')
  await act(() => vi.advanceTimersByTimeAsync(3_000))

  fireEvent.click(screen.getByText('Open'))
  expect(await toastOf('Added to cart')).toMatchObject({ kind: 'success' })
  await act(() => vi.advanceTimersByTimeAsync(2_100))

  expect(screen.queryByText('Added to cart')).toBeNull()
  vi.useRealTimers()
})

test('what was said of a page goes when a dialog opens over it; a way to take something back stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const Opening = () => {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setIsOpen(!isOpen)}>
          Open
        </button>
        {isOpen && <ToastRegion place="dialog" />}
      </>
    )
  }
  renderPage(<Opening />)
  const opening = screen.getByText('Open')
  act(() => toast({ kind: 'success', title: 'Upload complete' }))
  await toastOf('Upload complete')
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  fireEvent.click(opening)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText('Upload complete')).toBeNull()
  fireEvent.click(opening)

  // Nor does what goes on whichever page is shown.
  act(() => toast({ kind: 'info', title: 'Connection lost', isOfNoPage: true }))
  await toastOf('Connection lost')
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  fireEvent.click(opening)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText('Connection lost')).toBeTruthy()
  fireEvent.click(opening)

  act(() => toast({ kind: 'info', title: 'Cart cleared', action: { label: 'Undo', act: () => undefined } }))
  await toastOf('Cart cleared')
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  fireEvent.click(opening)
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  vi.useRealTimers()
})

const atTop = 80
const atFoot = 700
/** The height of a toast's region in these tests. */
const high = 80
test.each<{ where: string; page?: number[]; tiles?: [number, number][]; stands: number }>([
  { where: 'nowhere', stands: atTop },
  { where: 'at the top', page: [100], stands: atFoot },
  { where: 'at the foot', page: [720], stands: atTop },
  { where: 'at the top and the foot', page: [100, 720], stands: 100 + 40 + 8 },
  { where: 'everywhere', page: [100, 180, 260, 340, 420, 500, 580, 660, 740], stands: atTop },
  // A photo of 300 pixels that opens, its heart, and the button of another.
  {
    where: 'in tiles',
    tiles: [
      [60, 300],
      [100, 40],
      [690, 40],
    ],
    stands: 100 + 40 + 8,
  },
  {
    where: 'all over tiles, and of the page at the top',
    page: [100],
    tiles: [100, 180, 260, 340, 420, 500, 580, 660, 740].map((top) => [top, 40]),
    stands: atFoot,
  },
])('where controls are $where, a toast stands beside them', async ({ page = [], tiles = [], stands }) => {
  const at = (top: number, height: number) => new DOMRect(10, top, 300, height)
  const asked = new Set<Element>()
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    asked.add(this)
    if (this.matches('[aria-label=Notifications]')) return at(this.hasAttribute('data-low') ? atFoot : atTop, high)
    const [top = Number.NaN, height = Number.NaN] = this.getAttribute('data-box')?.split(' ').map(Number) ?? []
    return Number.isNaN(top) ? new DOMRect() : at(top, height)
  })
  renderPage(
    <>
      {page.map((top) => (
        <button key={top} type="button" data-box={`${top} 40`} />
      ))}
      <ul>
        <li data-box="0 800">
          {tiles.map(([top, height]) => (
            <button key={top} type="button" data-box={`${top} ${height}`} />
          ))}
        </li>
        <li data-box="5000 800" data-testid="far">
          <button type="button" data-box="5000 40" />
        </li>
      </ul>
    </>,
  )
  act(() => toast({ title: 'Added to cart' }))
  const slip = await screen.findByText('Added to cart')
  const region = slip.closest('section')
  const top = region?.hasAttribute('data-low') ? atFoot : Number.parseFloat(region?.style.top || `${atTop}`)
  expect(top).toBe(stands)
  // Turned, a page has its controls elsewhere.
  for (const each of document.querySelectorAll('button:not([data-testid=far] *)[data-box]'))
    each.setAttribute('data-box', '400 40')
  fireEvent(window, new Event('resize'))
  expect([region?.hasAttribute('data-low'), region?.style.top]).toEqual([false, ''])
  // A photo's tile that is far from the window would be laid out for the answer.
  expect([...asked].filter((each) => each.parentElement?.dataset.testid === 'far')).toEqual([])
})

describe('a page that is scrolled under a toast', () => {
  /** Milliseconds after which a page that was scrolled has long been at rest. */
  const restMs = 300
  const asked: Element[] = []
  const topOf = (region: HTMLElement) =>
    region.hasAttribute('data-low') ? atFoot : Number.parseFloat(region.style.top || String(atTop))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const setup = (tops: readonly number[]): HTMLElement => {
    const at = (top: number, height: number) => new DOMRect(10, top, 300, height)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
      if (this instanceof HTMLElement && this.matches('[aria-label=Notifications]')) return at(topOf(this), high)
      asked.push(this)
      const top = this.getAttribute('data-top')
      return top === null ? new DOMRect() : at(Number(top), 40)
    })
    renderPage(tops.map((top) => <button key={top} type="button" data-top={top} />))
    act(() => toast({ kind: 'success', title: 'Added to cart' }))
    return screen.getByText('Added to cart').closest('section') ?? document.body
  }
  /** Has each control stand elsewhere in the window, as three frames of a scroll bring it there. */
  const scrollTo = async (...tops: readonly number[]) => {
    for (const [index, each] of document.querySelectorAll('[data-top]').entries())
      each.setAttribute('data-top', String(tops[index]))
    asked.length = 0
    for (const _ of tops.concat(0, 0)) {
      fireEvent.scroll(document)
      await pass(16)
    }
    expect(asked, 'laid out while it is scrolled').toEqual([])
    await pass(restMs)
  }

  test('brings a button below it: it is placed beside it once the page rests, and stays there while it hides none', async () => {
    const region = setup([400])
    expect(topOf(region)).toBe(atTop)

    await scrollTo(120)
    expect(topOf(region)).toBe(atFoot)
    // Free at the top again, but it is read at the foot.
    await scrollTo(300)
    expect(topOf(region)).toBe(atFoot)
    await scrollTo(720)
    expect(topOf(region)).toBe(atTop)
  })

  test('never moves it from below a focus', async () => {
    const region = setup([400])
    within(region).getByRole('button', { name: 'Dismiss' }).focus()
    await scrollTo(120)
    expect(topOf(region)).toBe(atTop)
  })

  test('leaves it where it is when no place hides less', async () => {
    const region = setup([100, ...[1, 2, 3, 4, 5, 6, 7, 8].map((page) => page * 1_000)])
    expect(topOf(region)).toBe(atFoot)
    await scrollTo(100, 180, 260, 340, 420, 500, 580, 660, 740)
    expect(topOf(region)).toBe(atFoot)
  })
})
