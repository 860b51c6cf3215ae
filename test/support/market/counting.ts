import { expect } from 'vitest'
import { activityStore } from '#functions/galleries/activity-store.ts'
import { countBatch } from '#functions/galleries/count-batch.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { likeStore } from '#functions/galleries/like-store.ts'
import { moveCounts } from '#functions/galleries/move-counts.ts'
import { moveMarkStore } from '#functions/galleries/move-mark-store.ts'
import { moveStore } from '#functions/galleries/move-store.ts'
import { tallyStore } from '#functions/galleries/tally-store.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { CountEvent } from '#schema/events/count.ts'

type Queued = { readonly queue: string; readonly message: unknown }

/** The two functions that count, over a table: what the queue of counts holds is counted, and what was counted is shown. */
export const counting = ({ table, send, log, now }: { table: Table; send: Send; log: Log; now: Clock }) => {
  const stores = { tallies: tallyStore(table, now), moves: moveStore(table, now), likes: likeStore(table) }
  const activity = activityStore(table)
  const count = countBatch({
    ...stores,
    marks: moveMarkStore(table, now),
    downloads: downloadStore(table),
    activity,
    log,
  })
  const move = moveCounts({ ...stores, send, log, now })
  return {
    ...stores,
    activity,
    count,
    move,
    /** Empties the queue of counts, and shows what it held. */
    settle: async (sent: Queued[]) => {
      const events = sent
        .filter(({ queue }) => queue === 'COUNTS_QUEUE_URL')
        .map(({ message }) => CountEvent.parse(message))
      const others = sent.filter(({ queue }) => queue !== 'COUNTS_QUEUE_URL')
      sent.splice(0, sent.length, ...others)
      expect(await count(events)).toEqual(new Set())
      expect(await move()).toMatchObject({ failed: 0 })
    },
  }
}
