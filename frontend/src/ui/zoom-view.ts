export type Point = { x: number; y: number }
type Size = { width: number; height: number }
/** How near a photo is, and how far its middle is from the stage's. */
export type View = { scale: number; x: number; y: number }
export const whole: View = { scale: 1, x: 0, y: 0 }

/** What a double tap shows of a photo: a face in a group fills a phone. */
export const zoomedScale = 2.5
/** Nearer, there is little left to see in the largest picture that is shown. */
const mostScale = 4
/** Fingers rarely come back to the whole photo to a hair. */
const nearlyWhole = 1.05

/** The photo never leaves the stage: it is moved as far as its edge and no further. */
export const bounded = (view: View, photo: Size, stage: Size): View => {
  const most = (size: number, room: number) => Math.max(0, (size * view.scale - room) / 2)
  const [across, down] = [most(photo.width, stage.width), most(photo.height, stage.height)]
  return { ...view, x: Math.min(across, Math.max(-across, view.x)), y: Math.min(down, Math.max(-down, view.y)) }
}

/** Nearer or further by a factor: what was at one point, seen from the stage's middle, is then at the other. */
export const scaled = (view: View, by: number, from: Point, to = from): View => {
  const scale = Math.min(mostScale, Math.max(1, view.scale * by))
  const grown = scale / view.scale
  return { scale, x: to.x - (from.x - view.x) * grown, y: to.y - (from.y - view.y) * grown }
}

export type Pair = readonly [Point, Point]
const between = ([a, b]: Pair, middle: Point): Point => ({
  x: (a.x + b.x) / 2 - middle.x,
  y: (a.y + b.y) / 2 - middle.y,
})
const apart = ([a, b]: Pair) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

/** What two fingers make of a view: what was between them stays between them. */
export const pinched = (view: View, from: Pair, to: Pair, middle: Point): View =>
  scaled(view, apart(to) / apart(from), between(from, middle), between(to, middle))

export const settled = (view: View): View => (view.scale < nearlyWhole ? whole : view)
