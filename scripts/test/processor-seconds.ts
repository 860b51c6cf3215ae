import { readFileSync } from 'node:fs'

/** Of a second: Linux tells times in these, whatever its kernel counts in (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
const ticks = 100
/** Where `cutime` and `cstime` stand behind the command's name, which may hold spaces and parentheses. */
const [childrenUser, childrenSystem] = [13, 14]

/** What a line of `/proc/<pid>/stat` tells of the children that ended. */
export const childrenSeconds = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[childrenUser]) + Number(fields[childrenSystem])) / ticks
}

/**
 * Processor seconds of all processes that this one started and that have ended, with those that they waited for. What is idle
 * for a while and how busy the machine is are not in it. Undefined where the system is not Linux.
 */
export const endedProcessorSeconds = (): number | undefined => {
  try {
    return childrenSeconds(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return undefined
  }
}
