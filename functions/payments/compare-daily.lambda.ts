import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSettling } from './live-settling.ts'
import { compareReturns, compareSessions } from './reconcile.ts'

const log = systemLog('compare-daily')

export const handler = async (): Promise<void> => {
  const parts = liveSettling(log)
  log.info('sessions compared with Stripe', await compareSessions(parts)())
  log.info('refunds and disputes compared with Stripe', await compareReturns(parts)())
}
