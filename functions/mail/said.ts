import * as z from 'zod'
import { cleanLine, cleanText } from '#schema/text.ts'

/** What a mail program can take for nothing but an address of mail. */
const plainAddress = /^[\w.+-]+@[\w.-]+$/

/**
 * Mail programs make links of whatever looks like an address, in plain text and in subjects too: an invisible joiner
 * (U+2060) behind each dot, colon and at sign that stands between characters leaves the words as they are and nothing to
 * press. Browsers read the wide and ideographic full stops as dots as well (https://www.unicode.org/reports/tr46/, 2.3).
 */
const unlinked = (text: string): string =>
  text.replace(/([.:@\u3002\uFF0E\uFF61\uFF1A\uFF20])(?=[^\s\u2060])/gu, '$1\u2060')

/**
 * What people wrote and a mail tells to others, cleaned as it is where it comes in, since some was written before that was
 * done. Cleaning takes the joiner away, so that what was stored parses to the same.
 */
export const said = z.string().overwrite((text) => unlinked(cleanLine(text)))
export const saidAtLength = z.string().overwrite((text) => unlinked(cleanText(text)))
/** An address to answer to: left as it is where it can be nothing else. */
export const saidAddress = z.string().overwrite((text) => {
  const address = cleanLine(text)
  return plainAddress.test(address) ? address : unlinked(address)
})
