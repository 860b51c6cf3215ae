import { systemLog } from '#functions/shared/log/logger.ts'
import { convergeOrder } from './converge.ts'
import { liveConvergeParts } from './live-parts.ts'
import { reconcileOrders } from './reconcile.ts'

const log = systemLog('reconcile')

export const handler = async (): Promise<void> => {
  const parts = liveConvergeParts(log)
  log.info('open orders reconciled', await reconcileOrders({ ...parts, converge: convergeOrder(parts) })())
}
