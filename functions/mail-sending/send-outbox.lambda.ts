import { liveOutbox } from '#functions/mail/live.ts'
import { liveEarnings } from '#functions/payments/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { randomToken, systemRandom } from '#functions/shared/ids/ids.ts'
import { liveIds } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { sendOutbox } from './send-outbox.ts'
import { sesMailer } from './ses-mailer.ts'

const log = systemLog('send-outbox')

const build = () =>
  sendOutbox({
    outbox: liveOutbox(),
    post: sesMailer,
    earnings: liveEarnings(),
    profiles: liveProfiles(),
    ids: liveIds(),
    run: () => randomToken(systemRandom),
    now: systemClock,
    siteUrl: setting('SITE_URL'),
    trader: setting('TRADER'),
    log,
  })

/** Kept between runs: it remembers what the provider took. */
let live: ReturnType<typeof build> | undefined

export const handler = async (): Promise<void> => {
  live ??= build()
  const { sent, failed } = await live()
  if (sent + failed > 0) log.info('outbox sent', { sent, failed })
}
