import { readFileSync } from 'node:fs'

/** The parent of a process as Linux tells it (proc(5), "stat"): the second field after the name in brackets. */
const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

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
