import { earningStore } from '#functions/payments/earning-store.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { releaseHolds } from './release-holds.ts'

const log = systemLog('release-holds')

export const handler = async (): Promise<void> => {
  const { due } = await releaseHolds({ earnings: earningStore(liveTable()), send: liveSend, now: systemClock })()
  log.info('holds due', { due })
}
