import { useQuery } from '@tanstack/react-query'
import { allPages } from '#frontend/shared/api/all-pages.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointKey, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { galleries } from '#schema/api/galleries.ts'
import { photos } from '#schema/api/photos.ts'
import type { GalleryId } from '#schema/ids.ts'

const { endpoints } = photos
const seen = [endpoints.listMine, galleries.endpoints.mine, galleries.endpoints.listPhotos, galleries.endpoints.get]

const ownPhotosQuery = (galleryId: GalleryId | undefined) => ({
  queryKey: [...endpointKey(endpoints.listMine), galleryId ?? ''],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    galleryId === undefined
      ? []
      : allPages((cursor) =>
          callEndpoint(endpoints.listMine, { params: { galleryId }, query: { cursor } }, { signal }),
        ),
  enabled: galleryId !== undefined,
  staleTime: 10_000,
})

/** All photos of an own gallery, in every state; asked again while some are still being made ready. */
export const useOwnPhotos = (galleryId: GalleryId | undefined, { watch = false } = {}) =>
  useQuery({
    ...ownPhotosQuery(galleryId),
    refetchInterval: (query) => watch && query.state.data?.some((photo) => photo.state === 'pending') && 4_000,
  })
export const useUpdatePhoto = () => useEndpoint(endpoints.update, { refreshes: seen })
export const useRemovePhoto = () => useEndpoint(endpoints.remove, { refreshes: seen })
