import type { EarningRef, EarningStore } from '#functions/payments/earning-store.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { HoldBatch } from '#schema/events/payout.ts'

type Parts = { earnings: Pick<EarningStore, 'listDue'>; send: Send; now: Clock }

const perRead = 1_000
const perBatch = 40

/**
 * Finds the shares whose 48 hours are over and hands them, a seller's together, to the queue. It decides nothing: a run
 * that stops half-way or comes twice only makes messages that find less to do.
 */
export const releaseHolds =
  ({ earnings, send, now }: Parts) =>
  async (): Promise<{ due: number }> => {
    let due = 0
    for (const shard of workShards) {
      let after: Item | undefined
      do {
        const page = await earnings.listDue(shard, { now: stamp(now()), after, limit: perRead })
        due += page.refs.length
        await send('HOLDS_QUEUE_URL', batchesOf(page.refs))
        after = page.next
      } while (after)
    }
    return { due }
  }

const batchesOf = (refs: readonly EarningRef[]): HoldBatch[] =>
  [...Map.groupBy(refs, ({ sellerId }) => sellerId)].flatMap(([sellerId, ofSeller]) =>
    Array.from({ length: Math.ceil(ofSeller.length / perBatch) }, (_, index) => ({
      sellerId,
      orderIds: ofSeller.slice(index * perBatch, (index + 1) * perBatch).map(({ orderId }) => orderId),
    })),
  )
