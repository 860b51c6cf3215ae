import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { payoutStore } from './payout-store.ts'
import { sweepPayouts } from './weekly-payouts.ts'

const log = systemLog('sweep-payouts')

export const handler = async (): Promise<void> => {
  log.info(
    'open payouts resumed',
    await sweepPayouts({ payouts: payoutStore(liveTable()), send: liveSend, now: systemClock })(),
  )
}
