import * as z from 'zod'
import { formatCount } from './counts.ts'

/**
 * What is said of a value whose schema has no sentence of its own. The library's own words are for programmers, and
 * whatever the contract refuses is shown beside a field.
 */
const sentenceOf: z.core.$ZodErrorMap = ({ code, origin, expected, input, minimum, maximum }) => {
  if (code === 'invalid_type' && expected === 'int' && typeof input === 'number') return 'Please enter a whole number.'
  const isNumber = origin === 'number' || origin === 'int'
  if (code === 'too_small' && isNumber) return `Please enter ${formatCount(Number(minimum))} or more.`
  if (code === 'too_big' && isNumber) return `Please enter ${formatCount(Number(maximum))} or less.`
  if (code === 'too_big' && origin === 'string') return `Please use at most ${formatCount(Number(maximum))} characters.`
  if (code === 'too_big') return `Please choose at most ${formatCount(Number(maximum))}.`
  const isMissing = code === 'too_small' || input === undefined || input === null || input === ''
  return isMissing ? 'Please fill this in.' : 'Please check this: it cannot be used as it is.'
}

z.config({ localeError: sentenceOf })

/** A number that people type: one sentence, whatever is wrong with it. */
export const wholeNumber = (min: number, max: number) => {
  const sentence = `Please enter a whole number from ${formatCount(min)} to ${formatCount(max)}.`
  return z.int(sentence).min(min, sentence).max(max, sentence)
}
