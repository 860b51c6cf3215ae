import { liveOutbox } from '#functions/mail/live.ts'
import { livePayouts } from '#functions/payouts/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSettling } from '#functions/stripe-events/live.ts'
import { checkOverdueWork } from './check-books.ts'
import { reconcileOrders, reconcileRun } from './reconcile.ts'

const log = systemLog('reconcile')

export const handler = async (): Promise<void> => {
  const parts = { ...liveSettling(log), payouts: livePayouts(), outbox: liveOutbox() }
  await reconcileRun({ checkOverdueWork: checkOverdueWork(parts), reconcile: reconcileOrders(parts), log })()
}
