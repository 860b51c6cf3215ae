import { payoutStore } from '#functions/payouts/payout-store.ts'
import { sweepPayouts } from '#functions/payouts/weekly-payouts.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/queue.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { convergeOrder } from './converge.ts'
import { liveConvergeParts } from './live-parts.ts'
import { reconcileOrders } from './reconcile.ts'

const log = systemLog('reconcile')

export const handler = async (): Promise<void> => {
  const parts = { ...liveConvergeParts(log), payouts: payoutStore(liveTable()), send: liveSend }
  const orders = await reconcileOrders({ ...parts, converge: convergeOrder(parts) })()
  log.info('open orders reconciled', orders)
  log.info('open payouts resumed', await sweepPayouts(parts)())
}
