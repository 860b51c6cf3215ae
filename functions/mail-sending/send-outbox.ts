import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { maxTries, type OutboxStore, type WaitingMail } from '#functions/mail/outbox-store.ts'
import { templates } from '#functions/mail/templates/all.ts'
import { salesMade } from '#functions/mail/templates/sales-made.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { MailId, OrderId } from '#schema/ids.ts'
import { addresses } from '#schema/paths.ts'
import type { Trader } from '#schema/trader.ts'
import type { SendMail } from './ses-mailer.ts'

type Parts = {
  outbox: OutboxStore
  post: SendMail
  earnings: Pick<EarningStore, 'listOfOrder'>
  profiles: Pick<ProfileStore, 'find'>
  ids: Pick<IdMaker, 'mail'>
  /** Names this run among those that may work at the same time. */
  run: () => string
  now: Clock
  siteUrl: string
  trader: Trader
  log: Log
}

/**
 * Sends what lies in the outbox. A mail is claimed before it is sent and removed after, so that runs side by side send
 * each once. One that the provider took is never given back: if its row cannot be removed, this process remembers it and
 * removes it in a later run. What may still go out twice: docs/decisions/0022-a-mail-goes-out-once.md.
 */
export const sendOutbox = (parts: Parts) => {
  const taken = new Set<MailId>()
  return () => sendAll(parts, taken)
}

const sendAll = async (parts: Parts, taken: Set<MailId>): Promise<{ sent: number; failed: number }> => {
  const { outbox, now, log } = parts
  const claim = parts.run()
  let sent = 0
  let failed = 0
  for (const shard of outbox.shards) {
    for await (const page of eachPage((after) => outbox.list(shard, after))) {
      for (const mail of page.mails) {
        if (!(await outbox.claim(mail, claim, now()))) continue
        if (await deliver(mail)) sent++
        else failed++
      }
    }
  }
  return { sent, failed }

  async function deliver(mail: WaitingMail): Promise<boolean> {
    try {
      const words = templates[mail.template].render(mail.data, parts.trader)
      if (words) {
        if (!taken.has(mail.id)) await parts.post({ ...words, to: mail.to, id: mail.id })
        taken.add(mail.id)
        await outbox.finish(mail, claim)
        taken.delete(mail.id)
      } else {
        await outbox.expand(mail, claim, await salesMails(parts, salesMade.data.parse(mail.data).orderId))
      }
      return true
    } catch (error) {
      log.error('mail not sent', {
        mailId: mail.id,
        template: mail.template,
        tries: mail.tries,
        ...describeError(error),
      })
      // It is on its way: the claim holds others off until a later run of ours.
      if (taken.has(mail.id)) return true
      if (mail.tries + 1 >= maxTries) await outbox.setAside(mail, claim, now())
      else await outbox.release(mail, claim, now())
      return false
    }
  }
}

/** One mail to each photographer who earned something and wants to hear of it. */
const salesMails = async (parts: Parts, orderId: OrderId): Promise<Write[]> => {
  const { earnings, profiles, ids, now, siteUrl } = parts
  const sold = (await earnings.listOfOrder(orderId)).filter(({ amountPence }) => amountPence > 0)
  const mails = await Promise.all(
    sold.map(async (share) => {
      const profile = await profiles.find(share.sellerId)
      if (!isWanted('sale-made', profile)) return []
      return [
        outboxPut({
          id: ids.mail(),
          template: 'sale-made',
          to: profile.email,
          at: now(),
          data: saleData(share, { name: profile.displayName, siteUrl }),
        }),
      ]
    }),
  )
  return mails.flat()
}

const saleData = (share: Earning, { name, siteUrl }: { name: string; siteUrl: string }) => ({
  name,
  orderNumber: share.orderNumber,
  titles: share.photos.map(({ title }) => title),
  grossPence: share.grossPence,
  feePence: share.feePence,
  sharePence: share.amountPence,
  balanceUrl: siteUrl + addresses.dashboardTab('balance'),
})
