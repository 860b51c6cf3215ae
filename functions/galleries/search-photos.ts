import type { Item } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { GalleryId, SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { PhotoStore } from './photo-store.ts'
import { type PhotoMatch, photoTermsOf } from './photo-term-store.ts'
import { textMatches } from './search-terms.ts'

/** More words narrow an answer hardly further, and each costs a request. */
const maxWords = 6
/** Matches of a word that are looked at in one go: some 25 kB, 3 read units. */
const atOnce = 300
/** What one page reads at most, where words that many photos have are seldom together; the next page goes on. */
const maxReads = 3
const maxPhotos = 300

type PhotoSearch = {
  galleryId: GalleryId
  sought: readonly string[]
  after: Item | undefined
  /** Only of this set. */
  setId?: SetId | undefined
}
type Found = { entries: Photo[]; next: Item | undefined }

/**
 * A page of a gallery's photos on sale that have every word, or longer words that begin so: exactly the word first, the
 * newest first. One query a word and one read of the photos, whatever the gallery holds: the word that leads to the
 * fewest is walked, the others decide by their lists where they are known whole, and else by the photo. Whether a photo
 * is on sale, and still says so, is decided by itself.
 */
export const searchPhotos = async (
  photos: PhotoStore,
  { galleryId, sought, after, setId }: PhotoSearch,
): Promise<Found> => {
  const words = sought.slice(0, maxWords)
  const pages = await Promise.all(words.map((word) => photos.readPhotoMatches(galleryId, word, { limit: atOnce })))
  const walked = after === undefined ? rarest(words, pages) : Number(after.walked)
  const word = words[walked] ?? ''
  const sets = pages
    .filter(({ next }, index) => index !== walked && next === undefined)
    .map(({ matches }) => new Set(matches.map(({ id }) => id)))

  const entries: Photo[] = []
  let behind = after === undefined ? undefined : String(after.place)
  let read = 0
  for (let reads = 0; reads < maxReads; reads++) {
    const first = reads === 0 ? pages[walked] : undefined
    const isKnown = first !== undefined && (behind === undefined || first.next === undefined)
    const page = isKnown ? first : await photos.readPhotoMatches(galleryId, word, { behind, limit: atOnce })
    const matches = page.matches.filter(({ place }) => behind === undefined || isAfter(place, behind))
    for (let at = 0; at < matches.length; ) {
      const some = matches.slice(at, at + limits.gallery.photosPerPage - entries.length)
      at += some.length
      behind = some.at(-1)?.place
      const candidates = some.filter(({ id }) => sets.every((set) => set.has(id)))
      read += candidates.length
      entries.push(...(await shownOf(photos, { galleryId, setId, words, word }, candidates)))
      const isMore = at < matches.length || page.next !== undefined
      if (entries.length < limits.gallery.photosPerPage && read < maxPhotos) continue
      return { entries, next: isMore ? { walked, place: behind ?? '' } : undefined }
    }
    if (!page.next) return { entries, next: undefined }
  }
  return { entries, next: { walked, place: behind ?? '' } }
}

const isAfter = (place: string, behind: string): boolean => Buffer.compare(Buffer.from(place), Buffer.from(behind)) > 0

/** The word with the fewest photos; where all have many, the longest says most. */
const rarest = (words: readonly string[], pages: readonly { matches: PhotoMatch[]; next: Item | undefined }[]) => {
  const weightOf = (index: number) =>
    pages[index]?.next === undefined ? (pages[index]?.matches.length ?? 0) : 10_000 - (words[index]?.length ?? 0)
  return words.reduce((best, _, index) => (weightOf(index) < weightOf(best) ? index : best), 0)
}

type Sought = { galleryId: GalleryId; setId: SetId | undefined; words: readonly string[]; word: string }
const shownOf = async (
  photos: PhotoStore,
  { galleryId, setId, words, word }: Sought,
  matches: readonly PhotoMatch[],
) => {
  if (matches.length === 0) return []
  const ids = matches.map(({ id }) => id)
  // As they were a moment ago, as lists of photos are.
  const read = await photos.getMany(ids, { consistent: false })
  const found = new Map(read.map((photo) => [photo.id, photo]))
  return matches.flatMap(({ id, term }) => {
    const photo = found.get(id)
    if (photo?.galleryId !== galleryId || photo.state !== 'ready') return []
    if (setId !== undefined && photo.setId !== setId) return []
    // One with several words that begin so stands in the list several times, and is shown at the first of them.
    const isFirst =
      photoTermsOf(photo)
        .filter((each) => each.startsWith(word))
        .toSorted()[0] === term
    return isFirst && textMatches(`${photo.title} ${photo.description}`, words) ? [photo] : []
  })
}
