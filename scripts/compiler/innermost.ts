/** One finding of the compiler: where it stands and the sentence that says what is wrong. */
type Finding = { place: string; lines: string[] }

const head = /^(?<place>.+\(\d+,\d+\)): (?:error|warning) (?<sentence>TS\d+: .*)$/
/** A sentence may spell out a whole type; what matters stands at its beginning. */
const longest = 240

const shortened = (line: string) => (line.length > longest ? `${line.slice(0, longest)} …` : line)

/** The findings in what `tsc --pretty false` printed; a line that belongs to none stands alone. */
const findingsIn = (printed: string): Finding[] =>
  printed.split('\n').reduce<Finding[]>((found, line) => {
    const { place, sentence } = head.exec(line)?.groups ?? {}
    const last = found.at(-1)
    if (place !== undefined && sentence !== undefined) found.push({ place, lines: [sentence] })
    else if (/^\s/.test(line) && last) last.lines.push(line.trim())
    else if (line.trim() !== '') found.push({ place: '', lines: [line.trim()] })
    return found
  }, [])

/**
 * The compiler says first which types do not fit and last, up to ten levels deep, why. This is the short form: each
 * place with its last sentence, and a sentence that stands at several places once, with all of them.
 */
export const innermost = (printed: string): string => {
  const placesOf = new Map<string, string[]>()
  for (const { place, lines } of findingsIn(printed)) {
    const sentence = shortened(lines.at(-1) ?? '')
    placesOf.set(sentence, [...(placesOf.get(sentence) ?? []), place])
  }
  return [...placesOf].map(([sentence, places]) => [...places, `  ${sentence}`].filter(Boolean).join('\n')).join('\n')
}
