import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { allPages } from '#frontend/shared/api/all-pages.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointKey, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { proofing } from '#schema/api/proofing.ts'
import type { ProofSessionId } from '#schema/ids.ts'

const { endpoints } = proofing
const own = [endpoints.mine, endpoints.getMine]
const firstPage: string | undefined = undefined
type PageRequest = { pageParam: string | undefined; signal: AbortSignal }
/** While a client is at work the numbers come by themselves. */
const watchMs = 15_000

export const useOwnSessions = (enabled: boolean) =>
  useQuery({
    queryKey: [...endpointKey(endpoints.mine), 'all'],
    queryFn: ({ signal }) => allPages((cursor) => callEndpoint(endpoints.mine, { query: { cursor } }, { signal })),
    enabled,
    staleTime: 10_000,
    refetchInterval: (query) =>
      query.state.data?.some(({ status }) => status === 'pending' || status === 'in_review') && watchMs,
  })
export const useCreateSession = () => useEndpoint(endpoints.create, { refreshes: own })
export const useUpdateSession = () => useEndpoint(endpoints.update, { refreshes: own })
export const useReopenSession = () => useEndpoint(endpoints.reopen, { refreshes: own })
export const useRemoveSession = () => useEndpoint(endpoints.remove, { refreshes: own })
export const useProofLink = () => useEndpoint(endpoints.link)
export const exportChoice = (proofSessionId: ProofSessionId) =>
  callEndpoint(endpoints.exportChoice, { params: { proofSessionId } })

/** One own session with all its photos; further pages come by themselves. */
export const useOwnSession = (proofSessionId: ProofSessionId) => {
  const query = useInfiniteQuery({
    queryKey: [...endpointKey(endpoints.getMine), proofSessionId],
    queryFn: ({ pageParam, signal }: PageRequest) =>
      callEndpoint(endpoints.getMine, { params: { proofSessionId }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.photos.nextCursor,
    staleTime: 10_000,
    refetchInterval: watchMs,
  })
  useNextPage(query, true)
  return query
}
