import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { shuffledShards, workShards } from '#functions/shared/table/shards.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { PayoutTask } from '#schema/events/payout.ts'
import { payoutWeek } from './payout-calendar.ts'
import { payoutQueueOf } from './payout-queue.ts'
import type { PayoutStore } from './payout-store.ts'

type Parts = {
  balances: Pick<BalanceStore, 'listPayable'>
  payouts: Pick<PayoutStore, 'listOpen'>
  send: Send
  now: Clock
}

/**
 * Asks the workers to pay everybody who may have something, one message a seller. Run twice it asks twice, and each
 * seller's week is paid once.
 */
export const weeklyPayouts =
  ({ balances, send, now }: Omit<Parts, 'payouts'>) =>
  async (): Promise<{ asked: number }> => {
    const week = payoutWeek(now())
    let asked = 0
    for (const shard of shuffledShards()) {
      for await (const page of eachPage((after) => balances.listPayable(shard, after))) {
        await send(
          'PAYOUTS_QUEUE_URL',
          page.sellerIds.map((sellerId): PayoutTask => ({ kind: 'weekly', sellerId, week })),
        )
        asked += page.sellerIds.length
      }
    }
    return { asked }
  }

/** Younger ones are being worked on. */
const patienceMs = 2 * 60_000

/** Finds payouts that were reserved and not finished, or not followed yet, and asks the workers to go on with them. */
export const sweepPayouts =
  ({ payouts, send, now }: Omit<Parts, 'balances'>) =>
  async (): Promise<{ open: number }> => {
    const before = stamp(afterMs(now(), -patienceMs))
    const tasks: PayoutTask[] = []
    for (const shard of workShards) {
      for await (const page of eachPage((after) => payouts.listOpen(shard, { before, after }))) {
        for (const { sellerId, isWeekly, payoutId } of page.payouts)
          tasks.push({ kind: 'resume', sellerId, isWeekly, payoutId })
      }
    }
    for (const [queue, own] of Map.groupBy(tasks, payoutQueueOf)) await send(queue, own)
    return { open: tasks.length }
  }
