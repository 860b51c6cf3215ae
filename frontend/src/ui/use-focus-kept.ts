import { type RefObject, useEffect } from 'react'

/**
 * For a place that is worked by keys: an element that is taken away takes the focus along, and the place hears no key
 * any more. What has no successor of its own leaves the focus to `rest`. Not for who has put it elsewhere, or points: a
 * screen reader would be led away from where it reads.
 */
export const useFocusKept = (place: RefObject<HTMLElement | null>, rest: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const around = place.current
    if (!around) return undefined
    let focused: EventTarget | null = null
    const note = ({ target }: FocusEvent) => {
      focused = target
    }
    // Not by drawing: what goes may be drawn without the place around it.
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Element) || focused.isConnected) return
      focused = null
      if (document.activeElement === document.body) rest.current?.focus({ preventScroll: true })
    })
    around.addEventListener('focusin', note)
    observer.observe(around, { childList: true, subtree: true })
    return () => {
      around.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [place, rest])
}
