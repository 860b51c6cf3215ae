import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { codeOf, waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointKey, endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { toast } from '#frontend/ui/toast.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { type GalleryPage, galleries } from '#schema/api/galleries.ts'
import { limits } from '#schema/limits.ts'
import { galleryQuery, type OpenGalleryView, useLikeState } from './queries.ts'

const endpoints = galleries.endpoints
type LikeState = ResponseOf<typeof endpoints.likeState>
type Counts = { viewCount?: number; likeCount?: number }

const withCounts = (page: GalleryPage | undefined, counts: Counts): GalleryPage | undefined =>
  page?.state === 'open' ? { ...page, gallery: { ...page.gallery, ...counts } } : page

const useCountsInCache = (galleryId: string) => {
  const queries = useQueryClient()
  const key = galleryQuery(galleryId).queryKey
  return (counts: Counts) => queries.setQueryData<GalleryPage>(key, (page) => withCounts(page, counts))
}

const countsOf = (page: GalleryPage) =>
  page.state === 'open' ? { viewCount: page.gallery.viewCount, likeCount: page.gallery.likeCount } : undefined

/** The counts of a gallery as they were last told. @param gallery Told of them first, where nobody asks for the gallery. */
export const useCounts = <C extends Counts>(gallery: C & { id: string }): C | Required<Counts> =>
  useQuery({ ...galleryQuery(gallery.id, false), select: countsOf }).data ?? gallery

const areCounts = new Set<string>(['viewCount', 'likeCount'] satisfies (keyof Counts)[])
/**
 * The same gallery, and no other one for counts that are told anew: with each visit that is counted, a slow phone would
 * draw for 40 ms all that stands around the photos. What shows counts asks for them (`useCounts`).
 */
export const useWithoutCounts = (gallery: OpenGalleryView): OpenGalleryView => {
  const [held, hold] = useState(gallery)
  const before: Record<string, unknown> = held
  const now: Record<string, unknown> = gallery
  const isSame = Object.keys({ ...held, ...gallery }).every((name) => areCounts.has(name) || before[name] === now[name])
  if (!isSame) hold(gallery)
  return isSame ? held : gallery
}

/** Counts the visit one second after the gallery is shown. A failure is only logged. */
export const useCountedVisit = (galleryId: string) => {
  const setCounts = useCountsInCache(galleryId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit of a gallery, whatever renders in between.
  useEffect(() => {
    const timer = setTimeout(() => {
      callEndpoint(endpoints.recordView, { params: { galleryId }, headers: {} }).then(setCounts, (thrown: unknown) =>
        logWarning('view_not_counted', { error: errorName(thrown) }),
      )
    }, limits.gallery.viewDelayMs)
    return () => clearTimeout(timer)
  }, [galleryId])
}

/** Whether the server knows who looks as the gallery's photographer; nobody is until it has answered. */
export const useOwnsGallery = (galleryId: string): boolean => useLikeState(galleryId, true).data?.isOwn ?? false

/** Liked or not, and the switch: shown at once, taken back when the server refuses. */
export const useLike = (galleryId: string, likeCount: number) => {
  const queries = useQueryClient()
  const setCounts = useCountsInCache(galleryId)
  const state = useLikeState(galleryId, true)
  const liked = state.data?.userLiked ?? false
  const counted = state.data?.likeCount
  // The page was kept for everybody; this number holds one's own press as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer, whatever renders in between.
  useEffect(() => {
    if (counted !== undefined) setCounts({ likeCount: counted })
  }, [counted])
  const key = endpointQuery(endpoints.likeState, { params: { galleryId }, headers: {} }).queryKey
  const show = (userLiked: boolean, count: number) => {
    queries.setQueryData<LikeState>(key, (now) => ({
      favourites: [],
      isOwn: false,
      ...now,
      userLiked,
      likeCount: count,
    }))
    setCounts({ likeCount: count })
  }
  const { mutate, isPending } = useEndpoint(endpoints.toggleLike)
  const toggle = () => {
    if (isPending) return
    show(!liked, Math.max(0, likeCount + (liked ? -1 : 1)))
    // Passed with each call, so that a failure restores the counts from before that call.
    mutate(
      { params: { galleryId }, headers: {} },
      {
        onSuccess: (answer) => {
          show(answer.userLiked, answer.likeCount)
          toast(
            answer.userLiked
              ? { kind: 'success', title: 'Gallery liked!', description: 'Added to your favorites' }
              : { kind: 'info', title: 'Like removed', description: 'Removed from favorites' },
          )
        },
        onError: (error) => {
          show(liked, likeCount)
          if (['gallery_not_found', 'gallery_locked'].includes(codeOf(error)))
            void queries.invalidateQueries({ queryKey: endpointKey(endpoints.get) })
          toast({ title: 'Error', description: waitSentenceOf(error) ?? 'Failed to update like status.' })
        },
      },
    )
  }
  /** Before, a press might take back a like of an earlier visit. */
  const isKnown = !state.isPending
  return { liked, isKnown, toggle }
}
