import { ApiError, isNotReached, retryAfterMs } from '#frontend/shared/api/api-error.ts'

/** How long a buyer's own browser goes on asking before it says that there was no room. */
const patienceMs = 30_000
/** The wait where the answer names none. */
const usualWaitMs = 2_000
const shortestWaitMs = 500

/**
 * How long to wait, where something on the server's side was full: by our own word, or by that of what stands before the
 * functions (no `requestId`). What was counted against this browser is told at once instead, and so is a breakdown.
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
 * Sends the same request again while the server is too busy for it, for half a minute.
 * @param send With the same idempotency key each time: however often it arrives, it is done once.
 * @param parts.onBusy Called before each wait.
 * @throws what the last try said.
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
      // Spread, so that a crowd that was refused together does not come again together.
      const waitMs = (askedMs ?? 0) * (1 + random() / 2)
      if (askedMs === undefined || nowMs() + waitMs > endMs) throw thrown
      onBusy()
      await wait(waitMs)
    }
  }
}
