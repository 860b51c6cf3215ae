import { liveStripeTurns } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consumePatiently } from '#functions/shared/queue/consume.ts'
import { livePostpone } from '#functions/shared/queue/live-postpone.ts'
import { PaymentEvent } from '#schema/events/payment.ts'
import { handleEvent } from './handle-event.ts'
import { liveSettling } from './live.ts'

const log = systemLog('converge')

export const handler = consumePatiently(PaymentEvent, () => handleEvent(liveSettling(log, liveStripeTurns())), {
  log,
  postpone: livePostpone('PAYMENT_EVENTS_QUEUE_URL'),
})
