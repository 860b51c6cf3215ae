import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, codeOf } from '#frontend/shared/api/api-error.ts'
import { askAnew, dropListed } from '#frontend/shared/api/drop-listed.ts'
import { endpointPages, endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { rereadWhereShort } from '#frontend/shared/api/long-lists.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { type GalleryTotals, galleries, OwnGallery } from '#schema/api/galleries.ts'
import { GalleryId } from '#schema/ids.ts'

const { endpoints } = galleries

const pages = endpointPages(endpoints.mine, (cursor) => ({ query: { cursor } }), { staleFor: '10 s' })
const ownPages = { ...pages, ...rereadWhereShort(pages.staleTime) }

type Owned = InfiniteData<ResponseOf<typeof endpoints.mine>>

/** Own galleries, newest first, a page at a time. */
export const useOwnGalleries = () =>
  useInfiniteQuery({
    ...ownPages,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })

/** The same as they were read, for the list that is read further. */
export const useOwnGalleryPages = () => useInfiniteQuery(ownPages)

/** One of them, which may be on no page that was loaded. */
export const useOwnGallery = (galleryId: string): OwnGallery | undefined => {
  const { data: loaded, isPending } = useOwnGalleries()
  const found = loaded?.find(({ id }) => id === galleryId)
  const { data: id } = GalleryId.safeParse(galleryId)
  const { data } = useQuery({
    ...endpointQuery(endpoints.getMine, { params: { galleryId: id ?? galleryId } }, { staleFor: '10 s' }),
    enabled: id !== undefined && !isPending && !found,
  })
  return found ?? (id === undefined ? undefined : data)
}

/** Shows a gallery as it was saved, before anything is asked for anew: the next change counts on its version. */
export const useShowSaved = () => {
  const queries = useQueryClient()
  const withSaved = (saved: OwnGallery) => (each: OwnGallery) => (each.id === saved.id ? saved : each)
  return (saved: OwnGallery) => {
    queries.setQueryData<Owned>(
      ownPages.queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({ ...page, items: page.items.map(withSaved(saved)) })),
        },
    )
    const { queryKey } = endpointQuery(endpoints.getMine, { params: { galleryId: saved.id } })
    queries.setQueryData<OwnGallery>(queryKey, (known) => known && saved)
  }
}

/** How a gallery was saved elsewhere meanwhile, if that is why a change of it was refused. */
export const savedMeanwhile = (error: unknown): OwnGallery | undefined =>
  error instanceof ApiError && error.code === 'changed_meanwhile'
    ? OwnGallery.safeParse(error.details.current).data
    : undefined

/** The same, and own galleries are read again: another try must not be of the old one. */
export const useSavedMeanwhile = () => {
  const queries = useQueryClient()
  return (error: unknown): OwnGallery | undefined => {
    if (codeOf(error) === 'changed_meanwhile') void askAnew(queries, [endpoints.mine, endpoints.getMine])
    return savedMeanwhile(error)
  }
}

/** Counters over all of them: by the first page where it is the only one, else as the server counts. */
export const useGalleryTotals = (): GalleryTotals | undefined => {
  const { data: loaded, hasNextPage } = useOwnGalleries()
  const { data: counted } = useQuery(
    endpointQuery(endpoints.totals, {}, { staleFor: '10 s', enabled: loaded !== undefined && hasNextPage }),
  )
  if (!loaded || hasNextPage) return counted
  return {
    galleries: loaded.length,
    photos: loaded.reduce((sum, { photoCount }) => sum + photoCount, 0),
    publicGalleries: loaded.filter(({ isPublic }) => isPublic).length,
    protectedGalleries: loaded.filter(isProtected).length,
  }
}

const changed = [endpoints.mine, endpoints.totals, endpoints.getMine, endpoints.get, endpoints.browse]
export const useCreateGallery = () => useEndpoint(endpoints.create, { refreshes: changed })
export const useUpdateGallery = () => useEndpoint(endpoints.update, { refreshes: changed })
export const useSendToClient = () => useEndpoint(endpoints.sendToClient)
type Callbacks = { onSuccess: () => void; onError: (error: Error) => void }
/**
 * The gallery is gone from the list, and `onSuccess` is called, before anything is asked for anew; also where it was gone
 * already, for the answer to an earlier try may have been lost.
 */
export const useRemoveGallery = ({ onSuccess, onError }: Callbacks) => {
  const queries = useQueryClient()
  const refreshes = [...changed, endpoints.deleted]
  const onGone = (galleryId: string) => {
    dropListed(queries, endpoints.mine, galleryId)
    onSuccess()
  }
  return useEndpoint(endpoints.remove, {
    refreshes,
    onSuccess: (_, { params }) => onGone(params.galleryId),
    onError: (error, { params }) => {
      if (codeOf(error) !== 'gallery_not_found') return onError(error)
      onGone(params.galleryId)
      void askAnew(queries, refreshes)
    },
  })
}
/** The callbacks belong to the hook, not to the call: the row with the button is gone by the time the list is read again. */
export const useRestoreGallery = (callbacks: Callbacks) =>
  useEndpoint(endpoints.restore, { refreshes: [...changed, endpoints.deleted], ...callbacks })

/** A gallery is protected when a password or an access code exists (specification, section 2). */
const isProtected = (gallery: OwnGallery): boolean => gallery.hasPassword || gallery.accessCode !== null
