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

/** What stands in the field of a Web size's price; an empty one sells the Original alone. */
export const webPriceOf = (text: string): number | null => (text.trim() === '' ? null : priceOf(text, { whenEmpty: 0 }))

/** "6.00", or nothing. */
export const webPriceText = (pence: number | null): string => (pence === null ? '' : (pence / 100).toFixed(2))

/** Why a Web size at what was typed would not be sold, as far as that shows before it is sent. */
export const webPriceHint = (web: number | null, original: number | undefined): string | false =>
  web !== null && original !== undefined && web >= original && 'It is only sold where it costs less than the Original.'
