import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { warnBeforeUnload } from '#frontend/shared/forms/leaving.ts'
import { toast } from '#frontend/ui/toast.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { type ProofDecision, type ProofPhoto, proofing } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { unsentDecisions } from './unsent-decisions.ts'

const { endpoints } = proofing
type Page = ResponseOf<typeof endpoints.get>
type Review = InfiniteData<Page, string | undefined>
type Standing = Pick<Page['session'], 'status' | 'counts'>
type Change = Pick<ProofPhoto, 'photoId'> & Partial<ProofPhoto>

const firstPage: string | undefined = undefined
type PageRequest = { pageParam: string | undefined; signal: AbortSignal }

const withChanges = (review: Review, changes: readonly Change[], standing: Standing): Review => {
  const byId = new Map(changes.map((change) => [change.photoId, change]))
  const isReadOnly = standing.status === 'completed' || standing.status === 'expired'
  return {
    ...review,
    pages: review.pages.map((page) => ({
      session: { ...page.session, ...standing, isReadOnly },
      photos: { ...page.photos, items: page.photos.items.map((photo) => ({ ...photo, ...byId.get(photo.photoId) })) },
    })),
  }
}

const standingOf = (review: Review): Standing | undefined => review.pages[0]?.session

/** The review as it will be, shown at once; the server's answer replaces it. A text is saved only when that says so. */
const foreseen = (review: Review, photoIds: readonly PhotoId[], decision: Decision): Review => {
  const session = review.pages[0]?.session
  if (!session) return review
  const counts = { ...session.counts }
  const changes: Change[] = []
  for (const photo of review.pages.flatMap((page) => page.photos.items)) {
    if (!photoIds.includes(photo.photoId)) continue
    counts[photo.status] -= 1
    counts[decision.status] += 1
    changes.push({ photoId: photo.photoId, status: decision.status })
  }
  return withChanges(review, changes, { counts, status: session.status })
}

export type Decision = { status: ProofDecision; feedback?: string }
export type Asked = { photoIds: readonly PhotoId[]; decision: Decision }

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** A decision is kept and tried again while the connection is gone or the server asks for patience. */
const worthWaiting = new Set(['unavailable', 'too_many_requests'])
const mostTries = 8

/** The client's side of a session: the photos, all decisions, and what is on its way. */
export const useReview = (token: string) => {
  const queries = useQueryClient()
  const queryKey = [...endpointKey(endpoints.get), token]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }: PageRequest) =>
      callEndpoint(endpoints.get, { params: { token }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.photos.nextCursor,
    staleTime: 60_000,
  })
  const { data, hasNextPage } = query
  useNextPage(query, true)

  const change = (update: (review: Review) => Review) =>
    queries.setQueryData<Review>(queryKey, (review) => review && update(review))

  const send = async ({ photoIds, decision }: Asked) => {
    const [only] = photoIds
    if (photoIds.length === 1 && only !== undefined) {
      return callEndpoint(endpoints.decide, { params: { token, photoId: only }, body: decision })
    }
    let last: ResponseOf<typeof endpoints.decideMany> | undefined
    const photos: ResponseOf<typeof endpoints.decideMany>['photos'] = []
    for (const chunk of chunksOf(photoIds, limits.proofing.decisionsAtOnce)) {
      last = await callEndpoint(endpoints.decideMany, {
        params: { token },
        body: { photoIds: chunk, status: decision.status },
      })
      photos.push(...last.photos)
    }
    return last && { ...last, photos }
  }

  const [unsent] = useState(() => unsentDecisions(token))
  const deciding = useMutation({
    mutationKey: queryKey,
    mutationFn: send,
    // One after the other, so that the last word is the last one said.
    scope: { id: `proof ${token}` },
    retry: (failures, error) => failures < mostTries && worthWaiting.has(codeOf(error)),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 15_000),
    networkMode: 'always',
    onMutate: async ({ photoIds, decision }) => {
      unsent.keep(photoIds, decision)
      await queries.cancelQueries({ queryKey })
      change((review) => foreseen(review, photoIds, decision))
    },
    onSuccess: (answer) => {
      // The server does not know yet of what waits behind this one: its counts would be a step back.
      const isLast = queries.isMutating({ mutationKey: queryKey }) <= 1
      if (answer) change((review) => withChanges(review, answer.photos, (!isLast && standingOf(review)) || answer))
    },
    onError: (error) => {
      toast({ title: 'Failed to update photo status.', description: sentenceOf(error) })
      void queries.invalidateQueries({ queryKey })
    },
    onSettled: (_answer, _error, { photoIds, decision }) => unsent.drop(photoIds, decision),
  })
  const { mutate: decide, isPending: isSaving } = deciding
  useEffect(() => (isSaving ? warnBeforeUnload() : undefined), [isSaving])

  const session = data?.pages[0]?.session
  const isComplete = data !== undefined && !hasNextPage
  const isResumed = useRef(false)
  // What was on its way when the page was left goes on as soon as all photos are known.
  useEffect(() => {
    if (!isComplete || session?.isReadOnly || isResumed.current) return
    isResumed.current = true
    for (const asked of unsent.asked()) decide(asked)
  }, [isComplete, session?.isReadOnly, unsent, decide])
  const finishing = useMutation({
    mutationFn: () => callEndpoint(endpoints.finish, { params: { token } }),
    onSuccess: (standing) => change((review) => withChanges(review, [], standing)),
    onError: (error) => toast({ title: 'Failed to update photo status.', description: sentenceOf(error) }),
  })

  return {
    query,
    session,
    photos: data?.pages.flatMap((page) => page.photos.items),
    isComplete,
    decide: (photoIds: readonly PhotoId[], decision: Decision) => decide({ photoIds, decision }),
    isSaving,
    finish: () => finishing.mutate(),
    isFinishing: finishing.isPending,
  }
}
export type ClientReview = ReturnType<typeof useReview>
