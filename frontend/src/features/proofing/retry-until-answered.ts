import { ApiError, codeOf } from '#frontend/shared/api/api-error.ts'

/** No connection, a server in trouble, or one that asks for patience: none of these says no. */
const noAnswer = new Set(['unavailable', 'too_many_requests'])
export const isNoAnswer = (thrown: unknown): boolean => noAnswer.has(codeOf(thrown))
const longestPauseMs = 15_000

const pauseMs = (thrown: unknown, failures: number): number => {
  const asked = thrown instanceof ApiError ? thrown.details.retryAfterSeconds : undefined
  const patient = Math.min(1_000 * 2 ** failures, longestPauseMs)
  return typeof asked === 'number' ? Math.max(asked * 1_000, patient) : patient
}

/** Ends early when the browser has a connection again. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      resolve()
    }
    const timer = setTimeout(goOn, ms)
    addEventListener('online', goOn)
  })

/**
 * Calls until the server says yes or no, ever more patiently: only for what may be repeated without harm.
 * @param onWait Told of every try without an answer.
 */
export const retryUntilAnswered = async <T>(call: () => Promise<T>, onWait: (thrown: unknown) => void): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await call()
    } catch (thrown) {
      if (!isNoAnswer(thrown)) throw thrown
      onWait(thrown)
      await pause(pauseMs(thrown, failures))
    }
  }
}
