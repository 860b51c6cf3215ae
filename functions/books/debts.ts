import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import { sellerAccount } from '#functions/payments/journal-entries.ts'
import type { RecoverShare } from '#functions/payments/recover-share.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { JournalEntry } from '#schema/entities/journal.ts'
import { AvailableThen } from '#schema/events/books.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { sumPence } from '#schema/money.ts'

export const nothingAvailable: AvailableThen = AvailableThen.parse({ pence: 0, negativeSince: null })

/** The available balance after some more entries of its journal, in their order, and since when it was below zero. */
export const availableAfter = (
  sellerId: UserId,
  before: AvailableThen,
  entries: readonly JournalEntry[],
): AvailableThen => {
  const account = sellerAccount(sellerId, 'availablePence')
  let { pence: sum, negativeSince: since }: { pence: number; negativeSince: string | null } = before
  for (const { at, legs } of entries) {
    for (const leg of legs) if (leg.account === account) sum += leg.amountPence
    since = sum < 0 ? (since ?? at) : null
  }
  return { pence: sumPence([sum]), negativeSince: since }
}

type Parts = {
  balances: Pick<BalanceStore, 'get'>
  earnings: Pick<EarningStore, 'listOfSeller'>
  recover: RecoverShare
  now: Clock
  log: Log
}
/** `until` is given when a part before this one looked at the sales after it. */
type Debt = { sellerId: UserId; since: string | null; until?: string | undefined; hasTime: () => boolean }

/**
 * A debt that new sales have not repaid in 30 days: what was paid out is asked back of the account there once more, since
 * it may hold something by now; if the debt stays, somebody has to look at it.
 * @param since When the balance went below zero, by its journal; `null` while it is not.
 * @returns whether it stays, or how far this part came (`until`).
 */
export const pressDebt =
  ({ balances, earnings, recover, now, log }: Parts) =>
  async ({ sellerId, since, until, hasTime }: Debt): Promise<{ isIndebted: boolean; until?: string }> => {
    if (since === null || afterHours(new Date(since), limits.payout.negativeDays * 24) > now()) {
      return { isIndebted: false }
    }
    const read = (after?: Item) =>
      earnings.listOfSeller(sellerId, { after, limit: 500, ...(until !== undefined && { until }) })
    for await (const page of eachPage(read)) {
      for (const { orderId, availablePence } of page.earnings) {
        if (availablePence >= 0) continue
        try {
          await recover({ orderId, sellerId })
        } catch (error) {
          log.warn('a reversal waits for the next night', { sellerId, ...describeError(error) })
        }
      }
      const last = page.earnings.at(-1)
      // Sales of the same moment are looked at once more.
      if (page.next && last && last.paidAt !== until && !hasTime()) return { isIndebted: true, until: last.paidAt }
    }
    const { availablePence } = await balances.get(sellerId)
    if (availablePence >= 0) return { isIndebted: false }
    log.error(urgent.negativeTooLong, { sellerId, since, availablePence })
    return { isIndebted: true }
  }
