import { exportSource } from '#functions/accounts/export-files.ts'
import { liveBuyerFiles } from '#functions/deliveries/live.ts'
import { liveFavouritesLists, liveGalleries } from '#functions/galleries/live.ts'
import { liveOrderFiles, liveOrders } from '#functions/orders/live.ts'
import { liveEarnings } from '#functions/payments/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { liveProofs } from '#functions/proofing/live.ts'
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
    const common = { ids: liveIds(), now: systemClock, siteUrl: () => setting('SITE_URL') }
    const ofOrder = orderSource({
      ...liveOrders(),
      ...common,
      inWholes: liveOrderFiles(),
      files: liveBuyerFiles(),
      storage,
    })
    const ofExport = exportSource({
      ...liveGalleries(),
      ...common,
      profiles: liveProfiles(),
      favouritesLists: liveFavouritesLists(),
      proofs: liveProofs().proofs,
      earnings: liveEarnings(),
    })
    return makeZips({
      sets: liveZipSets(),
      sourceOf: async ({ owner, askedAt, wholeFiles }) =>
        owner.kind === 'order' ? ofOrder({ owner, wholeFiles }) : ofExport({ owner, askedAt }),
      storage,
      send: liveSend,
      now: systemClock,
      log,
    })
  },
  { log, postpone: livePostpone('ZIPS_QUEUE_URL'), failures: 'are put off' },
)
