import { codeOf, retryAfterMs } from '#frontend/shared/api/api-error.ts'

/** Waits where the server only says that it was too much, in milliseconds; the last one goes on. */
const waitsMs = [5_000, 10_000, 20_000, 40_000, 60_000] as const
const leastMs = 1_000

/** How long to wait before the same is asked again; `undefined` when the refusal is not about pace. */
const slowDownMs = (thrown: unknown, refusals: number): number | undefined => {
  const askedMs = retryAfterMs(thrown)
  if (askedMs !== undefined) return Math.max(leastMs, askedMs)
  return codeOf(thrown) === 'too_many_requests' ? (waitsMs[refusals] ?? waitsMs.at(-1)) : undefined
}

type Parts = { pause: (ms: number) => Promise<void>; now: () => number; onChange: () => void }

/**
 * For work that has time: whoever is told to slow down waits, everybody else with them, and asks again, as often as it
 * takes.
 */
export const createRateLimitBackoff = ({ pause, now, onChange }: Parts) => {
  let held: Promise<void> | undefined
  let until: number | undefined

  const hold = async (ms: number) => {
    until = now() + ms
    onChange()
    await pause(ms)
    held = undefined
    until = undefined
    onChange()
  }

  return {
    /** When it goes on, in milliseconds of the clock; `undefined` when nothing waits. */
    until: () => until,
    ask: async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      for (let refusals = 0; ; refusals += 1) {
        await held
        // What nobody wants any more is not asked for after an hour.
        if (signal?.aborted) throw new DOMException('Removed from the list', 'AbortError')
        try {
          return await work()
        } catch (thrown) {
          const waitMs = slowDownMs(thrown, refusals)
          if (waitMs === undefined) throw thrown
          held ??= hold(waitMs)
        }
      }
    },
  }
}
