import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { Logo } from '#schema/entities/brand.ts'
import { UserId } from '#schema/ids.ts'
import { logoSubject } from './logo-writes.ts'

type Parts = { profiles: Pick<ProfileStore, 'find'>; storage: Pick<Storage, 'remove'> }

/** Removes the files of a logo that its photographer's pages do not show. */
export const logoChores = ({ profiles, storage }: Parts): ChoreSteps<'sweep-logo'> => ({
  'sweep-logo': async (subject) => {
    const { userId, name } = logoSubject.read(subject)
    const logo = Logo.pick({ name: true }).parse({ name })
    const profile = await profiles.find(UserId.parse(userId))
    if (profile?.brand?.logo?.name !== logo.name)
      await storage.remove('renditions', Object.values(mediaKeys.logo(logo)))
  },
})
