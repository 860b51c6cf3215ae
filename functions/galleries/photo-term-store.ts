import { removeAll } from '#functions/shared/table/remove-all.ts'
import type { Item, Key, Table, Write } from '#functions/shared/table/writes.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { type GalleryId, PhotoId } from '#schema/ids.ts'
import { backwards } from './newest-first.ts'
import { wordsOf } from './search-terms.ts'

type Named = Pick<Photo, 'id' | 'galleryId' | 'title' | 'description'>

/** A transaction takes 100 writes. A photo is found by the first words of what is said of it. */
const mostTerms = 50

const photoTermKeys = {
  terms: (galleryId: GalleryId) => `PHOTOTERMS#${galleryId}`,
  /** By word, newest photo first. */
  term: ({ id, galleryId }: Pick<Named, 'id' | 'galleryId'>, word: string): Key => ({
    PK: `PHOTOTERMS#${galleryId}`,
    SK: `${word}#${backwards(id)}`,
  }),
}

/** What a photo is found by within its gallery. */
export const photoTermsOf = ({ title, description }: Pick<Named, 'title' | 'description'>): string[] =>
  wordsOf(`${title} ${description}`).slice(0, mostTerms)

const termPut = (photo: Named, word: string): Write =>
  put({ ...photoTermKeys.term(photo, word), photoId: photo.id }, 'always')
const termRemove = (photo: Named, word: string): Write => remove(photoTermKeys.term(photo, word), 'always')

export const photoTermWrites = {
  made: (photo: Named): Write[] => photoTermsOf(photo).map((word) => termPut(photo, word)),
  removed: (photo: Named): Write[] => photoTermsOf(photo).map((word) => termRemove(photo, word)),
  /** Most edits change none. */
  edited: (before: Named, after: Named): { made: Write[]; removed: Write[] } => {
    const [old, words] = [photoTermsOf(before), photoTermsOf(after)]
    return {
      made: words.filter((word) => !old.includes(word)).map((word) => termPut(after, word)),
      removed: old.filter((word) => !words.includes(word)).map((word) => termRemove(before, word)),
    }
  },
}

/** A photo that a word leads to: by which of its words, and where that stands in the gallery's list. */
export type PhotoMatch = { id: PhotoId; term: string; place: string }

/** The words of a gallery's photos: exactly a word first, newest first; then each longer word. */
export const photoTermStore = (table: Table) => ({
  /** @param behind The place of the last match of the page before. */
  async readPhotoMatches(
    galleryId: GalleryId,
    word: string,
    { behind, limit }: { behind?: string | undefined; limit: number },
  ): Promise<{ matches: PhotoMatch[]; next: Item | undefined }> {
    const partition = photoTermKeys.terms(galleryId)
    const page = await table.query({
      partition,
      sort: { beginsWith: word },
      consistent: false,
      limit,
      ...(behind !== undefined && { after: { PK: partition, SK: behind } }),
    })
    return { matches: page.items.map(matchOf), next: page.next }
  },

  /** Writes the terms of photos that were stored without. Repeating it changes nothing. */
  async writePhotoTerms(photos: readonly Named[]): Promise<void> {
    await inTransactions(table, photos.flatMap(photoTermWrites.made))
  },

  /** Removes all terms of a gallery that is gone. */
  clearPhotoTerms: (galleryId: GalleryId, mayGoOn?: () => void): Promise<void> =>
    removeAll(table, { partition: photoTermKeys.terms(galleryId) }, mayGoOn),
})

const inTransactions = async (table: Table, writes: readonly Write[]): Promise<void> => {
  for (let start = 0; start < writes.length; start += 100) await table.transact(writes.slice(start, start + 100))
}

const matchOf = ({ SK, photoId }: Item): PhotoMatch => ({
  id: PhotoId.parse(photoId),
  term: String(SK).split('#')[0] ?? '',
  place: String(SK),
})
