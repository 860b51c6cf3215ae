import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { OwnProfile } from '#schema/api/profiles.ts'
import { type Brand, type BrandChoice, usualChoice } from '#schema/entities/brand.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import { displayNameOf } from './display-name.ts'
import { ownProfile } from './own-profile.ts'
import { ownerCopyOf, sameCopy } from './owner-copy.ts'
import type { ProfileStore } from './profile-store.ts'

type Parts = {
  profiles: ProfileStore
  chores: ChoreStore
  steps: ChoreSteps<'carry-profile'>
  recall: Recall
  log: Log
  now: Clock
}

/** The logo has a way of its own (`functions/logos`): whatever else of the brand is chosen, it stays. */
const withLogoOf = ({ brand: before }: Pick<Profile, 'brand'>, chosen: BrandChoice | null): Brand | null => {
  const logo = before?.logo ?? null
  return chosen === null && logo === null ? null : { ...(chosen ?? usualChoice), logo }
}

/** Changes what is sent. What galleries repeat of it (name, visibility, brand) is carried to them. */
export const updateMyProfile =
  (parts: Parts): Operation<typeof api.profiles.endpoints.update> =>
  async ({ body: { version, brand: chosen, ...sent }, caller }) => {
    const { profiles, steps, now } = parts
    const before = await profiles.get(caller.userId)
    if (before.version !== version) {
      throw new AppError('changed_meanwhile', { current: OwnProfile.parse(ownProfile(before, now())) })
    }
    const changes = {
      ...sent,
      ...(sent.displayName === '' && { displayName: displayNameOf(sent.displayName, before.email) }),
      ...(chosen !== undefined && { brand: withLogoOf(before, chosen) }),
    }
    const carrying = choreNow(now, 'carry-profile', before.userId)
    const { displayName = before.displayName, isPublic = before.isPublic, brand = before.brand } = changes
    const isCarried = !sameCopy(ownerCopyOf(before), ownerCopyOf({ ...before, displayName, isPublic, brand }))
    const saved = await profiles.save(before.userId, changes, {
      version,
      alongside: isCarried ? [chorePut(carrying)] : [],
    })
    await parts.recall([edgeTags.owner(before.userId)])
    if (isCarried) await doChores(parts, steps)([carrying])
    return ownProfile(saved, now())
  }
