import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { choreNow } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { ownProfile } from './own-profile.ts'
import { isReserved, pageNameOf } from './page-name-rules.ts'
import type { PageNameStore } from './page-name-store.ts'
import type { ProfileStore } from './profile-store.ts'

type Parts = {
  profiles: ProfileStore
  pageNames: PageNameStore
  chores: ChoreStore
  steps: ChoreSteps<'carry-profile'>
  throttle: Pick<Throttle, 'count' | 'takeBack'>
  log: Log
  now: Clock
}

/** Tells whether a name is taken, as a check does, so it counts as one; a name that is given up counts besides. */
export const savePageName =
  (parts: Parts): Operation<typeof api.profiles.endpoints.savePageName> =>
  async ({ body, caller }) => {
    const { profiles, pageNames, steps, throttle, now } = parts
    const name = pageNameOf(body.name)
    if (name === undefined) throw new AppError('page_name_invalid')
    if (isReserved(name)) throw new AppError('page_name_taken')
    const profile = await profiles.get(caller.userId)
    if (profile.subdomain === name) return ownProfile(profile, now())
    await throttle.count('pageNameChecksPerUser', caller.userId)
    const givesUp = profile.subdomain !== null
    if (givesUp) await throttle.count('pageNamesGivenUpPerUser', caller.userId)
    const carrying = choreNow(now, 'carry-profile', profile.userId)
    const takeBack = async () => givesUp && throttle.takeBack('pageNamesGivenUpPerUser', caller.userId)
    const claimed = await pageNames.claim(profile, name, { now: now(), chore: carrying }).catch(async (error) => {
      // Nothing was written; after any other failure it may have been.
      if (isBusy(error)) await takeBack()
      throw error
    })
    if (claimed !== 'claimed') await takeBack()
    if (claimed === 'taken') throw new AppError('page_name_taken')
    if (claimed === 'changed') throw new AppError('changed_meanwhile')
    await doChores(parts, steps)([carrying])
    return ownProfile(await profiles.get(caller.userId), now())
  }
