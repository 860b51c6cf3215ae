import { liveOrphans } from '#functions/galleries/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { sweepUploads } from './sweep-uploads.ts'

export const handler = async (): Promise<void> => {
  await sweepUploads({
    orphans: liveOrphans(),
    send: liveSend,
    now: systemClock,
    log: systemLog('sweep-uploads'),
  })()
}
