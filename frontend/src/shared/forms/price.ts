import { parsePounds } from '#schema/money.ts'

/**
 * What a price field holds, in pence. Where the specification has a price for what is no number, that is text without a
 * digit; whatever else cannot be read is a slip of the hand, and never becomes another price.
 * @returns `NaN` for such a slip, which the contract refuses with its sentence.
 */
export const priceOf = <E extends number | undefined>(
  text: string,
  { whenEmpty, whenNoNumber = Number.NaN }: { whenEmpty: E; whenNoNumber?: number },
): number | E => {
  if (text.trim() === '') return whenEmpty
  return parsePounds(text) ?? (/\p{N}/u.test(text) ? Number.NaN : whenNoNumber)
}
