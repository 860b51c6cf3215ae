import { liveBalances } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { compareDaily } from './compare-daily.ts'

const log = systemLog('compare-daily')

export const handler = async (): Promise<void> => {
  log.info('night planned', await compareDaily({ balances: liveBalances(), send: liveSend, now: systemClock })())
}
