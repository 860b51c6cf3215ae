const waiting: (() => void)[] = []
/** The number of the last frame that was asked for; the others are waited for no more. */
let last = 0
let isListening = false

/** A page that is hidden draws no frames: what waited for one goes on without. */
const hide = () => {
  if (document.hidden && waiting.length > 0) ask()
}

const ask = () => {
  const mine = ++last
  const go = () => {
    if (mine !== last) return
    const work = waiting.shift()
    try {
      work?.()
    } finally {
      // Behind the work, so that whatever it has timed by its next frame is not the next one's.
      if (mine === last && waiting.length > 0) ask()
    }
  }
  if (!isListening) document.addEventListener('visibilitychange', hide)
  isListening = true
  if (document.hidden) setTimeout(go)
  else requestAnimationFrame(() => setTimeout(go))
}

/**
 * Does a work of some milliseconds in a task of its own, once the next frame is shown, and with no other such work before
 * the frame after it: two of them would make a slow phone late. In the order given.
 * @returns A function that withdraws it, where it waits still.
 */
export const takeTurn = (work: () => void): (() => void) => {
  waiting.push(work)
  if (waiting.length === 1) ask()
  return () => {
    const at = waiting.indexOf(work)
    if (at >= 0) waiting.splice(at, 1)
  }
}

/** Resolves when it is one's turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void takeTurn(resolve))
