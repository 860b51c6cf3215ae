import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { whileUntouched } from '#frontend/app/while-untouched.ts'
import { dismissErrorsOfPage } from '#frontend/ui/toast.tsx'

/** How long a page may take to replace its grey shape, which has a heading of its own. */
const patienceMs = 10_000

const isElsewhere = (focused: Element | null) =>
  focused !== null && focused !== document.body && focused.closest('#main, dialog, [role=dialog]') !== null

/** The page's heading, which then is read out; it is no stop on the way with Tab. */
const focusHeading = () => {
  if (isElsewhere(document.activeElement)) return
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/**
 * Announces a new page to people with a screen reader: the focus moves to its heading, and again when the page replaces
 * its skeleton. Without this the focus would be on a link that no longer exists, and nothing would be read out. The focus
 * is not moved when a person has acted meanwhile, or when the address names a section of the page.
 */
export const PageFocus = () => {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a section of the same page is no new page.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    dismissErrorsOfPage()
    if (hash) return
    focusHeading()
    const changes = new MutationObserver(() => {
      if (document.activeElement === document.body) focusHeading()
    })
    changes.observe(document.body, { childList: true, subtree: true })
    return whileUntouched(patienceMs, () => changes.disconnect(), ['pointerdown', 'keydown'])
  }, [pathname])
  return null
}
