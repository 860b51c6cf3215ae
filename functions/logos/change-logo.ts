import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import { ownProfile } from '#functions/profiles/own-profile.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { type Brand, type Logo, usualChoice } from '#schema/entities/brand.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import { logoSweepPut } from './logo-writes.ts'

export type ChangeParts = {
  profiles: ProfileStore
  chores: ChoreStore
  steps: ChoreSteps<'carry-profile'>
  recall: Recall
  log: Log
  now: Clock
}

/** A brand that says nothing is none. */
const brandWith = (brand: Brand | null, logo: Logo | null): Brand | null => {
  const { accent, ground, typePair } = brand ?? usualChoice
  const isUsual = accent === usualChoice.accent && ground === usualChoice.ground && typePair === usualChoice.typePair
  return isUsual && logo === null ? null : { accent, ground, typePair, logo }
}

const maxTries = 5

/** Puts a logo into the place of the one before, which is swept a day later; galleries are told by the chore of the brand. */
export const changeLogo = async (parts: ChangeParts, userId: UserId, logo: Logo | null) => {
  const { profiles, steps, recall, now } = parts
  const carrying = choreNow(now, 'carry-profile', userId)
  const saved = await retried(maxTries, 'changed_meanwhile', async () => {
    const before = await profiles.get(userId)
    const former = before.brand?.logo ?? null
    if (former === null && logo === null) return { profile: before, isChanged: false }
    const sweep = former === null ? [] : [logoSweepPut({ userId, name: former.name }, now())]
    const profile = await savedOrBeaten(profiles, before, {
      brand: brandWith(before.brand, logo),
      alongside: [chorePut(carrying), ...sweep],
    })
    return profile ? { profile, isChanged: true } : tryAgain
  })
  if (saved.isChanged) {
    await recall([edgeTags.owner(userId)])
    await doChores(parts, steps)([carrying])
  }
  return ownProfile(saved.profile, now())
}

type Change = { brand: Brand | null; alongside: Parameters<ProfileStore['save']>[2]['alongside'] & {} }
const savedOrBeaten = async (profiles: ProfileStore, before: Profile, { brand, alongside }: Change) => {
  try {
    return await profiles.save(before.userId, { brand }, { version: before.version, alongside })
  } catch (error) {
    if (error instanceof AppError && error.code === 'changed_meanwhile') return undefined
    throw error
  }
}
