import type { GallerySort } from '#schema/api/galleries.ts'
import type { Question } from './browse-question.ts'

/** Where a gallery stands in an answer: by `rank`, among equals by its id; see search-ranked.ts. */
export type Place = { readonly id: string; readonly rank: number }

type Asked = {
  readonly words: readonly string[]
  readonly question: Pick<Question, 'sort' | 'minPence' | 'maxPence' | 'only'>
  readonly at: Date
  readonly behind: Place | undefined
  readonly size: number
}

/** What ranks are sorted by, and in which direction they and the ids of equals go. By age there is no rank. */
const orders = {
  newest: { rank: '_score', rankOrder: 'desc', idOrder: 'desc' },
  oldest: { rank: undefined, rankOrder: 'asc', idOrder: 'asc' },
  price_low: { rank: 'pricePence', rankOrder: 'asc', idOrder: 'asc' },
  price_high: { rank: 'pricePence', rankOrder: 'desc', idOrder: 'desc' },
  popular: { rank: 'popularity', rankOrder: 'desc', idOrder: 'desc' },
} as const satisfies Record<GallerySort, unknown>

/**
 * The body of a search. Words stand in `term` and `prefix` queries alone, which take them as they are
 * (https://docs.opensearch.org/latest/query-dsl/term/prefix/): there is no syntax to escape from. The score is 1 where a
 * gallery has every word exactly and 0 where it does not: filters do not score.
 */
export const searchRequest = ({ words, question, at, behind, size }: Asked) => {
  const { sort, minPence, maxPence, only } = question
  const { rank, rankOrder, idOrder } = orders[sort]
  const hasAll = { constant_score: { filter: { bool: { filter: words.map((word) => ({ term: { words: word } })) } } } }
  return {
    size,
    _source: false,
    track_total_hits: false,
    query: {
      bool: {
        filter: [
          ...words.map((word) => ({ prefix: { words: word } })),
          ...(minPence === undefined && maxPence === undefined
            ? []
            : [{ range: { pricePence: { gte: minPence ?? 0, ...(maxPence !== undefined && { lte: maxPence }) } } }]),
          ...(only === undefined ? [] : [{ term: { isFeatured: true } }]),
        ],
        must_not: [{ range: { expiresAt: { lte: at.toISOString() } } }],
        ...(sort === 'newest' && { should: [hasAll], minimum_should_match: 0 }),
      },
    },
    sort: [...(rank === undefined ? [] : [{ [rank]: rankOrder }]), { id: idOrder }],
    ...(behind && { search_after: [...(rank === undefined ? [] : [behind.rank]), behind.id] }),
  }
}

/** The body that lists documents that were written before a time, by id. */
export const olderRequest = ({
  before,
  behind,
  size,
}: {
  before: number
  behind?: string | undefined
  size: number
}) => ({
  size,
  _source: false,
  track_total_hits: false,
  query: { bool: { filter: [{ range: { writtenAt: { lt: before } } }] } },
  sort: [{ id: 'asc' }],
  ...(behind !== undefined && { search_after: [behind] }),
})
