import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { RenderMessage } from '#schema/events/render.ts'
import { handleRenderMessage } from './render-photo.ts'

const log = systemLog('render-photo')

export const handler = consume(
  RenderMessage,
  () =>
    handleRenderMessage({
      photos: photoStore(liveTable()),
      galleries: galleryStore(liveTable()),
      storage: liveStorage(),
      send: liveSend,
      random: systemRandom,
      log,
    }),
  log,
)
