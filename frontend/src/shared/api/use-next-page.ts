import { useEffect } from 'react'

type Paged = {
  data: { readonly pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * Fetches further pages automatically while `wanted`: for a list that is needed whole, or when pages are empty. A
 * search may examine many entries, find nothing, and only answer where to go on.
 * @returns whether more pages are being fetched. While they are, the list may not be called empty.
 */
export const useNextPage = (query: Paged, wanted: boolean): boolean => {
  const { data, hasNextPage, isError, fetchNextPage } = query
  // An answer that comes at once is never seen under way: what tells that another page is due is how many there are.
  const behind = wanted && hasNextPage && !isError ? data?.pages.length : undefined
  // Read only where it counts: whoever reads it is drawn anew whenever something begins or ends to be fetched.
  const isFetching = behind !== undefined && query.isFetching
  useEffect(() => {
    if (behind !== undefined && !isFetching) void fetchNextPage()
  }, [behind, isFetching, fetchNextPage])
  return behind !== undefined
}
