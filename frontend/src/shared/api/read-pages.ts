import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useNextPage } from './use-next-page.ts'

/** So many pages an address brings by itself, one after the other. */
export const mostPagesAtOnce = 20

/** How far a list was read, which its address keeps: Back and a reload lead to where somebody was. */
export const usePageOfAddress = () => {
  const { read, change } = useAddress()
  return {
    /** The page that the address names. */
    page: Math.max(1, Math.trunc(Number(read('page')) || 1)),
    readTo: (page: number) => change({ page: String(page) }, { replace: true }),
  }
}

type Pages = Parameters<typeof useNextPage>[0] & { isFetchingNextPage: boolean }

/** A list that is read page by page up to the page of the address, for the button that reads on. */
export const useReadPages = <Q extends Pages>(query: Q): Q => {
  const { page, readTo } = usePageOfAddress()
  const { data, fetchNextPage } = query
  const known = data?.pages.length ?? 0
  const wanted = Math.min(page, mostPagesAtOnce)
  const isLooking = useNextPage(query, known > 0 && known < wanted)
  return {
    ...query,
    isFetchingNextPage: query.isFetchingNextPage || isLooking,
    fetchNextPage: async () => {
      // A page failed on the way back: with it the others of the address come.
      if (known >= wanted) readTo(known + 1)
      await fetchNextPage()
    },
  }
}
