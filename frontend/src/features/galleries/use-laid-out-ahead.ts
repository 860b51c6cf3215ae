import { type RefObject, useEffect } from 'react'
import { onceSettled } from '#frontend/ui/once-settled.ts'
import { whenRested, whenStill } from '#frontend/ui/when-still.ts'

/** Tiles whose styles and places the browser works out when they come near (`tile-area.tsx`). */
const putOff = '[data-tile=grid]:not([data-near])'

/**
 * Has the browser lay out the tiles of a wall that it has put off, one after the other while nothing is scrolled. By
 * itself it does so for all that come near in one frame: at a first flick for eight, which takes a slow phone 80 ms.
 * What it has worked out it keeps. Asked for the box of something within, it lays out that much:
 * https://drafts.csswg.org/css-contain-2/#cv-notes
 * @param tiles Which these are, in some form: with others it begins anew. Nothing where there are none yet.
 */
export const useLaidOutAhead = (wall: RefObject<HTMLElement | null>, tiles: string | undefined) => {
  useEffect(() => {
    if (tiles === undefined) return undefined
    const done = new WeakSet<Element>()
    /** Which walk is going on; none any more where this has ended. What was taken up already can be withdrawn no more. */
    let walk = 0
    let withdraw: (() => void) | undefined
    const next = (own: number) => {
      if (own !== walk) return
      const tile = [...(wall.current?.querySelectorAll(putOff) ?? [])].find((each) => !done.has(each))
      if (!tile) return
      done.add(tile)
      for (const part of tile.children) part.firstElementChild?.getBoundingClientRect()
      withdraw = whenStill(() => next(own))
    }
    const end = () => {
      withdraw?.()
      walk += 1
    }
    const begin = () => {
      if (walk < 0) return
      end()
      next(walk)
    }
    const stop = [onceSettled(begin), whenRested(begin)]
    return () => {
      for (const each of stop) each()
      end()
      walk = Number.NEGATIVE_INFINITY
    }
  }, [wall, tiles])
}
