import { formatCount } from '#schema/counts.ts'

/** "1 photo", "12 photos". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
/** "4.2 MB": decimal units, as shops and operating systems show them. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000) return `${String(bytes)} B`
  if (bytes < 1_000_000) return `${String(Math.round(bytes / 1_000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
