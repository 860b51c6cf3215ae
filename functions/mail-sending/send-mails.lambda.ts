import { setTimeout as pause } from 'node:timers/promises'
import { liveOutbox } from '#functions/mail/live.ts'
import { liveOrders } from '#functions/orders/live.ts'
import { liveEarnings } from '#functions/payments/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { randomToken, systemRandom } from '#functions/shared/ids/ids.ts'
import { liveIds } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveTurns } from '#functions/shared/pace/live.ts'
import { consumeTogether } from '#functions/shared/queue/consume.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { dropBoughtCart } from '#functions/visitors/left-carts.ts'
import { liveKeptCarts, liveMailLinks, liveMayWrite } from '#functions/visitors/live-writing.ts'
import { MailTask } from '#schema/events/mail.ts'
import { sendMails } from './send-mails.ts'
import { sesMailer } from './ses-mailer.ts'
import { tellOfSale } from './tell-of-sale.ts'

const log = systemLog('send-mails')

/** Built once and kept between batches: it remembers what the provider took, and its turns. */
export const handler = consumeTogether(
  MailTask,
  () =>
    sendMails({
      outbox: liveOutbox(),
      post: sesMailer,
      turn: liveTurns('mail', () => setting('MAILS_PER_SECOND')),
      earnings: liveEarnings(),
      profiles: liveProfiles(),
      mayWrite: liveMayWrite(),
      mailLinks: liveMailLinks(),
      tellOfSale: tellOfSale({ ...liveOrders(), send: liveSend, log }),
      dropBoughtCart: dropBoughtCart({ ...liveOrders(), carts: liveKeptCarts() }),
      ids: liveIds(),
      claims: () => randomToken(systemRandom),
      wait: pause,
      now: systemClock,
      siteUrl: setting('SITE_URL'),
      trader: setting('TRADER'),
      log,
    }),
  log,
)
