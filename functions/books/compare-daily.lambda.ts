import { journalStore } from '#functions/payments/journal-store.ts'
import { livePlatform } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveSettling } from '#functions/stripe-events/live.ts'
import { checkBooks } from './check-books.ts'
import { compareDaily } from './compare-daily.ts'
import { compareTransfers } from './compare-transfers.ts'
import { checkPendingRefunds } from './pending-refunds.ts'
import { checkPlatform } from './platform-balance.ts'
import { compareReturns, compareSessions } from './reconcile.ts'

const log = systemLog('compare-daily')

export const handler = async (): Promise<void> => {
  const parts = { ...liveSettling(log), journal: journalStore(liveTable()) }
  await compareDaily({
    compareSessions: compareSessions(parts),
    compareReturns: compareReturns(parts),
    checkPendingRefunds: checkPendingRefunds(parts),
    checkPlatform: checkPlatform({ ...parts, platform: livePlatform() }),
    compareTransfers: compareTransfers(parts),
    checkBooks: checkBooks(parts),
    log,
  })()
}
