import type { EarningStore } from '#functions/payments/earning-store.ts'
import { causeId } from '#functions/payments/journal-entries.ts'
import { moveMoney } from '#functions/payments/move-money.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { HoldBatch } from '#schema/events/payout.ts'
import type { UserId } from '#schema/ids.ts'

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

    const release = async (shares: readonly Earning[]): Promise<boolean> => {
      return (await earnings.transact(releaseWrites(sellerId, shares, stamp(now())))).ok
    }

    if (due.length === 0 || (await release(due))) return
    // One of them changed since it was read; the others need not wait for it, and it comes again with the next run.
    for (const share of due) await release([share])
  }

const isDue = ({ pendingPence, frozen, releaseAt }: Earning, now: Date): boolean =>
  pendingPence > 0 && !frozen && new Date(releaseAt) <= now

const releaseWrites = (sellerId: UserId, shares: readonly Earning[], at: string): Write[] =>
  moveMoney({
    sellerId,
    id: causeId('release', sellerId, ...shares.map(({ orderId }) => orderId)),
    cause: 'release',
    at,
    payoutId: null,
    shares: shares.map((earning) => {
      const { pendingPence } = earning
      return { earning, change: { add: { pendingPence: -pendingPence, availablePence: pendingPence } } }
    }),
    balance: { isPayable: true },
  })
