import { useEffect } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { limits } from '#schema/limits.ts'
import { type OpenGalleryView, useGalleryPhotos } from './queries.ts'

/** The photos of the page that the address names; pages before it are fetched first, since each names the next. */
export const usePagedPhotos = (gallery: OpenGalleryView) => {
  const { read, change } = useAddress()
  const q = read('q')
  const page = Math.max(1, Math.trunc(Number(read('page')) || 1))
  const query = useGalleryPhotos(gallery.id, q, true)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query
  const loaded = data?.pages.length ?? 0
  const mustFetch = loaded > 0 && page > loaded && hasNextPage && !isFetchingNextPage && !isError
  useEffect(() => {
    if (mustFetch) void fetchNextPage()
  }, [mustFetch, fetchNextPage])

  const last = hasNextPage ? undefined : Math.max(1, loaded)
  const shown = last === undefined ? page : Math.min(page, last)
  const count = q ? undefined : Math.max(1, Math.ceil(gallery.photoCount / limits.gallery.photosPerPage))
  return {
    ...query,
    q,
    page: shown,
    pageCount: last ?? count,
    hasNext: shown < loaded || hasNextPage,
    photos: data?.pages[shown - 1]?.items,
    change,
    read,
    goTo: (next: number) => {
      change({ page: next > 1 ? String(next) : undefined, photo: undefined })
      window.scrollTo({ top: 0 })
    },
  }
}
