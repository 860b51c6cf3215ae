import { type SeenGallery, stillOpen } from '#functions/galleries/still-open.ts'
import { mailBrandOf } from '#functions/mail/mail-brand.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { trialView } from '#functions/profiles/trial-rules.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Put, Write } from '#functions/shared/table/writes.ts'
import { hasRoomFor, hasRoomForMail } from '#functions/shared/throttle/mail-bounds.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import { type Contact, consentConfirmed, type Visit } from '#schema/entities/contact.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { mailboxOf } from '#schema/text.ts'
import { addressHash } from './contact-keys.ts'
import { type ContactStore, contactPut, visitPut } from './contact-store.ts'
import { confirmationLifeSeconds, type MailLinks } from './mail-links.ts'
import type { SenderStore } from './sender-store.ts'

type Parts = {
  contacts: Pick<ContactStore, 'findIn' | 'transact'>
  senders: Pick<SenderStore, 'find'>
  profiles: Pick<ProfileStore, 'find'>
  mailLinks: Pick<MailLinks, 'confirming'>
  throttle: Pick<Throttle, 'count' | 'takeBack'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}
type Left = {
  email: string
  consent: string | null
  /** Asks to be told before the gallery closes. */
  wantsClosing?: boolean
  /** What follows, together with it. */
  alongside?: readonly Write[]
}
export type LeaveAddress = (
  gallery: SeenGallery & Pick<Gallery, 'title' | 'photographerId'>,
  left: Left,
) => Promise<void>

/**
 * Keeps an address that somebody left in a gallery, and asks it to confirm itself where mail would follow. Whoever typed it
 * is not told whether it was known before: it may be somebody else's.
 */
export const leaveAddress =
  (parts: Parts): LeaveAddress =>
  async (gallery, left) => {
    const { contacts, now } = parts
    const of = { photographerId: gallery.photographerId, address: addressHash(left.email) }
    let question: { mail: Put } | undefined
    await retried(8, 'unavailable', async () => {
      const { contact, visit } = await contacts.findIn(of, gallery.id)
      const at = stamp(now())
      const consent = left.consent === null ? null : { version: left.consent, at }
      const news = newConsent(contact, consent)
      const isAsked = (left.consent !== null || left.wantsClosing === true) && needsConfirming(contact, news, now())
      // Counted once, however often the writes are tried.
      question ??= isAsked ? await questionFor(parts, gallery, { email: left.email, consent: news }) : undefined
      const mails = isAsked && question ? [question.mail] : []
      const written = await contacts.transact([
        contactPut(contact, {
          ...of,
          email: left.email,
          // What its owner confirmed stays until they confirm other words.
          ...(news === null || (contact && consentConfirmed(contact) !== null)
            ? { consent: contact?.consent ?? null, consentConfirmedAt: contact ? consentConfirmed(contact) : null }
            : { consent: news, consentConfirmedAt: null }),
          ...(mails.length > 0
            ? { askedAt: at, askedAbout: news?.version ?? null }
            : { askedAt: contact?.askedAt ?? null, askedAbout: contact?.askedAbout ?? null }),
          confirmedAt: contact?.confirmedAt ?? null,
          unsubscribedAt: contact?.unsubscribedAt ?? null,
          createdAt: contact?.createdAt ?? at,
          version: contact?.version ?? 0,
        }),
        visitPut(visit, {
          ...newVisit(gallery, { ...of, email: left.email, at }),
          ...visit,
          lastAt: at,
          wantsClosing: left.wantsClosing ?? visit?.wantsClosing ?? false,
        }),
        stillOpen(gallery),
        ...mails,
        ...(left.alongside ?? []),
      ])
      if (!written.ok && written.failures[2]) throw new AppError('gallery_not_found')
      return written.ok ? undefined : tryAgain
    })
  }

const newVisit = (
  gallery: Pick<Gallery, 'id' | 'photographerId'>,
  { address, email, at }: { address: string; email: string; at: string },
): Visit => ({
  galleryId: gallery.id,
  photographerId: gallery.photographerId,
  address,
  email,
  firstAt: at,
  lastAt: at,
  wantsClosing: false,
  toldWeek: null,
  toldDay: null,
  version: 0,
})

/**
 * The consent about which the owner is to be asked; `null` where none was given, or where they confirmed the same words
 * before. Given again before that, it stays the one about which they were asked.
 */
const newConsent = (contact: Contact | undefined, given: Contact['consent']): Contact['consent'] => {
  if (!contact || given === null || contact.consent?.version !== given.version) return given
  return consentConfirmed(contact) === null ? contact.consent : null
}

/**
 * An address that has not confirmed is asked once for as long as the link in that mail lives, and once more about a consent
 * that the first question did not name. One that has is asked about a consent in the same way: whoever typed the address this
 * time may be somebody else.
 */
const needsConfirming = (contact: Contact | undefined, news: Contact['consent'], now: Date): boolean => {
  if (!contact) return true
  if (contact.unsubscribedAt !== null) return false
  const { askedAt, confirmedAt } = contact
  if (confirmedAt !== null && news === null) return false
  if (news !== null && (contact.askedAbout ?? null) !== news.version) return true
  const isAnswered = confirmedAt !== null && askedAt !== null && askedAt <= confirmedAt
  return askedAt === null || isAnswered || Date.parse(askedAt) + confirmationLifeSeconds * 1_000 <= now.getTime()
}

/**
 * The mail that asks an address. None where the photographer's mails are stopped, or the mailbox or the
 * photographer had as many as a day allows: whoever leaves an address is let in all the same.
 */
const questionFor = async (
  { senders, profiles, mailLinks, throttle, ids, siteUrl, now }: Parts,
  { title, photographerId }: Pick<Gallery, 'title' | 'photographerId'>,
  { email, consent }: { email: string; consent: Contact['consent'] },
): Promise<{ mail: Put } | undefined> => {
  const [profile, { stoppedAt }] = await Promise.all([profiles.find(photographerId), senders.find(photographerId)])
  if (!profile || stoppedAt !== null) return undefined
  const { isSubscribed } = trialView(profile, now())
  const isQuiet =
    (await hasRoomFor(throttle, 'confirmationsPerMailbox', mailboxOf(email))) &&
    (await hasRoomForMail(throttle, { kind: 'confirmation', photographerId, isSubscribed, to: email }))
  if (!isQuiet) return undefined
  const until = epochSeconds(now()) + confirmationLifeSeconds
  const mail = outboxPut({
    id: ids.mail(),
    template: 'address-confirmation',
    to: email,
    regarding: photographerId,
    onBehalfOf: [photographerId],
    at: now(),
    data: {
      ...mailBrandOf(profile.brand, siteUrl()),
      photographerName: profile.displayName,
      title,
      link: await mailLinks.confirming({ photographerId, address: addressHash(email), until, consent }),
    },
  })
  return { mail }
}
