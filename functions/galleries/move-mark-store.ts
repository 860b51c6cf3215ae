import { randomText, systemRandom } from '#functions/shared/ids/ids.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import type { Put, Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { GalleryId } from '#schema/ids.ts'
import { countKeys } from './count-keys.ts'

/** First what has changed much, then the rest, then what failed; the oldest of each first. No two marks are the same. */
const placeOf = (waiting: 1 | 2 | 'failed', at: Date): string =>
  `${{ 2: 0, 1: 1, failed: 2 }[waiting]}#${stamp(at)}#${randomText(systemRandom, 8)}`

/** Part of the write that makes it necessary. */
export const movePut = (galleryId: GalleryId, waiting: 1 | 2 | 'failed', at: Date): Put =>
  put(
    {
      ...countKeys.move(galleryId),
      galleryId,
      workKey: countKeys.toMove(shardOf(galleryId)),
      workSort: placeOf(waiting, at),
    },
    'always',
  )

/** Marks galleries that do not show all of their counts; move-store.ts takes them up. */
export const moveMarkStore = (table: Table, now: Clock) => ({
  async mark(galleryId: GalleryId, waiting: 1 | 2): Promise<void> {
    await table.write(movePut(galleryId, waiting, now()))
  },
})
export type MoveMarkStore = ReturnType<typeof moveMarkStore>
