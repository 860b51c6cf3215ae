import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { ComplaintNotice } from '#schema/events/complaint.ts'
import { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { addresses } from '#schema/paths.ts'
import { Email } from '#schema/text.ts'
import { addressHash } from './contact-keys.ts'
import type { ContactStore } from './contact-store.ts'
import type { SenderStore } from './sender-store.ts'

type Parts = {
  contacts: Pick<ContactStore, 'unsubscribe'>
  senders: Pick<SenderStore, 'complain' | 'stop'>
  profiles: Pick<ProfileStore, 'find'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}

/**
 * Somebody reported a mail in a photographer's name as unwanted. They are not written to for this photographer again, and
 * with the second who was invited by the photographer nobody is, until an operator has looked. The same person counts once, and so does a notice
 * that comes twice.
 */
export const heedComplaint =
  ({ contacts, senders, profiles, ids, siteUrl, now }: Parts) =>
  async ({ mail, complaint }: ComplaintNotice): Promise<void> => {
    const photographerId = UserId.safeParse(mail.tags.photographer?.[0]).data
    const email = Email.safeParse(mail.destination[0]).data
    // Mails that are in nobody's name, or in several, say nothing about a photographer.
    if (photographerId === undefined || email === undefined) return
    const profile = await profiles.find(photographerId)
    if (!profile) return
    const address = addressHash(email)
    await contacts.unsubscribe({ photographerId, address }, stamp(now()))
    // Only of what the photographer had sent: strangers cause the others, with addresses that they typed.
    const isSent = complaint.complaintSubType !== 'OnAccountSuppressionList'
    if (!isSent || mail.tags.template?.[0] !== 'gallery-invitation') return
    const { complaints, stoppedAt } = await senders.complain({ photographerId, address }, now())
    if (complaints < limits.visitors.complaints || stoppedAt !== null) return
    const told = outboxPut({
      id: ids.mail(),
      template: 'mails-stopped',
      to: profile.email,
      regarding: photographerId,
      at: now(),
      data: { name: profile.displayName, dashboardUrl: siteUrl() + addresses.dashboardTab('galleries') },
    })
    await senders.stop(photographerId, now(), isWanted('mails-stopped', profile) ? [told] : [])
  }
