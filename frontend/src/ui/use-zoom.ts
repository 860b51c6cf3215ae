import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { bounded, type Point, pinched, scaled, settled, type View, whole, zoomedScale } from './zoom-view.ts'

/** Two taps no further apart than this, in time and place, are one double tap. */
const doubleTapMs = 300
const doubleTapPx = 40
/** A finger that moved less was put down in one place. */
const tapPx = 10
/** A wheel that is no trackpad moves by far more at once. */
const mostWheelPx = 25

type Tap = Point & { atMs: number }
/** What lies on the stage since a finger last came or went: where each is, and where they and the photo were then. */
type Hold = { fingers: Map<number, Point>; from: readonly Point[]; view: View; isAlone: boolean }

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({ x: clientX, y: clientY })
const sizeOf = (box: HTMLElement) => ({ width: box.clientWidth, height: box.clientHeight })
const middleOf = (box: HTMLElement): Point => {
  const { left, top, width, height } = box.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

const isEnlarged = () => (window.visualViewport?.scale ?? 1) > 1.01
const onEnlarged = (change: () => void) => {
  window.visualViewport?.addEventListener('resize', change)
  return () => window.visualViewport?.removeEventListener('resize', change)
}

/**
 * Two fingers, a double tap or a double click zoom into a photo at that point, and out again; one finger then moves the
 * photo. Beside the stage two fingers enlarge the page, as everywhere. While it is enlarged they are the browser's on the
 * stage too: the stage may be all there is to see, and nobody could bring the page back.
 * @param id The photo's id. Another id resets the zoom.
 */
export const useZoom = (id: string | undefined) => {
  const stage = useRef<HTMLDivElement>(null)
  const photo = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState<{ id: string | undefined; view: View }>({ id, view: whole })
  if (zoomed.id !== id) setZoomed({ id, view: whole })
  const view = zoomed.id === id ? zoomed.view : whole
  const isZoomed = view.scale > 1
  const isPageEnlarged = useSyncExternalStore(onEnlarged, isEnlarged, () => false)
  // Of two fingers the second may move before what the first did is drawn.
  const latest = useRef(whole)
  const held = useRef<Hold>(undefined)
  const lastTap = useRef<Tap>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fingers that lie on one photo do nothing to another.
  useLayoutEffect(() => {
    latest.current = whole
    held.current = undefined
  }, [id])

  const show = (next: View) => {
    if (!photo.current || !stage.current) return
    const { offsetWidth: width, offsetHeight: height } = photo.current
    latest.current = bounded(next, { width, height }, sizeOf(stage.current))
    setZoomed({ id, view: latest.current })
  }
  /** By other means than the fingers that may lie there: they let go. */
  const put = (next: View) => {
    held.current = undefined
    show(next)
  }
  // A phone that is turned has another stage, and its fingers lie elsewhere.
  const onResize = useEffectEvent(() => put(latest.current))
  useEffect(() => {
    const again = () => onResize()
    addEventListener('resize', again)
    return () => removeEventListener('resize', again)
  }, [])
  /** Where a desktop browser tells of two fingers on a trackpad, it calls them a wheel with Ctrl. */
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey || !stage.current || isEnlarged()) return
    event.preventDefault()
    const [at, middle] = [pointOf(event), middleOf(stage.current)]
    const by = Math.exp(-Math.min(mostWheelPx, Math.max(-mostWheelPx, event.deltaY)) / 100)
    const next = scaled(latest.current, by, { x: at.x - middle.x, y: at.y - middle.y })
    // Nearer by steps so small that each alone is nearly whole.
    put(by < 1 ? settled(next) : next)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: without a photo there is no stage.
  useEffect(() => {
    const [box, listen] = [stage.current, (event: WheelEvent) => onWheel(event)]
    // React's own listener could not keep the browser from enlarging the page.
    box?.addEventListener('wheel', listen, { passive: false })
    return () => box?.removeEventListener('wheel', listen)
  }, [id])
  /** Looks around by so many shares of the stage. */
  const pan = (across: number, down: number) => {
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
    put({ ...latest.current, x: latest.current.x - across * clientWidth, y: latest.current.y - down * clientHeight })
  }
  /** Nearer at a point of the window, by default its middle; or back. */
  const toggle = (point?: Point) => {
    if (isZoomed) return put(whole)
    if (!stage.current) return
    const middle = middleOf(stage.current)
    put(scaled(whole, zoomedScale, point ? { x: point.x - middle.x, y: point.y - middle.y } : { x: 0, y: 0 }))
  }

  /** Whenever a finger comes or goes, all begin anew where they are: nothing jumps. */
  const hold = (fingers: Map<number, Point>, isAlone: boolean) => {
    held.current = { fingers, from: [...fingers.values()], view: latest.current, isAlone }
  }
  const letGo = (finger: number) => {
    const fingers = new Map(held.current?.fingers)
    if (!fingers.delete(finger)) return
    if (fingers.size === 1) show(settled(latest.current))
    hold(fingers, false)
  }
  const onDown = (event: PointerEvent) => {
    // Before the first finger there is none: what is still noted was lifted where nobody heard of it.
    const others = event.isPrimary ? undefined : held.current?.fingers
    hold(new Map(others).set(event.pointerId, pointOf(event)), event.isPrimary)
    // A second finger ends what the first began.
    if (!event.isPrimary) lastTap.current = undefined
  }
  const onMove = (event: PointerEvent) => {
    const now = held.current
    if (!now?.fingers.has(event.pointerId) || (event.pointerType === 'mouse' && event.buttons === 0)) return
    now.fingers.set(event.pointerId, pointOf(event))
    const [a, b] = now.fingers.values()
    const [fromA, fromB] = now.from
    if (!a || !fromA || !stage.current) return
    if (b && fromB) {
      if (!isEnlarged()) show(pinched(now.view, [fromA, fromB], [a, b], middleOf(stage.current)))
    } else if (now.view.scale > 1) {
      show({ ...now.view, x: now.view.x + a.x - fromA.x, y: now.view.y + a.y - fromA.y })
    }
  }
  /** The way of a drag that is free for something else, in pixels; `undefined` where it was a tap, or looked around. */
  const onUp = (event: PointerEvent): { across: number; down: number } | undefined => {
    const before = held.current
    letGo(event.pointerId)
    const [began] = before?.from ?? []
    if (!before?.isAlone || !began || !before.fingers.has(event.pointerId)) return undefined
    const [across, down] = [event.clientX - began.x, event.clientY - began.y]
    if (Math.hypot(across, down) > tapPx) {
      lastTap.current = undefined
      return isZoomed || isEnlarged() ? undefined : { across, down }
    }
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
    const [last, tap] = [lastTap.current, { ...pointOf(event), atMs: event.timeStamp }]
    const isDouble =
      last !== undefined &&
      tap.atMs - last.atMs < doubleTapMs &&
      Math.hypot(tap.x - last.x, tap.y - last.y) < doubleTapPx
    lastTap.current = isOnButton || isDouble ? undefined : tap
    if (isDouble && !isOnButton) toggle(tap)
    return undefined
  }
  const onCancel = (event: PointerEvent) => {
    letGo(event.pointerId)
    lastTap.current = undefined
  }
  return {
    stage,
    photo,
    isZoomed,
    isPageEnlarged,
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
