import { outboxStore } from '#functions/mail/outbox-store.ts'
import { payoutStore } from '#functions/payouts/payout-store.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveSettling } from '#functions/stripe-events/live-settling.ts'
import { checkOverdueWork } from './check-books.ts'
import { reconcileOrders, reconcileRun } from './reconcile.ts'

const log = systemLog('reconcile')

export const handler = async (): Promise<void> => {
  const table = liveTable()
  const parts = { ...liveSettling(log), payouts: payoutStore(table), outbox: outboxStore(table) }
  await reconcileRun({ checkOverdueWork: checkOverdueWork(parts), reconcile: reconcileOrders(parts), log })()
}
