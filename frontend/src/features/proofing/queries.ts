import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { allPages } from '#frontend/shared/api/all-pages.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointKey, pageByPage, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { type OwnProofSession, proofing } from '#schema/api/proofing.ts'
import type { ProofSessionId } from '#schema/ids.ts'
import { mergeDecisions } from './merge-decisions.ts'

const { endpoints } = proofing
const own = [endpoints.mine, endpoints.getMine]
/** While a client is at work the numbers come by themselves. */
const watchMs = 15_000
const choiceMs = 60_000
const isOpen = (status: OwnProofSession['status']) => status === 'pending' || status === 'in_review'

export const useOwnSessions = () =>
  useQuery({
    queryKey: [...endpointKey(endpoints.mine), 'all'],
    queryFn: ({ signal }) => allPages((cursor) => callEndpoint(endpoints.mine, { query: { cursor } }, { signal })),
    staleTime: 10_000,
    refetchInterval: (query) => query.state.data?.some(({ status }) => isOpen(status)) && watchMs,
  })
export const useCreateSession = () => useEndpoint(endpoints.create, { refreshes: own })
export const useUpdateSession = () => useEndpoint(endpoints.update, { refreshes: own })
export const useReopenSession = () => useEndpoint(endpoints.reopen, { refreshes: own })
export const useRemoveSession = () => useEndpoint(endpoints.remove, { refreshes: own })
export const useWithdrawLinks = () => useEndpoint(endpoints.withdrawLinks, { refreshes: own })
export const useProofLink = () => useEndpoint(endpoints.link)
/** What the client said of every photo of a session. */
export const exportChoice = (proofSessionId: ProofSessionId) =>
  allPages(async (cursor) => {
    const { photos, nextCursor } = await callEndpoint(endpoints.exportChoice, {
      params: { proofSessionId },
      query: { cursor },
    })
    return { items: photos, nextCursor }
  })

/**
 * One own session with all its photos; further pages come by themselves. What the client says comes in one call without
 * pictures: at once when the session's counts have changed, else every minute while it is open.
 */
export const useOwnSession = ({ id: proofSessionId, status, counts }: OwnProofSession) => {
  const query = useInfiniteQuery({
    queryKey: [...endpointKey(endpoints.getMine), proofSessionId],
    ...pageByPage(
      (cursor, signal) =>
        callEndpoint(endpoints.getMine, { params: { proofSessionId }, query: { cursor } }, { signal }),
      ({ photos }) => photos.nextCursor,
    ),
    staleTime: 10_000,
  })
  const { data, hasNextPage, refetch } = query
  useNextPage(query, true)
  const { data: choice } = useQuery({
    queryKey: [...endpointKey(endpoints.exportChoice), proofSessionId, counts],
    queryFn: () => exportChoice(proofSessionId),
    placeholderData: keepPreviousData,
    // A complete choice may change as well, until its deadline.
    refetchInterval: status !== 'expired' && choiceMs,
  })
  const known = data?.pages.flatMap(({ photos }) => photos.items)
  const missing = known && choice && !hasNextPage ? choice.length - known.length : 0
  // A large session is filled bit by bit: what has come since has its pictures in the list alone.
  useEffect(() => {
    if (missing > 0) void refetch()
  }, [missing, refetch])
  return { ...query, photos: known && mergeDecisions(known, choice ?? []) }
}
