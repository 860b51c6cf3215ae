import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { accessEnds, trialWarning } from '#functions/profiles/trial-rules.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { UserId } from '#schema/ids.ts'
import { addresses } from '#schema/paths.ts'
import type { TrialWarningStore } from './trial-warning-store.ts'

type Parts = {
  profiles: Pick<ProfileStore, 'find'>
  warnings: TrialWarningStore
  ids: IdMaker
  siteUrl: () => string
  now: Clock
}

/** Tells who has not subscribed, once, and only while there is still time. */
export const trialChores = ({ profiles, warnings, ids, siteUrl, now }: Parts): ChoreSteps<'warn-of-trial-end'> => ({
  'warn-of-trial-end': async (subject) => {
    const profile = await profiles.find(UserId.parse(subject))
    if (!isWanted('trial-ending', profile)) return
    const { trialExpiresAt, subscription, displayName, email } = profile
    const goesOn = subscription === 'active' || subscription === 'past_due'
    if (goesOn || accessEnds(profile) > new Date(trialExpiresAt) || now() >= new Date(trialExpiresAt)) return
    const mail = outboxPut({
      id: ids.mail(),
      template: 'trial-ending',
      to: email,
      at: now(),
      data: { name: displayName, endsAt: trialExpiresAt, dashboardUrl: siteUrl() + addresses.dashboardTab('settings') },
    })
    await warnings.warn(profile, trialWarning(profile), mail)
  },
})
