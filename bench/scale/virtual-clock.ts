import type { Clock } from '#functions/shared/time/clock.ts'

type Timer = { readonly atMs: number; readonly order: number; readonly go: () => void }
const isEarlier = (a: Timer, b: Timer) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)

/** Timers by their time, then in the order in which they were set: a binary heap. */
const timers = () => {
  const heap: Timer[] = []
  const swap = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]]
    if (one && other) {
      heap[a] = other
      heap[b] = one
    }
  }
  const precedes = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]]
    return one !== undefined && other !== undefined && isEarlier(one, other)
  }
  return {
    add: (timer: Timer) => {
      let place = heap.push(timer) - 1
      while (place > 0 && precedes(place, (place - 1) >>> 1)) {
        swap(place, (place - 1) >>> 1)
        place = (place - 1) >>> 1
      }
    },
    next: () => heap[0],
    take: (): Timer | undefined => {
      const first = heap[0]
      const last = heap.pop()
      if (last === undefined || last === first) return first
      heap[0] = last
      for (let place = 0; ; ) {
        const [left, right] = [2 * place + 1, 2 * place + 2]
        const smaller = precedes(right, left) ? right : left
        if (!precedes(smaller, place)) break
        swap(smaller, place)
        place = smaller
      }
      return first
    },
  }
}

const microtasksDone = () => new Promise((resolve) => setImmediate(resolve))

/**
 * A clock that moves only when everybody waits: an hour of waiting passes as fast as the machine works. What runs on it may
 * wait for this clock and for promises, not for sockets, files or threads, whose time it would not see.
 */
export const virtualClock = (startsAt: Date) => {
  let presentMs = startsAt.getTime()
  let set = 0
  const waiting = timers()
  const wait = (ms: number): Promise<void> =>
    new Promise((go) => {
      waiting.add({ atMs: presentMs + Math.max(0, ms), order: set++, go })
    })
  const now: Clock = () => new Date(presentMs)
  return {
    now,
    nowMs: () => presentMs,
    wait,
    /** Lets time pass until all are settled. @throws what failed first. */
    async run<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
      let isOver = false
      const all = Promise.allSettled(tasks).then((endings) => {
        isOver = true
        return endings
      })
      for (;;) {
        await microtasksDone()
        if (isOver) break
        const first = waiting.take()
        if (!first) throw new Error('Nobody waits for the clock, and not everything has ended.')
        presentMs = Math.max(presentMs, first.atMs)
        first.go()
        // All of the same moment go together.
        while (waiting.next()?.atMs === first.atMs) waiting.take()?.go()
      }
      return (await all).map((ending) => {
        if (ending.status === 'rejected') throw ending.reason
        return ending.value
      })
    },
  }
}
export type VirtualClock = ReturnType<typeof virtualClock>
