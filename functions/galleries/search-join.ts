import type { GalleryId } from '#schema/ids.ts'
import type { TermStore } from './term-store.ts'

/** Queries of one page at most. */
const maxReads = 16
const idsAtOnce = 300

/** Where a walk from newer to older galleries stands; without an id at the newest. */
export type JoinPlace = { readonly id?: GalleryId | undefined; readonly isIncluded: boolean }

type Terms = Pick<TermStore, 'readExact'>
/** over: there are no more. cut: there may be, and this page has cost enough. */
type Taken = { ids: GalleryId[]; end: 'more' | 'over' | 'cut' }
class Cut extends Error {}

/** The galleries of one word, newest first, read as far as they are asked for. */
const wordList = (terms: Terms, word: string, mayRead: () => void) => {
  let ids: GalleryId[] = []
  let isWhole = false
  const read = async (from: GalleryId | undefined): Promise<void> => {
    mayRead()
    const page = await terms.readExact(word, { from, limit: idsAtOnce })
    // Those of the first layout stand behind the others and in another order; they are found as longer words are.
    const ours = page.matches.filter(({ place }) => !place.startsWith(`${word}#gal_`))
    ids = ours.map(({ galleryId }) => galleryId)
    isWhole = page.next === undefined || ours.length < page.matches.length
  }
  /** The first gallery from a place on. */
  return async ({ id, isIncluded }: JoinPlace): Promise<GalleryId | undefined> => {
    const isBehind = (each: GalleryId) => id === undefined || each < id || (isIncluded && each === id)
    for (;;) {
      const found = ids.find(isBehind)
      if (found !== undefined || isWhole) return found
      await read(id)
    }
  }
}

/**
 * Walks the galleries that have all of these words exactly: each list is asked for the first gallery that is not newer
 * than the best that the others have, until they agree. Two lists of a hundred thousand with three galleries in common
 * cost as many queries as they take turns, not as they have pages.
 * @param from Where to begin.
 */
export const inAllOf = (terms: Terms, words: readonly string[], from: JoinPlace) => {
  let reads = 0
  const mayRead = () => {
    reads += 1
    if (reads > maxReads) throw new Cut('This page has cost enough.')
  }
  const lists = words.map((word) => wordList(terms, word, mayRead))
  let place = from

  const nextInAll = async (): Promise<GalleryId | undefined> => {
    let agreed: GalleryId | undefined
    let agreeing = 0
    for (let index = 0; agreeing < lists.length; index = (index + 1) % lists.length) {
      const found = await lists[index]?.(place)
      if (found === undefined) return undefined
      agreeing = found === agreed ? agreeing + 1 : 1
      agreed = found
      place = { id: found, isIncluded: true }
    }
    place = { id: agreed, isIncluded: false }
    return agreed
  }

  return {
    async take(count: number): Promise<Taken> {
      const ids: GalleryId[] = []
      try {
        while (ids.length < count) {
          const id = await nextInAll()
          if (id === undefined) return { ids, end: 'over' }
          ids.push(id)
        }
      } catch (error) {
        if (!(error instanceof Cut)) throw error
        return { ids, end: 'cut' }
      }
      return { ids, end: 'more' }
    },
    /** Where the next walk goes on. */
    place: () => place,
  }
}
