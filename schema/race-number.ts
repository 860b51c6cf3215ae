/** What stands on shirts and plates: at most six letters and digits, a digit among them. */
const isNumber = (text: string) => /^[A-Z\d]{1,6}$/.test(text) && /\d/.test(text)

/**
 * A word as numbers are kept and looked for: capitals, without signs around it or hyphens in it. Undefined for what is no
 * number: without a digit, longer than six, or with other signs in it, as times (10:45) and prices (3.50) have.
 */
export const normaliseNumber = (text: string): string | undefined => {
  const plain = text.normalize('NFKC').toUpperCase().replaceAll(/[-‐‑]/g, '')
  const [part = '', ...others] = plain.split(/[^\p{L}\p{N}]+/u).filter((each) => each !== '')
  return others.length === 0 && isNumber(part) ? part : undefined
}
