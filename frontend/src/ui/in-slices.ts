import { nextTask } from './next-task.ts'

/** Milliseconds: a slow phone still draws its next frame in time behind it. */
const slice = 5
const waiting: (() => void)[] = []
let isRunning = false

const run = async () => {
  isRunning = true
  while (waiting.length > 0) {
    await nextTask()
    const end = performance.now() + slice
    do waiting.shift()?.()
    while (waiting.length > 0 && performance.now() < end)
  }
  isRunning = false
}

/**
 * Does small works soon, in the order given, and never many of them without a pause in which touches are answered and
 * frames drawn. Whoever is gone by then has to bear it, and no work may throw.
 */
export const inSlices = (work: () => void): void => {
  waiting.push(work)
  if (!isRunning) void run()
}
