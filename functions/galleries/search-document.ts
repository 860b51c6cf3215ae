import type { Gallery } from '#schema/entities/gallery.ts'
import { isFeatured } from './gallery-access.ts'
import { galleryPopularity } from './gallery-writes.ts'
import { termsListed } from './term-store.ts'

/**
 * The index of listed galleries. Its number rises with the mapping: the next fill then builds another index, and the name
 * that is searched moves to it when it is whole.
 */
export const galleryIndex = 'galleries-1'
/** The name that is searched. It leads nowhere until an index has been filled once. */
export const searchedName = 'galleries'

/**
 * Words are stored as search-terms.ts cuts them and looked up as they are: nothing that a visitor types is ever analysed or
 * interpreted there (https://docs.opensearch.org/latest/field-types/supported-field-types/keyword/).
 */
export const galleryMapping = {
  mappings: {
    dynamic: 'strict',
    properties: {
      id: { type: 'keyword' },
      words: { type: 'keyword', doc_values: false },
      pricePence: { type: 'long' },
      popularity: { type: 'long' },
      isFeatured: { type: 'boolean' },
      expiresAt: { type: 'date' },
      writtenAt: { type: 'long' },
    },
  },
} as const

export type SearchDocument = {
  readonly id: Gallery['id']
  readonly words: readonly string[]
  readonly pricePence: number
  readonly popularity: number
  readonly isFeatured: boolean
  readonly expiresAt: string | null
  /** Milliseconds since 1970 at which its gallery was read: of two documents the one that was read later counts. */
  readonly writtenAt: number
}

/** What a listed gallery is found by. */
export const documentOf = (gallery: Gallery, readAt: Date): SearchDocument => ({
  id: gallery.id,
  words: termsListed(gallery),
  pricePence: gallery.pricePence,
  popularity: galleryPopularity(gallery),
  isFeatured: isFeatured(gallery),
  expiresAt: gallery.expiresAt,
  writtenAt: readAt.getTime(),
})
