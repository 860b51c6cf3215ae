import { nextTask } from './next-task.ts'

/** Milliseconds: a slow phone still draws its next frame in time behind it. */
const slice = 5
const waiting: (() => void)[] = []
let isRunning = false

/** What a work throws is told as an error of the page, and holds up no other. */
const doNext = () => {
  try {
    waiting.shift()?.()
  } catch (error) {
    reportError(error)
  }
}

const run = async () => {
  isRunning = true
  while (waiting.length > 0) {
    await nextTask()
    const end = performance.now() + slice
    do doNext()
    while (waiting.length > 0 && performance.now() < end)
  }
  isRunning = false
}

/**
 * Does small works soon, in the order given, and never many of them without a pause in which touches are answered and
 * frames drawn. Whoever is gone by then has to bear it.
 */
export const inSlices = (work: () => void): void => {
  waiting.push(work)
  if (!isRunning) void run()
}
