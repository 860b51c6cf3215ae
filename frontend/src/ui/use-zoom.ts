import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** What a double tap shows of a photo: a face in a group fills a phone. */
const zoomedScale = 2.5
/** Two taps no further apart than this, in time and place, are one double tap. */
const doubleTapMs = 300
const doubleTapPx = 40
/** A finger that moved less was put down in one place. */
const tapPx = 10

type View = { scale: number; x: number; y: number }
const whole: View = { scale: 1, x: 0, y: 0 }
type Tap = { x: number; y: number; atMs: number }

/** The photo never leaves the stage: it is moved as far as its edge and no further. */
const bounded = (view: View, photo: HTMLElement, stage: HTMLElement): View => {
  const most = (size: number, room: number) => Math.max(0, (size * view.scale - room) / 2)
  const [across, down] = [most(photo.offsetWidth, stage.clientWidth), most(photo.offsetHeight, stage.clientHeight)]
  return { ...view, x: Math.min(across, Math.max(-across, view.x)), y: Math.min(down, Math.max(-down, view.y)) }
}

/**
 * Double tap or double click zooms into a photo at that point, and out again; dragging with one finger then moves the
 * photo. Two fingers are left to the browser: while its own zoom is on, dragging scrolls its view.
 * @param id The photo's id. Another id resets the zoom.
 */
export const useZoom = (id: string | undefined) => {
  const stage = useRef<HTMLDivElement>(null)
  const photo = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState<{ id: string | undefined; view: View }>({ id, view: whole })
  if (zoomed.id !== id) setZoomed({ id, view: whole })
  const view = zoomed.id === id ? zoomed.view : whole
  const isZoomed = view.scale > 1
  const lastTap = useRef<Tap>(undefined)
  const from = useRef<{ x: number; y: number; view: View }>(undefined)

  const show = (next: View) => {
    if (photo.current && stage.current) setZoomed({ id, view: bounded(next, photo.current, stage.current) })
  }
  // A phone that is turned has another stage.
  useEffect(() => {
    if (!isZoomed) return undefined
    const again = () => show(view)
    addEventListener('resize', again)
    return () => removeEventListener('resize', again)
  })
  /** Looks around by so many shares of the stage. */
  const pan = (across: number, down: number) => {
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
    show({ ...view, x: view.x - across * clientWidth, y: view.y - down * clientHeight })
  }
  /** Nearer at a point of the window, by default its middle; or back. */
  const toggle = (point?: { x: number; y: number }) => {
    if (isZoomed) return show(whole)
    const box = stage.current?.getBoundingClientRect()
    if (!box) return
    const [midX, midY] = [box.left + box.width / 2, box.top + box.height / 2]
    const away = 1 - zoomedScale
    const [x, y] = point ? [(point.x - midX) * away, (point.y - midY) * away] : [0, 0]
    show({ scale: zoomedScale, x, y })
  }

  const onDown = (event: PointerEvent) => {
    from.current = event.isPrimary ? { x: event.clientX, y: event.clientY, view } : undefined
    // A second finger ends what the first began.
    if (!event.isPrimary) lastTap.current = undefined
  }
  const onMove = (event: PointerEvent) => {
    const began = from.current
    if (!began || !event.isPrimary || !isZoomed || (event.pointerType === 'mouse' && event.buttons === 0)) return
    show({ ...view, x: began.view.x + event.clientX - began.x, y: began.view.y + event.clientY - began.y })
  }
  /** The way of a drag that is free for something else, in pixels; `undefined` where it was a tap, or looked around. */
  const onUp = (event: PointerEvent): { across: number; down: number } | undefined => {
    const began = from.current
    from.current = undefined
    if (!began || !event.isPrimary) return undefined
    const [across, down] = [event.clientX - began.x, event.clientY - began.y]
    if (Math.hypot(across, down) > tapPx) {
      lastTap.current = undefined
      return isZoomed || (window.visualViewport?.scale ?? 1) > 1.01 ? undefined : { across, down }
    }
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
    const [before, tap] = [lastTap.current, { x: event.clientX, y: event.clientY, atMs: event.timeStamp }]
    const isDouble =
      before !== undefined &&
      tap.atMs - before.atMs < doubleTapMs &&
      Math.hypot(tap.x - before.x, tap.y - before.y) < doubleTapPx
    lastTap.current = isOnButton || isDouble ? undefined : tap
    if (isDouble && !isOnButton) toggle(tap)
    return undefined
  }
  const onCancel = () => {
    from.current = undefined
    lastTap.current = undefined
  }
  return {
    stage,
    photo,
    isZoomed,
    toggle,
    pan,
    onDown,
    onMove,
    onUp,
    onCancel,
    style: isZoomed
      ? { transform: `translate(${String(view.x)}px, ${String(view.y)}px) scale(${String(view.scale)})` }
      : {},
  }
}
