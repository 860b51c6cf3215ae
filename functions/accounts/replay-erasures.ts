import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { UserId } from '#schema/ids.ts'
import { type EraseParts, eraseAccount, type Tally } from './erase-account.ts'
import type { ErasedList } from './erased-list.ts'

type Known = { erasedList: Pick<ErasedList, 'all'>; profiles: Pick<ProfileStore, 'find'> }

/** Who was erased and is back: a copy of the table from before holds their profile, which goes last. */
export const erasedAndBack = async ({ erasedList, profiles }: Known): Promise<UserId[]> => {
  const back: UserId[] = []
  for await (const userId of erasedList.all()) if (await profiles.find(userId)) back.push(userId)
  return back
}

type Parts = EraseParts & { profiles: Pick<ProfileStore, 'get' | 'find' | 'save'>; erasedList: ErasedList }

/**
 * Erases from a restored copy of the table somebody who was erased since. Nothing is asked again: that nothing was due was
 * seen when it began, and the copy is only behind.
 */
export const replayErasure =
  (parts: Parts) =>
  async (userId: UserId): Promise<Tally> => {
    const { profiles, erasedList } = parts
    const noted = await erasedList.find(userId)
    const profile = await profiles.find(userId)
    if (!noted || !profile) return {}
    if (profile.erasureBegunAt === null) {
      const deletionRequestedAt = profile.deletionRequestedAt ?? noted.requestedAt
      const { version } = profile
      await profiles.save(userId, { deletionRequestedAt, erasureBegunAt: noted.begunAt }, { version })
    }
    return (await eraseAccount(parts)(userId)).tally
  }
