import { existsSync, readFileSync } from 'node:fs'

const file = '/proc/stat'
/** Milliseconds: the unit of /proc/stat is a hundredth of a second on every Linux that Node runs on (USER_HZ, time(7)). */
const tickMs = 10

/**
 * Milliseconds, over all processors, that the host of a virtual machine gave to others while this one had work, since it
 * began: the eighth time in the first line of Linux' /proc/stat, steal (proc_stat(5)).
 * @returns `undefined` where nobody tells.
 */
export const stolenMs = (): number | undefined => {
  if (!existsSync(file)) return undefined
  const [line = ''] = readFileSync(file, 'utf8').split('\n')
  const steal = line.trim().split(/\s+/)[8]
  return steal === undefined ? undefined : Number(steal) * tickMs
}
