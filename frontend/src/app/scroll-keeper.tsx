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

/** How long what stands above a section may be on its way. */
const sectionPatienceMs = 10_000

/**
 * Leads to a section as soon as it is there, and stays with it while its page grows above it. Whoever scrolls or presses
 * once the window has been led there is left alone.
 */
const stayAtSection = (id: string, behavior: ScrollBehavior) => {
  let leave = () => {}
  let isLed = false
  const lead = () => {
    const section = document.getElementById(id)
    if (!section) return
    section.scrollIntoView({ behavior })
    if (!isLed) leave = whileUntouched(sectionPatienceMs, () => sizes.disconnect())
    isLed = true
  }
  // Tells of the page's size once in the beginning.
  const sizes = new ResizeObserver(lead)
  lead()
  sizes.observe(document.body)
  return () => {
    leave()
    sizes.disconnect()
  }
}

/** Whether the browser itself stands at the section, or its page has not come: a reader who has gone on is left there. */
const isAtSection = (id: string) => {
  const top = document.getElementById(id)?.getBoundingClientRect().top ?? 0
  return top >= 0 && top < window.innerHeight
}

/** New pages begin at the top or at their `#section`; back and forward return to where the reader was. */
export const ScrollKeeper = () => {
  const { key, pathname, hash, search } = useLocation()
  const kind = useNavigationType()
  const current = useRef(key)
  const isFirst = useRef(true)
  const page = useRef<{ pathname: string; hash: string; search: string }>(undefined)

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
    if (kind === 'POP') return
    const isSamePage = page.current?.pathname === pathname && page.current.hash === hash
    positions.set(key, isSamePage ? (before ?? window.scrollY) : 0)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what scrolls; a new search (filters) must not.
  useLayoutEffect(() => {
    const wasFirst = isFirst.current
    isFirst.current = false
    const before = page.current
    const isSamePage = before?.pathname === pathname && before.hash === hash
    const isSearch = isSamePage && before.search !== search
    page.current = { pathname, hash, search }
    const kept = positions.get(key)
    if (kind === 'POP' && kept !== undefined) return standAt(kept)
    // After Back, the next search of the same page would otherwise look like a new one.
    if (isSamePage && kind !== 'POP' && (!hash || isSearch)) return
    if (hash) {
      const section = sectionIn(hash)
      if (wasFirst && !isAtSection(section)) return
      if (before && before.pathname !== pathname) window.scrollTo({ top: 0, behavior: 'instant' })
      return stayAtSection(section, before?.pathname === pathname ? 'auto' : 'instant')
    }
    // The first page keeps the position that the browser gave it, because the reader may have scrolled its HTML
    // already.
    return wasFirst ? undefined : standAt(0)
  }, [pathname, hash, kind === 'POP' || hash ? key : ''])
  return null
}
