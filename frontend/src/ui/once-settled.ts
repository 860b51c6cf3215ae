import { followScrolls, whenStill } from './when-still.ts'

/** Milliseconds from being taken over until a page has answered what it was touched for meanwhile. */
const settledMs = 500

/**
 * Does a small work once a page has been there for a while, and not while something is scrolled.
 * @returns A function that withdraws it, where it waits still.
 */
export const onceSettled = (work: () => void): (() => void) => {
  followScrolls()
  let withdraw: (() => void) | undefined
  const timer = setTimeout(() => {
    withdraw = whenStill(work)
  }, settledMs)
  return () => {
    clearTimeout(timer)
    withdraw?.()
  }
}
