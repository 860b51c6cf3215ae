import type { Item } from './writes.ts'

type Read<T> = (place: { after?: Item; limit: number }) => Promise<{ entries: T[]; next: Item | undefined }>
export type Filling<T> = {
  readonly limit: number
  readonly after?: Item | undefined
  readonly read: Read<T>
  /** How many entries the first request reads; one more than the page, unless many are expected to be skipped. */
  readonly readFirst?: number
  /** Which entries belong on the page; the others are read and skipped. */
  readonly keep: (entry: T) => boolean
  /** The place of an entry, so that the next page begins behind it. */
  readonly placeOf: (entry: T) => Item
}

/** DynamoDB requests that one page may cost at most; a page cut short by it says where to go on. */
const maxReads = 10
const largestRead = 100

/**
 * One page of a list in which some entries are skipped. It asks for one entry more than it needs, so that the last page
 * is known to be the last; where nothing is skipped it is one request.
 */
export const fillPage = async <T>({ limit, readFirst = limit + 1, after, read, keep, placeOf }: Filling<T>) => {
  const kept: T[] = []
  let place = after
  for (let reads = 0; reads < maxReads; reads++) {
    const size = Math.min(largestRead, readFirst * 3 ** reads)
    const page = await read({ limit: size, ...(place && { after: place }) })
    for (const entry of page.entries) {
      if (!keep(entry)) continue
      const last = kept.at(-1)
      if (kept.length === limit && last !== undefined) return { entries: kept, next: placeOf(last) }
      kept.push(entry)
    }
    if (!page.next) return { entries: kept, next: undefined }
    place = page.next
  }
  const last = kept.at(-1)
  return { entries: kept, next: kept.length === limit && last !== undefined ? placeOf(last) : place }
}
