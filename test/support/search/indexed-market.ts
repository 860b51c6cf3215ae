import type { DynamoDBStreamEvent } from 'aws-lambda'
import { fillSearch } from '#functions/galleries/fill-search.ts'
import { followGalleries } from '#functions/galleries/follow-galleries.ts'
import { indexGalleries } from '#functions/galleries/index-galleries.ts'
import { openSearch } from '#functions/galleries/open-search.ts'
import type { SearchIndex } from '#functions/galleries/search-index.ts'
import { searchPlaceStore } from '#functions/galleries/search-place-store.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { silent } from '#test/support/market/market-parts.ts'
import type { EngineParts } from './search-contract.ts'

type Row = Readonly<Item>

/** The records of DynamoDB's stream for one change of a gallery's item. */
const recordOf = ({ PK, SK }: Item, number: number): DynamoDBStreamEvent['Records'][number] => ({
  eventName: 'MODIFY',
  dynamodb: { Keys: { PK: { S: String(PK) }, SK: { S: String(SK) } }, SequenceNumber: String(number) },
})

/** A market over a table in memory whose stream is followed by a search index. */
export const indexedMarket = ({ table, galleries, now }: EngineParts, index: SearchIndex, log: Log = silent) => {
  let last = 0
  /** Never the same twice, as two readings of a real clock. */
  const ticking = () => {
    last = Math.max(now().getTime(), last + 1)
    return new Date(last)
  }
  const parts = { galleries, index, log, now: ticking }
  const indexing = { ...parts, indexGalleries: indexGalleries(parts) }
  const follow = followGalleries(async () => indexing)
  let known = new Map<string, Row>()
  let number = 0
  return {
    search: openSearch({ galleries, index }),
    fill: fillSearch({ ...indexing, places: searchPlaceStore(table), now }),
    follow,
    indexGalleries: indexing.indexGalleries,
    /** What changed since it was last asked, as the stream tells it: all items, each change once. */
    changes: (): DynamoDBStreamEvent => {
      const rows = new Map(table.peek().map((row) => [`${row.PK} ${row.SK}`, row]))
      const gone = [...known].filter(([key]) => !rows.has(key))
      const changed = [...rows].filter(([key, row]) => known.get(key) !== row)
      known = rows
      const first = number
      number += changed.length + gone.length
      return { Records: [...changed, ...gone].map(([, row], place) => recordOf(row, first + place + 1)) }
    },
  }
}
