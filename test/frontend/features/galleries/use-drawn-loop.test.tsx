import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { useDrawn } from '#frontend/features/galleries/use-drawn.ts'
import type { Wall } from '#frontend/features/galleries/wall-layout.ts'

/** One tile below the other. */
const column = (count: number, height: number): Wall => {
  const places = Array.from({ length: count }, (_, index) => ({ left: 0, top: index * height, width: 100, height }))
  return { places, height: count * height, tallest: height, settled: 0, ends: [] }
}
const later = () => new Promise((resolve) => setTimeout(resolve, 5))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a wall that changes while a frame draws tiles of the one before is followed alone, and the frames end', async () => {
  // Nothing is flushed by a test's own rules: what React puts off stays put off, as in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const waiting = new Map<number, FrameRequestCallback>()
  let last = 0
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
    waiting.set(++last, run)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => waiting.delete(id))
  const frame = () => {
    const due = [...waiting.values()]
    waiting.clear()
    for (const run of due) run(0)
  }
  let change: (wall: Wall) => void = () => {}
  const Page = () => {
    const list = useRef<HTMLUListElement>(null)
    const [wall, setWall] = useState(column(500, 10))
    change = setWall
    const { drawn } = useDrawn(list, {
      wall,
      isLong: true,
      ledTo: () => undefined,
      onScroll: () => false,
      onStep: () => {},
    })
    return <ul ref={list}>{drawn.length}</ul>
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Page />)
  await later()
  frame()
  change(column(500, 40))
  for (let each = 0; each < 300; each++) {
    frame()
    if (each % 20 === 0) await later()
  }
  expect(waiting.size).toBe(0)
  root.unmount()
})

test('what else is drawn for a scroll has a frame to itself, and no tile comes in it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  let asked: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => asked.push(run))
  const frame = async () => {
    const due = asked
    asked = []
    for (const run of due) run(0)
    await later()
  }
  let others = 0
  let scrolled = 0
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, -scrolled, 100, 0))
  let drawings = 0
  const wall = column(500, 40)
  const Page = () => {
    const list = useRef<HTMLUListElement>(null)
    const { drawn } = useDrawn(list, {
      wall,
      isLong: true,
      ledTo: () => undefined,
      onScroll: () => others-- > 0,
      onStep: () => (drawings += 1),
    })
    return <ul ref={list}>{drawn.length}</ul>
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Page />)
  await later()
  for (let each = 0; each < 60; each++) await frame()
  drawings = 0
  others = 2
  scrolled = 4_000
  window.dispatchEvent(new Event('scroll'))
  await frame()
  await frame()
  expect(drawings).toBe(0)
  expect(others).toBe(0)
  await frame()
  expect(drawings).toBe(1)
  root.unmount()
})
