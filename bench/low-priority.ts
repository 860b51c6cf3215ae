import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentOf } from '#local/process/parent-of.ts'

const processes = '/proc'

/** Whatever a process started, and what that did. */
export const startedBy = (pid: number): number[] => {
  if (!existsSync(processes)) return []
  const all = readdirSync(processes).map(Number).filter(Number.isInteger)
  const children = all.filter((each) => parentOf(each) === pid)
  return children.flatMap((child) => [child, ...startedBy(child)])
}

/**
 * Gives a process the lowest priority: thread by thread, as on Linux each has one of its own (setpriority(2)), and as a
 * group, as where Linux groups processes by session that alone counts between sessions (sched(7), autogroup).
 */
export const lower = (pid: number): void => {
  const threads = `${processes}/${pid}/task`
  const low = constants.priority.PRIORITY_LOW
  for (const thread of existsSync(threads) ? readdirSync(threads).map(Number) : [pid]) {
    try {
      setPriority(thread, low)
    } catch {
      // It has ended meanwhile.
    }
  }
  const group = `${processes}/${pid}/autogroup`
  if (existsSync(group)) writeFileSync(group, String(low))
}
