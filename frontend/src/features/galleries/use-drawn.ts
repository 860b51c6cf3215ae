import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStable } from '#frontend/ui/use-stable.ts'
import { between, lookedAt, type Wall } from './wall-layout.ts'

/** Before places are known: all of a page's HTML, and no more of a gallery that one comes back to. */
const atFirst = Array.from({ length: 40 }, (_, index) => index)
/** As many are all drawn: searching in the page and screen readers find them, and no phone minds. */
const drawnAtOnce = 120
/** Of more, so far above and below the window photos are drawn, in windows. */
const drawnAhead = 1.5

/** Whether the photo of this number is drawn only while it is near the window, of so many; of as few as nobody knows, never. */
export const isDrawnNear = (index: number, count = 0): boolean => count > drawnAtOnce && index >= atFirst.length

/** Milliseconds that a step may take until it is shown: with less, the next one has more tiles; with more, fewer. */
const frameMs = { short: 10, long: 22 } as const
const mostAtOnce = 32

/**
 * A step from the tiles that are drawn to those that shall be, all by number: a few more, those nearest to the middle
 * first, and a few less, the farthest first.
 */
export const nextDrawn = (
  drawn: readonly number[],
  wanted: readonly number[],
  { middle, few }: { middle: number; few: number },
): readonly number[] => {
  const [areDrawn, areWanted] = [new Set(drawn), new Set(wanted)]
  const byDistance = (a: number, b: number) => Math.abs(a - middle) - Math.abs(b - middle)
  const more = wanted.filter((index) => !areDrawn.has(index)).sort(byDistance)
  const less = drawn.filter((index) => !areWanted.has(index)).sort(byDistance)
  if (more.length === 0 && less.length === 0) return drawn
  const leaving = new Set(less.slice(-few))
  return [...drawn.filter((index) => !leaving.has(index)), ...more.slice(0, few)].sort((a, b) => a - b)
}

/** The photos in the window and around it; all of them would be more than a phone can hold. */
const wantedAt = (wall: Wall, top: number) => {
  const ahead = drawnAhead * window.innerHeight
  return wall.places.length <= drawnAtOnce
    ? [...wall.places.keys()]
    : between(wall, top - ahead, top + window.innerHeight + ahead)
}

/**
 * Which photos of a wall are drawn, by number. The window is followed by few tiles a frame, as many as the phone keeps
 * up with: all that are due at once would hold it for many frames.
 * @param onScroll Told how far the window has gone into the list.
 */
export const useDrawn = (
  list: RefObject<HTMLElement | null>,
  wall: Wall | undefined,
  onScroll: (top: number) => void,
): readonly number[] => {
  const [drawn, setDrawn] = useState<readonly number[]>(atFirst)
  const now = useRef(drawn)
  const told = useStable(onScroll)
  const isScrolled = useRef(false)
  const few = useRef(2)
  useEffect(() => {
    let frame = 0
    let task: ReturnType<typeof setTimeout> | undefined
    /** Milliseconds that React took for the last step, until its picture was shown as well. */
    let drawnIn: number | undefined
    const measure = (shownIn: number) => {
      if (drawnIn === undefined) return
      const took = drawnIn + shownIn
      if (took > frameMs.long) few.current = Math.max(1, Math.floor(few.current / 2))
      else if (took < frameMs.short) few.current = Math.min(mostAtOnce, few.current * 2)
      drawnIn = undefined
    }
    const look = () => {
      if (!list.current) return
      const top = -list.current.getBoundingClientRect().top
      if (isScrolled.current) told(top)
      isScrolled.current = false
      if (!wall) return
      const there = now.current.filter((index) => index < wall.places.length)
      const next = nextDrawn(there.length < now.current.length ? there : now.current, wantedAt(wall, top), {
        middle: lookedAt(wall, top + window.innerHeight / 2),
        few: few.current,
      })
      if (next === now.current) return
      now.current = next
      // Asked for before React draws: with these tiles it may take over another wall, and then ends this effect.
      ask()
      const begun = performance.now()
      flushSync(() => setDrawn(next))
      drawnIn = performance.now() - begun
    }
    /** Looks when the next picture was shown: until then a browser would lay the page out for the answer, and once more. */
    const ask = () => {
      frame ||= requestAnimationFrame(() => {
        const begun = performance.now()
        task = setTimeout(() => {
          frame = 0
          measure(performance.now() - begun)
          look()
        })
      })
    }
    const follow = () => {
      isScrolled.current = true
      ask()
    }
    ask()
    addEventListener('scroll', follow, { passive: true })
    addEventListener('resize', follow)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(task)
      removeEventListener('scroll', follow)
      removeEventListener('resize', follow)
    }
  }, [list, wall, told])
  return drawn
}
