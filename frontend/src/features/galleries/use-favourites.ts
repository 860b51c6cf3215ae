import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { codeOf, sentenceOf, waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointKey, endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { galleries } from '#schema/api/galleries.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { PhotoId } from '#schema/ids.ts'

const endpoints = galleries.endpoints
type LikeState = ResponseOf<typeof endpoints.likeState>

/** The answer that says whether one likes the gallery says also which photos have one's heart. */
const stateOf = (galleryId: string) =>
  endpointQuery(endpoints.likeState, { params: { galleryId }, headers: {} }, { staleFor: '5 min' })

/** How many photos of the gallery have this visitor's heart. */
export const useFavouriteCount = (galleryId: string): number =>
  useQuery({ ...stateOf(galleryId), select: ({ favourites }) => favourites.length }).data ?? 0

/** Those photos, the newest first. */
export const useFavouriteIds = (galleryId: string) =>
  useQuery({ ...stateOf(galleryId), select: ({ favourites }) => favourites })

const withHeart = (state: LikeState, photoId: PhotoId, isFavourite: boolean): LikeState => {
  const others = state.favourites.filter((id) => id !== photoId)
  return { ...state, favourites: isFavourite ? [photoId, ...others] : others }
}

const none: ReadonlySet<string> = new Set()
/** The same set for whoever has no heart, as most visitors: the answer that says so draws no tile anew. */
const heartsOf = ({ favourites }: LikeState): ReadonlySet<string> =>
  favourites.length === 0 ? none : new Set(favourites)

/**
 * Which photos of a gallery have this visitor's heart, and the switch: shown at once, taken back when the server refuses.
 * They are sent one after the other, so that quick ones arrive as they were meant. One for a whole wall: of a watcher for
 * each photo, every answer would cost a slow phone a frame.
 */
export const useHearts = (galleryId: string) => {
  const queries = useQueryClient()
  const query = stateOf(galleryId)
  const { data: hearts = none } = useQuery({ ...query, select: heartsOf })
  const show = (photoId: PhotoId, isOn: boolean) =>
    queries.setQueryData<LikeState>(query.queryKey, (state) => state && withHeart(state, photoId, isOn))
  // Hearts on their way, and whether one of them was given where the state had not come: the answer may not have it.
  const sent = useRef({ count: 0, isMissed: false })
  const settle = async () => {
    sent.current.count -= 1
    if (sent.current.count > 0 || !sent.current.isMissed) return
    sent.current.isMissed = false
    const { queryKey } = query
    // A first answer that is under way is else waited for, and may have been read before the heart came.
    if (!queries.getQueryData(queryKey)) await queries.cancelQueries({ queryKey })
    void queries.invalidateQueries({ queryKey })
  }
  const { mutate } = useEndpoint(endpoints.setFavourite, {
    isRepeatable: 'whenever',
    inOrder: `hearts of ${galleryId}`,
    onSuccess: () => void settle(),
    onError: (error, { params, body }) => {
      void settle()
      show(PhotoId.parse(params.photoId), !body.isFavourite)
      if (['gallery_not_found', 'gallery_locked'].includes(codeOf(error)))
        void queries.invalidateQueries({ queryKey: endpointKey(endpoints.get) })
      toast({ title: 'Error', description: waitSentenceOf(error) ?? sentenceOf(error) })
    },
  })
  const toggle = useStable(({ id: photoId }: Pick<PhotoView, 'id'>) => {
    // Not what was drawn last: a second press may come before that.
    const state = queries.getQueryState<LikeState>(query.queryKey)
    const isFavourite = state?.data?.favourites.includes(photoId) !== true
    sent.current.count += 1
    if (!state?.data || state.fetchStatus !== 'idle') sent.current.isMissed = true
    show(photoId, isFavourite)
    mutate({ params: { galleryId, photoId }, headers: {}, body: { isFavourite } })
  })
  return { hearts, toggle }
}
