import { liveOrders } from '#functions/orders/live.ts'
import { liveCallsPerSecond } from '#functions/payments/live-pace.ts'
import { reconcilingShare } from '#functions/payments/stripe-pace.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { localSetting } from '#functions/shared/settings/settings.ts'
import { placeStore } from '#functions/shared/table/place-store.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { handOutEnded } from './ended-checkouts.ts'
import { handOutOpenOrders } from './reconcile.ts'

const log = systemLog('reconcile')

/** The seconds from this run to the next (lib/payments/book-keeping.ts). */
const secondsOfTheirs = 300 * reconcilingShare

export const handler = async (): Promise<void> => {
  const most = () => liveCallsPerSecond() * localSetting('PACE_SCALE') * secondsOfTheirs
  const parts = { ...liveOrders(), places: placeStore(liveTable()), send: liveSend, most, now: systemClock }
  // First: it is a question for a hundred checkouts, and finds what was paid however many are open.
  await handOutEnded(parts)()
  log.info('open orders handed out', await handOutOpenOrders(parts)())
}
