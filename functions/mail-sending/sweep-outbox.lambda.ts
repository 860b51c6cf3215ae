import { liveOutbox } from '#functions/mail/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { localSetting, setting } from '#functions/shared/settings/settings.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { sweepOutbox } from './sweep-outbox.ts'

const log = systemLog('sweep-outbox')

/** From this run to the next, as lib/mail/mail-sending.ts starts them. */
const everySeconds = 60

export const handler = async (): Promise<void> => {
  const most = () => setting('MAILS_PER_SECOND') * localSetting('PACE_SCALE') * everySeconds
  const { handedOut } = await sweepOutbox({ outbox: liveOutbox(), send: liveSend, now: systemClock, most })()
  if (handedOut > 0) log.info('mails handed out', { handedOut })
}
