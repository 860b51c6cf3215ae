import { parentOf } from './parent-of.ts'

/** "npm start" is npm, maybe a shell, and this process: each ends without telling the next when it is killed. */
const lineageOf = (): string => {
  const parent = parentOf(process.pid)
  return `${parent} ${parent === undefined ? '' : parentOf(parent)}`
}

/**
 * Calls `end` once whoever started this process is gone, however they ended: a killed parent sends no signal, and its
 * children pass to another.
 */
export const whenOrphaned = (end: () => unknown, everyMs = 300): void => {
  const born = lineageOf()
  const watch = setInterval(() => {
    if (lineageOf() === born) return
    clearInterval(watch)
    end()
  }, everyMs)
  watch.unref()
}
