import { useQuery, useQueryClient } from '@tanstack/react-query'
import { codeOf, sentenceOf, waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointKey, endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { toast } from '#frontend/ui/toast.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { galleries } from '#schema/api/galleries.ts'
import type { PhotoView } from '#schema/api/views.ts'
import type { PhotoId } from '#schema/ids.ts'

const endpoints = galleries.endpoints
type LikeState = ResponseOf<typeof endpoints.likeState>

/** The answer that says whether one likes the gallery says also which photos have one's heart. */
const stateOf = (galleryId: string) =>
  endpointQuery(endpoints.likeState, { params: { galleryId }, headers: {} }, { staleFor: '5 min' })

/** How many photos of the gallery have this visitor's heart. */
export const useFavouriteCount = (galleryId: string): number =>
  useQuery({ ...stateOf(galleryId), select: ({ favourites }) => favourites.length }).data ?? 0

/** Those photos, the newest first. */
export const useFavouriteIds = (galleryId: string): readonly PhotoId[] | undefined =>
  useQuery({ ...stateOf(galleryId), select: ({ favourites }) => favourites }).data

const withHeart = (state: LikeState, photoId: PhotoId, isFavourite: boolean): LikeState => {
  const others = state.favourites.filter((id) => id !== photoId)
  return { ...state, favourites: isFavourite ? [photoId, ...others] : others }
}

/**
 * Whether a photo has this visitor's heart, and the switch: shown at once, taken back when the server refuses. Hearts of a
 * gallery are sent one after the other, so that quick ones arrive as they were meant.
 */
export const useFavourite = ({ id: photoId, galleryId }: Pick<PhotoView, 'id' | 'galleryId'>) => {
  const queries = useQueryClient()
  const query = stateOf(galleryId)
  const { data: isFavourite = false } = useQuery({
    ...query,
    select: ({ favourites }) => favourites.includes(photoId),
  })
  const show = (isOn: boolean) =>
    queries.setQueryData<LikeState>(query.queryKey, (state) => state && withHeart(state, photoId, isOn))
  const { mutate } = useEndpoint(endpoints.setFavourite, {
    isRepeatable: true,
    inOrder: `hearts of ${galleryId}`,
    onError: (error, { body }) => {
      show(!body.isFavourite)
      if (['gallery_not_found', 'gallery_locked'].includes(codeOf(error)))
        void queries.invalidateQueries({ queryKey: endpointKey(endpoints.get) })
      toast({ title: 'Error', description: waitSentenceOf(error) ?? sentenceOf(error) })
    },
  })
  const toggle = () => {
    show(!isFavourite)
    mutate({ params: { galleryId, photoId }, headers: {}, body: { isFavourite: !isFavourite } })
  }
  return { isFavourite, toggle }
}
