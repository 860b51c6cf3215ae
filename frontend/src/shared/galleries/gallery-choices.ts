import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointKey, endpointPages, endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

const { endpoints } = galleries
const limit = limits.gallery.mostOwnAtOnce
/** Typing is waited for, so that not each letter is a search. */
const pauseMs = 300

const pagesOf = (q?: string) =>
  endpointPages(endpoints.mine, (cursor) => ({ query: { limit, cursor, ...(q && { q }) } }), {
    staleFor: '10 s',
    enabled: q !== '',
  })

const useAfterTyping = (typed: string): string => {
  const [taken, setTaken] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setTaken(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return taken
}

/** One own gallery by an id that may be none; asked for by itself unless it is among those that are known. */
const useChosenGallery = (id: string, known: readonly OwnGallery[] | undefined): OwnGallery | undefined => {
  const found = known?.find((each) => each.id === id)
  const { data: galleryId } = GalleryId.safeParse(id)
  const { data } = useQuery({
    ...endpointQuery(endpoints.getMine, { params: { galleryId: galleryId ?? id } }, { staleFor: '10 s' }),
    enabled: galleryId !== undefined && known !== undefined && !found,
  })
  return found ?? (galleryId === undefined ? undefined : data)
}

/**
 * Own galleries to choose one from: the newest hundred, or the newest hundred whose titles have the words.
 * @param value The id that is chosen now, or an empty text. Its gallery is always among the options.
 */
export const useGalleryChoices = (value: string) => {
  const queries = useQueryClient()
  const [words, setWords] = useState('')
  const q = useAfterTyping(words.trim())
  const newest = useInfiniteQuery(pagesOf())
  const search = useInfiniteQuery(pagesOf(q))
  const found = search.data?.pages.flatMap(({ items }) => items)
  // A search looks through a thousand galleries at a time, and may find none among them.
  const isLooking = useNextPage(search, q !== '' && found?.length === 0)
  const isFailing = newest.isError && !newest.data
  const first = newest.data?.pages.flatMap(({ items }) => items)
  const chosen = useChosenGallery(value, first)
  const options = q === '' ? first : found
  const isChosenMissing = chosen !== undefined && options?.every(({ id }) => id !== chosen.id)
  return {
    chosen,
    /** `undefined` until the first answer; none of them where that could not be had. */
    options: first ? [...(isChosenMissing ? [chosen] : []), ...(options ?? [])] : isFailing ? [] : undefined,
    isFailing,
    hasNone: first?.length === 0,
    /** There are more than the newest hundred: words are needed. */
    hasMore: newest.hasNextPage,
    words,
    setWords,
    isSearching: q !== words.trim() || search.isFetching || isLooking,
    found: q === '' ? undefined : found?.length,
    error: newest.error ?? search.error,
    refetch: () =>
      Promise.all(
        [endpoints.mine, endpoints.getMine].map((each) => queries.invalidateQueries({ queryKey: endpointKey(each) })),
      ),
  }
}
export type GalleryChoices = ReturnType<typeof useGalleryChoices>
