import { useEffect, useRef, useState } from 'react'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { GalleryId } from '#schema/ids.ts'

/** Before another try to send what a watched folder has put on the list: a cut line is back by then, or a session. */
const againMs = 15_000

type Parts = {
  /** Absent while nothing is watched, or no gallery is chosen. */
  into: GalleryId | undefined
  /** How many photos of the folder wait to be sent. */
  due: number
  /** How often the end of a session has stopped everything. */
  stops: number
  /** Answers whether they are on their way. `isAgain`: the try before failed, which was said. */
  send: (isAgain: boolean) => Promise<boolean>
}

/** Sends what comes out of a watched folder, and goes on trying while that fails: nobody may be there to press anything. */
export const useWatchedUploads = ({ into, due, stops, send }: Parts) => {
  const [tries, setTries] = useState(0)
  const isFailing = useRef(false)
  const stopsBefore = useRef(stops)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const sendNow = useStable(send)
  // biome-ignore lint/correctness/useExhaustiveDependencies: there is more to send, or it is time to try again.
  useEffect(() => {
    if (into === undefined || due === 0) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const tryLater = () => {
      timer = setTimeout(() => setTries((count) => count + 1), againMs)
    }
    const go = async () => {
      if (isOver) return
      const isDone = await sendNow(isFailing.current)
      isFailing.current = !isDone
      if (!isDone && !isOver) tryLater()
    }
    const isStopped = stops !== stopsBefore.current
    stopsBefore.current = stops
    if (isStopped) tryLater()
    else before.current = before.current.then(go)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [into, due, stops, tries, sendNow])
}
