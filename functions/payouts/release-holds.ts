import type { EarningRef, EarningStore } from '#functions/payments/earning-store.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { type WorkShard, workShards } from '#functions/shared/table/shards.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { HoldBatch } from '#schema/events/payout.ts'

type Parts = { earnings: Pick<EarningStore, 'listDue'>; send: Send; now: Clock }

const perRead = 1_000
const perBatch = 40
/**
 * As many as the workers release before the next run, five minutes later (docs/money.md, "Scale"): a run that handed out
 * more would hand out the same shares again while they wait in the queue. What is left is the oldest of the next run.
 */
const perShard = 25_000

/**
 * Finds the shares whose 48 hours are over and hands them, a seller's together, to the queue. A seller's shares lie in
 * all shards, so these are read first. It decides nothing: a run that stops half-way or comes twice only makes messages
 * that find less to do.
 */
export const releaseHolds =
  ({ earnings, send, now }: Parts) =>
  async (): Promise<{ due: number }> => {
    const at = stamp(now())

    const dueOf = async (shard: WorkShard): Promise<EarningRef[]> => {
      const due: EarningRef[] = []
      for await (const page of eachPage((after) => earnings.listDue(shard, { now: at, after, limit: perRead }))) {
        due.push(...page.refs)
        if (due.length >= perShard) break
      }
      return due
    }

    const found = await Promise.all(workShards.map((shard) => dueOf(shard)))
    const refs = found.flat()
    await send('HOLDS_QUEUE_URL', batchesOf(refs))
    return { due: refs.length }
  }

const batchesOf = (refs: readonly EarningRef[]): HoldBatch[] =>
  [...Map.groupBy(refs, ({ sellerId }) => sellerId)].flatMap(([sellerId, ofSeller]) =>
    chunks(ofSeller, perBatch).map((some) => ({ sellerId, orderIds: some.map(({ orderId }) => orderId) })),
  )
