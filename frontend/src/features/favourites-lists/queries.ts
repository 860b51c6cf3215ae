import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { askAnew, dropListed } from '#frontend/shared/api/drop-listed.ts'
import { endpointKey, endpointPages, pageByPage, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { rereadWhereShort } from '#frontend/shared/api/long-lists.ts'
import type { Choice } from '#frontend/shared/choices/choice-files.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { FavouritesListView } from '#schema/api/favourites-lists.ts'
import { galleries } from '#schema/api/galleries.ts'
import type { FavouritesListId, GalleryId } from '#schema/ids.ts'

const { endpoints } = galleries
const lists = endpoints.favouritesLists

export type ListedFavourites = ResponseOf<typeof lists>['items'][number]
/** Which list: it lies with its gallery. */
export type ListAt = { galleryId: GalleryId; favouritesListId: FavouritesListId }

/** What visitors sent, of all own galleries or of one, the last sent first. */
export const useFavouritesLists = (galleryId?: GalleryId) => {
  const requestOf = (cursor: string | undefined) => ({ query: { ...(galleryId && { galleryId }), cursor } })
  const pages = endpointPages(lists, requestOf, { staleFor: '10 s' })
  return useInfiniteQuery({ ...pages, ...rereadWhereShort(pages.staleTime) })
}

/** One list with its photos, a page at a time. */
export const useFavouritesList = (params: ListAt) =>
  useInfiniteQuery({
    queryKey: [...endpointKey(endpoints.favouritesList), params.favouritesListId],
    ...pageByPage(
      (cursor, signal) => callEndpoint(endpoints.favouritesList, { params, query: { cursor } }, { signal }),
      ({ photos }) => photos.nextCursor,
    ),
  })

export const useReadFavouritesList = () =>
  useEndpoint(endpoints.readFavouritesList, { refreshes: [lists], isRepeatable: true })
type Callbacks = { onSuccess: () => void; onError: (error: Error) => void }
/**
 * The callbacks belong to the hook, not to the call: the question may be left before the answer comes. It ends before
 * anything is asked for anew.
 */
export const useRemoveFavouritesList = ({ onSuccess, onError }: Callbacks) => {
  const queries = useQueryClient()
  return useEndpoint(endpoints.removeFavouritesList, {
    onSuccess: (_, { params }) => {
      dropListed(queries, lists, params.favouritesListId)
      void askAnew(queries, [lists])
      onSuccess()
    },
    onError,
  })
}

/** The photos of a list, as approved ones of a review are exported. */
export const exportFavourites = async ({ id, galleryId, sentAt }: FavouritesListView): Promise<Choice[]> => {
  const params = { galleryId, favouritesListId: id }
  const { photos } = await callEndpoint(endpoints.exportFavouritesList, { params })
  return photos.map(({ fileName, title }) => ({
    fileName,
    title,
    status: 'approved',
    clientFeedback: '',
    updatedAt: sentAt,
  }))
}
