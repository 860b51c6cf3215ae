import { useEffect, useRef, useState } from 'react'
import { useOpened } from '#frontend/shared/address/use-opened.ts'

/** The viewer of a review, which whoever ends the review leaves: what says that it is over lies behind it. */
export const useProofViewer = () => {
  const viewer = useOpened('photo')
  const [isLeaving, setIsLeaving] = useState(false)
  // The browser goes back when it finds the time: until then the viewer would flash up once more.
  if (isLeaving && viewer.shown === '') setIsLeaving(false)
  const now = useRef(viewer)
  useEffect(() => {
    now.current = viewer
  })
  /** Also by an answer that comes when another photo stands there than the one it was asked for at. */
  const leave = () => {
    if (now.current.shown === '') return
    setIsLeaving(true)
    now.current.close()
  }
  return { ...viewer, shown: isLeaving ? '' : viewer.shown, leave }
}
export type OpenedViewer = ReturnType<typeof useProofViewer>
