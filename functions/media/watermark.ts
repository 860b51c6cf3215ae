import type { WatermarkStrength } from '#schema/entities/gallery.ts'
import { limits } from '#schema/limits.ts'
import { sharp } from './hardened-sharp.ts'
import { angleOf, type MarkLayout, markLayout, type Run, slope } from './mark-layout.ts'
import { drawLetters, hasInk, type Letters } from './mark-letters.ts'
import { markText } from './mark-text.ts'

/** Rows of pixels, red, green and blue, eight bits each. */
export type Raster = { data: Buffer; width: number; height: number }
type Size = { width: number; height: number }

/**
 * One period of the mark, repeated over the photo. For each pixel: how much of the photo it hides, and how much light
 * it adds in exchange, both 0 to 255. `middle` is where the middle of a whole text lies, `undefined` where the photo's
 * corner is to be the tile's.
 */
export type MarkTile = {
  width: number
  height: number
  hides: Uint8Array
  adds: Uint8Array
  middle: { x: number; y: number } | undefined
}

/** Proportions of the mark, relative to the font's size. */
const look = {
  gapOfFont: 2.2,
  rowsEveryFont: 4,
  edgeOfFont: 0.055,
} as const

/** White letters show on dark areas, their dark edge on light ones. */
const opacities: Readonly<Record<WatermarkStrength, { letter: number; edge: number }>> = {
  light: { letter: 0.22, edge: 0.2 },
  medium: { letter: 0.38, edge: 0.34 },
  strong: { letter: 0.6, edge: 0.5 },
}

/** The letters and, around them, their edge, turned as they run: the first two of three channels. */
const turnedLetters = async (letters: Letters, angle: number) => {
  const edge = Math.max(0.5, letters.fontPx * look.edgeOfFont)
  const pad = Math.ceil(edge * 4)
  const plain = { raw: { width: letters.width, height: letters.height, channels: 1 as const } }
  const padded = await sharp(letters.data, plain)
    .extend({ top: pad, bottom: pad, left: pad, right: pad, background: '#000' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: padded.info.width, height: padded.info.height }
  const blurred = await sharp(padded.data, { raw: { ...size, channels: 1 } })
    .blur(edge)
    .linear(2, 0)
    .extractChannel(0)
    .raw()
    .toBuffer()
  const layers = Buffer.alloc(size.width * size.height * 3)
  for (let pixel = 0; pixel < blurred.length; pixel += 1) {
    layers[pixel * 3] = padded.data[pixel] ?? 0
    layers[pixel * 3 + 1] = blurred[pixel] ?? 0
  }
  return sharp(layers, { raw: { ...size, channels: 3 } })
    .rotate((-angle * 180) / Math.PI, { background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** How far apart the copies of a text lie, and how far each row of them is shifted along the last. */
type Lattice = { across: number; down: number; angle: number; copies: readonly { x: number; y: number }[] }

/**
 * The tile's diagonal is the line of text: the text repeats along it every period, and copies side by side fill the gap
 * between two such lines.
 */
const diagonal = (letters: Letters, lines: number, steepness: number): Lattice => {
  const { fontPx } = letters
  const rising = Math.atan(steepness)
  const between = fontPx * look.rowsEveryFont
  // Several lines are higher than the gap that one leaves to the next.
  const least = lines > 1 ? (letters.height + fontPx) / Math.sin(rising) : 0
  const period = Math.max(letters.width + fontPx * look.gapOfFont, least)
  const across = Math.ceil(period * Math.cos(rising))
  const down = Math.ceil(across * steepness)
  const angle = Math.atan(down / across)
  const rowHeight = lines > 1 ? letters.height + between - fontPx : between
  const rows = Math.max(1, Math.round((across * Math.sin(angle)) / rowHeight))
  const copies = Array.from({ length: rows }, (_, row) => ({ x: Math.round((row * across) / rows), y: 0 }))
  return { across, down, angle, copies }
}

/** Rows like bricks, along the width or, turned, along the height. */
const bricks = (letters: Letters, run: 'flat' | 'upright'): Lattice => {
  const along = Math.ceil(letters.width + letters.fontPx * look.gapOfFont)
  const rowHeight = Math.ceil(letters.height + letters.fontPx * (look.rowsEveryFont - 1))
  const second = { along: Math.round(along / 2), beside: rowHeight }
  return run === 'flat'
    ? {
        across: along,
        down: rowHeight * 2,
        angle: angleOf.flat,
        copies: [
          { x: 0, y: 0 },
          { x: second.along, y: second.beside },
        ],
      }
    : {
        across: rowHeight * 2,
        down: along,
        angle: angleOf.upright,
        copies: [
          { x: 0, y: 0 },
          { x: second.beside, y: second.along },
        ],
      }
}

const latticeOf = (letters: Letters, lines: number, run: Run): Lattice => {
  if (run === 'flat' || run === 'upright') return bricks(letters, run)
  return diagonal(letters, lines, run === 'rising' ? slope : 1 / slope)
}

const makeTile = async (
  { lines, fontPx, run, isCentred }: MarkLayout,
  strength: WatermarkStrength,
): Promise<MarkTile> => {
  const opacity = opacities[strength]
  const letters = await drawLetters(lines, fontPx)
  const { across, down, angle, copies } = latticeOf(letters, lines.length, run)
  const turned = await turnedLetters(letters, angle)
  const tile = {
    width: across,
    height: down,
    hides: new Uint8Array(across * down),
    adds: new Uint8Array(across * down),
  }
  for (const copy of copies) {
    for (let y = 0; y < turned.info.height; y += 1) {
      for (let x = 0; x < turned.info.width; x += 1) {
        const from = (y * turned.info.width + x) * turned.info.channels
        const letter = (turned.data[from] ?? 0) / 255
        const around = ((turned.data[from + 1] ?? 0) / 255) * (1 - letter)
        const to = ((y + copy.y) % down) * across + ((x + copy.x) % across)
        const adds = Math.round(letter * opacity.letter * 255)
        const hides = Math.round((letter * opacity.letter + around * opacity.edge) * 255)
        tile.adds[to] = Math.max(tile.adds[to] ?? 0, adds)
        tile.hides[to] = Math.max(tile.hides[to] ?? 0, hides)
      }
    }
  }
  const middle = { x: Math.round(turned.info.width / 2), y: Math.round(turned.info.height / 2) }
  return { ...tile, middle: isCentred ? middle : undefined }
}

/** Keeps the last few of what is dear to make and asked for again and again. */
const warm = <T>(most: number) => {
  const kept = new Map<string, Promise<T>>()
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(key)
    if (known) return known
    const [oldest] = kept.keys()
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
    const made = make()
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return made
  }
}
// A gallery's photos share text and, nearly always, longest side and run, so one tile serves the whole upload.
const warmTiles = warm<MarkTile>(16)
const warmSizes = warm<Letters>(64)
const keyOf = (lines: readonly string[], fontPx: number) => `${String(fontPx)} ${lines.join('\n')}`
const measure = (lines: readonly string[], fontPx: number) =>
  warmSizes(keyOf(lines, fontPx), () => drawLetters(lines, fontPx))

/** A text that is too long to be read on so small a photo gives way to the usual word, where that is drawn larger. */
const legibleLayout = async (text: string, photo: Size): Promise<MarkLayout> => {
  const own = await markLayout(text, photo, measure)
  if (own.isLegible) return own
  const usual = await markLayout(limits.gallery.defaultWatermark, photo, measure)
  return usual.fontPx > own.fontPx ? usual : own
}

/** The mark of a stored text for photos of this size. */
export const markTile = async (
  stored: string,
  photo: Size,
  strength: WatermarkStrength = 'medium',
): Promise<MarkTile> => {
  const asked = markText(stored)
  const text = hasInk(await measure([asked], 24)) ? asked : limits.gallery.defaultWatermark
  const layout = await legibleLayout(text, photo)
  const { lines, fontPx, run, isCentred } = layout
  return warmTiles(`${strength} ${run} ${String(isCentred)} ${keyOf(lines, fontPx)}`, () => makeTile(layout, strength))
}

/** Where in the tile the photo's first row or column lies. */
const startOf = (middle: number, side: number, period: number): number => {
  const start = (middle - Math.round(side / 2)) % period
  return start < 0 ? start + period : start
}

/**
 * A copy of the photo with the text burned in: diagonal, over all of it, light letters with a dark edge. Blended here
 * and not by libvips' composite, which takes 30 ms instead of 5 at 2048 px and refuses photos smaller than the tile.
 */
export const burnIn = async (
  { data, width, height }: Raster,
  text: string,
  strength: WatermarkStrength = 'medium',
): Promise<Raster> => {
  const tile = await markTile(text, { width, height }, strength)
  const { hides, adds, middle } = tile
  const left = middle ? startOf(middle.x, width, tile.width) : 0
  const top = middle ? startOf(middle.y, height, tile.height) : 0
  const marked = Buffer.from(data)
  let at = 0
  for (let y = 0; y < height; y += 1) {
    const row = ((y + top) % tile.height) * tile.width
    let column = left
    for (let x = 0; x < width; x += 1, at += 3) {
      const hidden = hides[row + column] ?? 0
      if (hidden !== 0) {
        const shown = 255 - hidden
        const added = (adds[row + column] ?? 0) + 0.5
        marked[at] = ((data[at] ?? 0) * shown) / 255 + added
        marked[at + 1] = ((data[at + 1] ?? 0) * shown) / 255 + added
        marked[at + 2] = ((data[at + 2] ?? 0) * shown) / 255 + added
      }
      column += 1
      if (column === tile.width) column = 0
    }
  }
  return { data: marked, width, height }
}
