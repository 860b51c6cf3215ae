import { liveBuyerFiles } from '#functions/deliveries/live.ts'
import { liveOrderFiles, liveOrders } from '#functions/orders/live.ts'
import { liveIds } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consumePatiently } from '#functions/shared/queue/consume.ts'
import { livePostpone } from '#functions/shared/queue/live-postpone.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { ZipTask } from '#schema/events/zip.ts'
import { liveZipSets } from './live.ts'
import { makeZips } from './make-zips.ts'
import { orderSource } from './order-files.ts'

const log = systemLog('make-zips')

export const handler = consumePatiently(
  ZipTask,
  () => {
    const storage = liveStorage()
    return makeZips({
      sets: liveZipSets(),
      sourceOf: orderSource({
        ...liveOrders(),
        inWholes: liveOrderFiles(),
        files: liveBuyerFiles(),
        storage,
        ids: liveIds(),
        now: systemClock,
        siteUrl: () => setting('SITE_URL'),
      }),
      storage,
      send: liveSend,
      now: systemClock,
      log,
    })
  },
  { log, postpone: livePostpone('ZIPS_QUEUE_URL'), failures: 'are put off' },
)
