import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
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
  /** So long after it is done, in milliseconds, each time: what shows it may lag behind. */
  shownAfterMs: readonly number[]
}

/**
 * An own gallery as it is now, asked for while the server does something to all of its photos.
 * @param work Always the same one.
 */
export const useUnderWay = (gallery: OwnGallery, { isRunning, shows, shownAfterMs }: Work): OwnGallery => {
  const queries = useQueryClient()
  const isBegun = isRunning(gallery)
  const newest = (found: OwnGallery | undefined) => (found && found.version >= gallery.version ? found : gallery)
  const { data } = useQuery({
    ...endpointQuery(
      galleries.endpoints.getMine,
      { params: { galleryId: gallery.id } },
      { staleFor: 'never', enabled: isBegun },
    ),
    refetchInterval: ({ state }) => {
      const isGone = codeOf(state.error) === 'gallery_not_found'
      return !isGone && isRunning(newest(state.data)) ? askedEveryMs : false
    },
  })
  const now = isBegun ? newest(data) : gallery
  const isNow = isRunning(now)
  const was = useRef(isNow)
  useEffect(() => {
    // Not taken back by who leaves the place where it was waited for: what shows it may be on the page still.
    if (was.current && !isNow) for (const ms of shownAfterMs) setTimeout(() => void askAnew(queries, shows), ms)
    was.current = isNow
  }, [isNow, queries, shows, shownAfterMs])
  return now
}
