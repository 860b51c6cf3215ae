import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { Profiler, useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { PhotoGrid } from '#frontend/features/galleries/photo-grid.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { usualLook } from '#schema/entities/gallery-look.ts'
import { aPhoto } from '#test/support/frontend/builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

/** A window of 800 pixels over a wall of 1,000; jsdom lays nothing out. */
let scrolled = 0
const scrollTo = (top: number) => {
  scrolled = top
  act(() => {
    window.dispatchEvent(new Event('scroll'))
    vi.runOnlyPendingTimers()
  })
}

/** The page's observers, told of a size at once unless a test holds them back. */
let observers: (() => void)[] = []
let isHeld = false
const tellSizes = () =>
  act(() => {
    for (const tell of observers) tell()
  })

beforeEach(() => {
  scrolled = 0
  observers = []
  isHeld = false
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #told: () => void
      constructor(told: () => void) {
        this.#told = told
      }
      observe() {
        observers.push(this.#told)
        if (!isHeld) this.#told()
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, -scrolled, 1_000, 0))
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 1))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})

const photos = (count: number) => Array.from({ length: count }, (_, index) => aPhoto(index + 1))
type Props = Partial<Parameters<typeof PhotoGrid>[0]>
const setup = (count: number, props: Props = {}) => {
  const told = { onLook: vi.fn(), onStep: vi.fn(), onEnd: vi.fn() }
  renderPage(
    <PhotoGrid
      photos={photos(count)}
      look={usualLook}
      withWords={false}
      isBelowCover={false}
      total={count}
      jump={undefined}
      {...told}
      {...props}
    >
      {props.children ?? ((photo) => <span>{photo.title}</span>)}
    </PhotoGrid>,
  )
  return told
}
type Tile = Parameters<typeof PhotoGrid>[0]['children']
const titleOf: Tile = ({ title }) => <span>{title}</span>
/** A wall whose list is another one whenever the test says so; `onDrawn` is told of each drawing. */
const setupChanging = (
  first: readonly PhotoView[],
  { onDrawn = () => {}, draw = titleOf, total = 240 }: { onDrawn?: () => void; draw?: Tile; total?: number } = {},
) => {
  const tile = vi.fn(draw)
  let show: (next: readonly PhotoView[]) => void = () => {}
  const told = { onLook: vi.fn(), onStep: vi.fn(), onEnd: vi.fn() }
  const Wall = () => {
    const [shown, setShown] = useState(first)
    show = setShown
    return (
      <Profiler id="wall" onRender={onDrawn}>
        <PhotoGrid
          photos={shown}
          look={usualLook}
          withWords={false}
          isBelowCover={false}
          total={total}
          jump={undefined}
          {...told}
        >
          {tile}
        </PhotoGrid>
      </Profiler>
    )
  }
  renderPage(<Wall />)
  return { show: (next: readonly PhotoView[]) => show(next), tile }
}
/** Of the element that holds the places. */
const heightOfWall = () => screen.getByRole('list').parentElement?.style.height
const drawn = () => screen.getAllByRole('listitem').length

test('a hundred tiles at most of ten thousand photos, and others further down', async () => {
  setup(10_000)
  await screen.findByText('Photo 1')
  await waitFor(() => expect(drawn()).toBeLessThan(100))
  scrollTo(100_000)
  await waitFor(() => expect(screen.queryByText('Photo 1')).toBeNull())
  expect(drawn()).toBeGreaterThan(5)
  expect(drawn()).toBeLessThan(100)
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('10000')
})

test('photos of which nobody knows how many there are say so', async () => {
  setup(20, { total: undefined })
  await screen.findByText('Photo 20')
  expect(screen.getAllByRole('listitem')[19]?.getAttribute('aria-setsize')).toBe('-1')
})

test('of a hundred photos all are there, to be found in the page', async () => {
  setup(100)
  await screen.findByText('Photo 100')
  expect(drawn()).toBe(100)
})

test('the next page is fetched before the end is reached, and not at the top', async () => {
  const { onEnd } = setup(40)
  await screen.findByText('Photo 40')
  expect(onEnd).not.toHaveBeenCalled()
  scrollTo(6_200)
  await waitFor(() => expect(onEnd).toHaveBeenCalled())
})

test('a wall that does not fill the window asks for more, since nobody can scroll it', async () => {
  const { onEnd } = setup(3)
  await screen.findByText('Photo 3')
  await waitFor(() => expect(onEnd).toHaveBeenCalled())
})

// A drawing that is put off begins again with each tile that comes while somebody scrolls, and holds the phone all the time.
test('more photos behind the same ones are drawn once; others are put off, and come', async () => {
  const all = photos(240)
  let drawings = 0
  const { show, tile } = setupChanging(all.slice(0, 200), { onDrawn: () => (drawings += 1) })
  await screen.findByText('Photo 1')
  act(() => vi.advanceTimersByTime(1_000))
  const drawingsOf = (shown: typeof all) => {
    drawings = 0
    tile.mockClear()
    act(() => show(shown))
    return drawings
  }
  const heightOf200 = Number.parseFloat(heightOfWall() ?? '')
  expect(drawingsOf(all)).toBe(1)
  // Gone on with, not begun anew below itself.
  expect(Number.parseFloat(heightOfWall() ?? '') / heightOf200).toBeCloseTo(240 / 200, 1)
  expect(tile).not.toHaveBeenCalled()
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('240')
  expect(drawingsOf(all.slice(100))).toBeGreaterThan(1)
  await screen.findByText('Photo 101')
  expect(screen.queryByText('Photo 1')).toBeNull()
})

test('a list that comes back before another one was drawn stays', () => {
  const [a = [], b = [], c = []] = [0, 100, 200].map((from) => photos(from + 20).slice(from))
  const { show } = setupChanging(a)
  const seen: (string | null | undefined)[] = []
  act(() => {
    for (const list of [b, a, b, c]) {
      flushSync(() => show(list))
      seen.push(screen.getAllByRole('listitem')[0]?.textContent)
    }
  })
  expect(seen).toEqual(['Photo 1', 'Photo 1', 'Photo 1', 'Photo 1'])
  expect(screen.getByText('Photo 201')).toBeTruthy()
})

test('the address follows whoever scrolls, by the photo at the top', async () => {
  const { onLook } = setup(60)
  await screen.findByText('Photo 60')
  scrollTo(6_000)
  await waitFor(() => expect(onLook.mock.lastCall?.[0]).toBeGreaterThan(20))
  scrollTo(0)
  await waitFor(() => expect(onLook.mock.lastCall?.[0]).toBeLessThan(10))
})

test('a page that was jumped to is stood at, and is the one looked at until somebody scrolls', async () => {
  const stand = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const { onLook } = setup(60, { jump: { index: 40 } })
  await waitFor(() => expect(stand).toHaveBeenCalled())
  const [{ top } = { top: 0 }] = stand.mock.lastCall?.filter((each) => typeof each === 'object') ?? []
  expect(top).toBeGreaterThan(1_000)
  scrollTo(500)
  expect(onLook).not.toHaveBeenCalled()
  act(() => void window.dispatchEvent(new Event('wheel')))
  scrollTo(600)
  await waitFor(() => expect(onLook).toHaveBeenCalled())
})

test('a page that was jumped to is not jumped to again by a wall that comes anew', async () => {
  const stand = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const jump = { index: 40 }
  setup(60, { jump })
  await waitFor(() => expect(stand).toHaveBeenCalledTimes(1))
  cleanup()
  const { onLook } = setup(60, { jump })
  await screen.findByText('Photo 60')
  scrollTo(500)
  // Nor does it hold what is looked at.
  await waitFor(() => expect(onLook).toHaveBeenCalled())
  expect(stand).toHaveBeenCalledTimes(1)
})

test('whoever turns a phone stands at the photo at which they stood', async () => {
  const stand = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  vi.stubGlobal('scrollY', 0)
  const { onLook } = setup(240)
  await screen.findByText('Photo 1')
  scrollTo(6_000)
  await waitFor(() => expect(onLook.mock.lastCall?.[0]).toBeGreaterThan(20))
  const [looked] = onLook.mock.lastCall ?? []
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.stubGlobal('scrollY', 6_000)
  tellSizes()
  const [{ top } = { top: 0 }] = stand.mock.lastCall?.filter((each) => typeof each === 'object') ?? []
  expect(top).not.toBe(6_000)
  scrollTo(top ?? 0)
  await waitFor(() => expect(onLook.mock.lastCall?.[0]).toBe(looked))
})

test('a phone that is turned upright has the wall of an upright phone, also while it still shows the wide one', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390)
  vi.stubGlobal('innerWidth', 390)
  setup(60)
  await screen.findByText('Photo 1')
  const upright = heightOfWall()
  cleanup()
  vi.stubGlobal('innerWidth', 844)
  setup(60)
  await screen.findByText('Photo 1')
  expect(heightOfWall()).toBe(upright)
})

test('a tile that has the focus stays, however far the window is moved', async () => {
  setup(10_000, { children: ({ title }) => <button type="button">{title}</button> })
  const button = await screen.findByText('Photo 3')
  act(() => button.focus())
  scrollTo(60_000)
  await waitFor(() => expect(screen.queryByText('Photo 9')).toBeNull())
  scrollTo(60_001)
  expect(document.activeElement).toBe(button)
})

test.each(['rows', 'columns', 'single'] as const)(
  'a press that begins before the width of %s is known ends on the same photo',
  async (photoLayout) => {
    isHeld = true
    setup(30, { look: { ...usualLook, photoLayout } })
    const before = [screen.getByRole('list'), ...screen.getAllByRole('listitem'), screen.getByText('Photo 7')]
    expect(heightOfWall()).toBe('')
    tellSizes()
    await waitFor(() => expect(heightOfWall()).not.toBe(''))
    for (const element of before) expect(element.isConnected).toBe(true)
  },
)

// Another class would set the custom property `--row` anew, and Chromium then computes the styles of all tiles.
test.each(['rows', 'columns', 'single'] as const)(
  'a wall of %s takes its places under the class that it has',
  async (photoLayout) => {
    isHeld = true
    setup(30, { look: { ...usualLook, photoLayout } })
    const list = screen.getByRole('list')
    const before = list.className
    tellSizes()
    await waitFor(() => expect(heightOfWall()).not.toBe(''))
    expect(list.className).toBe(before)
    expect(getComputedStyle(screen.getAllByRole('listitem')[7] ?? list).position).toBe('absolute')
  },
)

test('the address follows also where a page’s worth of photos and more is passed with every look', async () => {
  const { onLook } = setup(4_000, {})
  onLook.mockReturnValue(true)
  await screen.findByText('Photo 1')
  for (let step = 1; step < 40; step++) scrollTo(step * 5_000)
  expect(onLook.mock.calls.length).toBeGreaterThan(5)
})

/** What of a long wall is painted below its photos, by how far down it stands. */
const colours = () =>
  [...(screen.getByRole('list').parentElement?.children ?? [])]
    .filter((element): element is HTMLElement => element instanceof HTMLElement && element.tagName === 'DIV')
    .map(({ style }) => Number.parseFloat(style.top))

test('a long wall is painted in its photos’ colours around those in the window, twenty of them at once', async () => {
  setup(400)
  await waitFor(() => expect(colours().length).toBe(6))
  expect(colours()[0]).toBe(0)
  const height = Number.parseFloat(heightOfWall() ?? '')
  scrollTo(height / 2)
  await waitFor(() => expect(colours().length).toBe(9))
  expect(colours()).toEqual([...new Set(colours())].sort((a, b) => a - b))
  const [first = 0, second = 0] = colours()
  const part = second - first
  expect(first).toBeGreaterThan(height / 2 - 5 * part)
  expect(first).toBeLessThan(height / 2 - 2 * part)
  scrollTo(height)
  await waitFor(() => expect(colours().length).toBe(4))
})

test('a wall whose photos are all drawn is painted nowhere', async () => {
  setup(100)
  await screen.findByText('Photo 100')
  expect(colours()).toEqual([])
})

/** Each tile takes some milliseconds, and each frame 16: not as long as a busy machine takes. */
let nowMs = 0
const slowFrames = () => {
  // React's scheduler reads it, too: it goes on from test to test.
  nowMs = Math.max(nowMs, performance.now())
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const asked = new Map<number, () => void>()
  let last = 0
  const frame = () => {
    nowMs += 16
    const due = [...asked.values()]
    asked.clear()
    for (const run of due) run()
  }
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    if (asked.size === 0) setTimeout(frame, 1)
    asked.set(++last, run)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => asked.delete(id))
}
const setupSlow = (first: readonly PhotoView[], tileMs = 10) => {
  slowFrames()
  const { show } = setupChanging(first, {
    total: 400,
    draw: (photo, _, isBare) => {
      nowMs += tileMs
      return <span>{isBare ? `bare ${photo.title}` : photo.title}</span>
    },
  })
  return { show: (next: readonly PhotoView[]) => act(() => show(next)) }
}

test('where a tile takes long those that come while somebody scrolls are bare, and whole once the window rests', async () => {
  setupSlow(photos(400))
  await screen.findByText('Photo 1')
  expect(screen.queryByText(/^bare/)).toBeNull()
  for (let step = 0; step < 30; step++) scrollTo(10_000 + step)
  expect(screen.getAllByText(/^bare/).length).toBeGreaterThan(3)
  await waitFor(() => expect(screen.queryByText(/^bare/)).toBeNull())
  expect(drawn()).toBeLessThan(100)
})

test('what is passed faster than it can be drawn is not drawn, and what the window comes to rest at is', async () => {
  setupSlow(photos(400))
  await screen.findByText('Photo 1')
  for (let step = 0; step < 30; step++) scrollTo(10_000 + step)
  const before = screen.getAllByRole('listitem').map((tile) => tile.getAttribute('aria-posinset'))
  for (let step = 1; step < 20; step++) scrollTo(10_000 + 1_500 * step)
  expect(screen.getAllByRole('listitem').map((tile) => tile.getAttribute('aria-posinset'))).toEqual(before)
  for (let step = 0; step < 30; step++) scrollTo(38_500)
  expect(screen.getAllByRole('listitem').map((tile) => tile.getAttribute('aria-posinset'))).not.toEqual(before)
})

test('for a moment after it was passed too fast nothing is drawn: a thumb that flicks on rests as long between', async () => {
  setupSlow(photos(400))
  await screen.findByText('Photo 1')
  const shown = () => screen.getAllByRole('listitem').map((tile) => tile.getAttribute('aria-posinset'))
  for (let step = 0; step < 30; step++) scrollTo(10_000 + step)
  for (let step = 1; step < 20; step++) scrollTo(10_000 + 1_500 * step)
  const before = shown()
  const restedAt = nowMs
  while (nowMs < restedAt + 100) scrollTo(38_500)
  expect(shown()).toEqual(before)
  while (nowMs < restedAt + 300) scrollTo(38_500)
  expect(shown()).not.toEqual(before)
})

test('whoever is led to a page waits for its photos no longer than they take', async () => {
  setupSlow(photos(400))
  await screen.findByText('Photo 1')
  for (let step = 0; step < 30; step++) scrollTo(10_000 + step)
  const ledAt = nowMs
  while (nowMs < ledAt + 130) scrollTo(30_000)
  const places = screen.getAllByRole('listitem').map((tile) => Number.parseFloat(tile.style.top))
  expect(places.some((top) => top > 29_000)).toBe(true)
})

test('a page that is led to is no flick, however near it is', async () => {
  let show: (next: Props['jump']) => void = () => {}
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {
    scrolled += 1_200
    window.dispatchEvent(new Event('scroll'))
  })
  const all = photos(400)
  const draw: Tile = ({ title }) => {
    nowMs += 10
    return <span>{title}</span>
  }
  const told = { onLook: () => false, onStep: () => undefined, onEnd: () => undefined }
  const Led = () => {
    const [jump, setJump] = useState<Props['jump']>()
    show = setJump
    return (
      <PhotoGrid photos={all} look={usualLook} withWords={false} isBelowCover={false} total={400} jump={jump} {...told}>
        {draw}
      </PhotoGrid>
    )
  }
  slowFrames()
  renderPage(<Led />)
  await screen.findByText('Photo 1')
  for (let step = 0; step < 60; step++) scrollTo(10_000 + step * 10)
  const last = () =>
    Math.max(...screen.getAllByRole('listitem').map((tile) => Number(tile.getAttribute('aria-posinset'))))
  const before = last()
  act(() => show({ index: 200 }))
  const ledAt = nowMs
  while (nowMs < ledAt + 100) act(() => void vi.advanceTimersByTime(4))
  expect(last()).toBeGreaterThan(before)
})

test('who opens a gallery further down has whole tiles at once, also where nobody knows how quick a machine is', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {
    scrolled = 30_000
    window.dispatchEvent(new Event('scroll'))
  })
  const { onLook } = setup(400, {
    jump: { index: 300 },
    children: (photo, _, isBare) => <span>{isBare ? `bare ${photo.title}` : photo.title}</span>,
  })
  expect(onLook).not.toHaveBeenCalled()
  const seen = new Set<string | null>()
  for (let step = 0; step < 30; step++) {
    act(() => void vi.advanceTimersByTime(4))
    for (const tile of screen.getAllByRole('listitem')) seen.add(tile.textContent)
  }
  expect([...seen].some((text) => Number(text?.replace('Photo ', '')) > 200)).toBe(true)
  expect([...seen].filter((text) => text?.startsWith('bare'))).toEqual([])
})

test('a quick machine draws whole tiles while somebody scrolls, once it is known to be one', async () => {
  setupSlow(photos(400), 1)
  await screen.findByText('Photo 1')
  // So gently that nothing is missing once it rests.
  for (let step = 0; step < 60; step++) scrollTo(step * 40)
  await waitFor(() => expect(screen.queryByText(/^bare/)).toBeNull())
  act(() => vi.advanceTimersByTime(1_000))
  const seen = new Set<string | null>()
  for (let step = 0; step < 120; step++) {
    scrollTo(2_400 + step * 40)
    for (const tile of screen.getAllByRole('listitem')) seen.add(tile.textContent)
  }
  expect([...seen].filter((text) => text?.startsWith('bare'))).toEqual([])
  expect([...seen].length).toBeGreaterThan(60)
})

test('more photos are painted in a frame after the one that brings them', async () => {
  vi.stubGlobal('innerHeight', 4_000)
  const all = photos(400)
  const { show } = setupChanging(all.slice(0, 40), { total: 400 })
  await waitFor(() => expect(colours().length).toBe(2))
  act(() => show(all.slice(0, 80)))
  expect(colours().length).toBe(2)
  await waitFor(() => expect(colours().length).toBe(4))
})

test('a wall of another width is painted at once', async () => {
  const all = photos(400)
  setupChanging(all.slice(0, 40), { total: 400 })
  await waitFor(() => expect(colours().length).toBe(2))
  const tops = colours()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  tellSizes()
  expect(colours()).not.toEqual(tops)
})

test('where a shorter list takes the place of one with bare tiles, nothing is followed any more', async () => {
  const { show } = setupSlow(photos(400))
  await screen.findByText('Photo 1')
  for (let step = 0; step < 12; step++) scrollTo(10_000 + step)
  expect(screen.getAllByText(/^bare/).length).toBeGreaterThan(0)
  scrollTo(0)
  show(photos(30))
  await waitFor(() => expect(screen.queryByText(/^bare/)).toBeNull())
  act(() => vi.advanceTimersByTime(3_000))
  const asked = vi.fn(() => 0)
  vi.stubGlobal('requestAnimationFrame', asked)
  act(() => vi.advanceTimersByTime(1_000))
  expect(asked).not.toHaveBeenCalled()
})
