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

/** A wall that rests on a machine that takes some milliseconds for each tile, and 2 for a frame without. */
const atRest = async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  let asked: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => asked.push(run))
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  let top = 0
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, -top, 100, 0))
  let tiles = { drawn: [] as readonly number[], bare: 0 }
  const wall = column(5_000, 40)
  const Page = () => {
    const list = useRef<HTMLUListElement>(null)
    const { drawn, bare } = useDrawn(list, {
      wall,
      isLong: true,
      ledTo: () => undefined,
      onScroll: () => false,
      onStep: () => {},
    })
    if (tiles.drawn !== drawn || tiles.bare !== bare.size) tiles = { drawn, bare: bare.size }
    return <ul ref={list}>{drawn.length}</ul>
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Page />)
  await later()
  let shown = tiles
  return {
    /** Draws until nothing more comes. @returns how many tiles came, and how many of those bare. */
    draw: async (tileMs: number) => {
      const all = { whole: 0, bare: 0 }
      for (let calm = 0; calm < 8; ) {
        const before = tiles
        const due = asked
        asked = []
        for (const run of due) run(0)
        const came = tiles.drawn.filter((index) => !shown.drawn.includes(index)).length
        clock += 2 + tileMs * Math.max(came, shown.bare - tiles.bare)
        shown = tiles
        await later()
        const more = tiles.drawn.filter((index) => !before.drawn.includes(index)).length
        const moreBare = Math.max(0, tiles.bare - before.bare)
        all.bare += moreBare
        all.whole += more - moreBare
        calm = tiles === before ? calm + 1 : 0
      }
      return { ...all, isWhole: tiles.bare === 0 }
    },
    /** Led to another place, where it has rested for a second. */
    goOn: () => {
      top += 10_000
      window.dispatchEvent(new Event('scroll'))
      clock += 1_000
    },
    close: () => root.unmount(),
  }
}

test('a slow machine draws no tile at once where it rests either: its picture first, and the rest in another frame', async () => {
  const wall = await atRest()
  const first = await wall.draw(20)
  wall.goOn()
  const then = await wall.draw(20)
  wall.close()
  // Until the first one has come nobody knows how long it takes.
  expect(first.whole).toBeLessThanOrEqual(1)
  expect(then.whole).toBe(0)
  expect(then.bare).toBeGreaterThan(10)
  expect([first.isWhole, then.isWhole]).toEqual([true, true])
})

test('a machine that was quick and has become slow is slow', async () => {
  const wall = await atRest()
  await wall.draw(20)
  wall.goOn()
  await wall.draw(1)
  wall.goOn()
  const quick = await wall.draw(1)
  wall.goOn()
  await wall.draw(20)
  wall.goOn()
  const slow = await wall.draw(20)
  wall.close()
  expect([quick.bare, slow.whole]).toEqual([0, 0])
})
