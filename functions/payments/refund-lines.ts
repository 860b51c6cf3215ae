import type { Stripe } from 'stripe'

/**
 * How the lines that a refund is for travel: in its metadata at Stripe, `lines`, as "1,3" or "1-40, 57". A value holds 500
 * characters and an object 50 keys (https://docs.stripe.com/metadata), so what is longer goes on under `lines_2`, `lines_3`
 * and so on, which is enough for any lines of an order.
 */
const valueLength = 500
const key = (part: number): string => (part === 1 ? 'lines' : `lines_${part}`)

/** Ascending, with ranges: the same lines are always the same text. */
const ranges = (lines: readonly number[]): string[] => {
  const sorted = [...new Set(lines)].toSorted((a, b) => a - b)
  const found: { from: number; to: number }[] = []
  for (const line of sorted) {
    const last = found.at(-1)
    if (last && line === last.to + 1) last.to = line
    else found.push({ from: line, to: line })
  }
  return found.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
}

export const linesText = (lines: readonly number[]): string => ranges(lines).join(',')

/** Lines as metadata. */
export const linesMetadata = (lines: readonly number[]): Record<string, string> => {
  const values: string[] = []
  for (const range of ranges(lines)) {
    const last = values.at(-1)
    if (last !== undefined && last.length + 1 + range.length <= valueLength)
      values[values.length - 1] = `${last},${range}`
    else values.push(range)
  }
  return Object.fromEntries(values.map((value, index) => [key(index + 1), value]))
}

/** "1,3" and "1-40, 57": a person types it in Stripe's dashboard, and an operator for `ops refund`. */
export const linesFrom = (text: string): number[] | 'unreadable' => {
  if (!/^\s*\d{1,3}(\s*-\s*\d{1,3})?(\s*,\s*\d{1,3}(\s*-\s*\d{1,3})?)*\s*$/.test(text)) return 'unreadable'
  const lines = new Set<number>()
  for (const range of text.split(',')) {
    const [from = 0, to = from] = range.split('-').map(Number)
    if (from > to) return 'unreadable'
    for (let line = from; line <= to; line++) lines.add(line)
  }
  return [...lines]
}

/** `null` for all lines; `unreadable` when somebody wrote something there that names no lines. */
export const linesOf = (metadata: Stripe.Metadata | null | undefined): number[] | 'unreadable' | null => {
  const values = Object.entries(metadata ?? {}).filter(
    ([name, value]) => /^lines(_\d+)?$/.test(name) && value.trim() !== '',
  )
  return values.length === 0 ? null : linesFrom(values.map(([, value]) => value).join(','))
}
