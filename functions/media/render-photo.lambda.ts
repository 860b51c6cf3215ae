import { setTimeout as pause } from 'node:timers/promises'
import { liveGalleries } from '#functions/galleries/live.ts'
import { liveRecall } from '#functions/shared/edge/live-recall.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { RenderMessage } from '#schema/events/render.ts'
import { handleRenderMessage } from './render-photo.ts'

const log = systemLog('render-photo')

export const handler = consume(
  RenderMessage,
  () =>
    handleRenderMessage({
      ...liveGalleries(liveRecall),
      storage: liveStorage(),
      send: liveSend,
      recall: liveRecall,
      random: systemRandom,
      pause,
      log,
    }),
  log,
)
