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

const cardIn = (list: HTMLElement, photoId: PhotoId) => list.querySelector<HTMLElement>(`[data-photo="${photoId}"]`)
const openerIn = (list: HTMLElement, photoId: PhotoId) =>
  cardIn(list, photoId)?.querySelector<HTMLElement>('[data-opener]')

/** @returns Whether another place of the list comes into view by it. */
const bringIntoView = (list: HTMLElement, photoId: PhotoId, { isAtOnce = false } = {}): boolean => {
  const card = cardIn(list, photoId)
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
  /** Has the list show photos of every status. */
  showAll: () => void
}
type Decided = {
  photoId: PhotoId
  status: ProofDecision
  /** Where it stood in the list. */
  at: number
  /** What is looked at next, if not the same photo. */
  next: PhotoId | undefined
}

/**
 * A review one photo at a time. It begins at the first photo that is not decided, which may come with a later page of
 * them: whoever has touched anything by then stays where they are. A first decision goes on to the next photo, and `back`
 * leads back to it, also where it has left the list. A decision that replaces another one stays where it is: its toast
 * undoes it.
 */
export const useOneByOne = ({ list, photos, ask, isOpen, showAll }: OneByOne) => {
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

  const decided = useRef<Decided>(undefined)
  // Once the list shows the decision, and not before: a filtered one has lost the photo then, and the others have moved.
  useLayoutEffect(() => {
    if (!decided.current || !list.current) return
    const { photoId, status, at, next } = decided.current
    const photo = photos.find((each) => each.photoId === photoId)
    if (photo && photo.status !== status) return
    decided.current = undefined
    const following = next ?? (photo ? undefined : photos[Math.min(at, photos.length - 1)]?.photoId)
    if (following === undefined) return
    // What lies under the same finger now, or soon, is another photo.
    movedAtMs.current = performance.now()
    const isAlone = isStrip(list.current)
    if (isAlone) bringIntoView(list.current, following)
    // A photo that leaves the list takes the focus along.
    if (photo || document.activeElement !== document.body) return
    openerIn(list.current, following)?.focus({ preventScroll: isAlone })
  }, [photos, list])

  const decide = (photoId: PhotoId, status: ProofDecision) => {
    if (photoId !== last && performance.now() - movedAtMs.current < secondTapMs) return
    const at = photos.findIndex((photo) => photo.photoId === photoId)
    const goesOn = list.current !== null && isStrip(list.current) && photos[at]?.status === 'pending'
    if (!ask([photoId], { status })) return
    decided.current = { photoId, status, at, next: goesOn ? nextAfter(photos, photoId)?.photoId : undefined }
    if (goesOn) setLast(photoId)
  }

  /** Where `back` leads, as soon as the list shows it. */
  const wanted = useRef<PhotoId>(undefined)
  useLayoutEffect(() => {
    const photoId = wanted.current
    if (photoId === undefined || !list.current || !photos.some((photo) => photo.photoId === photoId)) return
    wanted.current = undefined
    if (bringIntoView(list.current, photoId, { isAtOnce: true })) movedAtMs.current = performance.now()
  }, [photos, list])
  const back = () => {
    const isListed = photos.some((photo) => photo.photoId === last)
    if (last && list.current && isListed) bringIntoView(list.current, last)
    else {
      wanted.current = last
      showAll()
    }
    setLast(undefined)
  }
  return { decide, back: last === undefined ? undefined : back }
}
