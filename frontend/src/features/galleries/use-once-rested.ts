import { useEffect, useState } from 'react'
import { useStable } from '#frontend/ui/use-stable.ts'

/**
 * So long nothing more may be asked for. Longer than a thumb takes from one flick to the next: what the router draws for
 * another address, it would begin anew with each tile that comes meanwhile.
 */
const restMs = 700

/**
 * What follows a scroll and is drawn: done once it rests, with what was asked for last, or before something is pressed,
 * which may lead away. While a page is scrolled every frame is for what comes into view.
 */
export const useOnceRested = <T>(act: (latest: T) => void): ((value: T) => void) => {
  const acts = useStable(act)
  const [rest] = useState(() => {
    let stop = () => {}
    const ask = (value: T) => {
      stop()
      const now = () => {
        stop()
        acts(value)
      }
      const timer = setTimeout(now, restMs)
      addEventListener('click', now, { capture: true })
      stop = () => {
        clearTimeout(timer)
        removeEventListener('click', now, { capture: true })
      }
    }
    return { ask, drop: () => stop() }
  })
  useEffect(() => rest.drop, [rest])
  return rest.ask
}
