import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { shuffledShards } from '#functions/shared/table/shards.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { BooksPart } from '#schema/events/books.ts'
import { comparedDays } from './compare-transfers.ts'

type Parts = { balances: Pick<BalanceStore, 'listEarning'>; send: Send; now: Clock }

/** A payment that came after its order was given up is found within so long. */
const sessionDays = 3
const sellersAPart = 25

/**
 * Once a night: our books against Stripe's, and against themselves, in parts that many workers look at side by side. None waits
 * for another: whatever becomes of Stripe's lists, each seller's books are checked. A night that is planned twice is looked at twice.
 */
export const compareDaily =
  ({ balances, send, now }: Parts) =>
  async (): Promise<{ parts: number; sellers: number }> => {
    const plan: BooksPart[] = [
      ...daysOf(sessionDays, now()).map((period) => ({ kind: 'sessions' as const, ...period })),
      ...daysOf(comparedDays, now()).map((period) => ({ kind: 'returns' as const, ...period })),
      ...daysOf(comparedDays, now()).map((period) => ({ kind: 'transfers' as const, ...period })),
      { kind: 'refunds' },
      { kind: 'platform' },
    ]
    await send('COMPARISONS_QUEUE_URL', plan)
    const found = { parts: plan.length, sellers: 0 }
    for (const shard of shuffledShards()) {
      for await (const { sellerIds } of eachPage((after) => balances.listEarning(shard, after))) {
        const parts = chunks(sellerIds, sellersAPart).map((some): BooksPart => ({ kind: 'sellers', sellerIds: some }))
        await send('COMPARISONS_QUEUE_URL', parts)
        found.parts += parts.length
        found.sellers += sellerIds.length
      }
    }
    return found
  }

/** The last days, each until the next; the newest goes on while it is looked at. */
const daysOf = (count: number, now: Date): { since: string; until: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    since: stamp(afterHours(now, -24 * (index + 1))),
    until: stamp(afterHours(now, index === 0 ? 24 : -24 * index)),
  }))
