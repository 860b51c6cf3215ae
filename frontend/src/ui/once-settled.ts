import { whenStill } from './when-still.ts'

/** Milliseconds after which a page that has been taken over has its first pictures, and was touched if it was waited for. */
const settledMs = 1_500

/**
 * Does a small work once a page has been there for a while, and not while something is scrolled.
 * @returns A function that withdraws it, where it waits still.
 */
export const onceSettled = (work: () => void): (() => void) => {
  let withdraw: (() => void) | undefined
  const timer = setTimeout(() => {
    withdraw = whenStill(work)
  }, settledMs)
  return () => {
    clearTimeout(timer)
    withdraw?.()
  }
}
