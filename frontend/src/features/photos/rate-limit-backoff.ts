import { codeOf, retryAfterMs } from '#frontend/shared/api/api-error.ts'

/** Waits for answers without `Retry-After`, in milliseconds, by the number of refusals so far. The last one repeats. */
const waitsMs = [5_000, 10_000, 20_000, 40_000, 60_000] as const
const leastMs = 1_000

/** How long to wait before the next try, in milliseconds; `undefined` when the error is not about too many requests. */
const slowDownMs = (thrown: unknown, refusals: number): number | undefined => {
  const askedMs = retryAfterMs(thrown)
  if (askedMs !== undefined) return Math.max(leastMs, askedMs)
  return codeOf(thrown) === 'too_many_requests' ? (waitsMs[refusals] ?? waitsMs.at(-1)) : undefined
}

type Parts = { pause: (ms: number) => Promise<void>; now: () => number; onChange: () => void }

/**
 * Retries requests that are refused for being too many, without a limit on tries. While one waits, all others that
 * share this backoff wait, too. For work in the background, as uploads.
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
    /** When the wait ends, in milliseconds of `now`; `undefined` when there is no wait. */
    until: () => until,
    ask: async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      for (let refusals = 0; ; refusals += 1) {
        await held
        // It may have been cancelled during the wait.
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
