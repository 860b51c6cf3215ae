import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { askAnew } from '#frontend/shared/api/drop-listed.ts'
import { endpointKey, pageByPage, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { isShort, rereadWhereShort } from '#frontend/shared/api/long-lists.ts'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import { type OwnPhoto, photos } from '#schema/api/photos.ts'
import { type GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { mergePhotoUpdates } from './merge-photo-updates.ts'
import { type Listed, mergeAnswer, photosOf, withPhotos } from './own-photo-pages.ts'

const { endpoints } = photos
/** What shows photos, beside the list of them. */
export const shows = [
  galleries.endpoints.mine,
  galleries.endpoints.totals,
  galleries.endpoints.getMine,
  galleries.endpoints.listPhotos,
  galleries.endpoints.get,
]
const seen = [endpoints.listMine, ...shows]

/** The question for the photos of an own gallery. */
export const listKey = (galleryId: GalleryId) => [...endpointKey(endpoints.listMine), galleryId]
const pageOf = (galleryId: GalleryId, cursor: string | undefined, signal: AbortSignal) =>
  callEndpoint(endpoints.listMine, { params: { galleryId }, query: { cursor } }, { signal })
/** One page of an own gallery's photos, in every state. */
export const ownPhotosPage = (galleryId: GalleryId, cursor: string | undefined) =>
  callEndpoint(endpoints.listMine, { params: { galleryId }, query: { cursor } })
type Cancellable = { signal: AbortSignal }

/**
 * Photos that are known to be deleted, by the cache whose lists they left: the index that lists are read from may name them
 * still. Nothing brings a deleted photo back.
 */
const gonePhotos = new WeakMap<QueryClient, Set<string>>()
const goneFrom = (queries: QueryClient): Set<string> => {
  const gone = gonePhotos.get(queries) ?? new Set()
  gonePhotos.set(queries, gone)
  return gone
}

/** The photos of an own gallery, in every state, a hundred at a time. */
const useOwnPhotos = (galleryId: GalleryId) => {
  const gone = goneFrom(useQueryClient())
  return useInfiniteQuery({
    queryKey: listKey(galleryId),
    ...pageByPage(
      (cursor, signal) => pageOf(galleryId, cursor, signal),
      ({ nextCursor }) => nextCursor,
    ),
    select: photosOf,
    structuralSharing: (before, after) => mergeAnswer(before, after, gone),
    ...rereadWhereShort(10_000),
  })
}

/** Changes the list that is shown, before the server is asked again. */
export const useShownPhotos = (galleryId: GalleryId) => {
  const queries = useQueryClient()
  return (change: (photos: OwnPhoto[]) => OwnPhoto[]) =>
    queries.setQueryData<Listed>(listKey(galleryId), (known) => known && withPhotos(known, change(photosOf(known))))
}

/** Photos that are deleted leave the list, and stay away however it is read. */
export const useGonePhotos = (galleryId: GalleryId) => {
  const gone = goneFrom(useQueryClient())
  const show = useShownPhotos(galleryId)
  return (photoIds: readonly string[]) => {
    for (const id of photoIds) gone.add(id)
    show((known) => known.filter(({ id }) => !gone.has(id)))
  }
}

/** Reads the list again from its first page alone: in another order those after it hold other photos. */
export const useReadFromFirst = (galleryId: GalleryId) => {
  const queries = useQueryClient()
  const queryKey = listKey(galleryId)
  return () => {
    // A further page that is on its way is one of the order before.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData<Listed>(
      queryKey,
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    )
    void queries.invalidateQueries({ queryKey })
  }
}

/**
 * Reads one photo of the list again, and shows it there as it is now; it leaves the list where it is gone.
 * @returns `undefined` where it is gone. @throws where it could not be read.
 */
export const useReadAgain = (galleryId: GalleryId) => {
  const show = useShownPhotos(galleryId)
  const leave = useGonePhotos(galleryId)
  return async (photoId: PhotoId): Promise<OwnPhoto | undefined> => {
    const current = await callEndpoint(endpoints.getMine, { params: { photoId } }).catch((error) => {
      if (codeOf(error) !== 'photo_not_found') throw error
      return undefined
    })
    if (current) show((known) => known.map((photo) => (photo.id === photoId ? current : photo)))
    else leave([photoId])
    return current
  }
}

/** One own photo that a link names, which may be on no page that was loaded, or has left it; `undefined` asks for none. */
export const useLinkedPhoto = (photoId: string | undefined) => {
  const id = PhotoId.safeParse(photoId).data
  const { data, isLoading } = useQuery({
    queryKey: [...endpointKey(endpoints.getMine), id ?? ''],
    queryFn: ({ signal }: Cancellable) =>
      id === undefined ? null : callEndpoint(endpoints.getMine, { params: { photoId: id } }, { signal }),
    enabled: id !== undefined,
  })
  return { linked: data, isLoading }
}

/** Every four seconds for a minute; what is pending then is stuck, and is asked about ever more rarely. */
const nextLookMs = (looks: number): number => {
  if (looks < 15) return 4_000
  return looks < 30 ? 15_000 : 60_000
}

/** What became of photos that were pending; once none of them is, what the list begins with by now. */
const newsOf = async (galleryId: GalleryId, photoIds: PhotoId[], signal: AbortSignal): Promise<OwnPhoto[]> => {
  const { items } = await callEndpoint(endpoints.findMine, { body: { photoIds } }, { signal })
  if (items.some(({ state }) => state === 'pending')) return items
  const first = await pageOf(galleryId, undefined, signal)
  return [...items, ...first.items]
}

/**
 * The same, and what is still being made ready is looked after: those photos alone, not the list again. By hand a photo's
 * place counts for where others are put, so that there the list is read when one of them has got its place: a long one
 * once no other gets its place any more, as it would be read over and over while many are uploaded.
 */
export const useWatchedPhotos = ({ id: galleryId, photoOrder }: Pick<OwnGallery, 'id' | 'photoOrder'>) => {
  const queries = useQueryClient()
  /** Photos have got their places since the list was read. */
  const hasPlaced = useRef(false)
  const show = useShownPhotos(galleryId)
  const list = useOwnPhotos(galleryId)
  const pending = (list.data ?? [])
    .filter(({ state }) => state === 'pending')
    .map(({ id }) => id)
    .slice(0, limits.upload.lookAtOnce)
  useQuery({
    queryKey: [...endpointKey(endpoints.findMine), galleryId, pending],
    queryFn: async ({ signal }: Cancellable) => {
      const news = await newsOf(galleryId, pending, signal)
      const shown = show((known) => mergePhotoUpdates(known, pending, news))
      const isPlacing = news.some(({ id, state }) => state === 'ready' && pending.includes(id))
      hasPlaced.current ||= isPlacing && photoOrder === 'hand'
      const isLastLook = !shown || photosOf(shown).every(({ state }) => state !== 'pending')
      const isFree = queries.isFetching({ queryKey: listKey(galleryId) }) === 0
      if (hasPlaced.current && (isLastLook || (isFree && (isShort(shown) || !isPlacing)))) {
        hasPlaced.current = false
        void queries.invalidateQueries({ queryKey: listKey(galleryId) })
      }
      return news.length
    },
    // The list has just told of them: the first look is due after the first wait.
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: pending.length > 0,
    refetchInterval: ({ state }) => nextLookMs(state.dataUpdateCount + state.errorUpdateCount),
  })
  return list
}
export const useArrangeSets = () => useEndpoint(galleries.endpoints.arrangeSets, { refreshes: seen })

/** Whether a further page of a list is on its way: to read the list again would stop that. */
export const isReadingFurther = (queries: QueryClient, galleryId: GalleryId): boolean => {
  const state = queries.getQueryState(listKey(galleryId))
  return state?.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined
}

/** One photo is the cover. */
const withSaved = (photo: OwnPhoto, saved: OwnPhoto): OwnPhoto => {
  if (photo.id === saved.id) return saved
  return photo.isCover && saved.isCover ? { ...photo, isCover: false } : photo
}
/**
 * The list that is shown has the answer at once: the next change counts on its version. It may put the photo elsewhere, but
 * nobody waits until that is read; of a list of several pages, each of which would be read, it is seen when it comes again.
 */
export const useUpdatePhoto = (galleryId: GalleryId, onSaved?: (saved: OwnPhoto) => void) => {
  const queries = useQueryClient()
  const show = useShownPhotos(galleryId)
  return useEndpoint(endpoints.update, {
    refreshes: shows,
    onSuccess: (saved) => {
      onSaved?.(saved)
      const list = show((known) => known.map((photo) => withSaved(photo, saved)))
      const isLong = list !== undefined && list.pages.length > 1
      const refetchType = isLong || isReadingFurther(queries, galleryId) ? 'none' : 'active'
      void queries.invalidateQueries({ queryKey: listKey(galleryId), refetchType })
    },
  })
}
type Callbacks = { onSuccess: () => void; onError: (error: Error) => void }
/**
 * The photo is gone from the list that is shown, and `onSuccess` is called, before anything is asked for anew; also where
 * it was gone already, for the answer to an earlier try may have been lost.
 */
export const useRemovePhoto = (galleryId: GalleryId, { onSuccess, onError }: Callbacks) => {
  const leave = useGonePhotos(galleryId)
  const queries = useQueryClient()
  const onGone = (photoId: string) => {
    leave([photoId])
    onSuccess()
  }
  return useEndpoint(endpoints.remove, {
    refreshes: seen,
    onSuccess: (_, { params }) => onGone(params.photoId),
    onError: (error, { params }) => {
      if (codeOf(error) !== 'photo_not_found') return onError(error)
      onGone(params.photoId)
      void askAnew(queries, seen)
    },
  })
}
