import type { Place } from '#schema/events/place.ts'
import type { Item } from './writes.ts'

/** One page of a list, with the place after which the next one begins; `undefined` when it is the last. */
type Page<Place> = { readonly next?: Place | undefined }

/**
 * Reads a list to its end, a page at a time, and never one page more than the caller takes. The place is a key of the
 * table unless the step says otherwise: Stripe's lists go on from an id.
 * @param read Reads the page that begins after a place; `undefined` is the first.
 * @param from Where to begin; at the front when it is left out.
 */
export async function* eachPage<P extends Page<Place>, Place = Item>(
  read: (after: Place | undefined) => Promise<P>,
  from?: Place,
): AsyncGenerator<P, void> {
  let after = from
  do {
    const page = await read(after)
    yield page
    after = page.next
  } while (after !== undefined)
}

/** The place after which a page begins, for a message. */
export const placeOf = (next: Item): Place =>
  Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]))

/** Everything of a list, for what needs the whole of it in memory. `entriesOf` says what a page holds. */
export const allOf = async <P extends Page<Item>, T>(
  read: (after: Item | undefined) => Promise<P>,
  entriesOf: (page: P) => readonly T[],
): Promise<T[]> => {
  const found: T[] = []
  for await (const page of eachPage(read)) found.push(...entriesOf(page))
  return found
}
