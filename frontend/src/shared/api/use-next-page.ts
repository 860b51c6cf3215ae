import { useEffect } from 'react'

type Paged = {
  data: { readonly pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * Fetches page after page by itself while `wanted`: a list that is needed whole, or one whose pages came empty, since a
 * search may look through many entries for nothing and then only says where to go on.
 * @returns whether more is on its way by itself: until then nothing is known to be absent.
 */
export const useNextPage = (
  { data, hasNextPage, isFetching, isError, fetchNextPage }: Paged,
  wanted: boolean,
): boolean => {
  // An answer that comes at once is never seen under way: what tells that another page is due is how many there are.
  const behind = wanted && hasNextPage && !isError ? data?.pages.length : undefined
  useEffect(() => {
    if (behind !== undefined && !isFetching) void fetchNextPage()
  }, [behind, isFetching, fetchNextPage])
  return behind !== undefined
}
