import type { Operation } from '#functions/shared/http/operation.ts'
import type { api } from '#schema/api/all.ts'
import { type Carrying, carryDeletion } from './carry-deletion.ts'

/** The account is as it was before, but for the subscription, which is not renewed. Once erasing began, nobody gets here. */
export const withdrawDeletion =
  (parts: Carrying): Operation<typeof api.accounts.endpoints.withdrawDeletion> =>
  async ({ caller: { userId } }) => {
    const profile = await parts.profiles.get(userId)
    if (profile.deletionRequestedAt !== null) await carryDeletion(parts, profile, null)
    return undefined
  }
