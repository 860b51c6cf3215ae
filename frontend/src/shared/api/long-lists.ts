/** So many pages are read again at once; what is known of more is good for longer, in milliseconds. */
const fewPages = 5
const longFreshMs = 15 * 60_000

type Loaded = { readonly pages: readonly unknown[] } | undefined

/** Whether so little of a list is known that all of it may be read again. */
export const isShort = (list: Loaded): boolean => (list?.pages.length ?? 0) <= fewPages

type Question = { state: { data?: Loaded } }

/**
 * When a list is read again that is read page by page. All pages that are known would be, one after the other, before the
 * next could come.
 * @param freshMs For how long a short one is good.
 */
export const rereadWhereShort = (freshMs: number) => ({
  staleTime: ({ state }: Question) => (isShort(state.data) ? freshMs : longFreshMs),
  refetchOnReconnect: ({ state }: Question) => isShort(state.data),
})
