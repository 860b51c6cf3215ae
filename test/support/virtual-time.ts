import { setImmediate as settled } from 'node:timers/promises'
import type { Clock } from '#functions/shared/time/clock.ts'

/** A clock and waits over it: an hour of waiting passes as fast as the machine can work. */
export const virtualTime = (start: string) => {
  let presentMs = Date.parse(start)
  const timers: { at: number; order: number; go: () => void }[] = []
  let made = 0
  const now: Clock = () => new Date(presentMs)
  return {
    now,
    wait: (ms: number): Promise<void> =>
      new Promise((go) => {
        timers.push({ at: presentMs + Math.max(0, ms), order: made++, go })
      }),
    /** Runs until all are settled; where nobody waits for time and one is still open, it would never end. */
    async run(tasks: readonly Promise<unknown>[]): Promise<void> {
      let isOver = false
      const all = Promise.allSettled(tasks).then((endings) => {
        isOver = true
        return endings
      })
      for (;;) {
        await settled()
        if (isOver) break
        timers.sort((a, b) => a.at - b.at || a.order - b.order)
        const next = timers.shift()
        if (!next) throw new Error('Nobody waits for time, and not everything has ended.')
        presentMs = Math.max(presentMs, next.at)
        next.go()
      }
      for (const ending of await all) if (ending.status === 'rejected') throw ending.reason
    },
  }
}
