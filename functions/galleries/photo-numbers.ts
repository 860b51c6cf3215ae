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

const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', B: '8', S: '5' }
/** The same for all numbers that are told apart by letters alone which look like digits. */
export const folded = (text: string): string => text.replaceAll(/[OIBS]/g, (letter) => lookAlikes[letter] ?? letter)

/** Fewer characters that agree say nothing: every number of one digit is one character off every other. */
const leastAgreed = 2

/**
 * Whether a number that was read in a photo is the one that is looked for, may be (one character read wrongly, or the
 * first or last one hidden), or is not. Both are normalised.
 */
export const closeness = (sought: string, read: string): 'exact' | 'near' | undefined => {
  if (sought === read) return 'exact'
  const [whole, seen] = [folded(sought), folded(read)]
  if (whole === seen) return 'near'
  if (seen.length === whole.length) {
    const agreed = [...whole].filter((character, index) => character === seen[index]).length
    return agreed === whole.length - 1 && agreed >= leastAgreed ? 'near' : undefined
  }
  const isPart = seen === whole.slice(1) || seen === whole.slice(0, -1)
  return isPart && seen.length >= leastAgreed ? 'near' : undefined
}
