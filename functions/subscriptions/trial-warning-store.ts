import { type Chore, choreDone } from '#functions/chores/chore-writes.ts'
import { profileKeys } from '#functions/profiles/profile-store.ts'
import type { Put, Table } from '#functions/shared/table/writes.ts'
import { assert, is } from '#functions/shared/table/writes.ts'
import type { Profile } from '#schema/entities/profile.ts'

export const trialWarningStore = (table: Table) => ({
  /** Puts the warning into the outbox and ends its chore, together, if the trial is still the one that it is about. */
  async warn({ userId, trialExpiresAt }: Profile, chore: Chore, mail: Put): Promise<boolean> {
    const still = assert(profileKeys.profile(userId), { trialExpiresAt: is.equal(trialExpiresAt) })
    return (await table.transact([still, mail, choreDone(chore)])).ok
  },
})
export type TrialWarningStore = ReturnType<typeof trialWarningStore>
