import { balanceStore } from '#functions/payments/balance-store.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { weeklyPayouts } from './weekly-payouts.ts'

const log = systemLog('weekly-payouts')

export const handler = async (): Promise<void> => {
  const { asked } = await weeklyPayouts({ balances: balanceStore(liveTable()), send: liveSend, now: systemClock })()
  log.info('payouts asked for', { asked })
}
