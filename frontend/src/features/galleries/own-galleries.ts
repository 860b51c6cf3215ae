import { useQuery } from '@tanstack/react-query'
import { allPages } from '#frontend/shared/api/all-pages.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointKey, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'

const { endpoints } = galleries

/** All own galleries, newest first: the counters and the lists of choices need every one. */
const ownGalleriesQuery = {
  queryKey: [...endpointKey(endpoints.mine), 'all'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    allPages((cursor) => callEndpoint(endpoints.mine, { query: { cursor } }, { signal })),
  staleTime: 10_000,
}
export const useOwnGalleries = () => useQuery(ownGalleriesQuery)

const changed = [endpoints.mine, endpoints.getMine, endpoints.get, endpoints.browse]
export const useCreateGallery = () => useEndpoint(endpoints.create, { refreshes: changed })
export const useUpdateGallery = () => useEndpoint(endpoints.update, { refreshes: changed })
export const useRemoveGallery = () => useEndpoint(endpoints.remove, { refreshes: changed })

/** A gallery is protected when a password or an access code exists (specification, section 2). */
export const isProtected = (gallery: OwnGallery): boolean => gallery.hasPassword || gallery.accessCode !== null
