import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whileUntouched } from '#frontend/ui/while-untouched.ts'
import type { ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'
import { isLeft } from './proof-words.ts'

/** So long a second tap of the same finger may take: what it meets then is another photo than the one it was meant for. */
const secondTapMs = 250

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether the list shows one photo at a time, side by side: on a phone, as long as nobody asked for all of them. */
const isStrip = (list: HTMLElement) => getComputedStyle(list).overflowX === 'auto'

/** @returns Whether another place of the list comes into view by it. */
const bringIntoView = (list: HTMLElement, photoId: PhotoId, { isAtOnce = false } = {}): boolean => {
  const card = list.querySelector<HTMLElement>(`[data-photo="${photoId}"]`)
  if (!card) return false
  const way = card.getBoundingClientRect().left - list.getBoundingClientRect().left
  list.scrollTo({ left: list.scrollLeft + way, behavior: isAtOnce || isStill() ? 'instant' : 'smooth' })
  return Math.abs(way) >= 1
}

/** The photo that is looked at next: the first after this one that is not decided, else the first of all. */
const nextAfter = (photos: readonly ProofPhoto[], photoId: PhotoId) => {
  const at = photos.findIndex((photo) => photo.photoId === photoId)
  const isOpen = (photo: ProofPhoto) => isLeft(photo) && photo.photoId !== photoId
  return photos.slice(at + 1).find(isOpen) ?? photos.find(isOpen)
}

/** The height of what stands above the list, in pixels, so that one photo with its buttons fills the rest of a screen. */
export const useHeightAbove = (list: RefObject<HTMLElement | null>) => {
  const above = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = above.current
    if (!element) return
    const measure = () => list.current?.style.setProperty('--above', `${String(element.offsetHeight)}px`)
    measure()
    // Its letters may come later, and a phone may be turned.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return above
}

/** Where each tap brings another photo under the finger, the second tap of a double tap is none. */
export const useSingleTaps = <Said>(act: (said: Said) => void) => {
  const tappedAtMs = useRef(Number.NEGATIVE_INFINITY)
  return (said: Said) => {
    const isSecond = performance.now() - tappedAtMs.current < secondTapMs
    tappedAtMs.current = performance.now()
    if (!isSecond) act(said)
  }
}

type OneByOne = {
  list: RefObject<HTMLElement | null>
  /** Those that the list shows. */
  photos: readonly ProofPhoto[]
  /** Takes a decision; `false` where it was not taken. */
  ask: (photoIds: readonly PhotoId[], decision: { status: ProofDecision }) => boolean
  isOpen: boolean
}

/**
 * A review one photo at a time. It begins at the first photo that is not decided, which may come with a later page of
 * them: whoever has touched anything by then stays where they are. A first decision goes on to the next photo, and `last`
 * leads back to it. A decision that replaces another one stays where it is: its toast undoes it.
 */
export const useOneByOne = ({ list, photos, ask, isOpen }: OneByOne) => {
  const [last, setLast] = useState<PhotoId>()
  const isPlaced = useRef(false)
  const movedAtMs = useRef(Number.NEGATIVE_INFINITY)
  const firstOpen = isOpen ? photos.find(isLeft)?.photoId : undefined
  useEffect(() => {
    if (isPlaced.current || !firstOpen || !list.current || !isStrip(list.current)) return
    isPlaced.current = true
    const isMoved = bringIntoView(list.current, firstOpen, { isAtOnce: true })
    // A tap that was on its way is meant for the photo that stood there.
    if (isMoved) movedAtMs.current = performance.now()
  }, [firstOpen, list])
  const isThere = photos.length > 0
  useEffect(() => {
    if (!isThere) return
    let isShown = true
    const stop = whileUntouched(Number.POSITIVE_INFINITY, () => {
      isPlaced.current ||= isShown
    })
    return () => {
      isShown = false
      stop()
    }
  }, [isThere])

  /** Where a photo stood that was decided among all: of a filtered list it goes, and takes the focus along. */
  const decided = useRef<{ photoId: PhotoId; at: number }>(undefined)
  useLayoutEffect(() => {
    const { photoId, at } = decided.current ?? {}
    if (photoId === undefined || at === undefined || photos.some((photo) => photo.photoId === photoId)) return
    decided.current = undefined
    // What lies under the same finger now is another photo.
    movedAtMs.current = performance.now()
    if (document.activeElement !== document.body) return
    const openers = list.current?.querySelectorAll<HTMLElement>('[data-opener]') ?? []
    openers[Math.min(at, openers.length - 1)]?.focus()
  }, [photos, list])

  const decide = (photoId: PhotoId, status: ProofDecision) => {
    if (!list.current || !isStrip(list.current)) {
      if (performance.now() - movedAtMs.current < secondTapMs) return
      decided.current = { photoId, at: photos.findIndex((photo) => photo.photoId === photoId) }
      ask([photoId], { status })
      return
    }
    if (photoId !== last && performance.now() - movedAtMs.current < secondTapMs) return
    const isFirst = photos.find((photo) => photo.photoId === photoId)?.status === 'pending'
    if (!ask([photoId], { status }) || !isFirst) return
    setLast(photoId)
    movedAtMs.current = performance.now()
    const next = nextAfter(photos, photoId)
    if (next) bringIntoView(list.current, next.photoId)
  }
  const isShown = last !== undefined && photos.some((photo) => photo.photoId === last)
  const back = () => {
    if (last && list.current) bringIntoView(list.current, last)
    setLast(undefined)
  }
  return { decide, back: isShown ? back : undefined }
}
