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
