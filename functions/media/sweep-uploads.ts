import type { OrphanRef, OrphanStore } from '#functions/galleries/orphan-store.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { type WorkShard, workShards } from '#functions/shared/table/shards.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { SweepBatch } from '#schema/events/sweep.ts'

type Parts = { orphans: Pick<OrphanStore, 'listDue'>; send: Send; now: Clock; log: Log }

const perBatch = 25
/** What fits into the function's memory. What is left is the oldest of the next night. */
const perShard = 250_000

/**
 * Once a day: finds the photos that waited a day for their file, and deleted ones whose files may go, and hands them, a
 * photographer's together, to the queue. It decides nothing: a run that comes twice only makes messages that find less to do.
 */
export const sweepUploads =
  ({ orphans, send, now, log }: Parts) =>
  async (): Promise<void> => {
    const at = now()
    const dueOf = async (shard: WorkShard): Promise<OrphanRef[]> => {
      const due: OrphanRef[] = []
      for await (const page of eachPage((after) => orphans.listDue(shard, { now: at, after }))) {
        due.push(...page.refs)
        if (due.length >= perShard) break
      }
      return due
    }
    const refs = (await Promise.all(workShards.map(dueOf))).flat()
    await send('SWEEP_QUEUE_URL', batchesOf(refs))
    log.info('due for the sweep', { photos: refs.length })
  }

const batchesOf = (refs: readonly OrphanRef[]): SweepBatch[] =>
  [...Map.groupBy(refs, ({ photographerId }) => photographerId)].flatMap(([photographerId, theirs]) =>
    chunks(theirs, perBatch).map((some) => ({
      photographerId,
      photos: some.map(({ photoId, dueAt }) => ({ photoId, dueAt })),
    })),
  )
