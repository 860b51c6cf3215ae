import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { livePayouts } from './live.ts'
import { sweepPayouts } from './weekly-payouts.ts'

const log = systemLog('sweep-payouts')

export const handler = async (): Promise<void> => {
  log.info('open payouts resumed', await sweepPayouts({ payouts: livePayouts(), send: liveSend, now: systemClock })())
}
