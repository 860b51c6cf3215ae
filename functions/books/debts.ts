import type { BalanceStore } from '#functions/payments/balance-store.ts'
import { sellerAccount } from '#functions/payments/journal-entries.ts'
import type { RecoverShare } from '#functions/payments/recover-share.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { afterHours, type Clock } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { JournalEntry } from '#schema/entities/journal.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

/** When the available balance last went below zero, by its journal; `null` while it is not. */
export const negativeSince = (sellerId: UserId, entries: readonly JournalEntry[]): string | null => {
  const account = sellerAccount(sellerId, 'availablePence')
  let sum = 0
  let since: string | null = null
  for (const { at, legs } of entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    for (const leg of legs) if (leg.account === account) sum += leg.amountPence
    since = sum < 0 ? (since ?? at) : null
  }
  return since
}

type Parts = { balances: Pick<BalanceStore, 'get'>; recover: RecoverShare; now: Clock; log: Log }
type Seller = { sellerId: UserId; entries: readonly JournalEntry[]; earnings: readonly Earning[] }

/**
 * A debt that new sales have not repaid in 30 days: what was paid out is asked back of the account there once more, since
 * it may hold something by now; if the debt stays, somebody has to look at it.
 * @returns whether it stays.
 */
export const pressDebt =
  ({ balances, recover, now, log }: Parts) =>
  async ({ sellerId, entries, earnings }: Seller): Promise<boolean> => {
    const since = negativeSince(sellerId, entries)
    if (since === null || afterHours(new Date(since), limits.payout.negativeDays * 24) > now()) return false
    for (const { orderId, availablePence } of earnings) {
      if (availablePence >= 0) continue
      try {
        await recover({ orderId, sellerId })
      } catch (error) {
        log.warn('a reversal waits for the next night', { sellerId, ...describeError(error) })
      }
    }
    const { availablePence } = await balances.get(sellerId)
    if (availablePence >= 0) return false
    log.error(urgent.negativeTooLong, { sellerId, since, availablePence })
    return true
  }
