import { liveEarnings } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { releaseHolds } from './release-holds.ts'

const log = systemLog('release-holds')

export const handler = async (): Promise<void> => {
  const { due } = await releaseHolds({ earnings: liveEarnings(), send: liveSend, now: systemClock })()
  log.info('holds due', { due })
}
