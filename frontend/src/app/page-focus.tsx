import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { focusHeading } from '#frontend/ui/focus-heading.ts'
import { dismissOfPageBefore } from '#frontend/ui/toast.tsx'
import { whileUntouched } from '#frontend/ui/while-untouched.ts'
import { pageOf } from './page-of.ts'

/** How long a page may take to replace its grey shape, which has a heading of its own. */
const patienceMs = 10_000

const isElsewhere = (focused: Element | null) =>
  focused !== null && focused !== document.body && focused.closest('#main, dialog, [role=dialog]') !== null

const pageHeading = () => document.querySelector<HTMLElement>('#main h1')
const announce = () => {
  const heading = pageHeading()
  if (heading && !isElsewhere(document.activeElement)) focusHeading(heading)
}

/**
 * A page that becomes another one at the same address, as a gallery that opens for a code: what had the focus has gone,
 * and there is another heading.
 */
const useBecoming = () => {
  useEffect(() => {
    let before: { focused: Element; heading: Element | null } | undefined
    const note = ({ target }: FocusEvent) => {
      before = target instanceof Element ? { focused: target, heading: pageHeading() } : undefined
    }
    const changes = new MutationObserver(() => {
      if (!before || before.focused.isConnected || document.activeElement !== document.body) return
      const heading = pageHeading()
      if (heading && heading !== before.heading) focusHeading(heading)
    })
    addEventListener('focusin', note)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', note)
      changes.disconnect()
    }
  }, [])
}

/** When somebody last pressed something or went back, from when on a page may be on its way. */
const usePressedAt = () => {
  const pressedAtMs = useRef(0)
  useEffect(() => {
    const note = () => {
      pressedAtMs.current = Date.now()
    }
    addEventListener('click', note, { capture: true })
    addEventListener('popstate', note)
    return () => {
      removeEventListener('click', note, { capture: true })
      removeEventListener('popstate', note)
    }
  }, [])
  return pressedAtMs
}

/**
 * Announces a new page to people with a screen reader: the focus moves to its heading, and again when the page replaces
 * its skeleton. Without this the focus would be on a link that no longer exists, and nothing would be read out. The focus
 * is not moved when a person has acted meanwhile, or when the address names a section of the page.
 */
export const PageFocus = () => {
  useBecoming()
  const pressedAtMs = usePressedAt()
  const location = useLocation()
  const page = pageOf(location)
  const shown = useRef(page)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a section of the same page is no new page.
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    dismissOfPageBefore(pressedAtMs.current)
    if (location.hash) return
    announce()
    const changes = new MutationObserver(() => {
      if (document.activeElement === document.body) announce()
    })
    changes.observe(document.body, { childList: true, subtree: true })
    return whileUntouched(patienceMs, () => changes.disconnect(), ['pointerdown', 'keydown'])
  }, [page])
  return null
}
