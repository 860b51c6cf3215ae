import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endpointPages, endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { dropGrant, grantOf } from '#frontend/shared/api/grants.ts'
import { rereadWhereShort } from '#frontend/shared/api/long-lists.ts'
import { nextTurn } from '#frontend/ui/frame-turns.ts'
import { onceSettled } from '#frontend/ui/once-settled.ts'
import { isScrolling } from '#frontend/ui/when-still.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { firstRequests } from '#schema/api/first-answers.ts'
import { type GalleryPage, galleries } from '#schema/api/galleries.ts'
import type { GalleryCard } from '#schema/api/views.ts'
import type { SetId } from '#schema/ids.ts'
import { sameWhereEqual, withKeptPictures } from './kept-pictures.ts'
import type { TimeSpan } from './photo-times.ts'

const endpoints = galleries.endpoints

/** A gallery that may be looked at, as its page is told of it. */
export type OpenGalleryView = Extract<GalleryPage, { state: 'open' }>['gallery']

/** What the photos of a gallery are shown and sold with, at either of its addresses. */
export type WallGallery = GalleryCard &
  Pick<
    OpenGalleryView,
    'watermark' | 'clientCanDownload' | 'priceSteps' | 'wholePence' | 'look' | 'sets' | 'hasNumbers' | 'hasTimes'
  >

/** The newest public galleries, for the landing page. */
export const useFeaturedGalleries = () =>
  useQuery(endpointQuery(endpoints.browse, firstRequests.featured(), { staleFor: '1 min' }))

/**
 * The question for a gallery. A grant that did not open it has died: its rules were changed. It goes with the answer that
 * says so, and not one that was given since, in another tab as well.
 */
export const galleryQuery = (galleryId: string, enabled = true) => {
  const question = endpointQuery(endpoints.get, { params: { galleryId }, headers: {} }, { enabled })
  return queryOptions({
    ...question,
    queryFn: async (asked: { signal: AbortSignal }): Promise<GalleryPage> => {
      const sent = grantOf(galleryId)
      const page = await question.queryFn(asked)
      if (page.state === 'locked' && sent !== undefined) dropGrant(galleryId, sent)
      return page
    },
    // Whoever comes back to a closed door may have opened it in another tab.
    staleTime: ({ state }) => (state.data?.state === 'locked' ? 0 : question.staleTime),
  })
}

export const useGallery = (galleryId: string, enabled = true) => useQuery(galleryQuery(galleryId, enabled))

export type PhotosPage = ResponseOf<typeof endpoints.listPhotos>
const onePage = (page: PhotosPage): { pages: PhotosPage[]; pageParams: (string | undefined)[] } => ({
  pages: [page],
  pageParams: [undefined],
})

/** What is looked for in a gallery: a word, one of its sets, a time, or a number at any or at that time. */
type Sought = { q: string; set: SetId | undefined; number: string; span: TimeSpan | undefined }

/** Milliseconds: a thumb that flicks on and on rests less between two flicks. */
const betweenFlicks = 1_000
/**
 * Whoever scrolls is drawn a frame between the coming of an answer, its reading, its keeping and the wall for it. For a
 * first page somebody waits who has just looked for something.
 */
const aFrame = async (cursor: string | undefined) => {
  const isMoving = cursor === undefined ? isScrolling() : isScrolling(betweenFlicks)
  if (isMoving && !document.hidden) await nextTurn()
}

/**
 * The schemas of an answer are made when one is read (decision 187), and the first page came read with its HTML: under a
 * thumb, a slow phone would take 30 ms for the second.
 */
const useReadOnce = (page: PhotosPage | undefined) => {
  const isThere = page !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: any page does.
  useEffect(() => {
    if (!page) return undefined
    return onceSettled(() => void endpoints.listPhotos.response.safeParse({ items: page.items.slice(0, 1) }))
  }, [isThere])
}

/** The photos of a gallery that may be seen, a page at a time; `first` is the first of them, where it is known. */
export const useGalleryPhotos = (galleryId: string, { q, set, number, span }: Sought, first?: PhotosPage) => {
  const pages = endpointPages(
    endpoints.listPhotos,
    (cursor) => ({
      params: { galleryId },
      headers: {},
      query: number ? { number, ...span, cursor } : { q: q || undefined, set, ...span, cursor },
    }),
    { beforeReading: aFrame },
  )
  const query = useInfiniteQuery({
    ...pages,
    queryFn: async (request) => {
      const page = await pages.queryFn(request)
      await aFrame(request.pageParam)
      const kept = withKeptPictures(page)
      await aFrame(request.pageParam)
      return kept
    },
    structuralSharing: sameWhereEqual,
    ...rereadWhereShort(pages.staleTime),
    ...(first && q === '' && !set && number === '' && !span && { initialData: onePage(first) }),
  })
  useReadOnce(query.data?.pages[0])
  return query
}

export const useLikeState = (galleryId: string, enabled: boolean) =>
  useQuery(endpointQuery(endpoints.likeState, { params: { galleryId }, headers: {} }, { enabled, staleFor: '5 min' }))

/** The photos of this browser's favourites, a page at a time. Asked anew whenever one comes to look. */
export const useFavouritePhotos = (galleryId: string) =>
  useInfiniteQuery(
    endpointPages(endpoints.favourites, (cursor) => ({ params: { galleryId }, headers: {}, query: { cursor } }), {
      staleFor: 'never',
    }),
  )

/** The link to this browser's favourites, if they are shared. */
export const useFavouritesLink = (galleryId: string) =>
  useQuery(endpointQuery(endpoints.favouritesLink, { params: { galleryId }, headers: {} }, { staleFor: 'never' }))
export const useShareFavourites = () =>
  useEndpoint(endpoints.shareFavourites, { refreshes: [endpoints.favouritesLink], isRepeatable: true })
/** The favourites that somebody shares, a page at a time, as they stand. */
export const useSharedFavourites = (galleryId: string, favouritesId: string) =>
  useInfiniteQuery(
    endpointPages(endpoints.sharedFavourites, (cursor) => ({
      params: { galleryId, favouritesId },
      headers: {},
      query: { cursor },
    })),
  )

/** Sent twice, it is one list and one mail. */
export const useSendFavourites = () => useEndpoint(endpoints.sendFavourites, { isRepeatable: true })
export const useReport = () => useEndpoint(endpoints.report)
export const useUnlock = () => useEndpoint(endpoints.unlock)
export const useOwnerGrant = () => useEndpoint(endpoints.ownerGrant, { isRepeatable: true })
