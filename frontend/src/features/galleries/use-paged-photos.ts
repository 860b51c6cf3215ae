import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigationType } from 'react-router-dom'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { PhotoView } from '#schema/api/views.ts'
import type { SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { lookedAtPage } from './looked-at-page.ts'
import { readTime, spanOf } from './photo-times.ts'
import { type PhotosPage, useGalleryPhotos, type WallGallery } from './queries.ts'
import { useOnceRested } from './use-once-rested.ts'

/** So many photos before the last known one the next page is asked for: whoever looks through them waits for none. */
const ahead = 5
/** So many photos may have come before an open one until it is looked for no further. */
const placesMoved = 2 * limits.gallery.photosPerPage

type Listed = { pages: readonly PhotosPage[]; known: readonly PhotoView[]; starts: readonly number[] }
/**
 * Lists the photos of pages, each once (one that moved up while they were read stands on two), with where each page
 * begins. Goes on with the list that it made last where more pages came: of ten thousand photos a slow phone would take
 * a frame for each page.
 */
const photoLister = () => {
  let last: Listed = { pages: [], known: [], starts: [] }
  let numbers = new Map<string, number>()
  return (pages: readonly PhotosPage[]) => {
    const isOngoing = pages.length >= last.pages.length && last.pages.every((page, index) => page === pages[index])
    if (!isOngoing) numbers = new Map()
    const earlier = isOngoing ? last.known : []
    const starts = isOngoing ? [...last.starts] : []
    const more: PhotoView[] = []
    const again: [number, PhotoView][] = []
    for (const { items } of pages.slice(starts.length)) {
      for (const photo of items) {
        const number = numbers.get(photo.id) ?? earlier.length + more.length
        numbers.set(photo.id, number)
        if (number < earlier.length) again.push([number, photo])
        else more[number - earlier.length] = photo
      }
      starts.push((items[0] && numbers.get(items[0].id)) ?? 0)
    }
    // Joined once: a list of thousands that is copied and then grows is copied twice, for each page.
    const known = earlier.concat(more)
    for (const [number, photo] of again) known[number] = photo
    last = { pages, known, starts }
    return { known, starts, numberOf: (photoId: string) => numbers.get(photoId) ?? -1 }
  }
}

/**
 * The photos of the page that the address names, and the photo that is open in the viewer. Earlier pages are fetched
 * first, because each page holds the cursor of the next. Empty pages are not counted: a search may find nothing in one
 * part of the gallery.
 * @param first The first page, if it came with another answer.
 */
export const usePagedPhotos = (
  gallery: Pick<WallGallery, 'id' | 'photoCount' | 'sets' | 'hasNumbers' | 'hasTimes'>,
  first?: PhotosPage,
) => {
  const { read, change } = useAddress()
  const opened = useOpened('photo')
  const number = gallery.hasNumbers ? read('number') : ''
  // The HTML of a page has its photos of all times: what decides it is counted, and ten parts of an address are the most
  // that CloudFront tells apart (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html).
  const asked = gallery.hasTimes ? read('time') : ''
  const time = useHydrated(asked !== '') ? readTime(asked) : undefined
  const q = number || time ? '' : read('q')
  // A set that was deleted meanwhile is the whole gallery.
  const set = number ? undefined : gallery.sets.find(({ id }) => id === read('set'))?.id
  const page = Math.max(1, Math.trunc(Number(read('page')) || 1))
  const query = useGalleryPhotos(gallery.id, { q, set, number, span: time && spanOf(time) }, first)
  const { data, hasNextPage, isError, error, refetch, fetchNextPage } = query
  const pages = useMemo(() => data?.pages.filter(({ items }) => items.length > 0) ?? [], [data])
  const loaded = pages.length
  const [list] = useState(photoLister)
  const { known, starts, numberOf } = useMemo(() => list(pages), [list, pages])
  const openIndex = opened.shown === '' ? -1 : numberOf(opened.shown)
  const isSought = opened.shown !== '' && openIndex === -1
  const sought = JSON.stringify([gallery.id, q, set, number, asked])
  const [was] = useState({ id: '', sought, index: 0 })
  useEffect(() => {
    if (openIndex >= 0) Object.assign(was, { id: opened.shown, sought, index: openIndex })
  })
  const wasOpen = was.id === opened.shown && was.sought === sought
  // It was open, and the list goes on past its place without it: it is not looked for in thousands of others.
  const isGone = isSought && wasOpen && known.length > was.index + placesMoved
  useNextPage(query, page > loaded || (isSought && !isGone) || (openIndex >= 0 && openIndex >= known.length - ahead))

  // A link to a photo that is in another set, that was sold out of the gallery, or that the search in its address leaves out.
  const isAbsent = isSought && data !== undefined && ((!hasNextPage && !isError) || isGone)
  const isPart = q !== '' || set !== undefined || number !== '' || time !== undefined
  const neighbour = wasOpen ? known[Math.min(was.index, known.length - 1)] : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each photo that is not there.
  useEffect(() => {
    if (!isAbsent) return
    if (isPart && !neighbour) {
      change({ q: undefined, set: undefined, number: undefined, time: undefined }, { replace: true })
      return
    }
    const where = isPart ? 'among these photos' : 'in this gallery'
    toast({ kind: 'info', title: 'Photo not found', description: `It is not ${where} any more.` })
    if (neighbour) opened.move(neighbour.id)
    else opened.close()
  }, [isAbsent, isPart, opened.shown])

  const last = hasNextPage ? undefined : Math.max(1, loaded)
  const shown = last === undefined ? page : Math.min(page, last)
  const [place] = useState(() => lookedAtPage(page))
  // The page that scrolling came to, and the one that was asked for, or gone back to, which is stood at.
  const scrolledTo = useRef(1)
  const [jump, setJump] = useState<{ index: number; isBack: boolean }>()
  const follow = useOnceRested((next: number) => {
    if (next === scrolledTo.current || opened.shown !== '') return
    scrolledTo.current = next
    change({ page: next > 1 ? String(next) : undefined }, { replace: true })
  })
  const start = starts[shown - 1]
  const kind = useNavigationType()
  const standAt = (next: number, index: number, isBack = false) => {
    scrolledTo.current = next
    setJump({ index, isBack })
  }
  // Gone back or forward, or opened at: what a scroll asked for before would lead away from there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page of the address.
  useEffect(() => {
    if (page === scrolledTo.current) return
    follow.drop()
    place.set(shown)
    if (start !== undefined) standAt(shown, start, kind === 'POP')
    // There are fewer pages by now.
    if (shown < page && loaded > 0) change({ page: shown > 1 ? String(shown) : undefined }, { replace: true })
  }, [page, start, shown])
  // What was scrolled past on the way there.
  useEffect(() => {
    if (!jump) return
    follow.drop()
    place.set(scrolledTo.current)
  }, [jump, follow, place])

  const { doubtful = 0, hasUnread } = data?.pages.at(-1) ?? {}
  const count = isPart ? undefined : Math.max(1, Math.ceil(gallery.photoCount / limits.gallery.photosPerPage))
  // The same over drawings: the wall is drawn anew for another one.
  const lookAt = useStable((index: number) => {
    const next = Math.max(1, starts.findLastIndex((first) => first <= index) + 1)
    if (opened.shown !== '') return false
    const isOther = place.set(next)
    follow.ask(next)
    return isOther
  })
  const isAsking = useRef(false)
  // An answer may come when something else is looked for, or nobody looks any more.
  const soughtNow = useRef('')
  useEffect(() => {
    soughtNow.current = sought
    return () => {
      soughtNow.current = ''
    }
  }, [sought])
  const more = () => {
    if (!hasNextPage || isError || isAsking.current) return
    isAsking.current = true
    const ask = () => fetchNextPage({ cancelRefetch: false })
    const isNoMore = (answer: Awaited<ReturnType<typeof ask>>) =>
      answer.data?.pages.length === data?.pages.length && answer.hasNextPage && !answer.isError
    void ask()
      // Where the known pages were being asked for anew, that is what was waited for.
      .then((answer) => (isNoMore(answer) && soughtNow.current === sought ? ask() : answer))
      .finally(() => {
        isAsking.current = false
      })
  }
  return {
    pages: query,
    error,
    isError,
    hasNextPage,
    refetch,
    /** Whoever asks is drawn anew whenever a page begins or ends to be fetched. */
    isFetching: () => query.isFetching,
    q,
    set,
    number,
    time,
    /** So many of the last photos may show the number. */
    doubtful,
    /** Not all photos were read for numbers yet. */
    hasUnread,
    /** The page that is looked at, which the address follows. */
    place,
    pageCount: last ?? count,
    knownPages: loaded,
    // Page after page, each once the one before it is there.
    photos: data && (loaded >= shown || !hasNextPage) && (loaded > 0 || !hasNextPage) ? known : undefined,
    /**
     * How many there are, without those whose number is in doubt; `undefined` while a search, a set, a time or a number has
     * not come to its end.
     */
    total: !hasNextPage ? known.length - doubtful : isPart ? undefined : Math.max(gallery.photoCount, known.length),
    /** The photos of the one page, for a list that is read page by page. */
    listed: pages[shown - 1]?.items,
    jump,
    change,
    read,
    showSet: (next: SetId | undefined) => change({ set: next, page: undefined, photo: undefined }),
    goTo: (next: number) => {
      follow.drop()
      place.set(next)
      change({ page: next > 1 ? String(next) : undefined, photo: undefined })
      // The address may have been there already, before a scroll that it had not followed yet.
      const first = starts[next - 1]
      if (first !== undefined) standAt(next, first)
    },
    /** The address follows whoever scrolls. */
    lookAt,
    /** And not before all is drawn there: the router would begin anew with each tile. */
    holdAddress: follow.hold,
    more,
    viewer: {
      ...opened,
      photos: known,
      index: openIndex,
      /** `undefined` while a search, a set, a time or a number has not come to its end. */
      count: isPart ? undefined : Math.max(gallery.photoCount, known.length),
      /** The open photo is looked for on later pages. */
      isSeeking: isSought && !isGone && hasNextPage && !isError,
    },
  }
}
export type PagedPhotos = ReturnType<typeof usePagedPhotos>
