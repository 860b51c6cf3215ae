import { fileURLToPath } from 'node:url'
import { limits } from '#schema/limits.ts'
import { sharp } from './hardened-sharp.ts'

/** Rows of pixels, red, green and blue, eight bits each. */
export type Raster = { data: Buffer; width: number; height: number }

/**
 * One period of the mark, repeated over the photo. For each pixel: how much of the photo it hides, and how much light
 * it adds in exchange, both 0 to 255.
 */
export type MarkTile = { width: number; height: number; hides: Uint8Array; adds: Uint8Array }

// Lambda has no fonts, so the mark brings its own; on a machine with fonts they only fill in scripts it lacks.
const fontFile = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))
const fontName = 'DejaVu Sans Bold'

/** Proportions of the mark, relative to the photo's longest side or to the font's size. */
const look = {
  fontOfLongestSide: 1 / 26,
  widestOfLongestSide: 0.55,
  smallestFontPx: 7,
  slope: 0.55,
  gapOfFont: 2.2,
  rowsEveryFont: 4,
  /** White letters show on dark areas, their dark edge on light ones. */
  letterOpacity: 0.38,
  edgeOpacity: 0.34,
  edgeOfFont: 0.055,
} as const

// Directions and other invisible commands: they would let a text draw itself backwards, over others, or not at all.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu

/**
 * The mark as it will be drawn: one line of visible text, at most as long as the form allows, whatever was stored.
 * Nothing visible left gives the default text, for a marked gallery must never be shown without a mark.
 */
export const markText = (stored: string): string => {
  const line = stored
    .slice(0, 1_000)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Z}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(invisible, '')
    .trim()
  let kept = ''
  let points = 0
  for (const { segment } of new Intl.Segmenter('en').segment(line)) {
    points += [...segment].length
    if (points > limits.gallery.watermarkLength) break
    kept += segment
  }
  return kept.trim() || limits.gallery.defaultWatermark
}

// The text engine reads markup; these five characters are all that makes text markup.
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** The letters, white on black, one byte a pixel. */
const drawLetters = async (text: string, fontPx: number) => {
  const { data, info } = await sharp({
    text: { text: escaped(text), font: `${fontName} ${fontPx}`, fontfile: fontFile, dpi: 72, wrap: 'none' },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, fontPx }
}

/** Letters sized to the photo: a fixed share of its longest side, less for a text that would be wider than it may. */
const fitLetters = async (text: string, longestSide: number) => {
  const wished = Math.max(look.smallestFontPx, Math.round(longestSide * look.fontOfLongestSide))
  const letters = await drawLetters(text, wished)
  const widest = longestSide * look.widestOfLongestSide
  if (letters.width <= widest) return letters
  return drawLetters(text, Math.max(look.smallestFontPx, Math.floor((wished * widest) / letters.width)))
}

const hasInk = ({ data }: { data: Buffer }) => data.some((value) => value > 127)

const makeTile = async (text: string, longestSide: number): Promise<MarkTile> => {
  const asked = await fitLetters(text, longestSide)
  // A font may draw a character as nothing.
  const letters = hasInk(asked) ? asked : await fitLetters(limits.gallery.defaultWatermark, longestSide)
  if (!hasInk(letters)) throw new Error('The watermark font draws nothing')

  const { fontPx } = letters
  const edge = Math.max(0.5, fontPx * look.edgeOfFont)
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

  // The tile's diagonal is the line of text: the text repeats along it every period, and `rows` copies side by side
  // fill the gap between two such lines.
  const period = letters.width + fontPx * look.gapOfFont
  const across = Math.ceil(period * Math.cos(Math.atan(look.slope)))
  const down = Math.ceil(across * look.slope)
  const angle = Math.atan(down / across)
  const rows = Math.max(1, Math.round((across * Math.sin(angle)) / (fontPx * look.rowsEveryFont)))
  const turned = await sharp(layers, { raw: { ...size, channels: 3 } })
    .rotate((-angle * 180) / Math.PI, { background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true })

  const tile = {
    width: across,
    height: down,
    hides: new Uint8Array(across * down),
    adds: new Uint8Array(across * down),
  }
  for (let row = 0; row < rows; row += 1) {
    const shift = Math.round((row * across) / rows)
    for (let y = 0; y < turned.info.height; y += 1) {
      for (let x = 0; x < turned.info.width; x += 1) {
        const from = (y * turned.info.width + x) * turned.info.channels
        const letter = (turned.data[from] ?? 0) / 255
        const around = ((turned.data[from + 1] ?? 0) / 255) * (1 - letter)
        const to = (y % down) * across + ((x + shift) % across)
        const adds = Math.round(letter * look.letterOpacity * 255)
        const hides = Math.round((letter * look.letterOpacity + around * look.edgeOpacity) * 255)
        tile.adds[to] = Math.max(tile.adds[to] ?? 0, adds)
        tile.hides[to] = Math.max(tile.hides[to] ?? 0, hides)
      }
    }
  }
  return tile
}

// A gallery's photos share text and, nearly always, longest side, so one tile serves the whole upload.
const warmTiles = new Map<string, Promise<MarkTile>>()
const mostWarmTiles = 16

/** The mark of a stored text for photos of this longest side. */
export const markTile = (stored: string, longestSide: number): Promise<MarkTile> => {
  const text = markText(stored)
  const key = `${longestSide} ${text}`
  const warm = warmTiles.get(key)
  if (warm) return warm
  const [oldest] = warmTiles.keys()
  if (warmTiles.size >= mostWarmTiles && oldest !== undefined) warmTiles.delete(oldest)
  const made = makeTile(text, longestSide)
  warmTiles.set(key, made)
  made.catch(() => warmTiles.delete(key))
  return made
}

/**
 * A copy of the photo with the text burned in: diagonal, over all of it, light letters with a dark edge. Blended here
 * and not by libvips' composite, which takes 30 ms instead of 5 at 2048 px and refuses photos smaller than the tile.
 */
export const burnIn = async ({ data, width, height }: Raster, text: string): Promise<Raster> => {
  const tile = await markTile(text, Math.max(width, height))
  const { hides, adds } = tile
  const marked = Buffer.from(data)
  let at = 0
  for (let y = 0; y < height; y += 1) {
    const row = (y % tile.height) * tile.width
    let column = 0
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
