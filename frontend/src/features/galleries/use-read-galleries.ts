import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointPages } from '#frontend/shared/api/endpoint-query.ts'
import { rereadWhereShort } from '#frontend/shared/api/long-lists.ts'
import { mostPagesAtOnce, type usePageOfAddress } from '#frontend/shared/api/read-pages.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { type GallerySort, galleries } from '#schema/api/galleries.ts'
import { limits } from '#schema/limits.ts'

type BrowseFilter = {
  sort: GallerySort
  minPence?: number | undefined
  maxPence?: number | undefined
  q?: string | undefined
}

/** Public galleries that match, a page at a time. */
const useBrowse = (filter: BrowseFilter) => {
  const pages = endpointPages(galleries.endpoints.browse, (cursor) => ({ query: { ...filter, cursor } }))
  return useInfiniteQuery({ ...pages, ...rereadWhereShort(pages.staleTime) })
}

type Place = ReturnType<typeof usePageOfAddress>

/**
 * The galleries up to the page that the address names, which are read again when somebody comes back. Empty pages are not
 * counted: a search may find nothing in one part of the catalogue.
 */
export const useReadGalleries = (filter: BrowseFilter, { page, readTo }: Place) => {
  const query = useBrowse(filter)
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    query
  const pages = data?.pages.filter(({ items }) => items.length > 0) ?? []
  const known = pages.length
  const wanted = Math.min(page, mostPagesAtOnce)
  const isLooking = useNextPage(query, known < wanted || data?.pages.at(-1)?.items.length === 0)
  // Room is kept for what was read before, not for what a press asks for: its button would move from under the finger.
  const [pressedTo, setPressedTo] = useState(1)
  const isOnItsWay = isPending || (isLooking && (known === 0 || (known < wanted && page !== pressedTo)))
  const shown = Math.min(page, known)
  return {
    data,
    error,
    refetch,
    items: pages.slice(0, page).flatMap(({ items }) => items),
    isLooking,
    isOnItsWay,
    /** How many are still to come, as far as can be told. */
    missing: isOnItsWay ? (wanted - known) * limits.gallery.perPage : 0,
    /** For the button that reads on. What is known already is shown at once. */
    further: {
      hasNextPage: hasNextPage || known > shown,
      isFetchingNextPage,
      isFetchNextPageError,
      error,
      refetch,
      fetchNextPage: async () => {
        // A page failed on the way back: with it the others of the address come.
        if (known < wanted) return void (await fetchNextPage())
        setPressedTo(shown + 1)
        readTo(shown + 1)
        if (known === shown) await fetchNextPage()
      },
    },
  }
}
