import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'

export type Carrying = {
  profiles: ProfileStore
  chores: ChoreStore
  steps: ChoreSteps<'carry-profile'>
  log: Log
  now: Clock
}

/** Notes the wish, or that it is taken back, and carries it to every gallery. */
export const carryDeletion = async (
  parts: Carrying,
  { userId, version }: Profile,
  deletionRequestedAt: string | null,
): Promise<void> => {
  const { profiles, steps, now } = parts
  const carrying = choreNow(now, 'carry-profile', userId)
  await profiles.save(userId, { deletionRequestedAt }, { version, alongside: [chorePut(carrying)] })
  await doChores(parts, steps)([carrying])
}
