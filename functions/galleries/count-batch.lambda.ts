import { systemLog } from '#functions/shared/log/logger.ts'
import { consumeTogether } from '#functions/shared/queue/consume.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { CountEvent } from '#schema/events/count.ts'
import { countBatch } from './count-batch.ts'
import { liveActivity } from './live-activity.ts'
import { liveCounts } from './live-counts.ts'
import { liveDownloads } from './live-downloads.ts'
import { moveMarkStore } from './move-mark-store.ts'

const log = systemLog('count-batch')

export const handler = consumeTogether(
  CountEvent,
  () => {
    const marks = moveMarkStore(liveTable(), systemClock)
    const activity = liveActivity()
    return countBatch({ ...liveCounts(), marks, downloads: liveDownloads(), activity, log })
  },
  log,
)
