import { useEffect, useRef, useState } from 'react'
import { useOpened } from '#frontend/shared/address/use-opened.ts'

/** The viewer of a review, which whoever ends the review leaves: what says that it is over lies behind it. */
export const useProofViewer = () => {
  const viewer = useOpened('photo')
  const [left, setLeft] = useState('')
  // The browser goes back when it finds the time: until then the viewer would flash up once more. The step before may
  // show another photo, as where its link was opened.
  if (left !== '' && viewer.shown !== left) setLeft('')
  const now = useRef(viewer)
  useEffect(() => {
    now.current = viewer
  })
  /** Also by an answer that comes when another photo stands there than the one it was asked for at. */
  const leave = () => {
    if (now.current.shown === '') return
    setLeft(now.current.shown)
    now.current.close()
  }
  return { ...viewer, shown: viewer.shown === left ? '' : viewer.shown, isLeaving: left !== '', leave }
}
export type OpenedViewer = ReturnType<typeof useProofViewer>
