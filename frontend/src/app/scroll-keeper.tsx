import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { whileUntouched } from '#frontend/app/while-untouched.ts'

const positions = new Map<string, number>()
/** How long a page may take to grow tall enough for the place that is being restored. */
const patienceMs = 1_500

/** A smooth scroll on its way may still move a page by a step after it was stopped: so long a place has to hold. */
const steadyFrames = 3

const standAt = (top: number) => {
  const until = performance.now() + patienceMs
  let frame = 0
  let held = 0
  const scroll = () => window.scrollTo({ top, behavior: 'instant' })
  const look = () => {
    const isThere = Math.abs(window.scrollY - top) <= 2
    held = isThere ? held + 1 : 0
    if (!isThere) scroll()
    if (held < steadyFrames && performance.now() < until) frame = requestAnimationFrame(look)
  }
  scroll()
  look()
  return () => cancelAnimationFrame(frame)
}

/** What a hash names; a mistyped one names nothing. */
const sectionIn = (hash: string) => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** How long a page and what stands above its section may be on their way. */
const sectionPatienceMs = 10_000

/**
 * Leads to a section and stays with it while its page comes: a page on its way has no section yet, and what comes later
 * above it would push it out of the window. Whoever scrolls or presses meanwhile is left alone.
 */
const stayAtSection = (id: string, behavior: ScrollBehavior) => {
  const scroll = () => document.getElementById(id)?.scrollIntoView({ behavior })
  scroll()
  const sizes = new ResizeObserver(scroll)
  sizes.observe(document.body)
  return whileUntouched(sectionPatienceMs, () => sizes.disconnect())
}

/** New pages begin at the top or at their `#section`; back and forward return to where the reader was. */
export const ScrollKeeper = () => {
  const { key, pathname, hash } = useLocation()
  const kind = useNavigationType()
  const current = useRef(key)
  const isFirst = useRef(true)
  const page = useRef<string>(undefined)

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
    current.current = key
    // Where it was last scrolled to: the browser asked here would first lay out all that has just been drawn.
    if (kind !== 'POP') positions.set(key, page.current === pathname + hash ? (before ?? window.scrollY) : 0)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what scrolls; a new search (filters) must not.
  useLayoutEffect(() => {
    const wasFirst = isFirst.current
    isFirst.current = false
    const before = page.current
    const isSamePage = before === pathname + hash
    page.current = pathname + hash
    const kept = positions.get(key)
    if (kind === 'POP' && kept !== undefined) return standAt(kept)
    // After Back, the next search of the same page would otherwise look like a new one.
    if (isSamePage && kind !== 'POP') return
    if (hash) return stayAtSection(sectionIn(hash), before?.split('#')[0] === pathname ? 'auto' : 'instant')
    // The first page keeps the position that the browser gave it, because the reader may have scrolled its HTML
    // already.
    return wasFirst ? undefined : standAt(0)
  }, [pathname, hash, kind === 'POP' ? key : ''])
  return null
}
