import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { Endpoint, RequestOf, ResponseOf } from '#schema/api/endpoint.ts'
import { notReached } from './api-error.ts'
import { callEndpoint } from './call-endpoint.ts'
import { endpointKey, pagesKey, requestKey } from './query-keys.ts'
import { retryDelay, shouldRetry } from './retries.ts'
import { turnToAsk } from './turn-to-ask.ts'

export { endpointKey } from './query-keys.ts'

const second = 1_000
const freshness = {
  never: 0,
  '10 s': 10 * second,
  '30 s': 30 * second,
  '1 min': 60 * second,
  '5 min': 300 * second,
} as const
type Freshness = keyof typeof freshness

type Options<E extends Endpoint> = {
  /** Shown, in the page's own layout, until the answer is there (`isPlaceholderData`). */
  placeholder?: ResponseOf<E>
  staleFor?: Freshness
  enabled?: boolean
}

/** A question for `useQuery`: key, types and parsing come from the endpoint. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, request: RequestOf<E>, options: Options<E> = {}) => {
  const { placeholder, staleFor = '30 s', enabled = true } = options
  return {
    queryKey: requestKey(endpoint, request),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      await turnToAsk()
      return callEndpoint(endpoint, request, { signal })
    },
    staleTime: freshness[staleFor],
    enabled,
    ...(placeholder !== undefined && { placeholderData: () => placeholder }),
  }
}

type PagedEndpoint = Endpoint & { readonly response: z.ZodType<{ nextCursor?: string | undefined }> }
type PagesOptions = {
  staleFor?: Freshness
  enabled?: boolean
  beforeReading?: (cursor: string | undefined) => Promise<void>
}
const firstPage: string | undefined = undefined
type PageRequest = { pageParam: string | undefined; signal: AbortSignal }

/**
 * Options for `useInfiniteQuery` that read a list page by page.
 * @param load Fetches the page at a cursor; `undefined` is the first page.
 * @param next The cursor of the next page, taken from an answer; `undefined` after the last page.
 */
export const pageByPage = <A>(
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<A>,
  next: (last: A) => string | undefined,
) => ({
  queryFn: async ({ pageParam, signal }: PageRequest) => {
    await turnToAsk()
    return load(pageParam, signal)
  },
  initialPageParam: firstPage,
  getNextPageParam: next,
})

/**
 * A list that is read page by page, for `useInfiniteQuery`.
 * @param requestOf The request for the page at a cursor; `undefined` is the first page.
 * @param options.beforeReading Waited for between the coming of a page's answer and its reading.
 */
export const endpointPages = <E extends PagedEndpoint>(
  endpoint: E,
  requestOf: (cursor: string | undefined) => RequestOf<E>,
  { staleFor = '30 s', enabled = true, beforeReading }: PagesOptions = {},
) => ({
  queryKey: pagesKey(endpoint, requestOf(firstPage)),
  ...pageByPage(
    (cursor, signal) =>
      callEndpoint(endpoint, requestOf(cursor), {
        signal,
        ...(beforeReading && { beforeReading: () => beforeReading(cursor) }),
      }),
    ({ nextCursor }) => nextCursor,
  ),
  staleTime: freshness[staleFor],
  enabled,
})

type MutationOptions<E extends Endpoint> = {
  /** What is asked anew afterwards: every question to these endpoints. */
  refreshes?: readonly Endpoint[]
  onSuccess?: (answer: ResponseOf<E>, request: RequestOf<E>) => void
  onError?: (error: Error, request: RequestOf<E>) => void
  /**
   * Doing it twice is as good as once: without an answer it is tried again by itself, as reads are. Within a minute: on a
   * device that slept since, it might undo what was said elsewhere. `'whenever'` is for what is meant later as well.
   */
  isRepeatable?: boolean | 'whenever'
  /** Changes of the same name are sent one after the other, in the order in which they were made. */
  inOrder?: string
}

/** Milliseconds; by the clock, as the time since a page began may stand still while a device sleeps. */
const repeatedForMs = 60_000
/** When what is being sent was pressed, which may have waited for others since. */
const pressedAt = new WeakMap<object, number>()
/** Why it was refused last. */
const refusals = new WeakMap<object, Error>()
/** What was not sent again, so late. */
const final = new WeakSet<Error>()
const isWorthIt = (failures: number, error: Error) => !final.has(error) && shouldRetry(failures, error)

/** A change, for buttons and forms: `mutate(request)`. */
export const useEndpoint = <E extends Endpoint>(endpoint: E, options: MutationOptions<E> = {}) => {
  const queries = useQueryClient()
  const { refreshes = [], onSuccess, onError, isRepeatable = false, inOrder } = options
  return useMutation({
    ...(isRepeatable !== false && { retry: isWorthIt, retryDelay }),
    ...(inOrder !== undefined && { scope: { id: inOrder } }),
    onMutate: (request: RequestOf<E>) => {
      pressedAt.set(request, Date.now())
      refusals.delete(request)
    },
    mutationFn: (request: RequestOf<E>) => {
      const isLate = Date.now() > (pressedAt.get(request) ?? 0) + repeatedForMs
      if (isLate && isRepeatable !== 'whenever') {
        const error = refusals.get(request) ?? notReached()
        final.add(error)
        throw error
      }
      return callEndpoint(endpoint, request).catch((error) => {
        refusals.set(request, error)
        throw error
      })
    },
    onSuccess: async (answer, request) => {
      onSuccess?.(answer, request)
      await Promise.all(refreshes.map((each) => queries.invalidateQueries({ queryKey: endpointKey(each) })))
    },
    onError: (error, request) => onError?.(error, request),
  })
}
