import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askAnew } from '#frontend/shared/api/drop-listed.ts'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'

/** What is done to all photos of a gallery of 60,000 takes some minutes. */
const askedEveryMs = 3_000

type Work = {
  /** Whether it is still being done to the photos of a gallery. */
  isRunning: (gallery: OwnGallery) => boolean
  /** What shows other things once it is done: asked anew then. */
  shows: readonly Endpoint[]
}

/**
 * An own gallery as it is now, asked for while the server does something to all of its photos.
 * @param work Always the same one.
 */
export const useUnderWay = (gallery: OwnGallery, { isRunning, shows }: Work): OwnGallery => {
  const queries = useQueryClient()
  const isBegun = isRunning(gallery)
  const newest = (found: OwnGallery | undefined) => (found && found.version >= gallery.version ? found : gallery)
  const { data } = useQuery({
    ...endpointQuery(
      galleries.endpoints.getMine,
      { params: { galleryId: gallery.id } },
      { staleFor: 'never', enabled: isBegun },
    ),
    refetchInterval: ({ state }) => (isRunning(newest(state.data)) ? askedEveryMs : false),
  })
  const now = isBegun ? newest(data) : gallery
  const isNow = isRunning(now)
  const was = useRef(isNow)
  useEffect(() => {
    if (was.current && !isNow) void askAnew(queries, shows)
    was.current = isNow
  }, [isNow, queries, shows])
  return now
}
