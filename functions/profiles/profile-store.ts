import type { Key, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'

export const profileKeys = {
  profile: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'PROFILE' }),
}

/** Changed fields; one that is absent or undefined stays as it is. */
export type ProfileChanges = { [F in Exclude<keyof Profile, 'userId' | 'version'>]?: Profile[F] | undefined }

/** Photographers' profiles: one item a user. */
export const profileStore = (table: Table) => {
  const find = async (userId: UserId): Promise<Profile | undefined> => {
    const item = await table.get(profileKeys.profile(userId))
    return item && Profile.parse(item)
  }

  /** @throws AppError `unauthenticated`: a token of somebody who has no profile any more. */
  const get = async (userId: UserId): Promise<Profile> => {
    const profile = await find(userId)
    if (!profile) throw new AppError('unauthenticated')
    return profile
  }

  return {
    find,
    get,

    /** Creates the profile; a repeated trigger finds it there and changes nothing. */
    async create(profile: Profile, alongside: readonly Write[] = []): Promise<Profile> {
      const made = put({ ...profileKeys.profile(profile.userId), ...profile }, 'absent')
      const written = alongside.length === 0 ? await table.write(made) : await table.transact([made, ...alongside])
      return written.ok ? profile : get(profile.userId)
    },

    /** Says that all galleries have at least this layout. No edit of the profile, so its version stays. */
    async setGalleryLayout(userId: UserId, galleryLayout: number): Promise<void> {
      await table.write(update(profileKeys.profile(userId), { set: { galleryLayout }, when: 'present' }))
    },

    /**
     * @param alongside Writes that belong to the change: all are done or none.
     * @throws AppError `changed_meanwhile` when another edit came first.
     */
    async save(
      userId: UserId,
      changes: ProfileChanges,
      { version, alongside = [] }: { version: number; alongside?: readonly Write[] },
    ): Promise<Profile> {
      const change = update(profileKeys.profile(userId), {
        set: { ...changes, version: version + 1 },
        when: { version: is.equal(version) },
      })
      if (alongside.length > 0) {
        const saved = await table.transact([change, ...alongside])
        if (!saved.ok) throw new AppError('changed_meanwhile')
        return get(userId)
      }
      const written = await table.write(change)
      if (!written.ok) throw new AppError('changed_meanwhile', { version: written.before?.version ?? null })
      return Profile.parse(written.item)
    },
  }
}
export type ProfileStore = ReturnType<typeof profileStore>
