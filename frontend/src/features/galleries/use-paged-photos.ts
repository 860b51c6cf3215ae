import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { limits } from '#schema/limits.ts'
import { type OpenGalleryView, useGalleryPhotos } from './queries.ts'

/**
 * The photos of the page that the address names; pages before it are fetched first, since each names the next. One that
 * came empty is no page: a search found nothing in that part of the gallery.
 */
export const usePagedPhotos = (gallery: OpenGalleryView) => {
  const { read, change } = useAddress()
  const q = read('q')
  const page = Math.max(1, Math.trunc(Number(read('page')) || 1))
  const query = useGalleryPhotos(gallery.id, q, true)
  const { data, hasNextPage } = query
  const pages = data?.pages.filter(({ items }) => items.length > 0) ?? []
  const loaded = pages.length
  useNextPage(query, page > loaded)

  const last = hasNextPage ? undefined : Math.max(1, loaded)
  const shown = last === undefined ? page : Math.min(page, last)
  const count = q ? undefined : Math.max(1, Math.ceil(gallery.photoCount / limits.gallery.photosPerPage))
  return {
    ...query,
    q,
    page: shown,
    pageCount: last ?? count,
    hasNext: shown < loaded || hasNextPage,
    photos: data && !hasNextPage && loaded === 0 ? [] : pages[shown - 1]?.items,
    change,
    read,
    goTo: (next: number) => {
      change({ page: next > 1 ? String(next) : undefined, photo: undefined })
      window.scrollTo({ top: 0 })
    },
  }
}
