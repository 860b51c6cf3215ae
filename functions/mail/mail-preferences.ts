import type { Profile } from '#schema/entities/profile.ts'
import type { TemplateName } from './mail-contents.ts'

/** News that the switch "Email notifications" turns off. All other mails are receipts, or ask for something to be done. */
const news: readonly TemplateName[] = [
  'sale-made',
  'sales-of-day',
  'payout-sent',
  'proof-completed',
  'favourites-sent',
  'gallery-expiring',
  'trial-ending',
]
/** What is still told while an account waits for its deletion: what became of the money that it waits for. */
const aboutMoney: readonly TemplateName[] = ['payout-sent', 'payout-failed', 'payout-returned']

/** Whether a photographer is sent this mail; one whose profile is gone is sent none. */
export const isWanted = <P extends Pick<Profile, 'emailNotifications' | 'deletionRequestedAt'>>(
  template: TemplateName,
  profile: P | undefined,
): profile is P => {
  if (!profile || (news.includes(template) && !profile.emailNotifications)) return false
  return profile.deletionRequestedAt === null || aboutMoney.includes(template)
}
