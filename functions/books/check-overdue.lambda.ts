import { liveChores } from '#functions/chores/live.ts'
import { liveOutbox } from '#functions/mail/live.ts'
import { liveOrders } from '#functions/orders/live.ts'
import { liveEarnings } from '#functions/payments/live.ts'
import { livePayouts } from '#functions/payouts/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { checkOverdueWork } from './check-books.ts'

const log = systemLog('check-overdue')

/** A job of its own: whatever takes long or fails elsewhere, this says so. */
export const handler = async (): Promise<void> => {
  await checkOverdueWork({
    ...liveOrders(),
    earnings: liveEarnings(),
    payouts: livePayouts(),
    outbox: liveOutbox(),
    chores: liveChores(),
    now: systemClock,
    log,
  })()
}
