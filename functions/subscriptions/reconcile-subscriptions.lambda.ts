import { liveIsSetUp } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveBilling } from './live.ts'
import { reconcileSubscriptions } from './reconcile-subscriptions.ts'

const log = systemLog('reconcile-subscriptions')

export const handler = async (): Promise<void> => {
  log.info(
    'subscriptions looked at again',
    await reconcileSubscriptions({ isSetUp: liveIsSetUp, billing: liveBilling(), send: liveSend, now: systemClock })(),
  )
}
