import type { Item, Table, Write } from '#functions/shared/table/writes.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import { addressLayout, type Gallery } from '#schema/entities/gallery.ts'
import { GalleryId } from '#schema/ids.ts'
import { Pence } from '#schema/money.ts'
import { isListed } from './gallery-access.ts'
import { galleryKeys } from './gallery-keys.ts'
import { backwards } from './newest-first.ts'
import { termsOf } from './search-terms.ts'

/** A description of 2,000 characters has no more words than this. */
const maxTerms = 1_000

/** A gallery that a term leads to. */
export type Match = {
  galleryId: GalleryId
  pricePence: Pence
  /** The gallery's word: the one that was looked for, or a longer one. */
  term: string
  /** Where the match stands among those of its partition. */
  place: string
}
export type MatchPage = { matches: Match[]; next: Item | undefined }

export const termsListed = (gallery: Gallery): string[] => termsOf(gallery).slice(0, maxTerms)
const listedTerms = (gallery: Gallery, at: Date): string[] => (isListed(gallery, at) ? termsListed(gallery) : [])

const putTerms = ({ id, pricePence }: Gallery, words: readonly string[]): Write[] =>
  words.map((word) => put({ ...galleryKeys.term(word, id), galleryId: id, pricePence }, 'always'))
/** Of a gallery of the first layout also where they were then. */
const removeTerms = ({ id, layout }: Gallery, words: readonly string[]): Write[] =>
  words.flatMap((word) => [
    remove(galleryKeys.term(word, id), 'always'),
    ...(layout < addressLayout ? [remove(galleryKeys.firstTerm(word, id), 'always')] : []),
  ])

/** Writes to the index of words. */
export const termWrites = {
  /** Of a gallery that is made. */
  made: (gallery: Gallery, at: Date): Write[] => putTerms(gallery, listedTerms(gallery, at)),
  /** Of a gallery that is deleted. */
  removed: (gallery: Gallery): Write[] => removeTerms(gallery, termsListed(gallery)),
  /** Brings all of them in line with the time. */
  relisted: (gallery: Gallery, at: Date): Write[] =>
    isListed(gallery, at) ? putTerms(gallery, termsListed(gallery)) : removeTerms(gallery, termsListed(gallery)),
  /** Brings those of the first layout to this one. */
  completed: (gallery: Gallery, at: Date): Write[] => [
    ...putTerms(gallery, listedTerms(gallery, at)),
    ...termsListed(gallery).map((word) => remove(galleryKeys.firstTerm(word, gallery.id), 'always')),
  ],
  /** What an edit changes: nothing for most settings. */
  edited: (before: Gallery, after: Gallery, at: Date): Write[] => {
    const [old, words] = [listedTerms(before, at), listedTerms(after, at)]
    const isSame = before.pricePence === after.pricePence && old.join(' ') === words.join(' ')
    return isSame ? [] : [...putTerms(after, words), ...removeTerms(before, without(old, words))]
  },
}
const without = (words: readonly string[], others: readonly string[]): string[] => {
  const set = new Set(others)
  return words.filter((word) => !set.has(word))
}

/**
 * The index of words. Within its partition, the galleries that have exactly a word come first, the newest before older
 * ones; then those of each longer word that begins with it, in the order of the alphabet.
 */
export const termStore = (table: Table) => ({
  /**
   * A page of the galleries that have a word beginning with `word`.
   * @param behind The place of the last match of the page before.
   */
  async readMatches(
    word: string,
    { behind, limit }: { behind?: string | undefined; limit: number },
  ): Promise<MatchPage> {
    const page = await table.query({
      partition: galleryKeys.termsOfPart(word),
      sort: { beginsWith: word },
      consistent: false,
      limit,
      ...(behind !== undefined && { after: { PK: galleryKeys.termsOfPart(word), SK: behind } }),
    })
    return { matches: page.items.map(matchOf), next: page.next }
  },

  /** Galleries that have exactly this word, newest first, from one of them on. */
  async readExact(word: string, { from, limit }: { from?: GalleryId | undefined; limit: number }): Promise<MatchPage> {
    const page = await table.query({
      partition: galleryKeys.termsOfPart(word),
      // Behind the letters and digits of every id, ours and those of the first layout, which stand behind ours.
      sort: { between: [`${word}#${from === undefined ? '' : backwards(from)}`, `${word}#~`] },
      consistent: false,
      limit,
    })
    return { matches: page.items.map(matchOf), next: page.next }
  },

  /** Galleries that have a longer word beginning with this one, at most one request's worth (1 MB). */
  async listLonger(word: string): Promise<Match[]> {
    const { items } = await table.query({
      partition: galleryKeys.termsOfPart(word),
      sort: { between: [`${word}#~`, `${word}\u{10FFFF}`] },
      consistent: false,
    })
    return items.map(matchOf)
  },

  /** The same as a page of `readMatches`, and at most one request's worth (1 MB). */
  async listMatches(word: string): Promise<Match[]> {
    const { items } = await table.query({
      partition: galleryKeys.termsOfPart(word),
      sort: { beginsWith: word },
      consistent: false,
    })
    return items.map(matchOf)
  },
})

const matchOf = ({ SK, galleryId, pricePence }: Item): Match => ({
  galleryId: GalleryId.parse(galleryId),
  pricePence: Pence.parse(pricePence),
  term: String(SK).split('#')[0] ?? '',
  place: String(SK),
})
export type TermStore = ReturnType<typeof termStore>
