import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { PaymentEvent } from '#schema/events/payment.ts'
import { handleEvent } from './handle-event.ts'
import { liveSettling } from './live.ts'

const log = systemLog('converge')

export const handler = consume(PaymentEvent, () => handleEvent(liveSettling(log)), log)
