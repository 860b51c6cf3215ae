import { liveChores } from '#functions/chores/live.ts'
import { liveGalleries } from '#functions/galleries/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveTurns } from '#functions/shared/pace/live.ts'
import { consumePatiently } from '#functions/shared/queue/consume.ts'
import { livePostpone } from '#functions/shared/queue/live-postpone.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { NumberTask } from '#schema/events/numbers.ts'
import { numberBudget } from './numbers/number-budget-store.ts'
import { readPhotoNumbers } from './numbers/read-photo-numbers.ts'
import { rekognitionReader } from './numbers/rekognition-reader.ts'

const log = systemLog('read-numbers')

/** Built once and kept between messages: it remembers its turns. */
export const handler = consumePatiently(
  NumberTask,
  () =>
    readPhotoNumbers({
      ...liveGalleries(),
      profiles: liveProfiles(),
      chores: liveChores(),
      budget: numberBudget(liveTable()),
      storage: liveStorage(),
      readNumbers: rekognitionReader(),
      turn: liveTurns('numbers', () => setting('NUMBERS_PER_SECOND')),
      send: liveSend,
      now: systemClock,
      log,
    }),
  { log, postpone: livePostpone('NUMBERS_QUEUE_URL') },
)
