const worthRetrying = new Set(['unavailable', 'internal'])

/**
 * Tries again only where the answer may differ next time. Looks at the code alone: the client with its sentences is
 * not needed before the first paint.
 */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && (!('code' in error) || worthRetrying.has(String(error.code)))
