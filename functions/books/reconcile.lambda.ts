import { liveOrders } from '#functions/orders/live.ts'
import { liveCallsPerSecond } from '#functions/payments/live-pace.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { localSetting } from '#functions/shared/settings/settings.ts'
import { placeStore } from '#functions/shared/table/place-store.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { handOutOpenOrders } from './reconcile.ts'

const log = systemLog('reconcile')

/** From this run to the next (lib/payments/book-keeping.ts); half of the pace is left to webhooks and payouts. */
const secondsOfTheirs = 300 / 2

export const handler = async (): Promise<void> => {
  const most = () => liveCallsPerSecond() * localSetting('PACE_SCALE') * secondsOfTheirs
  const parts = { ...liveOrders(), places: placeStore(liveTable()), send: liveSend, most, now: systemClock }
  log.info('open orders handed out', await handOutOpenOrders(parts)())
}
