import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { type OrderView, orders } from '#schema/api/orders.ts'
import type { ZipSize } from '#schema/entities/zip-set.ts'
import type { ErrorCode } from '#schema/errors.ts'

const { confirm, get, files, download, startZips, zips, downloadZip } = orders.endpoints
/** How often an order that is still being paid is asked for. */
const pollMs = 2_000
/** The same for photos that are being packed, which takes minutes. */
const zipPollMs = 4_000
/** Whether its payment may still come. */
export const isUnderWay = ({ status }: Pick<OrderView, 'status'>): boolean =>
  status === 'processing' || status === 'awaiting_payment'

const passing: ReadonlySet<ErrorCode> = new Set(['unavailable', 'internal', 'too_many_requests'])
/** The next try may be answered otherwise. */
export const isPassing = (refusal: unknown): boolean => passing.has(codeOf(refusal))

/** The order of a Checkout Session, asked for until the payment has settled or is refused for good. */
export const usePaidOrder = (sessionId: string) =>
  useQuery({
    ...endpointQuery(confirm, { body: { sessionId } }, { staleFor: '5 min', enabled: sessionId !== '' }),
    refetchInterval: ({ state: { data, error } }) =>
      data?.state === 'processing' && (!error || isPassing(error)) ? pollMs : false,
  })

/** An order by its secret id, for free orders and the link in the receipt; asked for as above. */
export const useOrder = (orderId: string) =>
  useQuery({
    ...endpointQuery(get, { params: { orderId } }, { staleFor: '5 min', enabled: orderId !== '' }),
    refetchInterval: ({ state: { data, error } }) =>
      data && isUnderWay(data) && (!error || isPassing(error)) ? pollMs : false,
  })

export const useDownload = () => useEndpoint(download)

/** How far the zips of an order in one size are, asked for while they are being made. */
export const useZips = ({ orderId, size, enabled }: { orderId: string; size: ZipSize; enabled: boolean }) =>
  useQuery({
    ...endpointQuery(zips, { params: { orderId, size } }, { staleFor: '10 s', enabled }),
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? zipPollMs : false),
  })
/** What is begun twice is one, so a request without an answer is sent again. */
export const useStartZips = () => useEndpoint(startZips, { refreshes: [zips], isRepeatable: true })
export const useZipLink = () => useEndpoint(downloadZip)

/** The photos of a gallery that was bought as a whole, a page at a time. */
export const useOrderFiles = (params: { orderId: string; line: number }) =>
  useInfiniteQuery({
    queryKey: ['orders.files', params.orderId, params.line],
    queryFn: ({ pageParam, signal }) => callEndpoint(files, { params, query: { from: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 60_000,
  })
