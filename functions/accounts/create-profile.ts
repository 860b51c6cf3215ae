import { chorePut } from '#functions/chores/chore-writes.ts'
import { displayNameOf } from '#functions/profiles/display-name.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { trialEnd, trialWarning } from '#functions/profiles/trial-rules.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import { galleryLayout } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import type { UserId } from '#schema/ids.ts'
import { knownEmailOf } from '#schema/text.ts'
import type { ErasedStore } from './erased-store.ts'

type Parts = { profiles: ProfileStore; erasures: ErasedStore; now: Clock }
export type NewUser = { userId: UserId; email: string; name?: string | undefined }

/**
 * Gives a new user a profile with the free launch period. One who has a profile keeps it, and its trial, unchanged; one
 * whose account was erased gets none. An erasure's last step puts the note of it in the profile's place, so whoever has
 * neither is new.
 *
 * @returns whether a profile was made.
 */
export const createProfile =
  ({ profiles, erasures, now }: Parts) =>
  async ({ userId, email, name = '' }: NewUser): Promise<boolean> => {
    if ((await profiles.find(userId)) || (await erasures.find(userId))) return false
    const profile: Profile = {
      userId,
      displayName: displayNameOf(name, email),
      email: knownEmailOf(email),
      bio: '',
      websiteUrl: null,
      brand: null,
      subdomain: null,
      isPhotographer: true,
      isPublic: true,
      emailNotifications: true,
      salesByDay: false,
      trialExpiresAt: trialEnd(now()),
      subscription: 'none',
      paidUntil: null,
      stripeCustomerId: null,
      pageTakedown: null,
      deletionRequestedAt: null,
      erasureBegunAt: null,
      uploadRoom: null,
      numbersAMonth: null,
      galleryLayout,
      version: 0,
      createdAt: stamp(now()),
    }
    await profiles.create(profile, [chorePut(trialWarning(profile))])
    return true
  }
