import { normaliseNumber } from '#schema/race-number.ts'
import type { Box, FoundNumber, Word } from './read-numbers.ts'

/** Rekognition reads so many words of a picture (docs.aws.amazon.com/rekognition/latest/dg/limits.html); so do we. */
export const maxWords = 100

/** What an engine is less sure of is no number: half of it is leaves and water. Rekognition's own default is 0.8. */
export const leastConfidence = 0.5

/** The numbers among the words of a picture: those read surest, each once. */
export const numbersAmong = (words: readonly Word[]): FoundNumber[] => {
  const surest = words
    .filter(({ confidence }) => confidence >= leastConfidence)
    .toSorted((one, other) => other.confidence - one.confidence)
    .slice(0, maxWords)
  const found = new Map<string, FoundNumber>()
  for (const { text, confidence, box } of surest) {
    const normalised = normaliseNumber(text)
    if (normalised === undefined || found.has(normalised)) continue
    found.set(normalised, { text: normalised, confidence: Math.min(1, confidence), box: insidePicture(box) })
  }
  return [...found.values()]
}

const fraction = (value: number) => Math.min(1, Math.max(0, value))
/** What is cut by the border has a box that reaches over it (…/APIReference/API_BoundingBox.html). */
const insidePicture = ({ left, top, width, height }: Box): Box => {
  const [x, y] = [fraction(left), fraction(top)]
  return { left: x, top: y, width: fraction(left + width) - x, height: fraction(top + height) - y }
}
