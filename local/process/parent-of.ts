import { readFileSync } from 'node:fs'

/**
 * The process that started another, as Linux tells it: the fourth entry of its `stat`, two behind a name in brackets that
 * may hold spaces (proc_pid_stat(5)). `undefined` for one that is gone, and where there is no /proc.
 */
export const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
