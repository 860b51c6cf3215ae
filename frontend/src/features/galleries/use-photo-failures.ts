import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { galleries } from '#schema/api/galleries.ts'
import { profiles } from '#schema/api/profiles.ts'
import { isUnknownGallery } from './gallery-error.tsx'
import type { PagedPhotos } from './use-paged-photos.ts'

/** Asks anew what this page is when its photos are refused: the gallery was locked while it was looked at. */
const useLockWatch = (error: unknown) => {
  const queries = useQueryClient()
  const isLocked = error !== null && codeOf(error) === 'gallery_locked'
  useEffect(() => {
    if (!isLocked) return
    for (const page of [galleries.endpoints.get, profiles.endpoints.portfolioGallery])
      void queries.invalidateQueries({ queryKey: endpointKey(page) })
  }, [isLocked, queries])
}

/** Says that photos could not be loaded. A gallery that is gone or locked by now becomes another page, which says so. */
export const usePhotoFailures = ({ photos, error }: PagedPhotos) => {
  useLockWatch(error)
  const isClosed = error !== null && (isUnknownGallery(codeOf(error)) || codeOf(error) === 'gallery_locked')
  useLoadFailure(photos || isClosed ? null : error, 'Error loading photos')
}
