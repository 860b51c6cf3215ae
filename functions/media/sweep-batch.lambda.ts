import { liveGalleries, liveOrphans } from '#functions/galleries/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { SweepBatch } from '#schema/events/sweep.ts'
import { sweepBatch } from './sweep-batch.ts'

const log = systemLog('sweep-batch')

export const handler = consume(
  SweepBatch,
  () =>
    sweepBatch({
      ...liveGalleries(),
      orphans: liveOrphans(),
      storage: liveStorage(),
      send: liveSend,
      now: systemClock,
      log,
    }),
  log,
)
