import * as z from 'zod'
import { normaliseNumber } from '#schema/race-number.ts'

/** Cards of one file: a race of 5,000 runners and its late entries, 750 sheets. */
export const mostCards = 6_000

/** "1-250", "1–250" or "1 to 250". What begins with a nought is counted with noughts: "001-250". */
const range = /^(\d{1,6})\s*(?:[-‐‑–—]|to)\s*(\d{1,6})$/i

const noNumber = (text: string) =>
  `“${text.length > 20 ? `${text.slice(0, 20)}…` : text}” is no number: up to six letters and digits, a digit among them.`

type Refuse = (sentence: string) => void

const numbersOf = (part: string, refuse: Refuse): string[] => {
  const [, first = '', last = ''] = range.exec(part) ?? []
  if (first !== '') {
    const [from, to] = [Number(first), Number(last)]
    if (to < from) refuse(`“${part}” ends before it begins.`)
    else if (to - from >= mostCards) refuse(tooMany)
    else {
      const width = first.startsWith('0') ? first.length : 0
      return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(width, '0'))
    }
    return []
  }
  const number = normaliseNumber(part)
  if (number !== undefined) return [number]
  refuse(noNumber(part))
  return []
}

const tooMany = `One file takes ${mostCards.toLocaleString('en-GB')} numbers; please make the others apart.`

/** The numbers of a start list, each once and in its order: one a line or divided by commas, or as ranges. */
export const StartList = z.string().transform((text, context): string[] => {
  const refusals: string[] = []
  const parts = text.split(/[\n,;\t]+/).map((part) => part.trim())
  const numbers = new Set<string>()
  for (const part of parts) {
    if (part === '' || refusals.length > 0 || numbers.size > mostCards) continue
    for (const number of numbersOf(part, (sentence) => refusals.push(sentence))) numbers.add(number)
  }
  if (numbers.size > mostCards) refusals.push(tooMany)
  if (numbers.size === 0 && refusals.length === 0) refusals.push('Please enter the numbers of your race.')
  for (const message of refusals.slice(0, 1)) context.addIssue({ code: 'custom', message })
  return [...numbers]
})
