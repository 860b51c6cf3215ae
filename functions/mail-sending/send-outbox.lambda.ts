import { outboxStore } from '#functions/mail/outbox-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { idMaker, randomToken, systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { livePost } from './post.ts'
import { sendOutbox } from './send-outbox.ts'

const log = systemLog('send-outbox')

const build = () => {
  const table = liveTable()
  return sendOutbox({
    outbox: outboxStore(table),
    post: livePost,
    earnings: earningStore(table),
    profiles: profileStore(table),
    ids: idMaker(systemClock, systemRandom),
    run: () => randomToken(systemRandom),
    now: systemClock,
    siteUrl: setting('SITE_URL'),
    trader: setting('TRADER'),
    log,
  })
}

/** Kept between runs: it remembers what the provider took. */
let live: ReturnType<typeof build> | undefined

export const handler = async (): Promise<void> => {
  live ??= build()
  const { sent, failed } = await live()
  if (sent + failed > 0) log.info('outbox sent', { sent, failed })
}
