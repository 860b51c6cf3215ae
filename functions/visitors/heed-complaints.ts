import { isWanted } from '#functions/mail/mail-preferences.ts'
import { photographersIn } from '#functions/mail/mail-tags.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { ComplaintNotice } from '#schema/events/complaint.ts'
import { limits } from '#schema/limits.ts'
import { addresses } from '#schema/paths.ts'
import { KnownEmail } from '#schema/text.ts'
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

/** Mails to addresses that the photographer typed. */
const ofTheirs: readonly string[] = ['gallery-invitation', 'proof-invitation', 'proof-reminder']

/**
 * Somebody reported a mail in a photographer's name as unwanted. They are not written to for this photographer again, and
 * with the second who was invited by the photographer nobody is, until an operator has looked. The same person counts once, and so does a notice
 * that comes twice.
 */
export const heedComplaint =
  ({ contacts, senders, profiles, ids, siteUrl, now }: Parts) =>
  async ({ mail, complaint }: ComplaintNotice): Promise<void> => {
    // Whatever address we wrote to may have enough of it.
    const email = KnownEmail.safeParse(mail.destination[0]).data
    if (email === undefined) return
    const address = addressHash(email)
    const known = await Promise.all(photographersIn(mail.tags.photographer?.[0]).map((id) => profiles.find(id)))
    const named = known.flatMap((profile) => profile ?? [])
    for (const { userId } of named) await contacts.unsubscribe({ photographerId: userId, address }, stamp(now()))
    const [profile, ...others] = named
    // Mails that are in nobody's name, or in several, say nothing about a photographer.
    if (!profile || others.length > 0) return
    const photographerId = profile.userId
    // Only of what the photographer had sent: strangers cause the others, with addresses that they typed.
    const isSent = complaint.complaintSubType !== 'OnAccountSuppressionList'
    if (!isSent || !ofTheirs.includes(mail.tags.template?.[0] ?? '')) return
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
