import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveCounts } from './live-counts.ts'
import { moveCounts } from './move-counts.ts'
import { moveStore } from './move-store.ts'

const log = systemLog('move-counts')

/** A timed job; see move-counts.ts. */
export const handler = async (): Promise<void> => {
  const moves = moveStore(liveTable(), systemClock)
  log.info('counts moved', await moveCounts({ ...liveCounts(), moves, send: liveSend, log, now: systemClock })())
}
