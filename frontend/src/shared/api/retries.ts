const worthRetrying = new Set(['unavailable', 'internal'])

/**
 * Tries again only where the answer may differ next time. Looks at the code alone: the client with its sentences is
 * not needed before the first paint.
 */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && (!('code' in error) || worthRetrying.has(String(error.code)))

const askedMs = (error: Error): number => {
  const details: unknown = 'details' in error ? error.details : undefined
  const isTold = typeof details === 'object' && details !== null && 'retryAfterSeconds' in details
  return isTold && typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds * 1_000 : 0
}

/** The wait before the next try: a second, then two, or what the server asks for; at most half a minute. */
export const retryDelay = (failures: number, error: Error): number =>
  Math.min(Math.max(1_000 * 2 ** failures, askedMs(error)), 30_000)
