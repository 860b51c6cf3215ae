import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router-dom'
import { whileUntouched } from '#frontend/ui/while-untouched.ts'
import { pageOf } from './page-of.ts'

/** How far each step of the history was scrolled, by its key. */
export const positions = new Map<string, number>()
/** How long a page may take to grow tall enough for the place that is being restored. */
const patienceMs = 1_500
/** How long what stands above a place, or all of its page, may be on its way. */
const longPatienceMs = 10_000

/** A page that is on its way, or a part of it; the list of galleries is one. What was just pressed is none. */
const onItsWay = 'main[aria-busy], main [aria-busy=true]:not(button)'

/** A smooth scroll on its way may still move a page by a step after it was stopped: so long a place has to hold. */
const steadyFrames = 3

/** @returns A function that ends it. */
export const standAt = (top: number) => {
  const began = performance.now()
  let until = began + patienceMs
  let isUntouched = true
  let isLeft = false
  let frame = 0
  let held = 0
  const scroll = () => window.scrollTo({ top, behavior: 'instant' })
  const look = () => {
    if (isUntouched && document.querySelector(onItsWay)) until = performance.now() + patienceMs
    if (isLeft && performance.now() >= until) return
    const isThere = Math.abs(window.scrollY - top) <= 2
    held = isThere ? held + 1 : 0
    if (!isThere) scroll()
    // A frame that comes late, after a busy page or in a tab that was hidden, is still one to stand there.
    if (held < steadyFrames && performance.now() < until) frame = requestAnimationFrame(look)
  }
  scroll()
  look()
  // Nobody is kept from scrolling the grey shape of a page, nor taken away from there when its page comes.
  const leave = whileUntouched(longPatienceMs, () => {
    isUntouched = false
    isLeft = performance.now() < began + longPatienceMs
    if (isLeft) until = began + patienceMs
  })
  return () => {
    leave()
    cancelAnimationFrame(frame)
  }
}

/** What a hash names; a mistyped one names nothing. */
const sectionIn = (hash: string) => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/**
 * Leads to a section as soon as it is there, and stays with it while its page grows above it. Whoever scrolls or presses
 * once the window has been led there is left alone.
 */
const stayAtSection = (id: string, behavior: ScrollBehavior) => {
  let leave: (() => void) | undefined
  const lead = () => {
    const section = document.getElementById(id)
    if (!section) return
    section.scrollIntoView({ behavior })
    leave ??= whileUntouched(longPatienceMs, () => sizes.disconnect())
  }
  // Tells of the page's size once in the beginning.
  const sizes = new ResizeObserver(lead)
  lead()
  sizes.observe(document.body)
  return () => {
    leave?.()
    sizes.disconnect()
  }
}

/** Pixels from the window's top within which a browser places a section: the bar covers the first 64. */
const mostSectionTop = 160
/** Whether a reader has scrolled on from the section: a browser stands there, or at the top of a page that it reloads. */
const hasLeft = (id: string) => {
  const top = document.getElementById(id)?.getBoundingClientRect().top ?? 0
  return window.scrollY > 0 && (top < 0 || top > mostSectionTop)
}

/** A filter, or a photo that is opened: the page is the same one, also where a section was named before. */
const isStepFrom = (before: Location | undefined, now: Location) =>
  before !== undefined &&
  pageOf(before) === pageOf(now) &&
  now.hash === '' &&
  (before.hash === '' || before.search !== now.search)

/** The router's number of the step that is shown. */
const placeInHistory = (): unknown => history.state?.idx

/** New pages begin at the top or at their `#section`; back and forward return to where the reader was. */
export const ScrollKeeper = () => {
  const location = useLocation()
  const { key, pathname, hash } = location
  const kind = useNavigationType()
  const current = useRef(key)
  const place = useRef<unknown>(undefined)
  const page = useRef<Location>(undefined)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.set(current.current, window.scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])

  // Runs before anything scrolls, so that scrolling of the new page is not stored as the old page's position. A step
  // within a page starts at the position of the step before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place in the history once.
  useLayoutEffect(() => {
    const before = positions.get(current.current)
    // Nobody goes back to it, if it is that step which was replaced, and not one that was on its way.
    if (kind === 'REPLACE' && placeInHistory() === place.current) positions.delete(current.current)
    place.current = placeInHistory()
    current.current = key
    // Where it was last scrolled to: the browser asked here would first lay out all that has just been drawn.
    if (kind === 'POP') return
    const isStep = isStepFrom(page.current, location)
    positions.set(key, isStep ? (before ?? window.scrollY) : 0)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what scrolls; a new search (filters) must not.
  useLayoutEffect(() => {
    const before = page.current
    const isStep = isStepFrom(before, location)
    page.current = location
    const kept = positions.get(key)
    if (kind === 'POP' && kept !== undefined) return standAt(kept)
    // After Back, the next search of the same page would otherwise look like a new one.
    if (isStep && kind !== 'POP') return
    if (hash) {
      const section = sectionIn(hash)
      if (!before && hasLeft(section)) return
      if (before && before.pathname !== pathname) window.scrollTo({ top: 0, behavior: 'instant' })
      return stayAtSection(section, before?.pathname === pathname ? 'auto' : 'instant')
    }
    // The first page keeps the position that the browser gave it, because the reader may have scrolled its HTML
    // already.
    return before && standAt(0)
  }, [pageOf(location), hash, kind === 'POP' || hash ? key : ''])
  return null
}
