import { existsSync, readFileSync } from 'node:fs'

const file = '/proc/stat'
/** Hundredths of a second since the machine began, over all of its processors. */
export type Ticks = { stolen: number; all: number }

/**
 * What the processors did so far. The first line of Linux' /proc/stat: user, nice, system, idle, iowait, irq, softirq,
 * steal, and guest times that the first two hold already (proc_stat(5)). Steal is what the host of a virtual machine gave to
 * others while this one had work.
 * @returns `undefined` where nobody tells.
 */
export const ticksNow = (): Ticks | undefined => {
  if (!existsSync(file)) return undefined
  const [line = ''] = readFileSync(file, 'utf8').split('\n')
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number)
  return { stolen: times[7] ?? 0, all: times.reduce((sum, each) => sum + each, 0) }
}

/** The share of the processors' time that was taken away since; 0 where nobody tells. */
export const stolenSince = (before: Ticks | undefined): number => {
  const now = ticksNow()
  if (!now || !before || now.all <= before.all) return 0
  return (now.stolen - before.stolen) / (now.all - before.all)
}
