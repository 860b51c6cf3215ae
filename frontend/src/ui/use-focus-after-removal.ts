import { type RefObject, useEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

const control = ':is(a[href], button, input):not([disabled])'

type Removal = {
  list: RefObject<HTMLElement | null>
  /** What the list shows, one child each, in its order. */
  ids: readonly string[]
  /** What the open question is about. */
  doomed: string | undefined
}

/**
 * For a list of which one item is deleted after a question: its row, and the button to which the question would give the
 * focus back, are gone by then. The row that took its place gets it, or else the page's heading.
 */
export const useFocusAfterRemoval = ({ list, ids, doomed }: Removal) => {
  const asked = useRef<{ id: string; at: number }>(undefined)
  useEffect(() => {
    if (doomed !== undefined) {
      const at = ids.indexOf(doomed)
      if (at !== -1) asked.current = { id: doomed, at }
      return
    }
    const gone = asked.current
    asked.current = undefined
    if (!gone || ids.includes(gone.id) || document.activeElement !== document.body) return
    const rows = list.current?.children ?? []
    const next = rows[Math.min(gone.at, rows.length - 1)]?.querySelector<HTMLElement>(control)
    const heading = document.querySelector<HTMLElement>('#main h1, h1')
    if (next) next.focus()
    else if (heading) focusHeading(heading)
  }, [doomed, ids, list])
}
