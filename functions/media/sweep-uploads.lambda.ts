import { orphanStore } from '#functions/galleries/orphan-store.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { sweepUploads } from './sweep-uploads.ts'

export const handler = async (): Promise<void> => {
  await sweepUploads({
    orphans: orphanStore(liveTable()),
    send: liveSend,
    now: systemClock,
    log: systemLog('sweep-uploads'),
  })()
}
