import { livePayoutProvider, liveStripeTurns } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consumePatiently } from '#functions/shared/queue/consume.ts'
import { livePostpone } from '#functions/shared/queue/live-postpone.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { PayoutTask } from '#schema/events/payout.ts'
import { livePayoutParts } from './live.ts'
import { payPhotographer } from './pay-photographer.ts'

const log = systemLog('pay-photographer')

export const handler = consumePatiently(
  PayoutTask,
  () => payPhotographer({ ...livePayoutParts(log, livePayoutProvider(liveStripeTurns())), send: liveSend }),
  { log, postpone: livePostpone('PAYOUTS_QUEUE_URL', 'PAYOUT_REQUESTS_QUEUE_URL') },
)
