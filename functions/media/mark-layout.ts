import { limits } from '#schema/limits.ts'
import type { Letters } from './mark-letters.ts'
import { linesOf } from './mark-text.ts'

type Size = { width: number; height: number }
/** How the lines run: rising by the usual slope or steeply, along the width, or up along the height. */
export type Run = 'rising' | 'steep' | 'flat' | 'upright'
export type MarkLayout = {
  lines: readonly string[]
  fontPx: number
  run: Run
  /** One whole text stands in the middle of the photo, instead of in its corner. */
  isCentred: boolean
  /** Whether it can be read on the photo itself, be it not on its thumbnail. */
  isLegible: boolean
}
type Measure = (lines: readonly string[], fontPx: number) => Promise<Pick<Letters, 'width' | 'height'>>

/** Proportions of the mark, relative to the photo's longest side. */
const look = {
  fontOfLongestSide: 1 / 26,
  widestOfLongestSide: 0.55,
  /** Emoji and signs are drawn with thin lines, which a mark's size would leave faint. */
  picturesOfLetters: 2,
  /** What can be read of bold letters, in pixels of the font, on the screen and in a grid of thumbnails. */
  legiblePx: 12,
  smallestPx: 7,
  mostLines: 6,
  /** How much of the photo a text may take that has to fit in as a whole: its dark edge needs a little room. */
  room: 0.9,
  /** Up to 2:1 a photo has room for its mark in its usual size. */
  longestOfShortest: 2,
} as const

/** The slope of the usual mark: a line rises by so much of its way. */
export const slope = 0.55
const usual = Math.atan(slope)
export const angleOf: Readonly<Record<Run, number>> = {
  rising: usual,
  steep: Math.PI / 2 - usual,
  flat: 0,
  upright: Math.PI / 2,
}

/** How many times a turned block has to shrink to lie whole in the photo; at most 1. */
const shrinkToFit = (photo: Size, block: Size, run: Run): number => {
  const [sin, cos] = [Math.sin(angleOf[run]), Math.cos(angleOf[run])]
  const width = block.width * cos + block.height * sin
  const height = block.width * sin + block.height * cos
  return Math.min(1, (photo.width * look.room) / width, (photo.height * look.room) / height)
}

/**
 * The size below which the mark could not be read. The thumbnail is made of the marked photo and shrinks the letters
 * with it.
 */
export const legibleFontPx = ({ width, height }: Size): number =>
  Math.ceil(look.legiblePx * Math.max(1, Math.max(width, height) / limits.rendition.thumbnailPx))

const hasLetters = /[\p{L}\p{N}]/u
type Try = { count: number; run: Run }
const counts = Array.from({ length: look.mostLines }, (_, index) => index + 1)
const each = (...runs: readonly Run[]): Try[] => counts.flatMap((count) => runs.map((run) => ({ count, run })))
const wideTries = each('rising', 'flat')
const tallTries = each('rising', 'steep', 'upright')
/** Photos of the usual shapes keep the usual slope for as long as it serves. */
const usualTries = [...each('rising'), ...each('flat')]

/**
 * How a text is laid over a photo: in one rising line of a fixed share of the longest side where that can be read and
 * lies whole within the photo, as it does in every usual shape. Otherwise steeper, flatter or in more lines, whatever
 * first is legible; where nothing is, whatever is largest.
 */
export const markLayout = async (text: string, photo: Size, measure: Measure): Promise<MarkLayout> => {
  const longestSide = Math.max(photo.width, photo.height)
  const scale = hasLetters.test(text) ? 1 : look.picturesOfLetters
  const wished = Math.max(look.legiblePx, Math.round(longestSide * look.fontOfLongestSide * scale))
  const legible = Math.min(wished, legibleFontPx(photo))
  const isLegible = (fontPx: number) => fontPx >= Math.min(wished, look.legiblePx * scale)
  const isUsualShape = longestSide <= look.longestOfShortest * Math.min(photo.width, photo.height)
  let best: MarkLayout | undefined
  for (const { count, run } of isUsualShape ? usualTries : photo.width > photo.height ? wideTries : tallTries) {
    const lines = linesOf(text, count)
    if (lines.length < count) continue
    const block = await measure(lines, wished)
    const widest = run === 'rising' && count === 1 ? (longestSide * look.widestOfLongestSide) / block.width : 1
    const fontPx = Math.floor(wished * Math.min(widest, shrinkToFit(photo, block, run)))
    const isCentred = !(isUsualShape && run === 'rising' && count === 1)
    const layout = { lines, fontPx, run, isCentred, isLegible: isLegible(fontPx) }
    if (fontPx >= legible) return layout
    if (best === undefined || fontPx > best.fontPx) best = layout
  }
  const { lines, fontPx, run } = best ?? { lines: [text], fontPx: wished, run: 'flat' }
  return { lines, run, fontPx: Math.max(look.smallestPx, fontPx), isCentred: true, isLegible: isLegible(fontPx) }
}
