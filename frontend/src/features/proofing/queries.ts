import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { allPages } from '#frontend/shared/api/all-pages.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { askAnew, dropListed } from '#frontend/shared/api/drop-listed.ts'
import {
  endpointKey,
  endpointPages,
  endpointQuery,
  pageByPage,
  useEndpoint,
} from '#frontend/shared/api/endpoint-query.ts'
import { isShort, rereadWhereShort } from '#frontend/shared/api/long-lists.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { type OwnProofSession, proofing } from '#schema/api/proofing.ts'
import { ProofSessionId } from '#schema/ids.ts'
import { mergeDecisions } from './merge-decisions.ts'
import { usePaced } from './use-paced.ts'

const { endpoints } = proofing
const own = [endpoints.mine, endpoints.getMine, endpoints.standing]
/** While a client is at work the numbers come by themselves. */
const watchMs = 15_000
/** How long what a client says of a photo keeps the next reading of all photos waiting: 1,000 photos wait 15 seconds. */
const waitMsOfPhoto = 15
const isOpen = (status: OwnProofSession['status']) => status === 'pending' || status === 'in_review'

const ownSessions = endpointPages(endpoints.mine, (cursor) => ({ query: { cursor } }), { staleFor: '10 s' })

/** @param isWatched Whether sessions that are open are asked for again and again, while few pages are known. */
export const useOwnSessions = ({ isWatched }: { isWatched: boolean }) =>
  useInfiniteQuery({
    ...ownSessions,
    ...rereadWhereShort(ownSessions.staleTime),
    refetchInterval: ({ state: { data } }) =>
      isWatched &&
      isShort(data) &&
      data?.pages.some(({ items }) => items.some(({ status }) => isOpen(status))) &&
      watchMs,
  })

/**
 * How far the session that is looked at is, as it comes in; a complete choice may change as well, until its deadline.
 * @param asked Its id as the address has it.
 * @param listed The session where a list has it already.
 */
export const useSessionStanding = (asked: string, listed: OwnProofSession | undefined): OwnProofSession | undefined => {
  const { data: proofSessionId } = ProofSessionId.safeParse(asked)
  const { data } = useQuery({
    ...endpointQuery(endpoints.standing, { params: { proofSessionId: proofSessionId ?? asked } }, { staleFor: '10 s' }),
    enabled: proofSessionId !== undefined,
    ...(listed && { placeholderData: listed }),
    refetchInterval: ({ state }) => state.data?.status !== 'expired' && watchMs,
  })
  return proofSessionId === undefined ? undefined : data
}

export const useCreateSession = () => useEndpoint(endpoints.create, { refreshes: own })
export const useUpdateSession = () => useEndpoint(endpoints.update, { refreshes: own })
export const useReopenSession = () => useEndpoint(endpoints.reopen, { refreshes: own })
type Callbacks = { onSuccess: () => void; onError: (error: Error) => void }
/**
 * The callbacks belong to the hook, not to the call: the question may be left before the answer comes. It ends before
 * anything is asked for anew.
 */
export const useRemoveSession = ({ onSuccess, onError }: Callbacks) => {
  const queries = useQueryClient()
  return useEndpoint(endpoints.remove, {
    onSuccess: (_, { params }) => {
      dropListed(queries, endpoints.mine, params.proofSessionId)
      void askAnew(queries, own)
      onSuccess()
    },
    onError,
  })
}
export const useWithdrawLinks = () => useEndpoint(endpoints.withdrawLinks, { refreshes: own })
export const useProofLink = () => useEndpoint(endpoints.link)
/** What the client said of every photo of a session. @param marks Whether it is to say which of them were taken out. */
export const exportChoice = (proofSessionId: ProofSessionId, marks?: 'taken-out') =>
  allPages(async (cursor) => {
    const { photos, nextCursor } = await callEndpoint(endpoints.exportChoice, {
      params: { proofSessionId },
      query: { cursor, marks },
    })
    return { items: photos, nextCursor }
  })

/**
 * One own session with all its photos; further pages come by themselves. What the client says comes without pictures,
 * when the session's `choiceVersion` has changed: at once, and the more photos there are the more seldom.
 */
export const useOwnSession = ({ id: proofSessionId, choiceVersion }: OwnProofSession) => {
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
  const known = data?.pages.flatMap(({ photos }) => photos.items)
  const version = usePaced(choiceVersion, (known?.length ?? 0) * waitMsOfPhoto)
  const { data: choice } = useQuery({
    queryKey: [...endpointKey(endpoints.exportChoice), proofSessionId, version],
    queryFn: () => exportChoice(proofSessionId),
    placeholderData: keepPreviousData,
  })
  const missing = known && choice && !hasNextPage ? choice.length - known.length : 0
  // A large session is filled bit by bit: what has come since has its pictures in the list alone.
  useEffect(() => {
    if (missing > 0) void refetch()
  }, [missing, refetch])
  return { ...query, photos: known && mergeDecisions(known, choice ?? []) }
}
