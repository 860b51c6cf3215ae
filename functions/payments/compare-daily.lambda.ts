import { systemLog } from '#functions/shared/log/logger.ts'
import { convergeOrder } from './converge.ts'
import { liveConvergeParts } from './live-parts.ts'
import { compareSessions } from './reconcile.ts'
import { livePayments } from './stripe-payments.ts'

const log = systemLog('compare-daily')

export const handler = async (): Promise<void> => {
  const parts = { ...liveConvergeParts(log), payments: livePayments() }
  log.info('sessions compared with Stripe', await compareSessions({ ...parts, converge: convergeOrder(parts) })())
}
