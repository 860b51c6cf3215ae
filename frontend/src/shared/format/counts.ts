import { formatCount } from '#schema/counts.ts'

/** "1 photo", "12 photos". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
/** "4.2", and "300" instead of "300.0". */
const oneDecimal = (amount: number): string => amount.toFixed(1).replace(/\.0$/, '')

/** "4.2 MB", "300 GB": decimal units, as shops and operating systems show them. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000) return `${String(bytes)} B`
  if (bytes < 1_000_000) return `${String(Math.round(bytes / 1_000))} kB`
  if (bytes < 999_950_000) return `${oneDecimal(bytes / 1_000_000)} MB`
  return `${oneDecimal(bytes / 1_000_000_000)} GB`
}
