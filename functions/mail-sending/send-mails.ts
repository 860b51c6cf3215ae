import { isWanted } from '#functions/mail/mail-preferences.ts'
import { photographerTag } from '#functions/mail/mail-tags.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { maxTries, type OutboxStore, type WaitingMail } from '#functions/mail/outbox-store.ts'
import { templates } from '#functions/mail/templates/all.ts'
import { salesMade } from '#functions/mail/templates/sales-made.ts'
import { reminderPut } from '#functions/orders/fetched-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import { summaryPut } from '#functions/payments/sales-of-day.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Turn } from '#functions/shared/pace/turns.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'
import { addressHash } from '#functions/visitors/contact-keys.ts'
import type { MailLinks } from '#functions/visitors/mail-links.ts'
import type { MayWrite } from '#functions/visitors/may-write.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { MailTask } from '#schema/events/mail.ts'
import { GalleryId, type MailId, type OrderId } from '#schema/ids.ts'
import { addresses } from '#schema/paths.ts'
import type { Trader } from '#schema/trader.ts'
import { soldName } from '#schema/web-size.ts'
import type { SendMail } from './ses-mailer.ts'
import type { TellOfSale } from './tell-of-sale.ts'

type Parts = {
  outbox: Pick<OutboxStore, 'claim' | 'finish' | 'release' | 'layBack' | 'setAside' | 'expand'>
  post: SendMail
  /** Awaited before each mail: all senders together keep to what the provider takes. */
  turn: Turn
  earnings: Pick<EarningStore, 'listOfOrder'>
  profiles: Pick<ProfileStore, 'find'>
  /** In whose name somebody may be written to, and how they have enough of it. */
  mayWrite: MayWrite
  mailLinks: Pick<MailLinks, 'unsubscribing'>
  /** Awaited before the mails of a sale go out: the galleries' activity has no other source. */
  tellOfSale: TellOfSale
  /** Awaited too: nobody is reminded of a cart of which they bought something. */
  dropBoughtCart: (orderId: OrderId) => Promise<void>
  ids: Pick<IdMaker, 'mail'>
  /** Makes the name of a claim, among those that may work at the same time. */
  claims: () => string
  wait: (ms: number) => Promise<unknown>
  now: Clock
  siteUrl: string
  trader: Trader
  log: Log
}

/** The row of a mail that the provider took is removed again after these waits before it is left for later. */
const removalWaitsMs = [200, 1_000, 3_000] as const

/**
 * Sends mails of the outbox, a batch at once. A mail is claimed before it is sent and removed after, so that whoever was
 * handed it too finds it taken. One that the provider took is never given back: while its row cannot be removed, this process
 * remembers it. What may still go out twice: docs/decisions/0022-a-mail-goes-out-once.md.
 */
export const sendMails = (parts: Parts) => {
  const taken = new Set<MailId>()
  /** @returns the places of those that the outbox itself could not tell or note anything of: they come again. */
  return async (tasks: readonly MailTask[]): Promise<ReadonlySet<number>> => {
    const failed = new Set<number>()
    await Promise.all(
      tasks.map(async (task, place) => {
        try {
          await sendOne(parts, taken, task)
        } catch (error) {
          parts.log.error('outbox out of reach', { mailId: task.id, ...describeError(error) })
          failed.add(place)
        }
      }),
    )
    return failed
  }
}

const sendOne = async (parts: Parts, taken: Set<MailId>, task: MailTask): Promise<void> => {
  const { outbox, now, log } = parts
  const claim = parts.claims()
  const mail = await outbox.claim(task, claim, now())
  if (!mail) return
  try {
    await deliver(parts, taken, { mail, claim })
  } catch (error) {
    // Many are told so at once, and come back apart from one another.
    if (isBusy(error) || isTooFast(error)) {
      return outbox.layBack(mail, claim, afterMs(now(), 30_000 + Math.random() * 60_000))
    }
    const { id: mailId, template, tries } = mail
    log.error('mail not sent', { mailId, template, tries, ...describeError(error) })
    // It is on its way: the claim holds others off.
    if (taken.has(mailId)) return
    if (tries >= maxTries || isFinal(error)) await outbox.setAside(mail, claim, now())
    else await outbox.release(mail, claim, now())
  }
}

type Claimed = { readonly mail: WaitingMail; readonly claim: string }

const deliver = async (parts: Parts, taken: Set<MailId>, { mail, claim }: Claimed): Promise<void> => {
  const { id, to, template, data, onBehalfOf = [] } = mail
  const unsubscribing = await unsubscribingOf(parts, mail)
  if (unsubscribing === 'unwanted') return removeRow(parts, { mail, claim })
  const words = templates[template].render(data, parts.trader, unsubscribing?.page)
  if (!words) {
    const { orderId } = salesMade.data.parse(data)
    await parts.dropBoughtCart(orderId)
    await parts.tellOfSale(orderId)
    return parts.outbox.expand(mail, claim, await salesMails(parts, orderId))
  }
  // Nobody reads what is about an order whose buyer was forgotten.
  if (to !== '' && !taken.has(id)) {
    await parts.turn()
    const tags = { template, ...(onBehalfOf.length > 0 && { photographer: photographerTag(onBehalfOf) }) }
    await parts.post({ ...words, to, id, tags, oneClick: unsubscribing?.oneClick })
  }
  taken.add(id)
  await removeRow(parts, { mail, claim })
  taken.delete(id)
}

/**
 * Looked at last, when it is sent: somebody may have unsubscribed since it was written. A mail in several names says what is
 * of each of them, so one that is unwanted keeps all of it back.
 */
const unsubscribingOf = async (
  { mayWrite, mailLinks }: Parts,
  { to, onBehalfOf }: WaitingMail,
): Promise<{ page: string; oneClick: string } | 'unwanted' | undefined> => {
  if (onBehalfOf === undefined || onBehalfOf.length === 0) return undefined
  const may = await Promise.all(onBehalfOf.map((photographerId) => mayWrite(photographerId, to)))
  if (may.includes(false)) return 'unwanted'
  return mailLinks.unsubscribing({ of: onBehalfOf, address: addressHash(to) })
}

const removeRow = async ({ outbox, wait }: Parts, { mail, claim }: Claimed): Promise<void> => {
  for (const waitMs of removalWaitsMs) {
    try {
      return await outbox.finish(mail, claim)
    } catch {
      await wait(waitMs)
    }
  }
  await outbox.finish(mail, claim)
}

/**
 * Whether SES says that its rate was exceeded, which is nothing of this mail
 * (https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html). The day's quota is another matter: ever longer
 * waits are right for it.
 */
const isTooFast = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TooManyRequestsException' || error.name === 'ThrottlingException') &&
  !/daily/i.test(error.message)

/**
 * Whether SES says that this mail is none that it could ever send, such as one to what is no address
 * (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html, "Errors"). While an identity of ours is not
 * verified it rejects each mail (https://docs.aws.amazon.com/ses/latest/dg/troubleshoot-error-messages.html): that ends.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'BadRequestException' || (error.name === 'MessageRejected' && !/not verified/i.test(error.message)))

/**
 * One mail to each photographer who earned something and wants to hear of it at once; for the others the summary of the
 * day. And what the buyer is reminded of if nothing is fetched.
 */
const salesMails = async (parts: Parts, orderId: OrderId): Promise<Write[]> => {
  const { earnings, profiles, ids, now, siteUrl } = parts
  const sold = (await earnings.listOfOrder(orderId)).filter(({ amountPence }) => amountPence > 0)
  const mails = await Promise.all(
    sold.map(async (share) => {
      const profile = await profiles.find(share.sellerId)
      if (!isWanted('sale-made', profile)) return []
      if (profile.salesByDay) return [summaryPut(share, now())]
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
  return [...mails.flat(), reminderPut(orderId, now())]
}

const saleData = (share: Earning, { name, siteUrl }: { name: string; siteUrl: string }) => ({
  name,
  orderNumber: share.orderNumber,
  titles: share.photos.map(({ title, as }) => soldName(title, as)),
  moreTitles: share.morePhotos,
  galleries: share.photos.filter(({ photoId }) => GalleryId.safeParse(photoId).success).length,
  grossPence: share.grossPence,
  feePence: share.feePence,
  sharePence: share.amountPence,
  balanceUrl: siteUrl + addresses.dashboardTab('balance'),
})
