import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { PaymentEvent } from '#schema/events/payment.ts'
import { convergeOrder } from './converge.ts'
import { eventStore } from './event-store.ts'
import { handleEvent } from './handle-event.ts'
import { liveConvergeParts } from './live-parts.ts'

const log = systemLog('converge')

export const handler = consume(
  PaymentEvent,
  () =>
    handleEvent({
      converge: convergeOrder(liveConvergeParts(log)),
      events: eventStore(liveTable()),
      now: systemClock,
    }),
  log,
)
