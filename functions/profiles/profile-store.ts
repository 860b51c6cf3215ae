import type { Key, Table } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'

export const profileKeys = {
  profile: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'PROFILE' }),
}

/** Photographers' profiles: one item a user. */
export const profileStore = (table: Table) => ({
  async find(userId: UserId): Promise<Profile | undefined> {
    const item = await table.get(profileKeys.profile(userId))
    return item && Profile.parse(item)
  },

  /** @throws AppError `unauthenticated`: a token of somebody who has no profile any more. */
  async get(userId: UserId): Promise<Profile> {
    const profile = await this.find(userId)
    if (!profile) throw new AppError('unauthenticated')
    return profile
  },

  /** Creates the profile; a repeated trigger finds it there and changes nothing. */
  async create(profile: Profile): Promise<Profile> {
    const written = await table.write(put({ ...profileKeys.profile(profile.userId), ...profile }, 'absent'))
    return written.ok ? profile : Profile.parse(written.before)
  },

  /** @throws AppError `changed_meanwhile` with the profile as it is now. */
  async save(userId: UserId, changes: Partial<Profile>, expecting: { version: number }): Promise<Profile> {
    const written = await table.write(
      update(profileKeys.profile(userId), {
        set: { ...changes, version: expecting.version + 1 },
        when: { version: is.equal(expecting.version) },
      }),
    )
    if (written.ok) return Profile.parse(written.item)
    throw new AppError('changed_meanwhile', { version: written.before?.version ?? null })
  },
})
export type ProfileStore = ReturnType<typeof profileStore>
