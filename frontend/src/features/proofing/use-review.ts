import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { pageByPage } from '#frontend/shared/api/endpoint-query.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { warnBeforeUnload } from '#frontend/shared/forms/unload-warning.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { proofing } from '#schema/api/proofing.ts'
import { limits } from '#schema/limits.ts'
import { reviewKey, reviewOutbox } from './review-outbox.ts'
import { countUnsent, type Review, withChanges, withoutTakenOut, withUnsent } from './review-pages.ts'
import { reviewName } from './unsent-decisions.ts'

const { endpoints } = proofing
/** A press that waited longer for a connection finishes nothing: another device, or its client, may be at it again. */
const finishMs = 60_000

/** The client's side of a session: the photos, all decisions, and what is on its way. */
export const useReview = (token: string) => {
  const queries = useQueryClient()
  const queryKey = reviewKey(token)
  const outbox = reviewOutbox(queries, token)
  const { kept, isSending, isWaiting } = useSyncExternalStore(outbox.subscribe, outbox.standing)
  const query = useInfiniteQuery({
    queryKey,
    ...pageByPage(
      (cursor, signal) => callEndpoint(endpoints.get, { params: { token }, query: { cursor } }, { signal }),
      ({ photos }) => photos.nextCursor,
    ),
    select: useCallback((review: Review) => withoutTakenOut(withUnsent(review, kept)), [kept]),
    staleTime: 60_000,
    // A tab that wakes shows what was decided meanwhile on another device.
    refetchOnWindowFocus: true,
  })
  const { data, hasNextPage } = query
  useNextPage(query, true)

  const session = data?.pages[0]?.session
  // As the server has it: the last decision, while it is on its way, completes the review by itself.
  const answered = queries.getQueryData<Review>(queryKey)?.pages[0]?.session
  const isComplete = data !== undefined && !hasNextPage
  const isReopened =
    isComplete && answered?.status === 'in_review' && answered.counts.pending === 0 && !answered.isReadOnly
  const isOpen = session !== undefined && !session.isReadOnly
  const photos = data?.pages.flatMap((page) => page.photos.items)
  // Sends the decisions that were still unsent when the page was left.
  useEffect(() => {
    if (isOpen) void outbox.flush()
  }, [isOpen, outbox])
  const unsavedCount = isOpen || isSending ? kept.length : 0
  const isUnsaved = unsavedCount > 0
  useEffect(() => (isUnsaved ? warnBeforeUnload() : undefined), [isUnsaved])

  const finishing = useMutation({
    mutationFn: async () => {
      const pressedMs = Date.now()
      // It says that all is decided: nothing that was refused may be overlooked.
      if (!(await outbox.flush())) return undefined
      if (Date.now() - pressedMs < finishMs) return callEndpoint(endpoints.finish, { params: { token } })
      toast({
        kind: 'info',
        title: 'Your review is not finished yet',
        description: 'What you decided has arrived only now. Finish once more when you have looked at it.',
      })
      return undefined
    },
    onSuccess: (standing) =>
      standing && queries.setQueryData<Review>(queryKey, (review) => review && withChanges(review, [], standing)),
    onError: complain('Failed to update photo status.'),
  })

  return {
    name: reviewName(token),
    query,
    session,
    photos,
    isComplete,
    /** Nothing is pending and it is not complete: its client says when it is. */
    isReopened,
    decide: outbox.add,
    /** How many decisions the server does not have yet, and whether they wait for a connection. */
    saving: { count: unsavedCount, isWaiting },
    /** Decisions that were kept until it was too late. */
    lateCount: session?.isReadOnly && isComplete && photos ? countUnsent(photos, kept) : 0,
    /** So long the first of them are kept, in milliseconds of the clock. */
    lateUntilMs: Math.min(...kept.map(({ atMs }) => atMs)) + limits.proofing.decisionKeptMs,
    finish: () => finishing.mutate(),
    isFinishing: finishing.isPending,
  }
}
export type ClientReview = ReturnType<typeof useReview>
