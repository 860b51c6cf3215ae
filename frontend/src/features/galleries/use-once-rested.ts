import { useEffect, useState } from 'react'
import { useStable } from '#frontend/ui/use-stable.ts'

/**
 * So long nothing more may be asked for. Longer than a thumb takes from one flick to the next: what the router draws for
 * another address, it would begin anew with each tile that comes meanwhile.
 */
const restMs = 700

/**
 * What follows a scroll and is drawn: done once it rests, with what was asked for last, or before something is pressed,
 * which may lead away, or the page is hidden. While a page is scrolled every frame is for what comes into view.
 * Whoever goes back or forward leaves what waited behind.
 */
export const useOnceRested = <T>(act: (latest: T) => void) => {
  const acts = useStable(act)
  const [rest] = useState(() => {
    let waiting: { value: T; since: number } | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const drop = () => {
      clearTimeout(timer)
      timer = undefined
      waiting = undefined
    }
    const now = () => {
      if (!waiting) return
      const { value } = waiting
      drop()
      acts(value)
    }
    const look = () => {
      timer = undefined
      const leftMs = waiting ? waiting.since + restMs - performance.now() : 0
      if (leftMs > 0) timer = setTimeout(look, leftMs)
      else now()
    }
    /** A scroll asks with every frame: one timer for all of them is set anew when it has run. */
    const ask = (value: T) => {
      waiting = { value, since: performance.now() }
      timer ??= setTimeout(look, restMs)
    }
    /** Begins to wait anew, where something waits. */
    const hold = () => {
      if (waiting) ask(waiting.value)
    }
    const hide = () => {
      if (document.hidden) now()
    }
    /** Once, not with each question: a scroll asks with every frame. */
    const listen = () => {
      addEventListener('click', now, { capture: true })
      addEventListener('pagehide', now)
      document.addEventListener('visibilitychange', hide)
      addEventListener('popstate', drop, { capture: true })
      return () => {
        drop()
        removeEventListener('click', now, { capture: true })
        removeEventListener('pagehide', now)
        document.removeEventListener('visibilitychange', hide)
        removeEventListener('popstate', drop, { capture: true })
      }
    }
    return { ask, hold, drop, listen }
  })
  useEffect(() => rest.listen(), [rest])
  return rest
}
