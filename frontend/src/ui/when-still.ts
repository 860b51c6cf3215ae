import { inSlices } from './in-slices.ts'

/** Milliseconds after the last scrolling: by then somebody looks at what is there. */
const stillMs = 120
const waiting = new Set<() => void>()
let scrolledAt = Number.NEGATIVE_INFINITY
let isFollowing = false
let timer: ReturnType<typeof setTimeout> | undefined

const goOn = () => {
  timer = undefined
  const restMs = scrolledAt + stillMs - performance.now()
  if (restMs > 0) {
    timer = setTimeout(goOn, restMs)
    return
  }
  for (const work of waiting) inSlices(work)
  waiting.clear()
}

/** Takes notice of scrolls from now on; whoever waits here does so by itself. */
export const followScrolls = () => {
  if (isFollowing) return
  isFollowing = true
  const note = () => {
    scrolledAt = performance.now()
  }
  addEventListener('scroll', note, { capture: true, passive: true })
}

/**
 * Whether something is scrolled, as far as somebody has waited here before.
 * @param withinMs Milliseconds for which it may have rested.
 */
export const isScrolling = (withinMs: number = stillMs): boolean => performance.now() < scrolledAt + withinMs

/**
 * Does a small work in slices, and not while something is scrolled: a thumb passes more of the page in a second than a
 * slow phone can do such works for.
 * @returns A function that withdraws it, where it waits still.
 */
export const whenStill = (work: () => void): (() => void) => {
  followScrolls()
  waiting.add(work)
  if (timer === undefined) goOn()
  return () => {
    waiting.delete(work)
  }
}

/**
 * Does a small work each time that something has been scrolled and rests.
 * @returns A function that ends it.
 */
export const whenRested = (work: () => void): (() => void) => {
  // Before the first scrolling, which would pass for rest.
  followScrolls()
  let withdraw: (() => void) | undefined
  const scrolled = () => {
    withdraw ??= whenStill(() => {
      withdraw = undefined
      work()
    })
  }
  addEventListener('scroll', scrolled, { capture: true, passive: true })
  return () => {
    removeEventListener('scroll', scrolled, { capture: true })
    withdraw?.()
  }
}
