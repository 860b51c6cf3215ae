import type * as z from 'zod'
import type { OwnProfile } from '#schema/api/profiles.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { trialView } from './trial-rules.ts'

/** A profile as its owner sees it; the contract drops what is only for us. */
export const ownProfile = (profile: Profile, now: Date): z.input<typeof OwnProfile> => ({
  ...profile,
  trial: trialView(profile, now),
})
