import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Key } from '#functions/shared/table/writes.ts'
import type { GalleryId, UserId } from '#schema/ids.ts'

/** What a tally is of: a gallery, or a photographer's day. */
export type Counted = { readonly galleryId: GalleryId } | { readonly sellerId: UserId; readonly day: string }

const partitionOf = (counted: Counted): string =>
  'galleryId' in counted ? `COUNTS#${counted.galleryId}` : `COUNTS#${counted.sellerId}#${counted.day}`

const pagePrefix = 'IDS#'

/** Counts, apart from whatever people read or buy: nothing that is counted waits for a reader, and no reader for it. */
export const countKeys = {
  tally: (counted: Counted): Key => ({ PK: partitionOf(counted), SK: 'TALLY' }),
  /** Ids that were counted, put away at `time`. */
  page: (counted: Counted, time: string, version: number): Key => ({
    PK: partitionOf(counted),
    SK: `${pagePrefix}${time}#${version}`,
  }),
  pagesSince: (time: string) => `${pagePrefix}${time}`,
  /** Sorts after the key of every page. */
  pagesEnd: `${pagePrefix}~`,
  /** What happened in a gallery in an hour: "2030-01-01T10". */
  hour: (galleryId: GalleryId, hour: string): Key => ({ PK: `COUNTS#${galleryId}`, SK: `HOUR#${hour}` }),
  /** Free downloads under a limit, counted before their link is given. */
  limited: (galleryId: GalleryId): Key => ({ PK: `COUNTS#${galleryId}`, SK: 'LIMITED' }),
  /** Says that the gallery does not show all of its counts yet. */
  move: (galleryId: GalleryId): Key => ({ PK: `COUNTS#${galleryId}`, SK: 'MOVE' }),
  toMove: (shard: WorkShard) => `MOVE#COUNTS#${shard}`,
}
