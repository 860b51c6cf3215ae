import { liveBalances } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { weeklyPayouts } from './weekly-payouts.ts'

const log = systemLog('weekly-payouts')

export const handler = async (): Promise<void> => {
  const { asked } = await weeklyPayouts({ balances: liveBalances(), send: liveSend, now: systemClock })()
  log.info('payouts asked for', { asked })
}
