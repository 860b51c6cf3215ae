import { limits } from '#schema/limits.ts'

// Directions and other invisible commands: they would let a text draw itself backwards, over others, or not at all. The
// two joiners stay where they join: they shape Hindi and Persian words and hold the people of one emoji together.
const invisible =
  /(?!(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}]))[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu

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
  for (const { segment } of graphemes.segment(line)) {
    points += [...segment].length
    if (points > limits.gallery.watermarkLength) break
    kept += segment
  }
  return kept.trim() || limits.gallery.defaultWatermark
}

const graphemes = new Intl.Segmenter('en')
const words = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts that write no blanks between words: a line may end after any word. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{Extended_Pictographic}]/u

/** Roughly how wide a text is, in letters. */
const weightOf = (text: string): number => {
  let weight = 0
  for (const { segment } of graphemes.segment(text)) weight += wide.test(segment) ? 1.6 : 1
  return weight
}

/** The pieces between which a line may end. */
const piecesOf = (text: string): string[] => {
  const pieces: string[] = []
  let before = ' '
  for (const { segment, isWordLike } of words.segment(text)) {
    const breaks = /\s$/.test(before) || (isWordLike === true && (unspaced.test(before) || unspaced.test(segment)))
    if (breaks || pieces.length === 0) pieces.push(segment)
    else pieces.push(`${pieces.pop() ?? ''}${segment}`)
    before = segment
  }
  return pieces
}

/** A word that is longer than a line ends anywhere between two letters. */
const withoutLong = (pieces: readonly string[], longest: number): string[] =>
  pieces.flatMap((piece) =>
    weightOf(piece.trim()) > longest ? [...graphemes.segment(piece)].map(({ segment }) => segment) : [piece],
  )

/** The text in at most so many lines of about the same width; no line is empty. */
export const linesOf = (text: string, count: number): string[] => {
  if (count <= 1) return [text]
  const aim = weightOf(text) / count
  const lines: string[] = []
  let line = ''
  for (const piece of withoutLong(piecesOf(text), aim * 1.9)) {
    const isFull = lines.length < count - 1 && line !== '' && weightOf(line) + weightOf(piece.trim()) / 2 > aim
    if (isFull) lines.push(line.trim())
    line = isFull ? piece : line + piece
  }
  return [...lines, line.trim()].filter((each) => each !== '')
}
