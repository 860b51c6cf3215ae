import { ApiError, isNotReached, retryAfterMs } from '#frontend/shared/api/api-error.ts'

/** How long the browser retries before the buyer is told that the server is too busy. */
const patienceMs = 30_000
/** The wait when the answer has no `Retry-After`. */
const usualWaitMs = 2_000
const shortestWaitMs = 500

/**
 * How long to wait before the next try, in milliseconds; `undefined` when the error is to be shown at once.
 * A retry helps where the server is overloaded: it says so itself (`unavailable` with a wait), or the gateway in front
 * of the functions does, whose answers have no `requestId`. It does not help against a limit that this browser has
 * reached, or a fault of the server.
 */
const waitOf = (thrown: unknown): number | undefined => {
  if (!(thrown instanceof ApiError) || isNotReached(thrown)) return undefined
  const { code, requestId } = thrown
  const askedMs = retryAfterMs(thrown)
  const isOthers = requestId === undefined && (code === 'unavailable' || code === 'too_many_requests')
  const isFull = isOthers || (code === 'unavailable' && askedMs !== undefined)
  return isFull ? Math.max(askedMs ?? usualWaitMs, shortestWaitMs) : undefined
}

const realWait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type Parts = { onBusy: () => void; wait?: (ms: number) => Promise<void>; nowMs?: () => number; random?: () => number }

/**
 * Repeats a request while the server is too busy for it, for at most 30 seconds.
 * @param send Must send the same idempotency key each time, so that the request takes effect only once.
 * @param parts.onBusy Called before each wait.
 * @throws the error of the last try.
 */
export const whileBusy = async <T>(
  send: () => Promise<T>,
  { onBusy, wait = realWait, nowMs = Date.now, random = Math.random }: Parts,
): Promise<T> => {
  const endMs = nowMs() + patienceMs
  for (;;) {
    try {
      return await send()
    } catch (thrown) {
      const askedMs = waitOf(thrown)
      // Up to half as long again at random, so that browsers that were refused together do not all return together.
      const waitMs = (askedMs ?? 0) * (1 + random() / 2)
      if (askedMs === undefined || nowMs() + waitMs > endMs) throw thrown
      onBusy()
      await wait(waitMs)
    }
  }
}
