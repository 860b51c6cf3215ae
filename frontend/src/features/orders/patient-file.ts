import { ApiError, codeOf, retryAfterMs } from '#frontend/shared/api/api-error.ts'
import { retryDelay, shouldRetry } from '#frontend/shared/api/retries.ts'

/** So long nothing may come of a file before it counts as broken: a connection that is gone is never told of as such. */
const idleMs = 60_000
const tries = 3
/** The longest wait of `retryDelay`: what asks for more is of a kind that nobody waits for before a page. */
const longestWaitMs = 30_000

/** Whether the same may come the next time: no answer, a fault of the server, too many at once, a file that breaks off. */
const mayPass = (failures: number, error: Error): boolean =>
  codeOf(error) === 'too_many_requests'
    ? failures < tries - 1 && (retryAfterMs(error) ?? 0) <= longestWaitMs
    : shouldRetry(failures, error)

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end)
  })

type Try<T> = (hold: { signal: AbortSignal; alive: () => void }) => Promise<T>

/** One try, which ends when it is cancelled, and when `alive` was not called for a minute. */
const onceOf = async <T>(work: Try<T>, cancelled: AbortSignal): Promise<T> => {
  cancelled.throwIfAborted()
  const own = new AbortController()
  const end = () => own.abort(cancelled.reason)
  cancelled.addEventListener('abort', end)
  const idle = new Error('Nothing came of a file for a minute.')
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => own.abort(idle), idleMs)
  }
  alive()
  try {
    return await work({ signal: own.signal, alive })
  } catch (thrown) {
    // Whatever the browser calls what it ended for us.
    if (own.signal.aborted) throw own.signal.reason
    throw thrown
  } finally {
    clearTimeout(timer)
    cancelled.removeEventListener('abort', end)
  }
}

/**
 * Does what may fail for a moment up to three times, with a pause between.
 * @param work One try: fetches with `signal`, and calls `alive` whenever something has come.
 * @throws the reason of `cancelled` once that is aborted; otherwise what the last try threw.
 */
export const patiently = async <T>(work: Try<T>, cancelled: AbortSignal): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await onceOf(work, cancelled)
    } catch (thrown) {
      const isOver = cancelled.aborted || !(thrown instanceof Error) || !mayPass(failures, thrown)
      if (isOver) throw thrown
      await pause(retryDelay(failures, thrown), cancelled)
    }
  }
}

const codeOfStatus = (status: number) => {
  if (status === 429) return 'too_many_requests'
  return status >= 500 ? 'unavailable' : 'file_unavailable'
}

const counted = (body: ReadableStream<Uint8Array<ArrayBuffer>>, onBytes: (count: number) => void) =>
  body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        onBytes(chunk.byteLength)
        controller.enqueue(chunk)
      },
    }),
  )

/** A whole file by its link, in memory: what broke off half-way can be left out of whatever it is for. */
export const wholeFile = async (url: string, signal: AbortSignal, onBytes: (count: number) => void): Promise<Blob> => {
  const response = await fetch(url, { credentials: 'omit', signal })
  if (!response.ok) throw new ApiError({ code: codeOfStatus(response.status) })
  if (!response.body) throw new Error('A file of the order came without its bytes.')
  return await new Response(counted(response.body, onBytes)).blob()
}
