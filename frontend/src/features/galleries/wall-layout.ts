import { leastWidth } from '#frontend/ui/justified-grid.tsx'
import type { PhotoLayout, PhotoSpacing } from '#schema/entities/gallery-look.ts'

/** Where one photo stands with its words, in pixels from the top left of the wall. */
type Place = { left: number; top: number; width: number; height: number }
export type Wall = {
  places: readonly Place[]
  height: number
  /** So high is the highest photo. */
  tallest: number
  /** So many of the first stay where they are, whatever follows; the next one of each column stands at its end. */
  settled: number
  ends: readonly number[]
}
const nothing: Wall = { places: [], height: 0, tallest: 0, settled: 0, ends: [] }

/** Everything that decides where photos stand; lengths in pixels. */
export type WallRules = {
  layout: PhotoLayout
  width: number
  gap: number
  /** What a row is high before it is filled to the width. */
  row: number
  /** No photo is narrower in a row, if that can be. */
  least: number
  columns: number
  /** What stands below each photo. */
  caption: number
}

const rem = { narrow: 30, wide: 62 } as const
const gaps = {
  small: { narrow: 0.5, wide: 0.75 },
  wide: { narrow: 1, wide: 1.75 },
} as const satisfies Record<PhotoSpacing, unknown>

/** The rules for a width and a size of letters; the numbers of `ui/justified-grid.tsx`, which draws the same rows. */
export const rulesFor = (
  { layout, spacing, withWords }: { layout: PhotoLayout; spacing: PhotoSpacing; withWords: boolean },
  { width, screen, em }: { width: number; screen: number; em: number },
): WallRules => {
  const isNarrow = screen < rem.narrow * em
  const isWide = screen >= rem.wide * em
  const row = isWide ? 15 : isNarrow ? (withWords ? 12 : 6.75) : withWords ? 14 : 12
  return {
    layout,
    width,
    gap: em * gaps[spacing][screen < 48 * em ? 'narrow' : 'wide'],
    row: em * row,
    least: em * leastWidth,
    columns: isNarrow ? 2 : isWide ? 4 : 3,
    caption: em * (withWords ? captionWithWords : caption),
  }
}
/** In rem: a gap and two lines, and a button below them. */
const caption = 0.25 + 2 * 0.9375 * 1.55
const captionWithWords = caption + 0.5 + 2.25

/** Lays out the photos behind those that stay where they are. */
type Layout = (
  shapes: readonly number[],
  rules: WallRules,
  earlier: Wall,
) => Omit<Wall, 'places' | 'tallest'> & { more: Place[] }

const inRows: Layout = (shapes, { width, gap, row, least, caption }, earlier) => {
  const more: Place[] = []
  let [top = 0] = earlier.ends
  const close = (from: number, to: number, isLast: boolean) => {
    const sum = shapes.slice(from, to).reduce((total, shape) => total + shape, 0)
    const filled = (width - gap * (to - from - 1)) / sum
    // The last row keeps the height of the others, unless it is too wide or its narrowest photo too narrow for that.
    const enough = Math.max(row, least / Math.min(...shapes.slice(from, to)))
    const height = isLast ? Math.min(enough, filled) : filled
    let left = 0
    for (const shape of shapes.slice(from, to)) {
      more.push({ left, top, width: shape * height, height: height + caption })
      left += shape * height + gap
    }
    return top + height + caption + gap
  }
  let from = 0
  let used = 0
  for (let index = from; index < shapes.length; index++) {
    const wanted = Math.min(Math.max((shapes[index] ?? 1) * row, least), width)
    if (index > from && used + wanted > width) {
      top = close(from, index, false)
      from = index
      used = 0
    }
    used += wanted + gap
  }
  const end = from < shapes.length ? close(from, shapes.length, true) : top
  return { more, height: Math.max(0, end - gap), settled: earlier.settled + from, ends: [top] }
}

/** Each photo goes where the wall is lowest, from the left: so the order is read in rows, nearly. */
const inColumns: Layout = (shapes, { width, gap, columns, caption }, earlier) => {
  const across = (width - gap * (columns - 1)) / columns
  const ends = Array.from({ length: columns }, (_, column) => earlier.ends[column] ?? 0)
  const more = shapes.map((shape) => {
    const top = Math.min(...ends)
    const column = ends.indexOf(top)
    const height = across / shape + caption
    ends[column] = top + height + gap
    return { left: column * (across + gap), top, width: across, height }
  })
  return {
    more,
    height: Math.max(0, Math.max(...ends) - gap),
    settled: earlier.settled + shapes.length,
    ends,
  }
}

/** A photo on its own is no wider than this many of its row's heights, and an upright one no higher than it is wide. */
const single = 3.75

const oneByOne: Layout = (shapes, { width, gap, row, caption }, earlier) => {
  const most = Math.min(width, Math.max(row, 240) * single)
  let [top = 0] = earlier.ends
  const more = shapes.map((shape) => {
    const across = Math.min(most, most * Math.max(shape, 0.75))
    const place = { left: (width - across) / 2, top, width: across, height: across / shape + caption }
    top += place.height + gap * 2
    return place
  })
  return {
    more,
    height: Math.max(0, top - gap * 2),
    settled: earlier.settled + shapes.length,
    ends: [top],
  }
}

const layouts = { rows: inRows, columns: inColumns, single: oneByOne } as const

/**
 * Where photos of these shapes (width over height) stand, in their order.
 * @param earlier The wall of photos before them by the same rules, which is gone on with: the shapes are those of the
 * photos behind its settled ones.
 */
export const layOut = (shapes: readonly number[], rules: WallRules, earlier: Wall = nothing): Wall => {
  const { more, ...wall } = layouts[rules.layout](shapes, rules, earlier)
  const tallest = more.reduce((most, { height }) => Math.max(most, height), earlier.tallest)
  return { ...wall, tallest, places: earlier.places.slice(0, earlier.settled).concat(more) }
}

/** The first photo that begins below a height; in every layout each begins no higher than the one before it. */
const firstBelow = ({ places }: Wall, height: number): number => {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.top ?? 0) > height) high = middle
    else low = middle + 1
  }
  return low
}

/** The photos that lie between two heights, by number. */
export const between = (wall: Wall, from: number, to: number): number[] => {
  const first = firstBelow(wall, from - wall.tallest - 1)
  return wall.places
    .slice(first, firstBelow(wall, to))
    .flatMap(({ top, height }, index) => (top + height >= from ? [first + index] : []))
}

/** The last photo of the row at a height: what is looked at where that is the top of the window. */
export const lookedAt = (wall: Wall, height: number): number => Math.max(0, firstBelow(wall, height + 1) - 1)
