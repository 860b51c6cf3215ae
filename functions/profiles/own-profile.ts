import type * as z from 'zod'
import { trialView } from '#functions/subscriptions/trial-rules.ts'
import type { OwnProfile } from '#schema/api/profiles.ts'
import type { Profile } from '#schema/entities/profile.ts'

/** A profile as its owner sees it; the contract drops what is only for us. */
export const ownProfile = (profile: Profile, now: Date): z.input<typeof OwnProfile> => ({
  ...profile,
  trial: trialView(profile, now),
})
