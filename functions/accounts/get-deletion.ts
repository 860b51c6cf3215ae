import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { api } from '#schema/api/all.ts'
import type { DeletionBlockers } from './deletion-blockers.ts'

type Parts = { profiles: Pick<ProfileStore, 'get'>; outstanding: DeletionBlockers }

/** Whether the account is to be deleted, and what that waits for. */
export const getDeletion =
  ({ profiles, outstanding }: Parts): Operation<typeof api.accounts.endpoints.deletion> =>
  async ({ caller: { userId } }) => {
    const { deletionRequestedAt } = await profiles.get(userId)
    const waitsFor = deletionRequestedAt === null ? [] : await outstanding(userId)
    return { requestedAt: deletionRequestedAt, waitsFor }
  }
