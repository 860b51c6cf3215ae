import { parsePounds } from '#schema/money.ts'

/**
 * Parses a price field, in pence. Some prices have a meaning for text that is no number (specification): that applies
 * to text without a digit only. Any other unreadable text is a typing error and never becomes another price.
 * @returns `NaN` for a typing error, which the contract refuses with its message.
 */
export const priceOf = <E extends number | undefined>(
  text: string,
  { whenEmpty, whenNoNumber = Number.NaN }: { whenEmpty: E; whenNoNumber?: number },
): number | E => {
  if (text.trim() === '') return whenEmpty
  return parsePounds(text) ?? (/\p{N}/u.test(text) ? Number.NaN : whenNoNumber)
}
