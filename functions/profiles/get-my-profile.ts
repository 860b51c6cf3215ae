import type { Operation } from '#functions/shared/http/operation.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { ownProfile } from './own-profile.ts'
import type { ProfileStore } from './profile-store.ts'

type Parts = { profiles: ProfileStore; now: Clock }

export const getMyProfile =
  ({ profiles, now }: Parts): Operation<typeof api.profiles.endpoints.me> =>
  async ({ caller }) =>
    ownProfile(await profiles.get(caller.userId), now())
