import { balanceAdd } from '#functions/payments/balance-store.ts'
import { type EarningStore, earningChange } from '#functions/payments/earning-store.ts'
import { bucketLegs, causeId, journalKeys, journalPut } from '#functions/payments/journal-store.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import type { HoldBatch } from '#schema/events/payout.ts'
import type { UserId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'

type Parts = { earnings: EarningStore; now: Clock }

/**
 * T4: moves shares whose hold is over from pending to available, with their seller's balance and a journal entry. Each
 * share is moved as it was read, so that nothing is released twice, early or while frozen.
 */
export const releaseHoldBatch =
  ({ earnings, now }: Parts) =>
  async ({ sellerId, orderIds }: HoldBatch): Promise<void> => {
    const found = await earnings.getMany(orderIds.map((orderId) => ({ orderId, sellerId })))
    const due = found.filter((share) => isDue(share, now()))
    if (due.length === 0 || (await release(due))) return
    // One of them changed since it was read; the others need not wait for it, and it comes again with the next run.
    for (const share of due) await release([share])

    async function release(shares: readonly Earning[]): Promise<boolean> {
      return (await earnings.transact(releaseWrites(sellerId, shares, stamp(now())))).ok
    }
  }

const isDue = ({ pendingPence, frozen, releaseAt }: Earning, now: Date): boolean =>
  pendingPence > 0 && !frozen && new Date(releaseAt) <= now

const releaseWrites = (sellerId: UserId, shares: readonly Earning[], at: string): Write[] => {
  const total = sumPence(shares.map(({ pendingPence }) => pendingPence))
  const move = { pendingPence: -total, availablePence: total }
  const orderIds = shares.map(({ orderId }) => orderId)
  const entry = JournalEntry.parse({
    id: causeId('release', sellerId, ...orderIds),
    at,
    cause: 'release',
    orderIds,
    payoutId: null,
    legs: bucketLegs(sellerId, move),
  })
  return [
    ...shares.map((share) =>
      earningChange(share, {
        add: { pendingPence: -share.pendingPence, availablePence: share.pendingPence },
      }),
    ),
    balanceAdd(sellerId, { add: move, isPayable: true }),
    journalPut(journalKeys.ofSeller(sellerId, entry), entry),
  ]
}
