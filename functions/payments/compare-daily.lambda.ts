import { systemLog } from '#functions/shared/log/logger.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { balanceStore } from './balance-store.ts'
import { checkBooks } from './check-books.ts'
import { compareTransfers } from './compare-transfers.ts'
import { journalStore } from './journal-store.ts'
import { liveSettling } from './live-settling.ts'
import { compareReturns, compareSessions } from './reconcile.ts'

const log = systemLog('compare-daily')

export const handler = async (): Promise<void> => {
  const table = liveTable()
  const parts = { ...liveSettling(log), balances: balanceStore(table), journal: journalStore(table) }
  log.info('sessions compared with Stripe', await compareSessions(parts)())
  log.info('refunds and disputes compared with Stripe', await compareReturns(parts)())
  const { made, ...transfers } = await compareTransfers(parts)()
  log.info('transfers compared with Stripe', transfers)
  log.info('books checked', await checkBooks(parts)(made))
}
