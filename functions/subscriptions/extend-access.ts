import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'
import type { UserId } from '#schema/ids.ts'

/** Support gives a photographer access until a day, without payment. Access that lasts longer already stays. */
export const extendAccess =
  ({ profiles }: { profiles: ProfileStore }) =>
  async (userId: UserId, until: Date): Promise<Profile> => {
    const profile = await profiles.get(userId)
    const paidUntil = stamp(until)
    if (profile.paidUntil !== null && profile.paidUntil >= paidUntil) return profile
    return profiles.save(userId, { paidUntil }, { version: profile.version })
  }
