import type { Operation } from '#functions/shared/http/operation.ts'
import { type Random, randomText } from '#functions/shared/ids/ids.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { pageNamesFor } from './page-name-rules.ts'
import { isFreeFor, type PageNameStore } from './page-name-store.ts'
import type { ProfileStore } from './profile-store.ts'

type Parts = { profiles: ProfileStore; pageNames: PageNameStore; throttle: Throttle; random: Random; now: Clock }

export const generatePageName =
  ({ profiles, pageNames, throttle, random, now }: Parts): Operation<typeof api.profiles.endpoints.generatePageName> =>
  async ({ caller }) => {
    await throttle.count('pageNameChecksPerUser', caller.userId)
    const { displayName } = await profiles.get(caller.userId)
    if (displayName === '') throw new AppError('missing_display_name')
    const ends = Array.from({ length: 3 }, () => randomText(random, 5).toLowerCase())
    const names = pageNamesFor(displayName, ends)
    const claims = new Map((await pageNames.findMany(names)).map((claim) => [claim.name, claim]))
    const name = names.find((each) => isFreeFor(claims.get(each), caller.userId, now()))
    if (name === undefined) throw new AppError('unavailable')
    return { name }
  }
