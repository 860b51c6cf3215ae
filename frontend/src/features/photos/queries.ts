import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { askAnew } from '#frontend/shared/api/drop-listed.ts'
import { endpointKey, pageByPage, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { galleries } from '#schema/api/galleries.ts'
import { type OwnPhoto, photos } from '#schema/api/photos.ts'
import { type GalleryId, PhotoId, type SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { mergePhotoUpdates } from './merge-photo-updates.ts'

const { endpoints } = photos
const seen = [
  endpoints.listMine,
  galleries.endpoints.mine,
  galleries.endpoints.totals,
  galleries.endpoints.getMine,
  galleries.endpoints.listPhotos,
  galleries.endpoints.get,
]

const listKey = (galleryId: GalleryId) => [...endpointKey(endpoints.listMine), galleryId]
const pageOf = (galleryId: GalleryId, cursor: string | undefined, signal: AbortSignal) =>
  callEndpoint(endpoints.listMine, { params: { galleryId }, query: { cursor } }, { signal })
/** One page of an own gallery's photos, in every state. */
export const ownPhotosPage = (galleryId: GalleryId, cursor: string | undefined) =>
  callEndpoint(endpoints.listMine, { params: { galleryId }, query: { cursor } })
type Cancellable = { signal: AbortSignal }

/** The photos of an own gallery, in every state, a hundred at a time. */
export const useOwnPhotos = (galleryId: GalleryId) =>
  useInfiniteQuery({
    queryKey: listKey(galleryId),
    ...pageByPage(
      (cursor, signal) => pageOf(galleryId, cursor, signal),
      ({ nextCursor }) => nextCursor,
    ),
    select: photosOf,
    staleTime: 10_000,
  })

type Listed = InfiniteData<ResponseOf<typeof endpoints.listMine>, string | undefined>
const photosOf = ({ pages }: Pick<Listed, 'pages'>): OwnPhoto[] => pages.flatMap(({ items }) => items)

/** A list with other photos, in as many pages as before: each page keeps its place, the last takes what is more. */
const withPhotos = (list: Listed, photos: readonly OwnPhoto[]): Listed => {
  const ends = list.pages.map((_, index) =>
    list.pages.slice(0, index + 1).reduce((sum, { items }) => sum + items.length, 0),
  )
  const pages = list.pages.map((page, index) => ({
    ...page,
    items: photos.slice(ends[index - 1] ?? 0, index === list.pages.length - 1 ? undefined : ends[index]),
  }))
  return { ...list, pages }
}

/** Changes the list that is shown, before the server is asked again. */
const useShownPhotos = (galleryId: GalleryId) => {
  const queries = useQueryClient()
  return (change: (photos: OwnPhoto[]) => OwnPhoto[]) =>
    queries.setQueryData<Listed>(listKey(galleryId), (known) => known && withPhotos(known, change(photosOf(known))))
}

/** One own photo, as it is now. @throws `photo_not_found`. */
export const readOwnPhoto = (photoId: PhotoId) => callEndpoint(endpoints.getMine, { params: { photoId } })

/** One own photo that a link names, which may be on no page that was loaded; `undefined` asks for none. */
export const useLinkedPhoto = (photoId: string | undefined) => {
  const id = PhotoId.safeParse(photoId).data
  return useQuery({
    queryKey: [...endpointKey(endpoints.getMine), id ?? ''],
    queryFn: ({ signal }: Cancellable) =>
      id === undefined ? null : callEndpoint(endpoints.getMine, { params: { photoId: id } }, { signal }),
    enabled: id !== undefined,
  }).data
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

/** The same, and what is still being made ready is looked after: those photos alone, not the list again. */
export const useWatchedPhotos = (galleryId: GalleryId) => {
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
      show((known) => mergePhotoUpdates(known, pending, news))
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
type Moved = { id: PhotoId; after: PhotoId | null }

const movedIn = (list: readonly OwnPhoto[], { id, after }: Moved): OwnPhoto[] => {
  const moved = list.filter((photo) => photo.id === id)
  const others = list.filter((photo) => photo.id !== id)
  // What waits for its file or was refused stands before what is on sale.
  const isShown = ({ state }: OwnPhoto) => state === 'ready'
  const found = after === null ? others.findIndex(isShown) : others.findIndex((photo) => photo.id === after) + 1
  const place = found < 0 ? others.length : found
  return [...others.slice(0, place), ...moved, ...others.slice(place)]
}

/**
 * Puts a photo after another one: here at once, and at the server one after the other, since each step counts on the
 * one before. The list is not asked for anew, for the server's may be a moment behind; only where it was refused.
 */
export const useMovePhoto = (galleryId: GalleryId) => {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `order ${galleryId}` },
    mutationFn: ({ id, after }: Moved) => callEndpoint(endpoints.move, { params: { photoId: id }, body: { after } }),
    onError: () => queries.invalidateQueries({ queryKey: listKey(galleryId) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: endpointKey(galleries.endpoints.listPhotos) }),
  })
}
/** Shows the move before the server knows of it. */
export const useShownMove = (galleryId: GalleryId) => {
  const show = useShownPhotos(galleryId)
  return (moved: Moved) => show((known) => movedIn(known, moved))
}

export const useArrangeSets = () => useEndpoint(galleries.endpoints.arrangeSets, { refreshes: seen })
/** The list that is shown has the answer before it is asked for anew: the next change counts on its version. */
export const useUpdatePhoto = (galleryId: GalleryId, onSaved?: (saved: OwnPhoto) => void) => {
  const show = useShownPhotos(galleryId)
  return useEndpoint(endpoints.update, {
    refreshes: seen,
    onSuccess: (saved) => {
      onSaved?.(saved)
      show((known) => known.map((photo) => (photo.id === saved.id ? saved : photo)))
    },
  })
}
type Callbacks = { onSuccess: () => void; onError: (error: Error) => void }
/**
 * The photo is gone from the list that is shown, and `onSuccess` is called, before anything is asked for anew; also where
 * it was gone already, for the answer to an earlier try may have been lost.
 */
export const useRemovePhoto = (galleryId: GalleryId, { onSuccess, onError }: Callbacks) => {
  const show = useShownPhotos(galleryId)
  const queries = useQueryClient()
  const onGone = (photoId: string) => {
    show((known) => known.filter(({ id }) => id !== photoId))
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

type Changes = Omit<z.input<typeof endpoints.update.body>, 'version'>

/** The same for many at once: what shows them is asked anew when all is done, and not after each. */
export const useManyPhotos = () => {
  const queries = useQueryClient()
  return {
    update: ({ id, version }: OwnPhoto, changes: Changes) =>
      callEndpoint(endpoints.update, { params: { photoId: id }, body: { version, ...changes } }),
    putInSet: (galleryId: GalleryId, photoIds: PhotoId[], setId: SetId | null) =>
      callEndpoint(endpoints.putInSet, { params: { galleryId }, body: { photoIds, setId } }),
    remove: ({ id }: OwnPhoto) => callEndpoint(endpoints.remove, { params: { photoId: id } }),
    refresh: async () => {
      await askAnew(queries, seen)
    },
  }
}
