import type { Item } from '#functions/shared/table/writes.ts'
import type { api } from '#schema/api/all.ts'
import type { QueryOf } from '#schema/api/endpoint.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { isFeatured } from './gallery-access.ts'

/** What is asked of the catalogue: sort, price range, words and the place behind which the page begins. */
export type Question = QueryOf<typeof api.galleries.endpoints.browse> & {
  readonly sought: readonly string[]
  readonly after?: Item | undefined
}

export const isInRange = (
  { pricePence }: Pick<Gallery, 'pricePence'>,
  { minPence, maxPence }: Pick<Question, 'minPence' | 'maxPence'>,
): boolean => (minPence === undefined || minPence <= pricePence) && (maxPence === undefined || pricePence <= maxPence)

/** In the range of prices, and of the kind that is asked for. */
export const isWanted = (gallery: Gallery, question: Pick<Question, 'minPence' | 'maxPence' | 'only'>): boolean =>
  isInRange(gallery, question) && (question.only === undefined || isFeatured(gallery))
